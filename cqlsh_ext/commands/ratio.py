"""RATIO: what compression pays, in a table or in a result."""

from cqlsh_ext.commands.columns import complete_column
from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.settings import Layout

HELP = """
        RATIO [cqlsh-ext only]

          Tells what compression pays: sizes before and after, by column and by format, what rows take on
          Amazon Keyspaces, and what is worth a warning.

        RATIO [<keyspace>.]<table> [(<column>[, <column>...])] [WHERE <conditions>]

          Of about 1,000 rows from random places, with 95 % confidence intervals. Columns are those that hold
          blobs, unless some are named.

        RATIO ... SAMPLE <n> | LIMIT <n> | FULL

          Of about so many random rows, of the first ones, or of all; Ctrl-C shows the figures so far.

        RATIO <any SELECT>

          Of the rows of a result.

        Each may end in AS JSON, for one JSON object.
"""
GRAMMAR = r"""
<ratioCommand> ::= "RATIO" ( <selectStatement>
                           | cf=<columnFamilyName> ( "(" [columns]=<colname> ( "," [columns]=<colname> )* ")" )?
                             ( "WHERE" <whereClause> )?
                             ( "SAMPLE" <wholenumber> | "LIMIT" <wholenumber> | "FULL" )? )
                   ( "AS" "JSON" )?
                 ;
"""


def run(shell: Shell, parsed: Parsed) -> None:
    """Read rows, and report what is in them."""
    from cqlsh_ext.commands.measuring import measure_select, measure_table  # noqa: PLC0415 - loads the codecs
    from cqlsh_ext.commands.ratio_request import SelectRequest, parse  # noqa: PLC0415
    from cqlsh_ext.render.ratio import report  # noqa: PLC0415
    from cqlsh_ext.render.ratio_json import ratio_json  # noqa: PLC0415

    request = parse(parsed.extract_orig())
    source = request.source
    found = measure_select(shell, source) if isinstance(source, SelectRequest) else measure_table(shell, source)
    if found is None:
        return
    as_json = request.as_json or shell.layout in (Layout.JSON, Layout.JSONL)
    shell.write(ratio_json(found) if as_json else "\n".join(report(found, shell.paint)))


RATIO = Command(
    word="RATIO",
    summary="tell what compression pays: sizes, formats, rows and units of Amazon Keyspaces, warnings",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    completers={("ratioCommand", "columns"): complete_column},
    ends_with_newline=False,
    pages=True,
    lenient=True,
)
