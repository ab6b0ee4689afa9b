"""CPU time of a key press in a statement of 200 lines, with a schema of 1,000 tables, and of a completion menu.

A key press is what the thread does that reads keys and draws; a menu is that and the search for what may stand there.

bin/cassandra start
.venv/bin/python benchmarks/typing_keys.py HOST PORT
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import pexpect

CHILD = Path(__file__).with_name("typing_child.py")
LINES = 200
RUNS = 5
"""How often each statement is typed; for each of its keys the least counts: what else the machine does only adds."""
QUIET_SECONDS = 0.08
CURSOR_QUESTION, CURSOR_ANSWER = b"\x1b[6n", "\x1b[10;1R"
PASTE = "\x1b[200~{}\x1b[201~"
FORMS = {
    "SELECT of 200 columns": (
        "SELECT " + ",\n".join(f"  column_{n}, min(column_{n}) AS least_{n}" for n in range(LINES)),
        "\nFROM customer_orders_123\nWHERE id = 5 AND day = 7 ORDER BY day LIMIT 12",
    ),
    "IN of 200 lines": (
        "SELECT name, payload FROM many.customer_orders_001 WHERE id IN (\n"
        + ",\n".join(f"  {n}, {n}000, 0xcafe, 'text {n}'" for n in range(LINES)),
        ")\nAND day = 3 ORDER BY day DESC PER PARTITION LIMIT 2 LIMIT 100 ALLOW FILTERING",
    ),
    "BATCH of 200 statements": (
        "BEGIN UNLOGGED BATCH\n"
        + "\n".join(f"INSERT INTO customer_orders_{n:03} (id, day, name) VALUES ({n}, 1, 'x');" for n in range(LINES)),
        "\nUPDATE customer_orders_77 SET name = 'x', tags = {'a'} WHERE id = 9",
    ),
    "CREATE TABLE of 200 columns": (
        "CREATE TABLE x (\n" + "\n".join(f"  column_{n} map<text, frozen<list<int>>>," for n in range(LINES)),
        "\n  last_one timestamp, PRIMARY KEY (column_1, column_2)) WITH comment",
    ),
}


class Spent(NamedTuple):
    """CPU milliseconds: of the thread that reads keys and draws, and of all threads."""

    drawing: float
    all: float


def spent(pid: int) -> Spent:
    """Return what a process has spent up to now."""
    tasks = {}
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):
            tasks[int(task.name)] = int((task / "schedstat").read_text().split()[0]) / 1e6
    return Spent(tasks[pid], sum(tasks.values()))


class Terminal:
    """The child on a terminal; nothing is drawn."""

    def __init__(self, child: pexpect.spawn) -> None:
        self._child = child

    def settle(self) -> None:
        """Read until the child is quiet."""
        last = time.monotonic()
        while time.monotonic() - last < QUIET_SECONDS:
            with suppress(pexpect.TIMEOUT):
                written = self._child.read_nonblocking(1 << 16, timeout=QUIET_SECONDS / 4)
                last = time.monotonic()
                for _ in range(written.count(CURSOR_QUESTION)):
                    self._child.send(CURSOR_ANSWER)

    def press(self, keys: str) -> Spent:
        """Press keys; return what the child spent on them."""
        before = spent(self._child.pid)
        self._child.send(keys)
        self.settle()
        after = spent(self._child.pid)
        return Spent(after.drawing - before.drawing, after.all - before.all)


@contextmanager
def prompt(host: str, port: str) -> Iterator[Terminal]:
    """Run the child up to its prompt."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": os.defpath, "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        child = pexpect.spawn(
            sys.executable, [str(CHILD), host, port], env=environment, dimensions=(50, 200), timeout=30
        )
        child.delaybeforesend = None
        child.expect_exact("cqlsh:many>")
        terminal = Terminal(child)
        child.send(CURSOR_ANSWER)
        terminal.settle()
        yield terminal
        child.close(force=True)


def measure(host: str, port: str, statement: str, typed: str) -> tuple[list[Spent], list[Spent]]:
    """Return what each key took, and of them those that open a menu: the first ones of a word."""
    runs = [type_once(host, port, statement, typed) for _ in range(RUNS)]
    keys = [Spent(*map(min, zip(*key, strict=True))) for key in zip(*runs, strict=True)]
    menus = [key for key, before in zip(keys, f" {typed}", strict=False) if not before.isalnum()]
    return keys, menus


def type_once(host: str, port: str, statement: str, typed: str) -> list[Spent]:
    """Return what each key took, behind a statement that was pasted."""
    with prompt(host, port) as terminal:
        terminal.press(PASTE.format(statement))
        return [terminal.press(key.replace("\n", "\r")) for key in typed]


def p95(values: Iterable[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(values, n=20)[-1]


def main(host: str, port: str) -> None:
    """Print the figures of each form of statement."""
    print(f"{'CPU milliseconds, median and 95th percentile':<46}{'key press':<18}completion menu")
    for name, (statement, typed) in FORMS.items():
        keys, menus = measure(host, port, statement, typed)
        drawing, menu = [key.drawing for key in keys], [key.all for key in menus]
        figures = [f"{statistics.median(each):7.1f} {p95(each):7.1f}   " for each in (drawing, menu)]
        print(f"{name:<40}{''.join(figures)}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
