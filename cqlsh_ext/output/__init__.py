"""Results as JSON, CSV and Markdown: rows of the driver's values to text, page by page; nothing of cqlshlib."""

from cqlsh_ext.output.csv import Csv
from cqlsh_ext.output.json import Json
from cqlsh_ext.output.jsonl import JsonLines
from cqlsh_ext.output.markdown import Markdown
from cqlsh_ext.output.page import Output, ResultColumn, Style
from cqlsh_ext.settings import Layout

__all__ = ["OUTPUTS", "Output", "ResultColumn", "Style"]

OUTPUTS: dict[Layout, type[Output]] = {
    Layout.JSON: Json,
    Layout.JSONL: JsonLines,
    Layout.CSV: Csv,
    Layout.MARKDOWN: Markdown,
}
"""What writes each layout for other programs; tables are drawn by the shell, as stock cqlsh draws them."""
