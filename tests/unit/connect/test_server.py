"""Where a name leads to."""

import signal
import socket
import threading

import pytest

from cqlsh_ext.connect.endpoint import find_endpoint
from cqlsh_ext.connect.server import resolve


def test_addresses_are_told_once():
    assert resolve(find_endpoint("127.0.0.1", None)) == ("127.0.0.1",)


def test_a_name_that_nobody_has():
    with pytest.raises(socket.gaierror):
        resolve(find_endpoint("nobody.invalid", None))
    with pytest.raises(UnicodeError):
        resolve(find_endpoint("a" * 64 + ".example.com", None))


def test_ctrl_c_ends_a_lookup_that_nobody_answers(monkeypatch):
    asked, answer = threading.Event(), threading.Event()

    def look_up(*_, **__):
        assert threading.current_thread() is not threading.main_thread()
        asked.set()
        answer.wait()

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    main = threading.main_thread().ident
    threading.Thread(target=lambda: (asked.wait(), signal.pthread_kill(main, signal.SIGINT))).start()
    with pytest.raises(KeyboardInterrupt):
        resolve(find_endpoint("db.example.com", None))
    answer.set()
