"""Values from files, pipes and hexadecimal text."""

import pytest

from cqlsh_ext import UsageError, stored
from cqlsh_ext.stored import from_hex, read_value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (b"0x1f8b08", b"\x1f\x8b\x08"),
        (b" 1F 8b\n08\n", b"\x1f\x8b\x08"),
        (b"0X00", b"\x00"),
        (b"0x1f8b0", None),
        (b"", None),
        (b"0x", None),
        (b"\x1f\x8b\x08", None),
        (b"0x1f 0x8b", None),
    ],
)
def test_hexadecimal_text(text, value):
    assert from_hex(text) == value


def test_a_file_of_bytes_is_read_as_it_is(tmp_path):
    file = tmp_path / "value"
    file.write_bytes(b"\x00\xffabc")
    assert read_value(str(file)) == b"\x00\xffabc"


@pytest.mark.parametrize("name", ["missing", "."])
def test_what_cannot_be_read(tmp_path, name):
    with pytest.raises(UsageError, match=r"cannot be read: (No such file|Is a directory)"):
        read_value(str(tmp_path / name))


def test_what_no_cell_can_hold(tmp_path, monkeypatch):
    monkeypatch.setattr(stored, "LARGEST_BYTES", 10)
    (tmp_path / "large").write_bytes(b"\xff" * 11)
    with pytest.raises(UsageError, match="larger than a value can be: more than 10 bytes"):
        read_value(str(tmp_path / "large"))
