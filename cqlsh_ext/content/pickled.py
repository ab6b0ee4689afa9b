"""Pickles of protocols 2 to 5: named by their first opcodes and their last, and never unpickled."""

from cqlsh_ext.content.kind import Content, Kind

STOP = b"."
OPCODES = frozenset(b"().012BCFGIJKLMNPQRSTUVX]abcdeghijlopqrstu}" + bytes(range(0x81, 0x99)))
"""Every opcode of the pickletools module but PROTO."""
FRAME, FRAME_HEADER = 0x95, 11
MINIMUM = 4


def is_pickle(data: bytes) -> bool:
    """Tell whether `data` has the outline of a pickle."""
    if len(data) < MINIMUM or not data.endswith(STOP) or data[2] not in OPCODES:
        return False
    return data[2] != FRAME or FRAME_HEADER + int.from_bytes(data[3:FRAME_HEADER], "little") <= len(data)


def read(data: bytes) -> Content | None:
    """Name the protocol."""
    return Content("pickle", detail=f"protocol {data[1]}") if is_pickle(data) else None


PICKLE = Kind(
    "pickle",
    "Python pickle",
    magics=tuple(b"\x80%c" % protocol for protocol in range(2, 6)),
    matches=is_pickle,
    read=read,
    extension="pickle",
)
