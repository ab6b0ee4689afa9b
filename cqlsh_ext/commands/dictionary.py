"""DICTIONARY LOAD: have dictionaries at hand, from files or from a table."""

from collections.abc import Sequence
from pathlib import Path

from cqlsh_ext.commands.columns import complete_column, find_column
from cqlsh_ext.commands.command import Command, Parsed, Shell
from cqlsh_ext.commands.dictionary_table import complete_bytes, complete_ids, read_table
from cqlsh_ext.dictionaries import Dictionary
from cqlsh_ext.dictionary_files import read_dictionary, read_zstd_dictionaries
from cqlsh_ext.errors import UsageError
from cqlsh_ext.render.words import size, visible

HELP = """
        DICTIONARY [cqlsh-ext only]

          Has dictionaries at hand: values that were compressed with one do not open without it. DICTIONARIES
          lists them.

        DICTIONARY LOAD '<path>'

          The dictionary in a file, or the Zstandard dictionaries in a folder. Zstandard frames name theirs by the
          id in it, and zlib streams theirs by the Adler-32 of its bytes.

        DICTIONARY LOAD '<path>' ID <number>

          One that LZ4 frames name by this number.

        DICTIONARY LOAD '<path>' FOR [<keyspace>.]<table>.<column>

          One for a column whose values do not name theirs: LZ4 of any kind, and Zstandard with raw content for a
          dictionary or with its id left out.

        DICTIONARY LOAD FROM [<keyspace>.]<table> [(<column>[, <id column>])]

          Those in the rows of a table: their bytes in its only blob column, or in the one that is named, and the
          numbers for LZ4 frames in an integer column, where one is named.
"""
GRAMMAR = r"""
<dictionaryCommand> ::= "DICTIONARY" "LOAD"
                        ( fname=<stringLiteral> ( "ID" number=<wholenumber> )?
                          ( "FOR" cf=<columnFamilyName> "." column=<colname> )?
                        | "FROM" cf=<columnFamilyName> ( "(" bytes=<colname> ( "," ids=<colname> )? ")" )? )
                      ;
"""
ID_DIGITS = 10
NAMED = 5
"""Dictionaries that are told one by one."""
UNNAMED = "No Zstandard frame and no LZ4 names it: to open these with it, say FOR which column it is."


def run(shell: Shell, parsed: Parsed) -> None:
    """Load what the statement names, and say what that is."""
    literal = parsed.get_binding("fname")
    if literal is None:
        source, found = read_table(shell, parsed)
    else:
        source = shell.path(literal)
        found = _read_path(source, parsed)
    _check(found)
    typed = parsed.get_binding("column")
    if typed is None:
        shell.settings.dictionaries.add(found)
        shell.say(f"Loaded {_spell(found)} from {visible(source)}")
        if not any(each.is_formatted or each.lz4_id for each in found):
            shell.note(UNNAMED)
        return
    column = find_column(shell, parsed, typed)
    shell.settings.set_dictionary(column, found[0])
    shell.say(f"Loaded {_spell(found)} from {visible(source)} for {'.'.join(column)}")


def _read_path(path: str, parsed: Parsed) -> list[Dictionary]:
    """Read the one dictionary of a file, or those of a folder if the statement asks for no more."""
    number = parsed.get_binding("number")
    if number is None and parsed.get_binding("column") is None and Path(path).is_dir():
        return read_zstd_dictionaries(path)
    if number is not None and len(number) > ID_DIGITS:
        raise UsageError("a dictionary id has no more than 32 bits")
    return [read_dictionary(path, None if number is None else int(number))]


def _check(dictionaries: Sequence[Dictionary]) -> None:
    """Raise UsageError for a Zstandard dictionary that opens nothing."""
    from cqlsh_ext.formats.zstd import is_sound  # noqa: PLC0415 - the shell starts without any codec

    for each in dictionaries:
        if each.is_formatted and not is_sound(each):
            raise UsageError(f"{each.source} is no Zstandard dictionary, or a damaged one: its tables cannot be read")


def _spell(dictionaries: Sequence[Dictionary]) -> str:
    if len(dictionaries) == 1:
        only = dictionaries[0]
        return f"the {only.kind} dictionary {only.id} ({size(len(only.data))})"
    ids = "; ".join(each.id for each in dictionaries[:NAMED])
    return f"{len(dictionaries):,} dictionaries ({ids}{'; …' if len(dictionaries) > NAMED else ''})"


DICTIONARY = Command(
    word="DICTIONARY",
    summary="have dictionaries at hand, from files or from a table",
    help=HELP,
    grammar=GRAMMAR,
    run=run,
    completers={
        ("dictionaryCommand", "column"): complete_column,
        ("dictionaryCommand", "bytes"): complete_bytes,
        ("dictionaryCommand", "ids"): complete_ids,
    },
)
