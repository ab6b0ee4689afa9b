"""Writes the tables of README.md from the code: run `.venv/bin/python docs/tables.py` after changing a record."""

import json
import re
import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from cqlsh_ext.commands import COMMANDS
from cqlsh_ext.connect import settings as connecting
from cqlsh_ext.content import KINDS
from cqlsh_ext.content.kind import Kind, TextKind
from cqlsh_ext.formats import FAMILIES, FORMATS, named
from cqlsh_ext.keyspaces import settings as statements
from cqlsh_ext.prompt import settings as prompting
from cqlsh_ext.ratio import settings as measuring
from cqlsh_ext.setting import Setting
from cqlsh_ext.settings import SETTINGS

README = Path(__file__).resolve().parent.parent / "README.md"
FIGURES = Path(__file__).with_name("image.json")
SPEED = Path(__file__).with_name("speed.json")
TOOLKIT = "docker run --rm -ti --entrypoint {} amazon/keyspaces-toolkit"
REPLACEMENTS = (
    ("cqlsh HOST PORT", "cqlsh-ext HOST PORT"),
    ("docker exec -ti CASSANDRA cqlsh", "docker run --rm -ti --network container:CASSANDRA cqlsh-ext"),
    ("docker run --rm -ti --network NET cassandra:5.0 cqlsh HOST", "docker run --rm -ti --network NET cqlsh-ext HOST"),
    (
        f"{TOOLKIT.format('cqlsh-experimental.sh')} HOST 9142 -u USER -p PASSWORD -d snappy –ssl",
        "bin/docker-run -u USER HOST",
    ),
    ("cqlsh-expansion HOST 9142 --ssl", "bin/docker-run HOST"),
    (f"{TOOLKIT.format('aws-sm-cqlsh.sh')} SECRET HOST 9142 --ssl", "bin/docker-run --secret-id SECRET HOST"),
    (f"{TOOLKIT.format('aws-cqlsh-expo-backoff.sh')} 30 120 HOST 9142 --ssl", "bin/docker-run --retry 30 120 HOST"),
)
SECTION = re.compile(r"(<!-- begin (\w+)[^>]*-->\n).*?(<!-- end \2 -->)", re.DOTALL)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write a table of GitHub's Markdown."""
    titles = list(head)
    cells = [titles, ["---"] * len(titles), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)


def code(text: str) -> str:
    """Write text as code."""
    return f"`{text}`"


def formats() -> str:
    """Write the table of formats, and what the names of families stand for."""
    head = ("Name", "Format", "Evidence", "Carried against damage", "Specification or writer")
    rows = ((code(each.name), each.title, each.evidence.value, each.checks, each.specification) for each in FORMATS)
    return f"{table(head, rows)}\n{''.join(map(family, FAMILIES))}"


def family(name: str) -> str:
    """Write what the name of a family stands for."""
    members = ", ".join(code(each.name) for each in named([name]))
    return f"- {code(name)} stands for {members}, in this order.\n"


def settings() -> str:
    """Write the table of the settings of decoding."""
    return table_of(SETTINGS)


def connections() -> str:
    """Write the table of the settings of connections."""
    return table_of(connecting.SETTINGS)


def prompt() -> str:
    """Write the table of the settings of the prompt."""
    return table_of(prompting.SETTINGS)


def table_of(settings: Iterable[Setting]) -> str:
    """Write a table of settings."""
    head = ("Flags", "Variable", "Key in cqlshrc", "Default", "Meaning")
    return table(head, map(setting, settings))


def setting(each: Setting) -> tuple[str, ...]:
    """Write one setting."""
    flags = ", ".join(code(f"{flag} {each.metavar}".rstrip()) for flag in each.flags)
    return flags, code(each.variable), code(each.name), code(each.default) if each.default else "none", each.help


def kinds() -> str:
    """Write the table of the kinds of content."""
    return table(("Kind", "Content", "Told by"), ((code(each.name), each.title, told_by(each)) for each in KINDS))


def told_by(kind: Kind | TextKind) -> str:
    """Say in a word how a kind is told."""
    if isinstance(kind, TextKind):
        return "text"
    return "magic" if kind.magics else "structure"


def commands() -> str:
    """Write the table of commands, and the help of each."""
    rows = ((code(each.word), each.summary) for each in COMMANDS)
    helps = (f"\n```text\n{textwrap.dedent(each.help).strip()}\n```\n" for each in COMMANDS)
    return table(("Command", "What it does"), rows) + "".join(helps)


def image() -> str:
    """Write what docs/image.py has measured."""
    figures = json.loads(FIGURES.read_text("utf-8"))
    rows = (
        (f"added to `{figures['base']}`", f"{figures['added_bytes'] / 1e6:.0f} MB in {figures['added_layers']} layers"),
        ("from `docker run` to the first row", f"{figures['run_seconds']} s"),
        ("from `docker exec`, in a container that runs", f"{figures['exec_seconds']} s"),
        ("the same outside", f"{figures['outside_seconds']} s"),
    )
    return table(("Of the image", "Measured, the fastest of ten"), rows)


def speed() -> str:
    """Write what benchmarks/speed.py has measured."""
    rows = (
        (
            each["work"],
            f"{each['median']:.2f} ({each['smallest']:.2f} to {each['largest']:.2f})",
            f"{each['megabytes']} MB",
        )
        for each in json.loads(SPEED.read_text("utf-8"))
    )
    return table(("Work", "Times as fast as cqlsh, median (least to most)", "Peak memory"), rows)


def replacements() -> str:
    """Write what people run today, and what they can run instead."""
    return table(("What you run today", "What you can run instead"), (map(code, pair) for pair in REPLACEMENTS))


SECTIONS: dict[str, Callable[[], str]] = {
    "formats": formats,
    "settings": settings,
    "statements": lambda: table_of(statements.SETTINGS),
    "connections": connections,
    "prompt": prompt,
    "measuring": lambda: table_of(measuring.SETTINGS),
    "kinds": kinds,
    "image": image,
    "replacements": replacements,
    "speed": speed,
    "commands": commands,
}


def fill(text: str) -> str:
    """Return the README with its tables as the code has them now."""
    return SECTION.sub(lambda match: f"{match[1]}{SECTIONS[match[2]]()}{match[3]}", text)


if __name__ == "__main__":
    README.write_text(fill(README.read_text("utf-8")), "utf-8")
