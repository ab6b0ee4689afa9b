"""The lines of code that write what is recommended, in Python and Java."""

from typing import NamedTuple

from cqlsh_ext.advise.trial import Trial


class Code(NamedTuple):
    """A line for each thing to do, `plain` being the bytes to store and `stored` what comes out."""

    python: tuple[str, ...]
    java: tuple[str, ...]
    library: str
    """What Java needs beside itself, as Maven names it; empty where that is nothing."""


PYTHON = {
    "zstd": ("zstandard", "zstandard.ZstdCompressor(level={level}).compress(plain)"),
    "lz4": ("lz4.block", "lz4.block.compress(plain)"),
    "lz4hc": ("lz4.block", 'lz4.block.compress(plain, mode="high_compression", compression={level})'),
    "snappy": ("cramjam", "bytes(cramjam.snappy.compress_raw(plain))"),
    "gzip": ("gzip", "gzip.compress(plain, {level})"),
    "zlib": ("zlib", "zlib.compress(plain, {level})"),
    "brotli": ("brotli", "brotli.compress(plain, quality={level})"),
    "xz": ("lzma", "lzma.compress(plain, preset={level})"),
}
PYTHON_DICTIONARY = (
    "trained = zstandard.ZstdCompressionDict(dictionary)",
    "stored = zstandard.ZstdCompressor(level={level}, dict_data=trained).compress(plain)",
)
PYTHON_RECODING = {"cbor": ("cbor2", "cbor2.dumps"), "msgpack": ("msgpack", "msgpack.packb")}

LZ4 = "at.yawk.lz4:lz4-java"
LZ4_JAVA = "byte[] stored = new LZ4CompressorWithLength(LZ4Factory.fastestInstance()"
BROTLI_JAVA = """Brotli4jLoader.ensureAvailability();
byte[] stored = Encoder.compress(plain, new Encoder.Parameters().setQuality({level}));"""
JAVA = {
    "zstd": ("byte[] stored = Zstd.compress(plain, {level});", "com.github.luben:zstd-jni"),
    "lz4": (f"{LZ4_JAVA}.fastCompressor()).compress(plain);", LZ4),
    "lz4hc": (f"{LZ4_JAVA}.highCompressor({{level}})).compress(plain);", LZ4),
    "snappy": ("byte[] stored = Snappy.compress(plain);", "org.xerial.snappy:snappy-java"),
    "brotli": (BROTLI_JAVA, "com.aayushatharva.brotli4j:brotli4j"),
}
JAVA_STREAMS = {
    "gzip": ("new GZIPOutputStream(bytes) {{{{ def.setLevel({level}); }}}}", ""),
    "zlib": ("new DeflaterOutputStream(bytes, new Deflater({level}))", ""),
    "xz": ("new XZOutputStream(bytes, new LZMA2Options({level}))", "org.tukaani:xz"),
}
JAVA_STREAM = (
    "var bytes = new ByteArrayOutputStream();",
    "try (var out = {stream}) {{ out.write(plain); }}",
    "byte[] stored = bytes.toByteArray();",
)
JAVA_DICTIONARY = "byte[] stored = Zstd.compress(plain, new ZstdDictCompress(dictionary, {level}));"
JAVA_RECODING = {
    "cbor": ("CBORMapper", "com.fasterxml.jackson.dataformat:jackson-dataformat-cbor"),
    "msgpack": ("MessagePackMapper", "org.msgpack:jackson-dataformat-msgpack"),
}


def code_of(trial: Trial) -> Code:
    """Return the lines that write what a trial writes; a dictionary is there as `dictionary`, its bytes."""
    python, (java, library) = _python(trial), _java(trial)
    if not trial.recoding:
        return Code(python, java, library)
    mapper, needed = JAVA_RECODING[trial.recoding]
    recoding = f"plain = new {mapper}().writeValueAsBytes(new ObjectMapper().readTree(plain));"
    return Code(python, (recoding, *java), ", ".join(filter(None, (needed, library))))


def _python(trial: Trial) -> tuple[str, ...]:
    level = trial.codec.level
    module, call = PYTHON[trial.codec.family]
    write = PYTHON_DICTIONARY if trial.with_dictionary else (f"stored = {call}",)
    lines = [f"import {module}", *(line.format(level=level) for line in write)]
    if trial.recoding:
        name, recode = PYTHON_RECODING[trial.recoding]
        lines[:1] = [f"import json, {name}, {module}", f"plain = {recode}(json.loads(plain))"]
    return tuple(lines)


def _java(trial: Trial) -> tuple[tuple[str, ...], str]:
    family, level = trial.codec
    if trial.with_dictionary:
        return (JAVA_DICTIONARY.format(level=level),), JAVA["zstd"][1]
    if family in JAVA:
        line, library = JAVA[family]
        return tuple(line.format(level=level).splitlines()), library
    stream, library = JAVA_STREAMS[family]
    return tuple(line.format(stream=stream.format(level=level)) for line in JAVA_STREAM), library
