"""A container costs little: `docker exec` in one that runs, against the same program outside."""

import os
import subprocess
import time

import pytest
from container.boxes import docker
from integration.programs import BIN, EXT

ROUNDS = 8
FACTOR = 1.5


@pytest.fixture
def running(image):
    """Return the name of a container that runs."""
    name = docker("run", "--detach", "--rm", "--network", "host", "--entrypoint", "sleep", image, "600").strip()
    yield name
    docker("rm", "--force", "--volumes", name)


def test_exec_in_a_running_container(running, server, programs):
    arguments = (*server, "-e", "SELECT key FROM system.local")
    inside, outside = ["docker", "exec", running, EXT], [str(BIN / EXT)]
    seconds = {"inside": [], "outside": []}
    compiled = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(ROUNDS):
        for place, command in (("inside", inside), ("outside", outside)):
            began = time.monotonic()
            done = subprocess.run(
                [*command, *arguments], capture_output=True, env=compiled, cwd=programs.home, check=True
            )
            seconds[place].append(time.monotonic() - began)
            assert b"local" in done.stdout
    assert min(seconds["inside"]) < FACTOR * min(seconds["outside"]), seconds
