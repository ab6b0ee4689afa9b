"""What the image is made of: what it adds to its base, and what it has to be without."""

import json
import re
import tarfile
from importlib.metadata import version

import pytest
from container.boxes import LOCKED, docker
from container.conftest import BASE, ROOT
from keyspaces import KEY, PASSWORD

LARGEST = 90_000_000
"""Bytes that the image may add."""
OURS = "opt/cqlsh-ext/"
BUILD_TOOLS = ("pip", "pip3", "cc", "gcc", "make", "git", "cargo", "uv")
SECRET = re.compile(rb"\b(?:AKIA|ASIA)(?![A-Z0-9]*EXAMPLE)[A-Z0-9]{16}\b|-----BEGIN [A-Z ]*PRIVATE KEY-----\n")
"""An access key of AWS, or a private key."""
MODELS = {"secretsmanager", "signin", "sso", "sso-oidc", "sts"}
"""The services of AWS that sign in, find credentials and keep secrets."""


def inspect(image):
    return json.loads(docker("image", "inspect", image))[0]


@pytest.fixture(scope="module")
def added(image, tmp_path_factory):
    """Return the files that the image adds to its base: contents by path."""

    def files(name):
        archive = tmp_path_factory.mktemp("image") / "files.tar"
        container = docker("create", name, "true").strip()
        docker("export", "--output", str(archive), container)
        docker("rm", "--volumes", container)
        with tarfile.open(archive) as opened:
            return {each.name: opened.extractfile(each).read() for each in opened if each.isreg()}

    base = files(BASE)
    return {path: content for path, content in files(image).items() if base.get(path) != content}


def test_size(image):
    whole, base = inspect(image), inspect(BASE)
    assert whole["Size"] - base["Size"] < LARGEST
    assert len(whole["RootFS"]["Layers"]) - len(base["RootFS"]["Layers"]) <= 3


def test_how_it_is_to_be_run(image):
    config = inspect(image)["Config"]
    assert config["Entrypoint"] == ["cqlsh-ext"]
    assert config["WorkingDir"] == "/work"
    assert list(config["Volumes"]) == ["/home/cqlsh/.cassandra"]
    assert not config["User"].startswith(("0", "root"))
    labels = {name.rpartition(".")[2]: text for name, text in config["Labels"].items() if "opencontainers" in name}
    assert labels["title"] == "cqlsh-ext"
    assert labels["version"] == version("cqlsh-ext")
    assert labels["licenses"] == "Apache-2.0"


def test_nothing_secret_is_told(image, added):
    told = docker("history", "--no-trunc", image) + json.dumps(inspect(image))
    for secret in (KEY.secret, PASSWORD):
        assert secret not in told
    assert not SECRET.search(told.encode())
    assert [path for path, content in added.items() if SECRET.search(content)] == []
    assert [
        path for path in added if re.search(r"(^|/)(\.git|\.aws|\.netrc|\.env|credentials|pip\.conf)(/|$)", path)
    ] == []


def test_no_tests_caches_or_sources_of_the_build(added):
    unwanted = re.compile(
        r"(^|/)(tests?|examples|\.cache|\.git)/|(^|/)(conftest|test_[^/]*)\.py$|\.(c|h|pyx|pxd|whl)$"
        r"|^var/(cache/(?!ldconfig)|lib/apt/lists/|log/(apt|dpkg))|^(src|tmp|root)/"
    )
    assert [path for path in added if unwanted.search(path)] == []


def test_no_build_tools(plain, added):
    found = plain.run("-c", f"command -v {' '.join(BUILD_TOOLS)}", options=("--entrypoint", "sh"))
    assert found.stdout == b""
    assert [path for path in added if re.search(r"/(pip|setuptools|wheel|hatchling|cffi)/", path)] == []


def test_all_else_of_the_distribution_is_less(image, added):
    packages = {}
    for name in (image, BASE):
        listing = docker("run", "--rm", "--entrypoint", "dpkg-query", name, "--show", "--showformat=${Package}\\n")
        packages[name] = set(listing.split())
    assert packages[image] - packages[BASE] == {"less"}
    outside = [path for path in added if not path.startswith((OURS, "usr/share/doc/less", "var/lib/dpkg", "var/cache"))]
    assert len(outside) < 20, outside


def test_models_of_aws(added):
    found = {
        re.search(r"botocore/data/([^/]+)/", path)[1] for path in added if re.search(r"botocore/data/[^/]+/", path)
    }
    assert found == MODELS


def test_it_is_compiled(added):
    sources = {path for path in added if path.startswith(OURS) and path.endswith(".py")}
    compiled = {
        re.sub(r"__pycache__/([^/]+)\.cpython-\d+\.pyc$", r"\1.py", path) for path in added if path.endswith("pyc")
    }
    assert {path for path in sources if "/cqlsh_ext/" in path} <= compiled


@pytest.mark.parametrize("flags", [(), LOCKED])
def test_every_codec_works(image, flags, server):
    """What was taken out of the image is nothing that opens a value."""
    demo = f"{ROOT}/demo:/demo:ro"
    seed = ("--entrypoint", "python", "--volume", demo, image, "/demo/seed.py", *server)
    docker("run", "--rm", "--network", "host", *flags, *seed)
    select = "SELECT * FROM demo.documents"
    shown = docker("run", "--rm", "--network", "host", *flags, image, *server, "--tags", "on", "-e", select)
    assert shown.count("‹") == 14
    assert "1 value: gzip, checksum mismatch" in shown
