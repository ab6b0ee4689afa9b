"""Columns of common types written at once, as stock cqlsh writes them cell by cell.

A column that holds anything out of the ordinary is left to stock: a value of another class than others of its type
(such as EMPTY), text with rare controls, and in collections what is not ASCII.
"""

from cqlsh_ext.shell.quick.column import Formatted, format_quickly
from cqlsh_ext.shell.quick.scalars import escape
from cqlsh_ext.shell.quick.style import Style, Unusual

__all__ = ["Formatted", "Style", "Unusual", "escape", "format_quickly"]
