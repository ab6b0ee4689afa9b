"""A file that is written whole or not at all, and never over another."""

import errno
import os
from contextlib import suppress
from pathlib import Path

from cqlsh_ext.errors import UsageError

WITHOUT_LINKS = (errno.EPERM, errno.ENOTSUP, errno.ENOSYS)
"""What file systems say that know no hard links."""


def check_free(path: str) -> None:
    """See that it is a name, and that nothing has it yet; raises UsageError."""
    if not Path(path).name or "\0" in path:
        raise UsageError(f"{path!r} is no name of a file")
    if os.path.lexists(path):
        raise UsageError(f"{path} is there already: name another file")


def write_new(path: str, data: bytes) -> None:
    """Write a file that was not there; raises UsageError."""
    check_free(path)
    place = Path(path)
    temporary = place.with_name(f".cqlsh-ext-{os.getpid()}.file")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        put(temporary, place)
    except FileExistsError:
        raise UsageError(f"{path} is there already: name another file") from None
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with suppress(OSError):
            temporary.unlink()


def put(temporary: Path, place: Path) -> None:
    """Give a temporary file its name; raises FileExistsError where something has it."""
    try:
        place.hardlink_to(temporary)
    except OSError as error:
        if error.errno not in WITHOUT_LINKS:
            raise
        if os.path.lexists(place):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(place)) from None
        temporary.rename(place)
    else:
        temporary.unlink()
