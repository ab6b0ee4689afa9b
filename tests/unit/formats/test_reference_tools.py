"""Our headers against the listings of zstd, lz4, gzip and xz, on every layer of the corpus and more, field by field.

A tool's listing is rebuilt from our header; it has to equal the tool's own. Each test says which columns a header
leaves open.
"""

from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from corpus.comparison import compare, layers
from corpus.listings import STAMP, Listing, Refusal, list_gzip, list_lz4, list_xz, list_zstd

from cqlsh_ext import Layer, Status, decode

UNKNOWN_SIZE = (1 << 64) - 1
XZ_HEADER_SIZE = 12
XZ_CHECKS = ("None", "CRC32", "CRC64", "SHA-256")
UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"))


@pytest.mark.parametrize(
    ("kind", "count"), [("gzip", 191), ("zstd", 199), ("lz4-frame", 117), ("lz4-legacy", 19), ("xz", 47)]
)
def test_the_corpus_holds_enough_of(kind: str, count: int) -> None:
    assert len(layers()[kind]) == count


def zstd_listing(layer: Layer, _name: str) -> Listing:
    header: Any = layer.header
    last = header.get("each_frame", [header])[-1]
    lines = {
        "# Zstandard Frames": str(header["frames"]),
        "DictID": str(last["dictionary_id"] or 0),
        "Window Size": str(last["window_size"]),
        "Compressed Size": str(layer.stored_size),
        "Check": "XXH64" if header["checksum"] else "None",
    }
    if header["skippable_frames"]:
        lines["# Skippable Frames"] = str(header["skippable_frames"])
    if "xxh64" in header:
        lines["Check"] += f" {header['xxh64'].removeprefix('0x')}"
    if header["content_size"] not in (None, UNKNOWN_SIZE):
        lines["Decompressed Size"] = str(header["content_size"])
        lines["Ratio"] = f"{header['content_size'] / layer.stored_size:.4f}"
    return lines


def test_zstd(tmp_path: Path) -> None:
    differing, untold, refused = compare(tmp_path, "zstd", list_zstd, zstd_listing)
    assert differing == {}
    assert untold == {}
    assert refused == {
        "lie_zstd_reserved_bit:1": "zstd: reserved bit set at byte 4",
        "lie_zstd_window_2p41:1": None,
        "trunc_zstd-dict_6:1": "zstd: truncated at byte 6 (in a frame header)",
        "trunc_zstd-dict_363:1": "zstd: block 1 at byte 11 runs past the end (declared 1,438, left 349)",
        "zstd_legacy_magic_v05:1": "zstd: legacy frame v0.5",
    }
    assert layers()["zstd"]["lie_zstd_window_2p41:1"].header["window_size"] == 1 << 41


def lz4_listing(layer: Layer, _name: str) -> Listing:
    header: Any = layer.header
    only = {"kind": "frame", "size": layer.stored_size if header["ends_properly"] else None, **header}
    return [lz4_row(number, frame) for number, frame in enumerate(header.get("each_frame", [only]), 1)]


def lz4_row(number: int, frame: dict[str, Any]) -> Listing:
    row = {
        "frame": str(number),
        "type": "SkippableFrame",
        "block": "-",
        "checksum": "-",
        "compressed": frame["size"] and str(frame["size"]),
        "uncompressed": "-",
        "ratio": "-",
    }
    if frame["kind"] == "skippable":
        return row
    row["type"] = "LZ4Frame"
    row["block"] = f"B{(frame['block_maximum'].bit_length() - 9) // 2}{'I' if frame['independent_blocks'] else 'D'}"
    row["checksum"] = "XXH32" if frame.get("content_xxh32") else "-"
    if frame["content_size"]:
        row["uncompressed"] = str(frame["content_size"])
        row["ratio"] = f"{100 * frame['size'] / frame['content_size']:.2f}%"
    return row


