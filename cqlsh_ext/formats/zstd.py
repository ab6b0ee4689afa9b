"""Zstandard: frames, each decoded within the bound that a walk of its blocks gives (RFC 8878)."""

import threading
from functools import lru_cache

import zstandard

from cqlsh_ext.dictionaries import Dictionaries, Dictionary, Naming
from cqlsh_ext.errors import Damaged, Unsupported
from cqlsh_ext.formats.format import Evidence, Format, Integrity, Opened
from cqlsh_ext.formats.zstd_fields import read_header
from cqlsh_ext.formats.zstd_frame import (
    CHECKSUM_SIZE,
    LARGEST_BLOCK,
    LEGACY_VERSIONS,
    MAGIC,
    MAGIC_SIZE,
    SKIPPABLE_MAGICS,
    WINDOW_DESCRIPTOR_AT,
    Frame,
    blocks,
    walk,
)
from cqlsh_ext.limits import Limits

MAGICS = (MAGIC, *SKIPPABLE_MAGICS, *LEGACY_VERSIONS)
AMPLE_WINDOW = 8 * 1024 * 1024
"""Up to here the decoder may reserve the window that a frame declares: RFC 8878 asks it of every decoder."""
SMALLEST_WINDOW_LOG, LARGEST_WINDOW_LOG = 10, 31
LARGEST_WINDOW = 1 << LARGEST_WINDOW_LOG
PREPARED = 32
"""Dictionaries that are kept prepared: each takes its size again, and 100 KB."""

_MAGIC_SET = frozenset(MAGICS)


class _Thread(threading.local):
    """The decoders of one thread: a new one for each value would cost more than a small value does."""

    def __init__(self) -> None:
        self.decoder = lru_cache(maxsize=PREPARED)(_make_decoder)


def _make_decoder(dictionary: Dictionary | None) -> zstandard.ZstdDecompressor:
    """Make a decoder, with a dictionary if one is given; raise Unsupported for a damaged one."""
    if dictionary is None:
        return zstandard.ZstdDecompressor(max_window_size=LARGEST_WINDOW)
    try:
        prepared = zstandard.ZstdCompressionDict(dictionary.data)
        return zstandard.ZstdDecompressor(dict_data=prepared, max_window_size=LARGEST_WINDOW)
    except zstandard.ZstdError:
        raise Unsupported("needs a dictionary that is damaged", detail=f"id {dictionary.id}") from None


_THREAD = _Thread()


def may_be(blob: bytes) -> bool:
    """Tell whether the blob starts with the magic of any kind of frame."""
    return blob[:MAGIC_SIZE] in _MAGIC_SET


def is_sound(dictionary: Dictionary) -> bool:
    """Tell whether frames can be opened with a dictionary: its tables are not damaged."""
    try:
        _make_decoder(dictionary)
    except Unsupported:
        return False
    return True


def open_zstd(blob: bytes, limits: Limits, dictionaries: Dictionaries | None = None) -> Opened:
    """Walk every frame, then decode each within what its blocks can give at most."""
    frames = _frames(blob, limits)
    plain: list[bytes] = []
    given = 0
    for frame in frames:
        number = frame.header.dictionary_id
        dictionary = _find(number, dictionaries) if number or dictionaries else None
        plain.append(_decode(blob, frame, limits, given, dictionary))
        given += len(plain[-1])
    checked = all(frame.header.checksum for frame in frames)
    return Opened(b"".join(plain), Integrity.CHECKSUM if checked else Integrity.STRUCTURE)


def _find(number: int | None, dictionaries: Dictionaries | None) -> Dictionary | None:
    """Return the dictionary of a frame that names `number`; raise Unsupported where one is missing."""
    dictionary = dictionaries.find(Naming.ZSTD, number) if dictionaries else None
    if number and dictionary is None:
        raise Unsupported("needs a dictionary", detail=f"id {number:,}")
    return dictionary


def _frames(blob: bytes, limits: Limits) -> list[Frame]:
    frames: list[Frame] = []
    for count, each in enumerate(walk(blob), 1):
        if isinstance(each, Frame):
            frames.append(each)
        if frames:
            limits.check_members(count)
    return frames


