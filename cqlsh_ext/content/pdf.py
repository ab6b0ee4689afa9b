"""PDF, with its version."""

from cqlsh_ext.content.kind import Content, Kind

VERSION = slice(5, 8)


def read(data: bytes) -> Content:
    """Name the version."""
    version = data[VERSION].decode("ascii", "replace")
    return Content("pdf", detail=f"version {version}" if version.isprintable() else None)


PDF = Kind("pdf", "PDF", magics=tuple(b"%%PDF-%d." % major for major in (1, 2)), read=read, extension="pdf")
