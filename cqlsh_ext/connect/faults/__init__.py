"""Why somebody could not be let in, in one sentence that says what to do.

The tables map exceptions of the driver, of ssl and socket, and of botocore to sentences; the first row that matches
counts. A row goes by the name of a class and by the text, so nothing has to be imported to tell a fault.
"""

from collections.abc import Iterator, Mapping

from cqlsh_ext.errors import ConnectError

LONGEST_DETAIL = 300


def explain(error: BaseException, **facts: object) -> ConnectError:
    """Return the error that tells the user what went wrong and what to do.

    The sentences need the facts `host`, `port`, `name` (in the certificate), `remedy` (against a server that hangs
    up), `signed` (region) and `profile`.
    """
    from cqlsh_ext.connect.faults.tables import FAULTS  # noqa: PLC0415 - most logins succeed

    if isinstance(error, ConnectError):
        return error
    for leaf in _leaves(error):
        detail = _one_line(str(leaf))
        for fault in FAULTS:
            if match := fault.match(leaf):
                sentence = fault.sentence.format_map({"detail": detail} | facts | match.groupdict())
                return ConnectError(_one_line(sentence))
    first = next(_leaves(error))
    return ConnectError(f"{facts['host']}:{facts['port']}: {type(first).__name__}: {_one_line(str(first))}")


def _leaves(error: BaseException) -> Iterator[BaseException]:
    """Yield the exceptions that the driver wrapped, one for each address, or else the exception itself."""
    wrapped = getattr(error, "errors", None)
    if isinstance(wrapped, Mapping) and wrapped:
        for each in wrapped.values():
            yield from _leaves(each)
    else:
        yield error


def _one_line(text: str) -> str:
    """Leave nothing of what a server said that moves the cursor, and no more than can be read."""
    line = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return line if len(line) <= LONGEST_DETAIL else f"{line[:LONGEST_DETAIL]}…"
