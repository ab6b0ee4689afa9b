"""One tree of errors; `str(error)` is always a sentence for the user.

CqlshExtError
├── InstallationError   what this package stands on does not work as it is installed
├── ConnectError        a server, or an AWS service before it, does not let the user in
├── UsageError          an option, a setting or a command is wrong
└── DecodeError         bytes that a format could not open
    ├── Refused         they are not of this format
    ├── Damaged         they are of this format, and broken
    ├── OverLimit       opening them would pass a limit
    └── Unsupported     the format is known, but not how to open these
"""


class CqlshExtError(Exception):
    """Everything that this package raises on purpose."""


class InstallationError(CqlshExtError):
    """What this package stands on does not work as it is installed."""


class ConnectError(CqlshExtError):
    """A server, or an AWS service on the way to it, cannot be reached or does not let the user in."""


class UsageError(CqlshExtError, ValueError):
    """What the user asked for cannot be done as asked."""


class DecodeError(CqlshExtError):
    """Why a format did not open some bytes.

    `what` names the kind of fault and holds no figures of the one value, so that equal faults can be counted;
    `offset` is the byte at which it was found, counted from the start of the layer; `number` says, from 1, which
    one of several it was, where `what` begins with a noun such as `block`; `detail` holds the figures.
    """

    def __init__(self, what: str, *, offset: int | None = None, number: int | None = None, detail: str = "") -> None:
        super().__init__(what, offset, number, detail)
        self.what = what
        self.offset = offset
        self.number = number
        self.detail = detail

    def __str__(self) -> str:
        """Write a sentence: `block 3 at byte 20,481 runs past the end (declared 4,096, left 112)`."""
        place = "" if self.offset is None else f" at byte {self.offset:,}"
        detail = f" ({self.detail})" if self.detail else ""
        if self.number is None:
            return f"{self.what}{place}{detail}"
        noun, _, verdict = self.what.partition(" ")
        return f"{noun} {self.number:,}{place} {verdict}{detail}"


class Refused(DecodeError):
    """The bytes are not of this format."""


class Damaged(DecodeError):
    """The bytes are of this format, and broken."""


class OverLimit(DecodeError):
    """Opening the bytes would pass a limit."""


class Unsupported(DecodeError):
    """The format is known, but not how to open these bytes."""
