"""Kinds that constant bytes at the start tell, and of which no more is said than the name."""

from cqlsh_ext.content.kind import Kind

GZIP = Kind("gzip", "gzip", magics=(b"\x1f\x8b\x08",), extension="gz")
ZSTD = Kind("zstd", "Zstandard frame", magics=(b"\x28\xb5\x2f\xfd",), extension="zst")
LZ4 = Kind("lz4", "LZ4 frame", magics=(b"\x04\x22\x4d\x18",), extension="lz4")
BZIP2 = Kind("bzip2", "bzip2", magics=tuple(b"BZh%d1AY&SY" % level for level in range(1, 10)), extension="bz2")
XZ = Kind("xz", "xz", magics=(b"\xfd7zXZ\0",), extension="xz")
ZIP = Kind("zip", "zip archive", magics=(b"PK\x03\x04", b"PK\x05\x06"), extension="zip")
SQLITE = Kind("sqlite", "SQLite database", magics=(b"SQLite format 3\0",), extension="sqlite")
