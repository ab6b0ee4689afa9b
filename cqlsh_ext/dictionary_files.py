"""Dictionaries in files and folders."""

import os
from itertools import islice
from pathlib import Path

from cqlsh_ext.dictionaries import LARGEST, LARGEST_TOGETHER, ZSTD_MAGIC, Dictionary
from cqlsh_ext.errors import UsageError

MOST_ENTRIES = 1000
"""Files and folders that a folder may hold."""


def read_zstd_dictionaries(path: str) -> list[Dictionary]:
    """Read a Zstandard dictionary, or all that a folder holds; `~` is expanded. Raises UsageError."""
    folder = os.path.expanduser(path)  # noqa: PTH111 - pathlib raises where it does not know the user
    if Path(folder).is_dir():
        return _read_folder(folder)
    dictionary = read_dictionary(path)
    if not dictionary.is_formatted:
        raise UsageError(f"{path} is no Zstandard dictionary: it does not begin with {ZSTD_MAGIC.hex(' ')}")
    return [dictionary]


def read_dictionary(path: str, lz4_id: int | None = None) -> Dictionary:
    """Read a dictionary of any kind from a file; `~` is expanded. Raises UsageError."""
    file = os.path.expanduser(path)  # noqa: PTH111 - pathlib raises where it does not know the user
    return Dictionary(_read(file, LARGEST), file, lz4_id)


def _read_folder(path: str) -> list[Dictionary]:
    """Read the files of a folder that begin as a Zstandard dictionary."""
    try:
        with os.scandir(path) as entries:
            first = list(islice(entries, MOST_ENTRIES + 1))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    if len(first) > MOST_ENTRIES:
        raise UsageError(f"{path} holds more than {MOST_ENTRIES:,} files")
    found: list[Dictionary] = []
    room = LARGEST_TOGETHER
    for file in sorted(entry.path for entry in first if entry.is_file()):
        if _read(file, len(ZSTD_MAGIC)).startswith(ZSTD_MAGIC):
            found.append(Dictionary(_read(file, min(LARGEST, room)), file))
            room -= len(found[-1].data)
            if room < 0:
                raise UsageError(f"{path} holds more than {LARGEST_TOGETHER:,} bytes of dictionaries")
    if not found:
        raise UsageError(f"{path} holds no Zstandard dictionary: none of its files begins with {ZSTD_MAGIC.hex(' ')}")
    return found


def _read(path: str, most: int) -> bytes:
    """Read one byte more than `most`, which shows that there are more."""
    try:
        with Path(path).open("rb") as stream:
            return stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path} cannot be read: {getattr(error, 'strerror', error)}") from None
