"""A folder that files are written to, each of them whole or not at all, with a manifest beside them."""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO

from cqlsh_ext.errors import UsageError
from cqlsh_ext.whole_file import put

MANIFEST = "manifest.jsonl"
"""Names that file_names gives have two dots or a tilde."""


class Folder:
    """Writes files and their manifest; makes the folder when the first file comes.

    Raises UsageError for whatever cannot be written, and for what is there already unless `force` lets it be
    written over. The manifest tells what was written, also when not all could be.
    """

    def __init__(self, path: str, *, force: bool) -> None:
        self._path = Path(path)
        self._force = force
        self._manifest: TextIO | None = None
        self._names: set[str] = set()
        self.count = 0
        """How many files were written."""

    def __enter__(self) -> "Folder":  # noqa: PYI034 - Self needs Python 3.11
        """Look for what is there already."""
        if not self._force and os.path.lexists(self._path / MANIFEST):
            raise _taken(self._path / MANIFEST)
        return self

    def write(self, name: str, data: bytes, entry: Mapping[str, Any]) -> None:
        """Write one file, and its line of the manifest."""
        if self._force and name in self._names:
            raise UsageError(f"two values would be written to {self._path / name}")
        if self._force:
            self._names.add(name)
        try:
            if self._manifest is None:
                self._path.mkdir(parents=True, exist_ok=True)
                self._manifest = self._temporary(MANIFEST).open("x", encoding="utf-8")
            self._write_whole(name, data)
            self._manifest.write(f"{json.dumps({'file': name, **entry}, ensure_ascii=False)}\n")
        except OSError as error:
            raise UsageError(f"{self._path / name} cannot be written: {error.strerror}") from None
        self.count += 1

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        """Put the manifest where it belongs, whatever happened."""
        if self._manifest is None:
            return
        try:
            self._manifest.close()
            if self.count:
                self._place(MANIFEST)
            else:
                self._temporary(MANIFEST).unlink()
        except OSError as failure:
            if error is None:
                raise UsageError(f"{self._path / MANIFEST} cannot be written: {failure.strerror}") from None

    def _temporary(self, name: str) -> Path:
        ending = "manifest" if name == MANIFEST else "file"
        return self._path / f".cqlsh-ext-{os.getpid()}.{ending}"

    def _write_whole(self, name: str, data: bytes) -> None:
        temporary = self._temporary(name)
        try:
            with temporary.open("xb") as file:
                file.write(data)
            self._place(name)
        finally:
            with suppress(FileNotFoundError):
                temporary.unlink()

    def _place(self, name: str) -> None:
        """Give the temporary file its name, which nothing may have unless `force` allows it."""
        temporary, place = self._temporary(name), self._path / name
        if self._force:
            temporary.replace(place)
            return
        try:
            put(temporary, place)
        except FileExistsError:
            raise _taken(place) from None


def _taken(path: Path) -> UsageError:
    return UsageError(f"{path} is there already: name another folder, or write FORCE to write over it")
