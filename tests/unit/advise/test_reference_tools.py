"""Figures against the benchmarks of the codecs' own programs, on the same values, in turns."""

import gzip
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

import botocore
import pytest

from cqlsh_ext.advise.codecs import Codec
from cqlsh_ext.advise.trial import Material, Trial, measure

LEAST_BYTES, VALUES = 64 * 1024, 12
LEAST_TURNS, MOST_TURNS = 3, 15
FIGURES = re.compile(r"\(x?([\d.]+)\)\s*,\s*([\d.]+) MB/s\s*,?\s*([\d.]+) MB/s")


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Return files of real JSON, of 64 KB and more each."""
    folder = tmp_path_factory.mktemp("values")
    models = sorted((Path(botocore.__file__).parent / "data").glob("*/*/service-2.json.gz"))
    values = (gzip.decompress(path.read_bytes()) for path in models[::9])
    large = [value for value in values if LEAST_BYTES <= len(value) < 16 * LEAST_BYTES][:VALUES]
    assert len(large) == VALUES
    paths = [folder / f"{number}.json" for number in range(VALUES)]
    for path, value in zip(paths, large, strict=True):
        path.write_bytes(value)
    return paths


def told_by(command, files):
    """Return ratio and speeds of a program's own benchmark, and how much of the time the processor was its own."""
    if shutil.which(command[0]) is None:
        pytest.fail(f"{command[0]} is not in PATH: apt-get install {command[0]}")
    before, start = os.times(), time.perf_counter()
    done = subprocess.run([*command, "-i1", *files], capture_output=True, text=True, check=True)
    after, passed = os.times(), time.perf_counter() - start
    busy = after.children_user + after.children_system - before.children_user - before.children_system
    found = FIGURES.findall(done.stdout + done.stderr)
    assert found, done
    return [float(figure) for figure in found[-1]], min(busy / passed, 1)


def told_by_us(codec, values):
    """Return ratio and speeds as ADVISE measures them."""
    found = measure(Trial(codec), Material(values, None), 0, 1 << 62)
    plain = sum(map(len, values))
    return [plain / sum(found.stored), plain * 1000 / sum(found.compress), plain * 1000 / sum(found.decompress)]


def agree(what, our, their, busy):
    """Say how two speeds differ, if they do; a program that had part of a processor would have been as much faster."""
    if 0.75 * their < our < 1.25 * their / busy:
        return ""
    return f"{what}: {our:.0f} MB/s, and {their:.0f} with {busy:.0%} of a core"


@pytest.mark.parametrize(
    ("command", "codec"),
    [
        (("zstd", "-b3"), Codec("zstd", 3)),
        (("lz4", "-b1"), Codec("lz4", None)),
        (("lz4", "-b9"), Codec("lz4hc", 9)),
    ],
    ids=["zstd 3", "lz4", "lz4hc 9"],
)
def test_figures_agree_with_the_program(files, command, codec):
    """The best of each counts, in turns that go on while something else takes the processor from one of them."""
    values = [path.read_bytes() for path in files]
    theirs, ours, busy = [0.0] * 3, [0.0] * 3, 1.0
    for turn in range(MOST_TURNS):
        told, share = told_by(command, files)
        theirs, ours, busy = [*map(max, theirs, told)], [*map(max, ours, told_by_us(codec, values))], min(busy, share)
        differences = [*map(agree, ("compression", "decompression"), ours[1:], theirs[1:], (busy, busy))]
        if turn + 1 >= LEAST_TURNS and not any(differences):
            break
    assert ours[0] == pytest.approx(theirs[0], rel=0.01)
    assert not any(differences)
