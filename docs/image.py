"""Measures the image: `docs/image.py HOST PORT` builds it, and writes docs/image.json and README.md's tables anew."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

FIGURES = Path(__file__).with_name("image.json")
ROOT = FIGURES.parent.parent
BASE = "python:3.13-slim-trixie"
IMAGE = "cqlsh-ext"
ROUNDS = 10
STATEMENT = "SELECT key FROM system.local"


def docker(*arguments: str) -> str:
    """Run a command of Docker; return what it wrote."""
    return subprocess.run(["docker", *arguments], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()


def weigh(image: str) -> tuple[int, int]:
    """Return the bytes and the layers of an image."""
    size, layers = docker("image", "inspect", image, "--format", "{{.Size}} {{len .RootFS.Layers}}").split()
    return int(size), int(layers)


def measure(commands: dict[str, list[str]]) -> dict[str, float]:
    """Return the seconds that commands take, at their fastest: other programs only ever make them slower."""
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    variables = os.environ | {"PYTHONDONTWRITEBYTECODE": ""}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            began = time.monotonic()
            subprocess.run(command, stdout=subprocess.DEVNULL, env=variables, check=True)
            seconds[name].append(time.monotonic() - began)
    return {name: round(min(each), 2) for name, each in seconds.items()}


def main(server: list[str]) -> None:
    """Build, measure, and write."""
    docker("build", "--quiet", "--tag", IMAGE, str(ROOT))
    (whole, layers), (base, base_layers) = weigh(IMAGE), weigh(BASE)
    running = docker("run", "--detach", "--rm", "--network", "host", "--entrypoint", "sleep", IMAGE, "600")
    query = [*server, "-e", STATEMENT]
    try:
        seconds = measure(
            {
                "run_seconds": ["docker", "run", "--rm", "--network", "host", IMAGE, *query],
                "exec_seconds": ["docker", "exec", running, "cqlsh-ext", *query],
                "outside_seconds": [str(Path(sys.executable).with_name("cqlsh-ext")), *query],
            }
        )
    finally:
        docker("rm", "--force", "--volumes", running)
    figures = {"base": BASE, "added_bytes": whole - base, "added_layers": layers - base_layers, **seconds}
    FIGURES.write_text(f"{json.dumps(figures, indent=2)}\n", "utf-8")
    subprocess.run([sys.executable, FIGURES.with_name("tables.py")], check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
