import errno
import json
import os
from pathlib import Path

import pytest

from cqlsh_ext.errors import UsageError
from cqlsh_ext.folder import MANIFEST, Folder


def extract(path, files, *, force=False):
    with Folder(str(path), force=force) as folder:
        for name, data in files.items():
            folder.write(name, data, {"size": len(data)})
    return folder.count


def contents(path):
    return {each.name: each.read_bytes() for each in path.iterdir() if each.name != MANIFEST}


def manifest(path):
    return [json.loads(line) for line in (path / MANIFEST).read_text("utf-8").splitlines()]


def test_files_and_their_manifest(tmp_path):
    path = tmp_path / "new" / "folder"
    assert extract(path, {"a": b"1", "b": b""}) == 2
    assert contents(path) == {"a": b"1", "b": b""}
    assert manifest(path) == [{"file": "a", "size": 1}, {"file": "b", "size": 0}]


def test_no_file_makes_no_folder(tmp_path):
    assert extract(tmp_path / "new", {}) == 0
    assert not (tmp_path / "new").exists()


def test_what_is_there_stays(tmp_path):
    (tmp_path / "b").write_bytes(b"mine")
    with pytest.raises(UsageError, match=r"/b is there already: name another folder, or write FORCE"):
        extract(tmp_path, {"a": b"1", "b": b"2", "c": b"3"})
    assert contents(tmp_path) == {"a": b"1", "b": b"mine"}
    assert manifest(tmp_path) == [{"file": "a", "size": 1}]
    with pytest.raises(UsageError, match=r"manifest\.jsonl is there already"):
        extract(tmp_path, {"d": b"4"})
    assert "d" not in contents(tmp_path)


def test_force_writes_over_what_is_there_and_follows_no_link(tmp_path):
    folder, outside = tmp_path / "folder", tmp_path / "outside"
    folder.mkdir()
    outside.write_bytes(b"mine")
    (folder / "a").symlink_to(outside)
    (folder / MANIFEST).symlink_to(outside)
    assert extract(folder, {"a": b"1"}, force=True) == 1
    assert contents(folder) == {"a": b"1"}
    assert manifest(folder) == [{"file": "a", "size": 1}]
    assert outside.read_bytes() == b"mine"


def test_a_link_is_not_written_over_without_force(tmp_path):
    for name in ("a", MANIFEST):
        (tmp_path / name).symlink_to(tmp_path / "missing")
        with pytest.raises(UsageError, match="is there already"):
            extract(tmp_path, {"a": b"1"})
        (tmp_path / name).unlink()
        for each in list(tmp_path.iterdir()):
            each.unlink()


def test_two_values_of_one_name_are_told_even_with_force(tmp_path):
    with Folder(str(tmp_path), force=True) as folder:
        folder.write("a", b"1", {})
        with pytest.raises(UsageError, match=r"two values would be written to .*/a"):
            folder.write("a", b"2", {})
    assert contents(tmp_path) == {"a": b"1"}


def test_a_failure_leaves_a_manifest_and_nothing_half_written(tmp_path):
    with pytest.raises(TypeError):
        extract(tmp_path, {"a": b"1", "b": 5})
    assert contents(tmp_path) == {"a": b"1"}
    assert manifest(tmp_path) == [{"file": "a", "size": 1}]


@pytest.mark.parametrize("force", [False, True])
def test_what_cannot_be_written_is_told(tmp_path, force):
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match=r"/file/a cannot be written: "):
        extract(tmp_path / "file", {"a": b""}, force=force)
    (tmp_path / "a").mkdir()
    with pytest.raises(UsageError, match=r"Is a directory|is there already"):
        extract(tmp_path, {"a": b""}, force=force)


def test_a_file_system_without_links(tmp_path, monkeypatch):
    def refuse(*_arguments, **_options):
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    assert extract(tmp_path, {"a": b"1"}) == 1
    assert contents(tmp_path) == {"a": b"1"}
    (tmp_path / MANIFEST).unlink()
    with pytest.raises(UsageError, match=r"/a is there already"):
        extract(tmp_path, {"a": b"2"})
    assert contents(tmp_path) == {"a": b"1"}
