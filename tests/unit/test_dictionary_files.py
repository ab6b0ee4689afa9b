"""Dictionaries from files, folders and settings."""

import pickle
import struct
import subprocess
import sys

import pytest
import zstandard
from corpus.corpus import members

from cqlsh_ext import Dictionary, UsageError, decode
from cqlsh_ext.dictionaries import LARGEST, LARGEST_TOGETHER
from cqlsh_ext.dictionary_files import MOST_ENTRIES, read_dictionary, read_zstd_dictionaries
from cqlsh_ext.settings import Column, Settings, load

PY_ID, JAVA_ID = 294_172_297, 869_144_148
PY, JAVA, RAW = (members()[name] for name in ("dict_py.zdict", "dict_java.zdict", "dict_raw.zdict"))
TEXT = b'{"Version": "2012-10-17", "Statement": []}'


def zstd(dictionary: bytes) -> bytes:
    return zstandard.ZstdCompressor(dict_data=zstandard.ZstdCompressionDict(dictionary)).compress(TEXT)


def test_files(tmp_path):
    folder = tmp_path / "dictionaries"
    folder.mkdir()
    (folder / "b.zdict").write_bytes(JAVA)
    (folder / "a.zdict").write_bytes(PY)
    (folder / "README").write_bytes(b"about")
    (folder / "nested").mkdir()
    found = read_zstd_dictionaries(str(folder))
    assert [(each.zstd_id, each.source) for each in found] == [
        (PY_ID, str(folder / "a.zdict")),
        (JAVA_ID, str(folder / "b.zdict")),
    ]
    assert read_zstd_dictionaries(str(folder / "a.zdict"))[0].data == PY
    (tmp_path / "raw").write_bytes(RAW)
    assert read_dictionary(str(tmp_path / "raw"), 7).lz4_id == 7


def test_home_is_expanded(tmp_path, monkeypatch):
    (tmp_path / "py.zdict").write_bytes(PY)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert read_zstd_dictionaries("~/py.zdict")[0].source == str(tmp_path / "py.zdict")
    with pytest.raises(UsageError, match=r"~nobody-of-that-name/x cannot be read: No such file"):
        read_dictionary("~nobody-of-that-name/x")


@pytest.mark.parametrize(
    ("name", "data", "told"),
    [
        ("raw", RAW, "raw is no Zstandard dictionary: it does not begin with 37 a4 30 ec"),
        ("empty", b"", "empty is no dictionary: it is empty"),
        ("cut", PY[:6], "cut is no dictionary: it ends after 6 bytes of its header"),
        ("large", PY + bytes(LARGEST), "large is larger than a dictionary may be: more than 16,777,216 bytes"),
        ("missing", None, "missing cannot be read: No such file or directory"),
        ("nul\0", None, "nul\0 cannot be read: embedded null byte"),
    ],
)
def test_files_that_are_none(tmp_path, name, data, told):
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(UsageError) as caught:
        read_zstd_dictionaries(str(tmp_path / name))
    assert str(caught.value) == f"{tmp_path}/{told}"


def test_folders_that_hold_none_or_too_many(tmp_path):
    with pytest.raises(UsageError, match="holds no Zstandard dictionary"):
        read_zstd_dictionaries(str(tmp_path))
    for number in range(MOST_ENTRIES + 1):
        (tmp_path / str(number)).touch()
    with pytest.raises(UsageError, match="holds more than 1,000 files"):
        read_zstd_dictionaries(str(tmp_path))


def test_folders_that_hold_too_much(tmp_path):
    for number in range(1, LARGEST_TOGETHER // LARGEST + 2):
        with (tmp_path / str(number)).open("wb") as stream:
            stream.write(PY[:4] + struct.pack("<I", number))
            stream.truncate(LARGEST)
    with pytest.raises(UsageError, match="holds more than 67,108,864 bytes of dictionaries"):
        read_zstd_dictionaries(str(tmp_path))


def test_settings(tmp_path):
    for name, data in (("py", PY), ("java", JAVA), ("raw", RAW)):
        (tmp_path / name).write_bytes(data)
    py, java, raw = (str(tmp_path / name) for name in ("py", "java", "raw"))
    flags, variables, section = {"zstd_dict": py}, {"CQLSH_EXT_ZSTD_DICT": java}, {"zstd_dict": raw}
    assert [each.source for each in load(flags, variables, section).dictionaries] == [py]
    assert [each.source for each in load({}, variables, section).dictionaries] == [java]
    with pytest.raises(UsageError, match=r"zstd_dict in \[cqlsh-ext\] of cqlshrc: .*raw is no Zstandard dictionary"):
        load({}, {}, section)
    settings = load(flags, {}, {"dictionary.k.t.c": raw})
    assert settings.column_dictionaries[Column("k", "t", "c")].data == RAW
    assert [each.source for each in settings.dictionaries] == [py, raw]
    with pytest.raises(UsageError, match=r"dictionary.k.t.c in \[cqlsh-ext\] of cqlshrc: .*missing cannot be read"):
        load({}, {}, {"dictionary.k.t.c": str(tmp_path / "missing")})


def test_settings_travel_to_other_processes():
    settings = Settings()
    settings.set_dictionary(Column("k", "t", "c"), Dictionary(RAW, "raw"))
    settings.dictionaries.add([Dictionary(PY, "py")])
    assert decode(zstd(PY), dictionaries=settings.dictionaries).plain == TEXT
    copy = pickle.loads(pickle.dumps(settings))  # noqa: S301 - they come from here
    assert decode(zstd(PY), dictionaries=copy.dictionaries_for(None)).plain == TEXT
    assert decode(zstd(RAW), dictionaries=copy.dictionaries_for(Column("k", "t", "c"))).plain == TEXT


def test_a_start_with_dictionaries_imports_no_codec(tmp_path):
    (tmp_path / "py").write_bytes(PY)
    code = f"""
import sys
import cqlsh_ext.cli
from cqlsh_ext.settings import load
assert load({{"zstd_dict": {str(tmp_path / "py")!r}}}, {{}}, {{}}).dictionaries
print([name for name in ("zstandard", "lz4", "cqlsh_ext.formats") if name in sys.modules])
"""
    assert subprocess.check_output([sys.executable, "-c", code]) == b"[]\n"
