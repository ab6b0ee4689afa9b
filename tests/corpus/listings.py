"""What the reference tools list of a blob: `zstd -lv`, `lz4 --list -v`, `gzip -lvN`, `xz --robot -lvv`, field by field.

The figures are the tools' own, turned into numbers. xz's robot mode is its verbose listing without rounding.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

PACKAGES = "apt-get install zstd lz4 gzip xz-utils"
STAMP = 86_400
"""The time of every listed file, which gzip tells where a member has none of its own."""
EXACT = re.compile(r"\((\d+) B\)")
GZIP_ROW = re.compile(
    r"(?P<method>\S+) +(?P<crc>[0-9a-f]{8}) (?P<date>\w{3} [ \d]\d \d\d:\d\d) +"
    r"(?P<compressed>\d+) +(?P<uncompressed>\d+) +(?P<ratio>-?[\d.]+)% (?P<name>.*)"
)
LZ4_COLUMNS = ("frame", "type", "block", "checksum", "compressed", "uncompressed", "ratio")
XZ_COLUMNS = {
    "file": ("streams", "blocks", "compressed", "uncompressed", "ratio", "checks", "padding"),
    "stream": ("stream", "blocks", "offset", "plain_offset", "compressed", "uncompressed", "ratio", "check", "padding"),
    "block": (
        "stream",
        "block_in_stream",
        "block",
        "offset",
        "plain_offset",
        "total",
        "uncompressed",
        "ratio",
        "check",
        "check_value",
        "header_size",
        "flags",
        "compressed",
        "memory",
        "filters",
    ),
    "summary": ("memory", "sizes_in_headers", "minimum_version"),
}


Listing: TypeAlias = Any
"""Lines by their label, rows by their columns, or rows by their kind."""


class Refusal(NamedTuple):
    """What a tool said instead of a listing."""

    words: str


def list_zstd(file: Path) -> Listing | Refusal:
    """Return the lines of `zstd -lv` by their label; sizes in bytes."""
    done = _run(["zstd", "-lv", file.name], file)
    if done.returncode:
        return Refusal(done.stderr)
    pairs = (line.split(":", 1) for line in done.stdout.splitlines() if ": " in line)
    return {label: _exact(value.strip()) for label, value in pairs}


def list_lz4(file: Path) -> Listing | Refusal:
    """Return the rows of `lz4 --list -v`, one a frame."""
    done = _run(["lz4", "--list", "-v", file.name], file)
    if done.returncode:
        return Refusal(done.stderr)
    rows = [line.split() for line in done.stderr.splitlines()]
    return [dict(zip(LZ4_COLUMNS, row, strict=True)) for row in rows if row and row[0].isdecimal()]


def list_gzip(file: Path) -> Listing | Refusal:
    """Return the one row of `gzip -lvN`."""
    done = _run(["gzip", "-lvN", file.name], file)
    row = GZIP_ROW.search(done.stdout)
    return row.groupdict() if row else Refusal(done.stderr)


def list_xz(file: Path) -> Listing | Refusal:
    """Return the rows of `xz --robot -lvv` by their kind."""
    done = _run(["xz", "--robot", "-lvv", file.name], file)
    if done.returncode:
        return Refusal(done.stderr)
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    return {
        kind: [dict(zip(columns, row[1:], strict=True)) for row in rows if row[0] == kind]
        for kind, columns in XZ_COLUMNS.items()
    }


def _run(command: list[str], file: Path) -> subprocess.CompletedProcess[str]:
    assert shutil.which(command[0]), f"{command[0]} is not installed: {PACKAGES}"
    os.utime(file, (STAMP, STAMP))
    return subprocess.run(
        command,
        capture_output=True,
        encoding="latin-1",
        check=False,
        cwd=file.parent,
        env={"PATH": os.environ["PATH"], "TZ": "UTC", "LC_ALL": "C"},
    )


def _exact(value: str) -> str:
    found = EXACT.search(value)
    return found[1] if found else value
