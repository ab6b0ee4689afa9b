"""Every blob inside a value of CQL, with the path that leads there."""

from collections import OrderedDict
from typing import Any, NamedTuple

from cassandra.util import SortedSet

from cqlsh_ext.render.nested import blobs


class Pair(NamedTuple):
    """A user-defined type, as the driver returns it."""

    left: Any
    right: Any


def test_paths():
    value = Pair([b"\x01", None, (2, b"\x03")], OrderedDict({"a": b"\x04", b"\x05": "text"}))
    assert list(blobs(value)) == [
        (".left[0]", b"\x01"),
        (".left[2][1]", b"\x03"),
        (".right['a']", b"\x04"),
        (".right key 1", b"\x05"),
    ]


def test_sets_and_the_drivers_maps():
    assert list(blobs(SortedSet([b"\x02", b"\x01"]))) == [("[0]", b"\x01"), ("[1]", b"\x02")]
    assert list(blobs({})) == list(blobs("text")) == list(blobs(None)) == list(blobs(5)) == []
