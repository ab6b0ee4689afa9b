"""Images: PNG, JPEG, GIF and WebP, with their size in pixels."""

from collections.abc import Callable
from functools import partial
from typing import Literal

from cqlsh_ext.content.kind import Content, Kind

JPEG_SEGMENTS = 1000
"""Segments that are passed in search of the one that holds the size."""
START_OF_FRAME = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}

PNG_MAGIC = b"\x89PNG\r\n\x1a\n"
JPEG_MAGIC = b"\xff\xd8\xff"
WEBP_AT, WEBP_MAGIC = 8, b"WEBP"


def _png_size(data: bytes) -> str | None:
    return _pixels(data[16:20], data[20:24], "big") if data[12:16] == b"IHDR" else None


def _gif_size(data: bytes) -> str | None:
    return _pixels(data[6:8], data[8:10], "little")


def _jpeg_size(data: bytes) -> str | None:
    at = 2
    for _ in range(JPEG_SEGMENTS):
        segment = data[at : at + 9]
        if len(segment) < 9 or segment[0] != 0xFF:
            break
        if segment[1] in START_OF_FRAME:
            return _pixels(segment[7:9], segment[5:7], "big")
        at += 2 + int.from_bytes(segment[2:4], "big")
    return None


def _webp_size(data: bytes) -> str | None:
    """Read the size from the extended header only; the two bare bitstreams pack theirs."""
    if data[12:16] != b"VP8X" or len(data) < 30:
        return None
    width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
    return f"{width} x {height} pixels"


def _pixels(width: bytes, height: bytes, order: Literal["big", "little"]) -> str | None:
    if not height:
        return None
    return f"{int.from_bytes(width, order)} x {int.from_bytes(height, order)} pixels"


def _read_webp(data: bytes) -> Content | None:
    return Content("webp", detail=_webp_size(data)) if _is_webp(data) else None


def _is_webp(data: bytes) -> bool:
    return data.startswith(WEBP_MAGIC, WEBP_AT)


def _read(name: str, size: Callable[[bytes], str | None], data: bytes) -> Content:
    return Content(name, detail=size(data))


PNG = Kind("png", "PNG image", magics=(PNG_MAGIC,), read=partial(_read, "png", _png_size), extension="png")
JPEG = Kind("jpeg", "JPEG image", magics=(JPEG_MAGIC,), read=partial(_read, "jpeg", _jpeg_size), extension="jpg")
GIF = Kind("gif", "GIF image", magics=(b"GIF87a", b"GIF89a"), read=partial(_read, "gif", _gif_size), extension="gif")
WEBP = Kind("webp", "WebP image", magics=(b"RIFF",), matches=_is_webp, read=_read_webp, extension="webp")
