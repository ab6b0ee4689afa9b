"""DECOMPRESS: show or change how blobs are decoded, for the session or for one column."""

from collections.abc import Iterable

from cqlsh_ext.codec import AUTO, OFF
from cqlsh_ext.commands.columns import complete_column, find_column
from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.settings import parse_codecs

HELP = """
        DECOMPRESS [cqlsh-ext only]

          Shows or changes how compressed blobs are decoded.

        DECOMPRESS

          Shows what is in force, and the codecs that can be named.

        DECOMPRESS AUTO | OFF

          Recognises compressed blobs by themselves, or shows every blob as hex.

        DECOMPRESS <codec>[, <codec>...]

          Tries the named codecs, in this order, on the outermost layer of each blob.

        DECOMPRESS <codec>[, <codec>...] FOR [<keyspace>.]<table>.<column>

          Does so for one column only. This also opens a text column, one that holds base64 for example;
          without it text columns are left alone.
"""

GRAMMAR = r"""
<decompressCommand> ::= "DECOMPRESS" ( [codecs]=<codecName> ( "," [codecs]=<codecName> )*
                                       ( "FOR" cf=<columnFamilyName> "." column=<colname> )? )?
                      ;
<codecName> ::= <identifier> ( "-" <identifier> )?
              ;
"""


def run(shell: Shell, parsed: Parsed) -> None:
    """Change the setting if the statement names codecs, and show what is in force."""
    names = parsed.get_binding("codecs", ())
    if not names:
        _show(shell)
        return
    codecs = parse_codecs(",".join(names))
    typed = parsed.get_binding("column")
    if typed is None:
        shell.settings.decompress = codecs
        shell.say(f"DECOMPRESS set to {spell(codecs)}")
        return
    column = find_column(shell, parsed, typed)
    shell.settings.columns[column] = codecs
    shell.say(f"DECOMPRESS set to {spell(codecs)} for {'.'.join(column)}")


def spell(codecs: Iterable[str]) -> str:
    """Write codecs as the command takes them."""
    return ", ".join(codec.upper() if codec in (AUTO, OFF) else codec for codec in codecs)


def _show(shell: Shell) -> None:
    shell.say(f"DECOMPRESS is {spell(shell.settings.decompress)}")
    for column, codecs in sorted(shell.settings.columns.items()):
        shell.say(f"  {spell(codecs)} for {'.'.join(column)}")
    shell.say(f"Codecs: {', '.join(_codecs())}")


def _codecs() -> tuple[str, ...]:
    from cqlsh_ext.formats import CODECS  # noqa: PLC0415 - the shell starts without any codec

    return CODECS


def _complete_codecs(parsed: Parsed, _shell: Shell) -> Iterable[str]:
    chosen = {name.lower() for name in parsed.get_binding("codecs", ())}
    return [name for name in (*_codecs(), *(() if chosen else ("AUTO", "OFF"))) if name not in chosen]


DECOMPRESS = Command(
    word="DECOMPRESS",
    summary="show or change how blobs are decoded",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    completers={
        ("decompressCommand", "codecs"): _complete_codecs,
        ("decompressCommand", "column"): complete_column,
    },
)
