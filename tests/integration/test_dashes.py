"""Command lines with dashes for hyphens, as articles print them, do what they are meant to do."""

import pytest

KEY = "SELECT key FROM system.local"


@pytest.mark.parametrize("option", ["–e", "—e", "–execute", "—execute"])
def test_an_option(ext, option):
    done = ext(option, KEY)
    assert (done.code, done.stdout) == (0, ext("-e", KEY).stdout)
    hyphens = "--" if len(option) > 2 else "-"
    assert done.stderr.decode() == f"cqlsh-ext: {option} is read as {hyphens}{option[1:]}, with hyphens for the dash\n"


def test_what_follows_a_host_and_a_value(ext, server):
    done = ext(*server, "-d", "snappy", "–ssl", "-e", KEY)
    assert done.code == 1
    assert b"does not speak TLS" in done.stderr


def test_options_that_need_no_server(ext, tmp_path):
    blob = tmp_path / "–ssl"
    blob.write_bytes(b"plain")
    assert ext("–version").stdout == ext("--version").stdout
    assert ext("–inspect", str(blob)).stdout == ext("--inspect", str(blob)).stdout


def test_an_unknown_one_is_refused(ext):
    done = ext("–zzz")
    assert done.code == 2
    assert b"unknown option -zzz" in done.stderr
