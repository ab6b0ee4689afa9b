"""The README's pictures of the prompt, held against the prompt."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_prompt_still_looks_so(server):
    for command in (["demo/seed.py", *server], ["docs/prompt_screens.py", "--check", *server]):
        done = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
