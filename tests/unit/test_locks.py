"""The locked dependencies of the image are what pyproject.toml asks for."""

import re
from importlib.metadata import requires, version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCKED = re.compile(r"^([\w.-]+)==([\w.]+)", re.MULTILINE)
COMMAND = "run docker/lock"


def locked(name):
    text = (ROOT / "docker" / name).read_text("utf-8")
    assert len(LOCKED.findall(text)) == len(re.findall(r"^\S", text, re.MULTILINE))
    assert len(re.findall(r"--hash=sha256:[0-9a-f]{64}", text)) >= len(LOCKED.findall(text))
    assert "://" not in text
    return {canonicalize_name(package): release for package, release in LOCKED.findall(text)}


@pytest.mark.parametrize(
    ("name", "extra", "wanted"), [("requirements.lock", "", None), ("keyspaces.lock", "dev", "cryptography")]
)
def test_locked_versions_satisfy_the_bounds(name, extra, wanted):
    releases = locked(name)
    asked = [Requirement(line) for line in requires("cqlsh-ext")]
    asked = [each for each in asked if (not each.marker or each.marker.evaluate({"extra": extra}))]
    asked = [each for each in asked if wanted in {None, each.name}]
    assert asked
    for each in asked:
        release = releases.get(canonicalize_name(each.name))
        assert release, f"{each.name} is not in docker/{name}: {COMMAND}"
        assert each.specifier.contains(release), f"{each} is not met by {release} in docker/{name}: {COMMAND}"


def test_the_label_has_the_version():
    assert f"ARG VERSION={version('cqlsh-ext')}\n" in (ROOT / "Dockerfile").read_text("utf-8")
