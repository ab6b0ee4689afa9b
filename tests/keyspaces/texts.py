"""Errors of Cassandra said as the service says them."""

import re

from .errors import CqlError

MISSING = (
    (re.compile(r"table (\S+) does not exist"), "unconfigured table {keyspace}.{0}"),
    (re.compile(r"Table '(\S+)' doesn't exist"), "unconfigured table {0}"),
    (re.compile(r"keyspace (\S+) does not exist"), "unconfigured keyspace {0}"),
    (re.compile(r"Keyspace '(\S+)' (?:doesn't|does not) exist"), "unconfigured keyspace {0}"),
)


class Relayed(CqlError):
    """An error of the Cassandra behind."""

    def __init__(self, code, text, details):
        super().__init__(text, details)
        self.code = code


def translate(error, keyspace):
    """Return the error that the service would give in the place of Cassandra's."""
    for pattern, text in MISSING:
        if found := pattern.fullmatch(error.text):
            return Relayed(error.code, text.format(*found.groups(), keyspace=keyspace), error.details)
    return Relayed(error.code, error.text, error.details)