def test_lz4(tmp_path: Path) -> None:
    """Of a cut frame lz4 lists the size that it would have if it went on, which no header can know."""
    differing, untold, refused = compare(tmp_path, "lz4-frame", list_lz4, lz4_listing)
    assert differing == {}
    assert untold == {f"trunc_lz4-frame_{size}:1": {"0.compressed"} for size in (8, 10, 21, 1920, 1921)}
    assert refused == {"trunc_lz4-frame_6:1": "lz4-frame: truncated at byte 6 (in a frame header)"}


def lz4_legacy_listing(layer: Layer, _name: str) -> Listing:
    size = str(layer.stored_size) if layer.header["ends_properly"] else None
    row = dict.fromkeys(("block", "checksum", "uncompressed", "ratio"), "-")
    return [{"frame": "1", "type": "LegacyFrame", "compressed": size, **row}]


def test_lz4_legacy(tmp_path: Path) -> None:
    """As with other LZ4 frames, and bytes after the last block count for one to lz4."""
    differing, untold, refused = compare(tmp_path, "lz4-legacy", list_lz4, lz4_legacy_listing)
    assert differing == {}
    cut = [f"trunc_lz4-legacy_{size}:1" for size in (10, 496, 1980)]
    assert untold == {name: {"0.compressed"} for name in (*cut, "trail_lz4-legacy_nul8:1")}
    assert refused == {"trail_lz4-legacy_nul1:1": "lz4-legacy: truncated at byte 1,985 (in the header of block 2)"}


def gzip_listing(layer: Layer, name: str) -> Listing:
    header: Any = layer.header
    last = header.get("each_member", [header])[-1]
    mtime = datetime.fromisoformat(last["mtime"]) if last["mtime"] else datetime.fromtimestamp(STAMP, timezone.utc)
    stored = layer.stored_size - header["trailing_bytes"]
    return {
        "method": header["method"][:5],
        "crc": last["crc32"].removeprefix("0x"),
        "date": f"{mtime:%b %e %H:%M}",
        "compressed": str(stored),
        "uncompressed": str(last["isize"]),
        "ratio": gzip_ratio(layer, stored, last["isize"]),
        "name": last.get("name", name).rpartition("/")[2],
    }


def gzip_ratio(layer: Layer, stored: int, plain: int) -> str:
    """Return what gzip computes: without header and trailer, but with them where there are several members."""
    places = [(field.name, field.offset + field.size) for field in layer.fields if field.offset is not None]
    overhead = max(end for name, end in places if name not in ("crc32", "isize")) + 8
    saved = plain - stored + (overhead if layer.header["members"] == 1 else 0)
    return f"{100 * saved / plain if plain else 0:.1f}"


def list_unpadded(file: Path) -> Listing | Refusal:
    """List a file without the padding that our header tells of, over which gzip gives up; spare it the bombs."""
    decoded = decode(file.read_bytes(), "gzip")
    if decoded.status is Status.OVER_LIMIT and len(decoded.layers) == 1:
        return Refusal("gzip inflates all of it for a listing")
    layer = decoded.layers[0]
    padding = layer.header.get("trailing_bytes")
    if isinstance(padding, int) and padding:
        assert isinstance(list_gzip(file), Refusal)
        file.write_bytes(layer.stored[:-padding])
    return list_gzip(file)


def test_gzip(tmp_path: Path) -> None:
    differing, untold, refused = compare(tmp_path, "gzip", list_unpadded, gzip_listing)
    assert differing == {}
    assert untold == {}
    assert refused == {
        "bomb_gzip_1g:1": "gzip: over the limit (more than 16,777,216 bytes of output)",
        "bomb_gzip_x2_1g:2": "gzip: over the limit (more than 16,777,216 bytes of output)",
        "flip_gzip_10_3_2:1": "gzip: invalid deflate data: invalid literal/lengths set at byte 72",
        "flip_gzip_281_5_11:1": "gzip: checksum mismatch at byte 1,266",
        "flip_gzip_1201_1_15:1": "gzip: checksum mismatch at byte 1,266",
        "trunc_gzip_637:1": "gzip: truncated at byte 637",
        "trunc_gzip-base64_1698:2": "gzip: truncated at byte 1,273",
    }


