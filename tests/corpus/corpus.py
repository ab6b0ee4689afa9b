"""The corpus: blobs of real writers with their answers, read from its archive."""

import hashlib
import json
import tarfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ARCHIVE = Path(__file__).with_name("corpus.tar.xz")
NAMES = {
    "lz4-block-raw": "lz4-raw",
    "lz4-block-le32": "lz4-le32",
    "lz4-block-be32": "lz4-be32",
    "lz4-block-le64": "lz4-le64",
    "lz4-java-block-stream": "lz4-java",
    "deflate-raw": "deflate",
    "lzma-alone": "lzma",
    "mysql-compress": "zlib-le32",
    "qcompress": "zlib-be32",
    "s2-block": "s2",
    "s2-stream": "s2",
}
"""What the manifest calls a format, where the project has another name."""


class Blob(NamedTuple):
    """One blob and what the manifest says of it."""

    facts: dict[str, Any]
    data: bytes

    @property
    def layers(self) -> list[str]:
        """The formats by the project's names, outermost first."""
        name = self.facts["format"]
        if name == "gzip x5":
            return ["gzip"] * 5
        if "+" in name:
            return [NAMES.get(part, part) for part in reversed(name.split("+"))]
        return [NAMES.get(part, part) for part in name.split(">")]

    @property
    def id(self) -> str:
        return str(self.facts["file"])


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def members() -> dict[str, bytes]:
    with tarfile.open(ARCHIVE) as archive:
        return {
            member.name.partition("/")[2]: stream.read()
            for member in archive.getmembers()
            if (stream := archive.extractfile(member))
        }


@cache
def blobs(which: str) -> list[Blob]:
    lines = members()["manifest.jsonl"].splitlines()
    return [Blob(facts, members()[facts["file"]]) for facts in map(json.loads, lines) if facts["set"] == which]
