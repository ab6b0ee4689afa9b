"""Processes that count rows beside the one that reads them, for as long as there are many."""

import fcntl
import os
import pickle
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from select import select
from typing import Any

from cqlsh_ext.errors import UsageError
from cqlsh_ext.keyspaces.row_size import Role
from cqlsh_ext.ratio.batch import Batch
from cqlsh_ext.ratio.counts import Counts
from cqlsh_ext.ratio.survey import Survey
from cqlsh_ext.ratio.tally import Row
from cqlsh_ext.ratio.worker import READY

PAYS_AFTER = 1_000
"""Rows after which more of them are expected than it takes time to start processes for."""
MOST = 4
"""Processes that are started at most, as far as there are processors."""
START = "import sys; sys.path[:] = sys.argv[1:]; from cqlsh_ext.ratio.worker import main; main()"
"""Imports from where this process does, and so not from the folder that it was started in."""
PIPE_BYTES = 1 << 20
"""What may lie in front of a process: about a page, so that nobody waits for it."""
GONE = "a process that decodes values has ended: is there enough memory?"


class Worker:
    """One process."""

    def __init__(self, counts: bytes) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this Python, and our own code
            [sys.executable, "-c", START, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for the process that reads
        )
        self._is_ready = False
        with suppress(OSError, AttributeError):  # only Linux knows how, and allows a user only so many
            fcntl.fcntl(self.fileno(), fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self.send(counts)

    def fileno(self) -> int:
        """Return the descriptor that takes what is sent."""
        return self._process.stdin.fileno() if self._process.stdin else -1

    def is_ready(self) -> bool:
        """Tell whether it has started."""
        answers = self._process.stdout
        if not self._is_ready and answers and select([answers], [], [], 0)[0]:
            self._is_ready = answers.read(1) == READY
        return self._is_ready

    def send(self, pickled: bytes) -> None:
        """Hand something over; raises UsageError if nobody takes it."""
        try:
            if self._process.stdin:
                self._process.stdin.write(pickled)
                self._process.stdin.flush()
        except BrokenPipeError:
            raise UsageError(GONE) from None

    def finish(self) -> Counts:
        """Return what it has counted; raises UsageError if it cannot say."""
        self.send(pickle.dumps(None))
        answers = self._process.stdout
        try:
            if answers and not self._is_ready:
                answers.read(1)
            counts: Counts = pickle.load(answers)  # type: ignore[arg-type] # noqa: S301 - a process of our own
        except (EOFError, pickle.UnpicklingError):
            raise UsageError(GONE) from None
        return counts

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.communicate()


class Crew:
    """Counts the rows of a survey, here until there are many, and then in processes."""

    def __init__(self, survey: Survey, most: int = MOST, pays_after: int = PAYS_AFTER) -> None:
        self._survey = survey
        self._most = min(os.cpu_count() or 1, most)
        self._pays_after = pays_after
        self._key = survey.layout.places_of(Role.PARTITION, Role.CLUSTERING)
        self._workers: list[Worker] = []
        self._next = 0
        self._has_started = False

    def takes(self, batch: Batch) -> bool:
        """Count rows elsewhere; tell whether they are, as otherwise they are to be counted here."""
        if not self._has_started and self._survey.counts.count >= self._pays_after:
            self._has_started = True
            self._start()
        ready = [worker for worker in self._workers if worker.is_ready()]
        if not ready:
            return False
        extract = self._survey.extract(batch.rows, batch.weight, batch.source)
        keys = [tuple([row[at] for at in self._key]) for row in batch.rows]
        try:
            pickled = pickle.dumps(extract._replace(rows=keys), pickle.HIGHEST_PROTOCOL)
        except (pickle.PicklingError, AttributeError, TypeError):  # a key of a user-defined type
            self._survey.counts.add(extract)
            return True
        _, idle, _ = select([], ready, [])
        self._next += 1
        idle[self._next % len(idle)].send(pickled)
        return True

    def finish(self) -> None:
        """Let the survey have all that was counted; raises UsageError if that is not to be had."""
        try:
            for worker in self._workers:
                counts = worker.finish()
                for column in counts.columns:
                    column.map_places(self._whole_row)
                self._survey.counts.merge(counts)
        finally:
            self.close()

    def close(self) -> None:
        """End the processes."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def _start(self) -> None:
        try:
            counts = pickle.dumps(self._survey.new_counts())
        except (pickle.PicklingError, AttributeError, TypeError):
            return
        self._workers += [Worker(counts) for _ in range(self._most)]

    def _whole_row(self, key: Row) -> Sequence[Any]:
        """Return a row of which nothing is known but its key."""
        values = dict(zip(self._key, key, strict=True))
        return [values.get(at) for at in range(len(self._survey.layout.names))]