def _decode(blob: bytes, frame: Frame, limits: Limits, given: int, dictionary: Dictionary | None) -> bytes:
    """Decode one frame; the library allocates the declared size if there is one, else `max_output_size`."""
    header = frame.header
    declared = header.content_size
    if declared is not None:
        if declared > frame.bound:
            detail = f"declared {declared:,}, at most {frame.bound:,}"
            raise Damaged("declares more than its blocks can give", offset=header.content_size_at, detail=detail)
        limits.check_output(given + declared)
    most = min(frame.bound, limits.output - given + 1)
    stored = _with_window_for(most, blob, frame)
    decoder = _THREAD.decoder(dictionary)
    try:
        if declared == 0:  # the library gives b"" for this without a look at the blocks
            plain = decoder.stream_reader(stored).read(1)
        else:
            plain = decoder.decompress(stored, max_output_size=max(most, 1))
    except zstandard.ZstdError as error:
        if "did not decompress full frame" in str(error):
            limits.check_output(limits.output + 1)
        raise _explain(str(error), blob, frame, dictionary) from None
    if declared is not None and len(plain) != declared:
        raise _another_size(frame)
    limits.check_output(given + len(plain))
    return plain


def _with_window_for(most: int, blob: bytes, frame: Frame) -> bytes | bytearray:
    """Return the frame's bytes, asking for no larger a window than `most` bytes of output can make use of.

    The library reserves what is declared and refuses more than 2 GiB; no reference reaches further back than
    the output does, so that a `--long=31` frame of a small value opens in little memory.
    """
    header = frame.header
    stored = blob if header.at == 0 and frame.end == len(blob) else blob[header.at : frame.end]
    if header.single_segment or header.window_size <= AMPLE_WINDOW:
        return stored
    patched = bytearray(stored)
    patched[WINDOW_DESCRIPTOR_AT] = min(patched[WINDOW_DESCRIPTOR_AT], _window_descriptor(most))
    return patched


def _window_descriptor(size: int) -> int:
    """Return the descriptor of the smallest window, a power of two, that holds `size` bytes and any block."""
    log = (max(size, LARGEST_BLOCK) - 1).bit_length()
    return min(log, LARGEST_WINDOW_LOG) - SMALLEST_WINDOW_LOG << 3


def _explain(message: str, blob: bytes, frame: Frame, dictionary: Dictionary | None) -> Damaged:
    """Put the library's message into our words; the walk has shown that the frame is whole."""
    if "checksum" in message:
        return Damaged("checksum mismatch", offset=frame.end - CHECKSUM_SIZE)
    broken = _broken_block(blob, frame, dictionary)
    if broken is None:
        return _another_size(frame)
    number, at = broken
    return Damaged("invalid block", offset=at, detail=f"block {number:,}")


def _another_size(frame: Frame) -> Damaged:
    detail = f"declared {frame.header.content_size:,}"
    return Damaged("declares another size", offset=frame.header.content_size_at, detail=detail)


def _broken_block(blob: bytes, frame: Frame, dictionary: Dictionary | None) -> tuple[int, int] | None:
    """Return the number of the first block that does not decode, and where it stands; None where all do.

    They are fed one by one behind a header that declares neither size nor checksum.
    """
    feed = _THREAD.decoder(dictionary).decompressobj()
    feed.decompress(MAGIC + bytes((0, _window_descriptor(frame.bound))))
    number, at = 1, frame.header.end
    try:
        for number, (_, at, end, _) in enumerate(blocks(blob, frame.header), 1):  # noqa: B007 - the last one is wanted
            feed.decompress(blob[at:end])
    except zstandard.ZstdError:
        return number, at
    return None


ZSTD = Format(
    name="zstd",
    title="Zstandard",
    extension="zst",
    specification="RFC 8878",
    evidence=Evidence.MAGIC,
    checks="XXH64 (32 bits of it) where the frame carries it",
    magics=MAGICS,
    minimum=MAGIC_SIZE,
    may_be=may_be,
    open=open_zstd,
    open_with=open_zstd,
    naming=Naming.ZSTD,
    read_header=read_header,
)
