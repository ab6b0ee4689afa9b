"""README.md and CONTRIBUTING.md, held against the code and the tree."""

import doctest
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
COMMAND = ".venv/bin/python docs/tables.py"
README = (ROOT / "README.md").read_text("utf-8")
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
LINK = re.compile(r'\]\(([^)\s]+)\)|src="([^"]+)"')
FILE = re.compile(r"`((?:\.ci|benchmarks|bin|cqlsh_ext|demo|docs|tests)/[\w./-]*|\w+\.(?:md|toml))`")
FLAG = re.compile(r"(?<![\w-])--?[a-z][\w-]*")
EXAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def flags_of(program: str, home: Path) -> set[str]:
    environment = {"PATH": os.defpath, "HOME": str(home), "COLUMNS": "200"}
    command = [Path(sys.executable).with_name(program), "--help"]
    text = subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, check=True).stdout
    return {flag for line in text.splitlines() if line.startswith("  -") for flag in FLAG.findall(line.split("   ")[0])}


def anchors(text: str) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


def targets(text: str) -> list[str]:
    links = [first or second for first, second in LINK.findall(text)]
    return [link for link in links if "://" not in link]


def test_tables_are_those_of_the_code():
    fill = runpy.run_path(str(ROOT / "docs" / "tables.py"))["fill"]
    assert fill(README) == README, f"README.md differs from the code: run {COMMAND}"


def test_every_table_is_there():
    sections = runpy.run_path(str(ROOT / "docs" / "tables.py"))["SECTIONS"]
    assert re.findall(r"<!-- begin (\w+)", README) == re.findall(r"<!-- end (\w+) -->", README)
    assert set(re.findall(r"<!-- begin (\w+)", README)) == set(sections)


def test_every_flag_of_ours_is_told(tmp_path):
    flags = flags_of("cqlsh-ext", tmp_path) - flags_of("cqlsh", tmp_path)
    assert "--decompress" in flags
    assert {flag for flag in flags if f"`{flag}" not in README} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    text = (ROOT / page).read_text("utf-8")
    files = [target for target in targets(text) if not target.startswith("#")] + FILE.findall(text)
    assert [name for name in files if not (ROOT / name).exists()] == []
    assert {target[1:] for target in targets(text) if target.startswith("#")} <= anchors(text)


def test_the_example_says_what_the_library_says():
    (example,) = EXAMPLE.findall(README)
    test = doctest.DocTestParser().get_doctest(example, {}, "README.md", "README.md", 0)
    assert test.examples
    assert doctest.DocTestRunner().run(test).failed == 0
