"""xz: streams of LZMA2 blocks, each stream with an index and a footer (tukaani.org, xz-file-format.txt)."""

from lzma import FORMAT_XZ, LZMADecompressor, is_check_supported

from cqlsh_ext.errors import Damaged, OverLimit, Refused
from cqlsh_ext.formats.format import Evidence, Format, Integrity, Opened
from cqlsh_ext.formats.streams import Fault, Stream, decode_streams
from cqlsh_ext.formats.xz_fields import CHECKS, read_header
from cqlsh_ext.formats.xz_index import FLAGS_AT, MAGIC
from cqlsh_ext.limits import Limits

MEMORY = 128 * 1024 * 1024
"""What a decoder may reserve: twice what `xz -9` asks for."""
PADDING_UNIT = 4


def _explain(error: Exception) -> Fault:
    if "Memory usage limit" in str(error):
        raise OverLimit("over the limit", detail=f"needs more than {MEMORY:,} bytes of memory")
    return Fault("checksum mismatch or invalid block")


STREAM = Stream(lambda: LZMADecompressor(FORMAT_XZ, memlimit=MEMORY), _explain)


def may_be(blob: bytes) -> bool:
    """Tell whether the magic stands at the start."""
    return blob[:6] == MAGIC


def open_xz(blob: bytes, limits: Limits) -> Opened:
    """Decode every stream; padding of a multiple of four zeros may follow each."""
    if not may_be(blob):
        raise Refused("does not start with fd 37 7a 58 5a 00")
    plain, parts = decode_streams(STREAM, blob, MAGIC, limits, _skip_padding)
    checks = {blob[at + FLAGS_AT + 1] & 0x0F for at in parts[:-1]}
    verified = all(check and check in CHECKS and is_check_supported(check) for check in checks)
    return Opened(plain, Integrity.CHECKSUM if verified else Integrity.STRUCTURE, parts)


def _skip_padding(blob: bytes, at: int) -> int:
    zeros = len(blob) - at - len(blob[at:].lstrip(b"\0"))
    if zeros % PADDING_UNIT:
        raise Damaged("stream padding of a wrong length", offset=at, detail=f"{zeros:,} bytes")
    return at + zeros


XZ = Format(
    name="xz",
    title="xz",
    extension="xz",
    specification="tukaani.org xz-file-format.txt 1.2",
    evidence=Evidence.MAGIC,
    checks="CRC-32, CRC-64 or SHA-256 of every block, unless written without",
    magics=(MAGIC,),
    minimum=len(MAGIC),
    may_be=may_be,
    open=open_xz,
    read_header=read_header,
)
