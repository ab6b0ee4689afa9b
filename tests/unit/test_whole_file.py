"""Files that are written whole or not at all, and never over others."""

import pytest

from cqlsh_ext.errors import UsageError
from cqlsh_ext.whole_file import check_free, write_new


def names(folder):
    return [path.name for path in folder.iterdir()]


def test_a_new_file_is_all_there(tmp_path):
    path = tmp_path / "plot.svg"
    check_free(str(path))
    write_new(str(path), b"drawn")
    assert path.read_bytes() == b"drawn"
    assert names(tmp_path) == ["plot.svg"]


@pytest.mark.parametrize("kind", ["file", "link", "folder"])
def test_nothing_is_written_over(tmp_path, kind):
    path, outside = tmp_path / "taken", tmp_path / "outside"
    {"file": lambda: path.write_bytes(b"mine"), "link": lambda: path.symlink_to(outside), "folder": path.mkdir}[kind]()
    for attempt in (lambda: check_free(str(path)), lambda: write_new(str(path), b"drawn")):
        with pytest.raises(UsageError, match=r"taken is there already: name another file"):
            attempt()
    assert names(tmp_path) == ["taken"]
    assert kind != "file" or path.read_bytes() == b"mine"


@pytest.mark.parametrize("name", ["missing/plot.svg", "n" * 300, "file/plot.svg"])
def test_what_cannot_be_written_is_told(tmp_path, name):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UsageError, match="cannot be written: "):
        write_new(str(tmp_path / name), b"drawn")
    assert names(tmp_path) == ["file"]


@pytest.mark.parametrize("path", ["", ".", "/", "a\0b"])
def test_what_is_no_name_is_told(path):
    with pytest.raises(UsageError, match="is no name of a file"):
        write_new(path, b"drawn")
