"""DICTIONARIES: what dictionaries are at hand."""

from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.dictionaries import Dictionary
from cqlsh_ext.render.words import visible
from cqlsh_ext.settings import Settings

HELP = """
        DICTIONARIES [cqlsh-ext only]

          Lists the dictionaries at hand: the id by which compressed values name each (for raw content the
          Adler-32 by which zlib streams do), its kind, its bytes, where it was read, and its columns.
"""
GRAMMAR = r"""
<dictionariesCommand> ::= word="DICTIONARIES"
                        ;
"""
HEAD = ("id", "kind", "bytes", "source", "columns")


def run(shell: Shell, _parsed: Parsed) -> None:
    """List the dictionaries, or say that there are none."""
    settings = shell.settings
    at_hand = dict.fromkeys((*settings.dictionaries, *settings.column_dictionaries.values()))
    if not at_hand:
        shell.say("No dictionaries are at hand: DICTIONARY LOAD reads some.")
        return
    rows = [HEAD, *(_row(settings, each) for each in at_hand)]
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    for row in rows:
        shell.say("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _row(settings: Settings, dictionary: Dictionary) -> tuple[str, ...]:
    columns = (".".join(column) for column, own in settings.column_dictionaries.items() if own is dictionary)
    size = f"{len(dictionary.data):,}"
    return dictionary.id, dictionary.kind, size, visible(dictionary.source), ", ".join(sorted(columns))


DICTIONARIES = Command(
    word="DICTIONARIES",
    summary="list the dictionaries at hand",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
)
