"""Files of a person in a container: those of the folder they are in, and cqlshrc."""

import pytest
from integration.compressed import TEXT

CONFIGURATION = "/home/cqlsh/.cassandra"


@pytest.fixture
def work(tmp_path):
    """Return a folder that anybody may write in."""
    folder = tmp_path / "work"
    folder.mkdir()
    folder.chmod(0o777)
    return folder


def test_files_of_the_working_folder(box, server, tables, work):
    (work / "all.cql").write_text("SOURCE 'one.cql'\n")
    (work / "one.cql").write_text("CAPTURE 'captured.txt'\nSELECT b FROM documents WHERE id = 1;\n")
    done = box.run(*server, "-k", tables, "-f", "all.cql", options=("--volume", f"{work}:/work"))
    assert (done.code, done.stderr) == (0, b""), done
    assert TEXT in (work / "captured.txt").read_text("utf-8")


def test_cqlshrc(box, server, tables, volume):
    volume = ("--volume", f"{volume}:{CONFIGURATION}")
    write = f"printf '[cqlsh-ext]\\ndecompress = off\\n' > {CONFIGURATION}/cqlshrc"
    assert box.run("-c", write, options=("--entrypoint", "sh", *volume)) == (0, b"", b"")
    done = box.run(*server, "-e", f"SELECT b FROM {tables}.documents WHERE id = 1", options=volume)
    assert b" 0x1f8b" in done.stdout
