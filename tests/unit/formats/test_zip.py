"""zip archives: one entry opens, and every byte of the archive must belong to it."""

import io
import struct
import zipfile

import pytest

from cqlsh_ext.errors import Damaged, OverLimit, Unsupported
from cqlsh_ext.formats.format import Integrity
from cqlsh_ext.formats.zip import ZIP
from cqlsh_ext.limits import Limits

LIMITS = Limits()
PLAIN = b'{"id": 7, "name": "sensor"}' * 4


class Unseekable(io.BytesIO):
    """What makes a writer put the sizes behind the content, as Java's does."""

    def seekable(self):
        return False

    def tell(self):
        raise OSError

    def seek(self, *_):
        raise OSError


def archive(*names, plain=PLAIN, method=zipfile.ZIP_DEFLATED, comment=b"", file=None):
    file = file or io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as writer:
        writer.comment = comment
        for name in names:
            writer.writestr(zipfile.ZipInfo(name, (2024, 5, 1, 10, 40, 2)), plain, method)
    return file.getvalue()


def changed(blob: bytes, at: int, new: bytes) -> bytes:
    return blob[:at] + new + blob[at + len(new) :]


def damage(blob):
    with pytest.raises(Damaged) as caught:
        ZIP.open(blob, LIMITS)
    return caught.value.what, caught.value.offset


def unsupported(blob):
    with pytest.raises(Unsupported) as caught:
        ZIP.open(blob, LIMITS)
    return str(caught.value)


def header(blob):
    return {field.name: (field.value, field.offset, field.size) for field in ZIP.read_header(blob, (0,))}


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("file", [io.BytesIO, Unseekable])
def test_one_entry_opens(method, file):
    opened = ZIP.open(archive("a.json", method=method, file=file(), comment=b"by a test"), LIMITS)
    assert (opened.plain, opened.integrity) == (PLAIN, Integrity.CHECKSUM)


def test_sizes_of_64_bits_behind_the_content_open():
    file = Unseekable()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as writer, writer.open("a", "w", force_zip64=True) as entry:
        entry.write(PLAIN)
    assert ZIP.open(file.getvalue(), LIMITS).plain == PLAIN


def test_the_header_is_told_with_its_places():
    blob = archive("a.json", "b.json")
    at = blob.index(b"PK\1\2")
    end = blob.index(b"PK\5\6")
    told = header(blob)
    assert told["entries"] == (2, end + 10, 2)
    assert told["names"][0] == ["a.json", "b.json"]
    assert told["method"] == ("deflate", at + 10, 2)
    assert told["encrypted"] == (False, at + 8, 2)
    assert told["modified"] == ("2024-05-01T10:40:02", at + 12, 4)
    assert told["crc32"] == (f"0x{zipfile.crc32(PLAIN):08x}", at + 16, 4)
    assert told["compressed_size"][1:] == (at + 20, 4)
    assert told["uncompressed_size"] == (len(PLAIN), at + 24, 4)


def test_a_cut_archive_tells_its_first_entry():
    assert header(archive("café.json")[:60]) == {
        "magic": ("50 4b 03 04", 0, 4),
        "names": (["café.json"], None, 0),
        "method": ("deflate", 8, 2),
    }


def test_what_cannot_be_opened_is_named():
    assert unsupported(archive("a", "b", "c")) == "holds another number of entries than one (3)"
    assert unsupported(archive("a", method=zipfile.ZIP_BZIP2)) == "holds an entry compressed by bzip2"
    blob = archive("a")
    entry = blob.index(b"PK\1\2")
    assert unsupported(changed(blob, entry + 8, b"\1")) == "holds an encrypted entry"


def test_bytes_that_belong_to_nothing_are_damage():
    blob = archive("a")
    assert damage(blob + b"left") == ("bytes after the end", len(blob))
    entry, end = blob.index(b"PK\1\2"), blob.index(b"PK\5\6")
    shifted = changed(blob[:entry] + b"gap" + blob[entry:], end + 3 + 16, struct.pack("<I", entry + 3))
    assert damage(shifted) == ("bytes between the entry and the directory", entry)
    assert damage(blob[:end] + b"gap" + blob[end:])[0] == "directory does not end where its end is"


def test_lies_of_the_directory_are_damage():
    blob = archive("a")
    entry = blob.index(b"PK\1\2")
    assert damage(changed(blob, entry + 20, struct.pack("<I", 1 << 30)))[0] == "entry and directory differ"
    assert damage(changed(blob, entry + 42, struct.pack("<I", 4))) == ("bytes before the entry", 0)
    assert damage(changed(blob, entry, b"xx")) == ("no entry in the directory", entry)
    two = archive("a", "b")
    assert damage(changed(two, two.index(b"PK\5\6") + 10, b"\1"))[0] == "directory of another size than one entry"


@pytest.mark.parametrize("lie", [0, len(PLAIN) - 1, len(PLAIN) + 1, 0xFFFFFFFF])
def test_a_wrong_size_is_found_where_it_stands(lie):
    blob = archive("a", file=Unseekable())
    entry = blob.index(b"PK\1\2")
    descriptor = blob.index(b"PK\7\x08")
    lying = changed(changed(blob, entry + 24, struct.pack("<I", lie)), descriptor + 12, struct.pack("<I", lie))
    assert damage(lying) == ("declares another length", entry + 24)


def test_a_wrong_checksum_is_found_where_it_stands():
    blob = archive("a", file=Unseekable())
    entry = blob.index(b"PK\1\2")
    descriptor = blob.index(b"PK\7\x08")
    assert damage(changed(changed(blob, entry + 16, b"1234"), descriptor + 4, b"1234")) == (
        "checksum mismatch",
        entry + 16,
    )


def test_a_size_over_the_limit_is_verified():
    blob = archive("a", plain=bytes(5000))
    with pytest.raises(OverLimit):
        ZIP.open(blob, Limits(output=4999))
    stored = archive("a", plain=bytes(5000), method=zipfile.ZIP_STORED)
    with pytest.raises(OverLimit):
        ZIP.open(stored, Limits(output=4999))
