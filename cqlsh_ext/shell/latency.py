"""How long the server took to answer the last request of the person at the prompt."""

import threading
import time
from typing import Any


class Latency:
    """Listens to a session of the driver; `seconds` is None until a first answer came."""

    def __init__(self) -> None:
        self.seconds: float | None = None
        self._session: Any = None

    def listen(self, session: Any) -> None:
        """Measure the requests of this session from now on."""
        if session is not self._session:
            self._session = session
            session.add_request_init_listener(self._measure)

    def _measure(self, future: Any) -> None:
        """Measure one request up to its first answer; those for further pages come to `end` as well."""
        if threading.current_thread() is not threading.main_thread():
            return
        started = time.monotonic()
        answered = threading.Event()

        def end(_answer: Any) -> None:
            if not answered.is_set():
                answered.set()
                self.seconds = time.monotonic() - started

        future.add_callbacks(end, end)
