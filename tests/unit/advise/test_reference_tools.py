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

LEAST_BYTES, VALUES, TURNS = 64 * 1024, 12, 5
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


@pytest.mark.parametrize(
    ("command", "codec"),
    [
        (("zstd", "-b1"), Codec("zstd", 1)),
        (("zstd", "-b3"), Codec("zstd", 3)),
        (("lz4", "-b1"), Codec("lz4", None)),
        (("lz4", "-b9"), Codec("lz4hc", 9)),
    ],
    ids=["zstd 1", "zstd 3", "lz4", "lz4hc 9"],
)
def test_figures_agree_with_the_program(files, command, codec):
    """On an idle machine a program's speed is that of the processor; on a busy one the latter is as much higher."""
    values = [path.read_bytes() for path in files]
    turns = [(*told_by(command, files), told_by_us(codec, values)) for _ in range(TURNS)]
    theirs, ours = (
        [max(figures) for figures in zip(*side, strict=True)] for side in list(zip(*turns, strict=True))[::2]
    )
    busy = min(share for _, share, _ in turns)
    assert ours[0] == pytest.approx(theirs[0], rel=0.01)
    for what, our, their in zip(("compression", "decompression"), ours[1:], theirs[1:], strict=True):
        assert 0.75 * their < our < 1.25 * their / busy, (
            f"{what}: {our:.0f} MB/s, and {their:.0f} with {busy:.0%} of a core"
        )