def xz_listing(layer: Layer, _name: str) -> Listing:
    header: Any = layer.header
    padding = header["stream_padding"]
    stream = {"offset": 0, "size": layer.stored_size - padding, **header, "padding": padding}
    block = {
        "offset": XZ_HEADER_SIZE,
        **header,
        "total_size": header.get("block_total_size"),
        "compressed_size": header.get("block_compressed_size"),
        "header_size": header.get("block_header_size"),
        "flags": header.get("block_flags"),
    }
    streams = header.get("each_stream", [stream])
    blocks = header.get("each_block", [block] * header["blocks"])
    checks = {xz_check(each) for each in streams}
    return {
        "file": [
            {
                "streams": str(header["streams"]),
                "blocks": str(header["blocks"]),
                **xz_sizes(layer.stored_size, header["uncompressed_size"]),
                "checks": ",".join(check for check in XZ_CHECKS if check in checks),
                "padding": str(padding),
            }
        ],
        "stream": [xz_stream(streams, number) for number in range(len(streams))],
        "block": [xz_block(streams, blocks, number) for number in range(len(blocks))],
        "summary": [
            {
                "memory": None,
                "sizes_in_headers": "yes" if all(len(each["flags"]) == 2 for each in blocks) else "no",
                "minimum_version": None,
            }
        ],
    }


def xz_stream(streams: list[dict[str, Any]], number: int) -> Listing:
    stream = streams[number]
    return {
        "stream": str(number + 1),
        "blocks": str(stream["blocks"]),
        "offset": str(stream["offset"]),
        "plain_offset": str(sum(each["uncompressed_size"] for each in streams[:number])),
        **xz_sizes(stream["size"], stream["uncompressed_size"]),
        "check": xz_check(stream),
        "padding": str(stream["padding"]),
    }


def xz_block(streams: list[dict[str, Any]], blocks: list[dict[str, Any]], number: int) -> Listing:
    block = blocks[number]
    inside = next(n for n, each in reversed(list(enumerate(streams))) if each["offset"] < block["offset"])
    sizes = xz_sizes(block["total_size"], block["uncompressed_size"])
    return {
        "stream": str(inside + 1),
        "block_in_stream": str(number + 1 - sum(each["blocks"] for each in streams[:inside])),
        "block": str(number + 1),
        "offset": str(block["offset"]),
        "plain_offset": str(sum(each["uncompressed_size"] for each in blocks[:number])),
        "total": sizes.pop("compressed"),
        **sizes,
        "check": xz_check(streams[inside]),
        "check_value": block.get("check_value") or "---",
        "header_size": str(block["header_size"]),
        "flags": "".join(
            size[0] if size in block["flags"] else "-" for size in ("compressed size", "uncompressed size")
        ),
        "compressed": str(block["compressed_size"]),
        "memory": None,
        "filters": " ".join(xz_filter(each) for each in block["filters"]),
    }


def xz_sizes(stored: int, plain: int) -> dict[str, Any]:
    return {
        "compressed": str(stored),
        "uncompressed": str(plain),
        "ratio": f"{stored / plain:.3f}" if stored < 9.9995 * plain else "---",
    }


def xz_check(stream: dict[str, Any]) -> str:
    return str(stream["check"])


def xz_filter(chosen: dict[str, Any]) -> str:
    if chosen["name"] != "lzma2":
        return f"--{chosen['name']}" + (f"=dist={chosen['distance']}" if "distance" in chosen else "")
    size = chosen["dictionary_size"]
    unit, name = next((unit, name) for unit, name in UNITS if not size % unit)
    return f"--lzma2=dict={size // unit}{name}"


def test_xz(tmp_path: Path) -> None:
    """What xz would need to decode a file, its memory and its version, is no part of the file."""
    differing, untold, refused = compare(tmp_path, "xz", list_xz, xz_listing)
    assert differing == {}
    assert {column.rpartition(".")[2] for columns in untold.values() for column in columns} == {
        "memory",
        "minimum_version",
    }
    assert refused == {"trunc_xz_12:1": "xz: truncated at byte 12"}
