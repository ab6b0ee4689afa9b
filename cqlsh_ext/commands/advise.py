"""ADVISE: which codec pays for a column, and which compression for a table."""

from collections.abc import Iterable

from cqlsh_ext.commands.advise_request import Request, parse
from cqlsh_ext.commands.columns import complete_column
from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.errors import UsageError
from cqlsh_ext.settings import Layout
from cqlsh_ext.whole_file import check_free, write_new

GOALS = ("size", "speed", "balance")
HELP = """
        ADVISE [cqlsh-ext only]

          Tells which compression pays, by trying it.

        ADVISE [<keyspace>.]<table> (<column>) [SAMPLE <n>] [FOR size | speed | balance]

          Decodes the values of about 1,000 rows from random places, or about n, and compresses them anew in
          every way: zstd, LZ4, snappy, gzip, zlib, Brotli and xz at all levels, zstd with a dictionary, and
          JSON as CBOR and MessagePack before. Shows ratio and speed of each, and recommends one, with the code
          that writes it. Takes 30 seconds at most, or what --advise-seconds says.

        ADVISE ... TO '<file>.svg'

          Draws the plot to a file as well.

        ADVISE ... SAVE DICTIONARY '<file>'

          Writes the Zstandard dictionary that was tried to a file, for DICTIONARY LOAD and for applications.

        ADVISE [<keyspace>.]<table> [SAMPLE <n>]

          What the table's own compression costs: bytes that a read takes from disk and decompresses, at this
          and at other chunk lengths, memory for offsets, and the ALTER TABLE to paste where one pays.

        Each may end in AS JSON, for one JSON object. Files that are there already are never written over.
"""
GRAMMAR = r"""
<adviseCommand> ::= "ADVISE" cf=<columnFamilyName> ( "(" column=<colname> ")" )?
                    ( "SAMPLE" <wholenumber> )? ( "FOR" goal=<identifier> )? ( "TO" fname=<stringLiteral> )?
                    ( "SAVE" "DICTIONARY" fname=<stringLiteral> )? ( "AS" "JSON" )?
                 ;
"""


def run(shell: Shell, parsed: Parsed) -> None:
    """Read a sample, and report what compresses it best."""
    request = parse(parsed.extract_orig())
    if request.column is not None:
        _advise_column(shell, request, request.column)
    else:
        _advise_table(shell, request)


def _advise_column(shell: Shell, request: Request, column: str) -> None:
    from cqlsh_ext.commands.advising import advise_column  # noqa: PLC0415 - loads the codecs
    from cqlsh_ext.render.advise import report  # noqa: PLC0415
    from cqlsh_ext.render.advise_json import advice_json  # noqa: PLC0415
    from cqlsh_ext.render.plot_svg import plot_svg  # noqa: PLC0415

    plot, dictionary = (_free_path(shell, literal) for literal in (request.plot, request.dictionary))
    advice = advise_column(shell, request, column)
    if advice is None:
        return
    as_json = _wants_json(shell, request)
    shell.write(advice_json(advice) if as_json else "\n".join(report(advice, shell.paint)))
    if plot:
        write_new(plot, plot_svg(advice.place, advice.figures))
        shell.note(f"the plot is in {plot}")
    if dictionary:
        if advice.trained is None:
            raise UsageError("there is no dictionary to save: the values are too few or too short to train one")
        write_new(dictionary, advice.trained.dictionary)
        form = f" for values as {advice.trained.form}" if advice.trained.form else ""
        shell.note(f"a dictionary of {len(advice.trained.dictionary):,} bytes{form} is in {dictionary}")


def _free_path(shell: Shell, literal: str | None) -> str | None:
    """Return the path that a literal names, None for none; raises UsageError where a file is there."""
    if literal is None:
        return None
    path = shell.path(literal)
    check_free(path)
    return path


def _advise_table(shell: Shell, request: Request) -> None:
    from cqlsh_ext.commands.advising_table import advise_on_table  # noqa: PLC0415 - loads the codecs
    from cqlsh_ext.render.advise_table import table_json, table_report  # noqa: PLC0415

    advice = advise_on_table(shell, request)
    if advice is not None:
        as_json = _wants_json(shell, request)
        shell.write(table_json(advice) if as_json else "\n".join(table_report(advice, shell.paint)))


def _wants_json(shell: Shell, request: Request) -> bool:
    return request.as_json or shell.layout in (Layout.JSON, Layout.JSONL)


def _complete_goal(_parsed: Parsed, _shell: Shell) -> Iterable[str]:
    return GOALS


ADVISE = Command(
    word="ADVISE",
    summary="try which compression pays for a column, or suits a table",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    completers={("adviseCommand", "column"): complete_column, ("adviseCommand", "goal"): _complete_goal},
    ends_with_newline=False,
    pages=True,
    lenient=True,
)
