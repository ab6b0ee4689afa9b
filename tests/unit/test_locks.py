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


def asked_of(name):
    """Return what pyproject.toml asks for, as far as a lock file is for it."""
    if name == "requirements.lock":
        return [each for each in map(Requirement, requires("cqlsh-ext")) if "extra" not in str(each.marker)]
    wanted = {"build.lock": "hatchling", "keyspaces.lock": "cryptography"}[name]
    return [Requirement(re.search(rf'"({wanted}[<>=][^"]*)"', (ROOT / "pyproject.toml").read_text("utf-8"))[1])]


@pytest.mark.parametrize("name", ["requirements.lock", "build.lock", "keyspaces.lock"])
def test_locked_versions_satisfy_the_bounds(name):
    releases = locked(name)
    for each in asked_of(name):
        release = releases.get(canonicalize_name(each.name))
        assert release, f"{each.name} is not in docker/{name}: {COMMAND}"
        assert each.specifier.contains(release), f"{each} is not met by {release} in docker/{name}: {COMMAND}"


def test_the_label_has_the_version():
    assert f"ARG VERSION={version('cqlsh-ext')}\n" in (ROOT / "Dockerfile").read_text("utf-8")
