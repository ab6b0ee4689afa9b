"""Results for tests of outputs: columns of the driver's types, and what an output writes of rows."""

from cassandra.cqltypes import lookup_casstype

from cqlsh_ext import decode
from cqlsh_ext.output import OUTPUTS, ResultColumn, Style


def column(name, kind, *, codec="auto", opens_text=False):
    """Return a column of a type that goes by its name in Cassandra, such as `ListType(Int32Type)`."""
    return ResultColumn(name, lookup_casstype(kind), lambda stored: decode(stored, codec), opens_text)


def write(layout, columns, *pages, **style):
    """Return the text of a result of several pages."""
    output = OUTPUTS[layout](columns, Style(**style))
    return "".join([output.begin(), *(text for rows in pages for text in output.rows(rows)), output.end()])
