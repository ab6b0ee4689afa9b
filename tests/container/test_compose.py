"""Compose from a fresh clone: a Cassandra, the demo on it, the shell, and the stand-in for Amazon Keyspaces."""

import os
import re
import shutil
import subprocess
import time

import pytest
from container.boxes import SECONDS, Box, docker, leave, on_screen
from container.conftest import ROOT
from integration.programs import Ran

SELECT = "SELECT id, data FROM documents WHERE shelf = 'main' AND id = 1"
DOCUMENT = "Anna Lindqvist"
FIRST_ROW_SECONDS = 60
COMPOSE = ("docker-compose",) if shutil.which("docker-compose") else ("docker", "compose")


class Project:
    """A clone, and Compose in it."""

    def __init__(self, clone, image):
        self.clone = clone
        self.name = f"{image}-{os.getpid()}"
        self.box = Box("", (), clone)
        self.variables = {"COMPOSE_PROJECT_NAME": self.name, "CQLSH_EXT_IMAGE": self.name}

    def compose(self, *arguments, timeout=SECONDS * 5):
        done = subprocess.run(
            [*COMPOSE, *arguments],
            env=self.box.environment(self.variables),
            cwd=self.clone,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=timeout,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    def execute(self, statements, service="shell"):
        return self.compose("run", "--rm", "-T", service, "-e", statements)


@pytest.fixture(scope="module")
def project(image, tmp_path_factory):
    """Return a project of its own in a fresh clone."""
    if not shutil.which("docker-compose") and subprocess.run(["docker", "compose", "version"], check=False).returncode:
        pytest.fail("docker-compose is not there: install it (Debian: apt-get install docker-compose)")
    clone = tmp_path_factory.mktemp("clone") / "cqlsh-ext"
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", f"file://{ROOT}", str(clone)], check=True)
    project = Project(clone, image)
    yield project
    project.variables["COMPOSE_PROFILES"] = "shell,keyspaces"
    done = project.compose("down", "--volumes", "--remove-orphans", "--rmi", "local")
    docker("rmi", project.name)
    assert done.code == 0, done
    assert project.name not in docker("volume", "ls", "--quiet")
    assert project.name not in docker("image", "ls")


def test_the_first_row_comes_soon(project):
    began = time.monotonic()
    done = project.execute(SELECT)
    assert done.code == 0, done
    assert DOCUMENT in done.stdout.decode()
    assert time.monotonic() - began < FIRST_ROW_SECONDS


def test_exit_codes_are_passed_on(project):
    assert project.execute("SELECT nothing FROM documents").code == 2
    assert project.execute("SELECT shelf FROM documents LIMIT 1").code == 0


def test_the_prompt_is_on_the_demo(project):
    with on_screen(
        project.box, *COMPOSE[1:], "run", "--rm", "shell", program=COMPOSE[0], columns=200, env=project.variables
    ) as person:
        person.until("cqlsh:demo>")
        person.type(f"{SELECT};\r", "(1 rows)")
        assert DOCUMENT in person.text
        assert leave(person) == 0


def test_a_signed_login_to_the_stand_in_for_keyspaces(project):
    done = project.execute(f"{SELECT}; SHOW HOST", "keyspaces-shell")
    assert done.code == 0, done
    assert DOCUMENT in done.stdout.decode()
    assert "Connected to Amazon Keyspaces at cassandra.us-east-1.amazonaws.com:9142" in done.stdout.decode()


def test_data_survive_down_and_are_seeded_once(project):
    changes = "INSERT INTO inbox (id, body) VALUES (77, 'still here'); DELETE FROM inbox WHERE id = 1"
    assert project.execute(changes).code == 0
    assert project.compose("down").code == 0
    assert docker("ps", "--all", "--quiet", "--filter", f"name={project.name}") == ""
    shown = project.execute("SELECT id, body FROM inbox").stdout.decode()
    assert re.findall(r"(\d+) \| (.*)", shown) == [("77", "still here")]
