"""The image, built from this tree, and ways to run it."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytest.register_assert_rewrite("container.boxes", "integration.programs", "integration.screens")

from container.boxes import LOCKED, Box, docker  # noqa: E402
from integration.conftest import filled, keyspace, programs, server, session, tables  # noqa: E402

__all__ = ["filled", "keyspace", "programs", "server", "session", "tables"]

ROOT = Path(__file__).resolve().parents[2]
BASE = "python:3.13-slim-trixie"


@pytest.fixture(scope="session", autouse=True)
def engine():
    """See that there is a Docker Engine."""
    if not shutil.which("docker"):
        pytest.fail("docker is not there: install Docker Engine (Debian: apt-get install docker.io docker-compose)")
    done = subprocess.run(["docker", "info"], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.fail(f"Docker Engine does not answer: start it, or ask to be let in\n{done.stderr}")


@pytest.fixture(scope="session")
def image():
    """Return the name of the image, built from this tree."""
    docker("build", "--quiet", "--tag", "cqlsh-ext", str(ROOT))
    return "cqlsh-ext"


@pytest.fixture
def plain(image, tmp_path):
    """Return the image as it comes."""
    return Box(image, (), tmp_path)


@pytest.fixture(params=[(), LOCKED], ids=["as it comes", "locked down"])
def box(request, image, tmp_path):
    """Return a way to run the image: as it comes, and with nothing allowed that it can do without."""
    return Box(image, request.param, tmp_path)


@pytest.fixture
def volume():
    """Return the name of a volume that lives as long as the test."""
    name = docker("volume", "create").strip()
    yield name
    docker("volume", "rm", "--force", name)
