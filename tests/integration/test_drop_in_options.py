"""The command line, the environment and the files of stock cqlsh mean the same to cqlsh-ext."""

import re

import pytest

KEY = "SELECT key FROM system.local"
TIMES = "SELECT * FROM moments"
CQLSHRC = """
[ui]
color = on
time_format = %d/%m/%Y %H:%M
date_format = %d.%m.%Y
nanotime_format = %H-%M
float_precision = 2
double_precision = 9
timezone = Asia/Kathmandu
encoding = utf-8

[connection]
request_timeout = 20

[tracing]
max_trace_wait = 1

[some-other-program]
anything = goes
"""


@pytest.fixture(scope="module")
def moments(keyspace, session):
    session.execute(
        "CREATE TABLE moments (id int PRIMARY KEY, ts timestamp, d date, t time, f float, dbl double, b blob)"
    )
    session.execute(
        "INSERT INTO moments (id, ts, d, t, f, dbl, b) VALUES"
        " (1, '2024-02-29 23:30:54.234+0000', '2024-02-29', '13:30:54', 3.14159265, 3.14159265358979, 0xcafe)"
    )
    return keyspace


@pytest.mark.parametrize(
    "arguments",
    [
        ("-e", KEY),
        (f"-e{KEY};",),
        (f"--execute={KEY}",),
        (f"--exec={KEY}",),
        ("-Ce", KEY),
        ("-e", f"{KEY}; {KEY};\n{KEY}"),
        ("-e", ""),
        ("-e", ";"),
        ("-e", f"{KEY}; SELECT nothing FROM system.local; {KEY}"),
        ("-e", "SELECT 'unfinished"),
        ("-e", "-- a comment alone"),
        ("-e", KEY, "-k", "system"),
        ("-e", "SELECT key FROM local", "-k", "system", "--no-color"),
        ("-e", KEY, "--protocol-version", "4"),
        ("-e", KEY, "--connect-timeout", "20", "--request-timeout=20"),
        ("-e", KEY, "-u", "somebody", "-p", "secret"),
        ("-e", KEY, "-u", "somebody", "-p", "secret", "--insecure-password-without-warning"),
        ("-e", KEY, "--cqlshrc", "missing"),
        ("-e", KEY, "--credentials", "missing"),
        ("-e", KEY, "-f", "missing.cql"),
        ("-f", "missing.cql"),
        ("-f", "."),
        ("-e", "LOGIN somebody 'secret'; SHOW HOST; SELECT key FROM system.local"),
        ("-e", "HISTORY"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_arguments(alike, arguments):
    done = alike(*arguments)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("127.0.0.1", "1"),
        ("nowhere.invalid",),
        ("-k", "nowhere"),
        ("--cqlversion", "3.0.0"),
    ],
    ids=" ".join,
)
def test_a_connection_that_fails_is_told_in_a_sentence(stock, ext, arguments):
    for order in ((*arguments, "-e", KEY), ("-e", KEY, *arguments)):
        done = ext(*order)
        assert (done.code, done.stdout) == stock(*order)[:2]
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.startswith(b"Connection error: ")


def test_an_unknown_encoding_is_misuse(ext):
    done = ext("--encoding", "nothing", "-e", KEY)
    assert done == (2, b"", b"cqlsh-ext: unknown encoding: nothing\n")


def test_host_and_port_may_stand_anywhere(alike, server):
    for arguments in ((*server, "-e", KEY), ("-e", KEY, *server), (server[0], "-e", KEY, server[1])):
        assert alike(*arguments, env={"CQLSH_HOST": "nowhere", "CQLSH_PORT": "1"}).code == 0


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        ((), b""),
        ((), b"\n\n"),
        ((), f"{KEY};\nSELECT nothing FROM system.local;\n{KEY};".encode()),
        ((), f"{KEY}".encode()),
        ((), b"SELECT 'unfinished"),
        ((), "SELECT '日本' FROM système;\n".encode()),
        ((), b"SELECT '\xff' FROM system.local;\n"),
        ((), b"EXIT\nSELECT key FROM system.local;\n"),
        ((), b"EXPAND ON\nSELECT key FROM system.local;\nHELP QUIT\nquit\nEXPAND\n"),
        (("-f", "-"), b"SELECT key FROM system.local;\n"),
        (("-f", "script.cql"), b"EXPAND ON;\n"),
        (("-e", KEY), b"EXPAND ON;\n"),
        (("-t",), b"SELECT key\nFROM system.local;\nUSE system;\nSELECT\n'x\ny'\nFROM local;\n\n\n\n\nexpand\nquit\n"),
    ],
)  # fmt: skip
def test_stdin(alike, programs, arguments, stdin):
    (programs.home / "script.cql").write_text(KEY)
    alike(*arguments, stdin=stdin)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_file_with_a_byte_order_mark(alike, programs, encoding):
    (programs.home / "script.cql").write_text("SELECT '日本' FROM nothing; SHOW HOST;", encoding)
    alike("-f", "script.cql")


@pytest.mark.parametrize(
    "arguments",
    [
        ("127.0.0.1", "port"),
        ("--connect-timeout", "soon"),
        ("--request-timeout", "soon"),
        ("--protocol-version", "x"),
        ("--cqlversion", "2"),
        ("-e",),
        ("--cqlshrc",),
        ("--ssl=x",),
    ],
    ids=" ".join,
)
def test_refused_arguments(stock, ext, arguments):
    expected, actual = stock(*arguments), ext(*arguments)
    told = actual.stderr.replace(b"cqlsh-ext", b"cqlsh").splitlines()
    assert told[-1] == expected.stderr.splitlines()[-1]
    assert told[0] == expected.stderr.splitlines()[0]
    assert actual[:2] == expected[:2]


@pytest.mark.parametrize("arguments", [("--nonsense",), ("-z",), ("--nonsense=1", "127.0.0.1"), ("-Cz",), ("--", "-z")])
def test_an_unknown_option_is_never_a_host_name(ext, arguments):
    done = ext(*arguments, "-e", KEY)
    assert (done.code, done.stdout) == (2, b"")
    assert b"cqlsh-ext: error: " in done.stderr


@pytest.mark.parametrize("asked", ["-h", "--help", "--hel"])
def test_help(stock, ext, asked):
    expected, actual = stock(asked), ext(asked)
    options = [set(re.findall(rb"^  (-.*?)(?:  |$)", done.stdout, re.MULTILINE)) for done in (expected, actual)]
    assert options[0] < options[1]
    assert b"--decompression CODEC" in actual.stdout
    assert actual.stdout.startswith(b"usage: Usage: cqlsh-ext [options] [host [port]]")
    assert (actual.code, actual.stderr) == (0, b"")


@pytest.mark.parametrize("asked", [("-v",), ("--version",), ("--vers",), ("-e", KEY, "-v")])
def test_version_touches_no_home(stock, programs, ext, asked):
    assert stock(*asked).code == 0
    done = ext(*asked)
    assert re.fullmatch(rb"cqlsh-ext \d+\.\d+\.\d+ \(cqlsh 6\.2\.\d+\)\n", done.stdout)
    assert (done.code, done.stderr) == (0, b"")
    assert not (programs.home / ".cassandra").exists()


def test_cqlshrc(alike, moments, cqlshrc):
    for text in (CQLSHRC, CQLSHRC.replace("on", "off", 1), CQLSHRC.replace("Asia/Kathmandu", "Nowhere"), ""):
        cqlshrc(text)
        assert alike("-k", moments, "-e", TIMES).code == 0
    cqlshrc(CQLSHRC, "other")
    for option in ("--cqlshrc=other", "--cqlshr=other"):
        done = alike("-k", moments, "-e", TIMES, option)
        assert b"01/03/2024 05:15" in done.stdout
        assert b"\x1b[" in done.stdout


def test_cqlshrc_says_where_to_connect(alike, ext, server, cqlshrc, moments):
    host, port = server
    cqlshrc(f"[connection]\nhostname = {host}\nport = {port}\n[authentication]\nkeyspace = {moments}\n")
    without = {"CQLSH_HOST": None, "CQLSH_PORT": None}
    assert alike("-e", TIMES, env=without).code == 0
    assert ext("-e", TIMES, env={"CQLSH_PORT": "1"}).code == 1
    cqlshrc("[connection]\nhostname = 127.0.0.1\nport = 1\n")
    assert b"127.0.0.1 refuses connections on port 1:" in ext("-e", KEY, env=without).stderr


def test_credentials(alike, cqlshrc):
    cqlshrc("[plain_text_auth]\nusername = somebody\npassword = secret\n", ".cassandra/credentials")
    alike("-e", KEY)
    cqlshrc("[plain_text_auth]\nusername = somebody\npassword = secret\n", "other")
    alike("-e", KEY, "--credentials=other")
    cqlshrc("[authentication]\nusername = somebody\npassword = secret\n")
    alike("-e", KEY)
    cqlshrc("[auth_provider]\nmodule = cassandra.auth\nclassname = PlainTextAuthProvider\nusername = somebody\n")
    alike("-e", KEY, "-p", "secret")


@pytest.mark.parametrize(
    "variables",
    [
        {"TZ": "America/St_Johns"},
        {"TZ": "Nowhere"},
        {"CQLSH_DEFAULT_TIMESTAMP_FORMAT": "%s"},
        {"TERM": "dumb"},
        {"TERM": "xterm-256color"},
        {"LANG": "C", "LC_ALL": "C"},
        {"PYTHONIOENCODING": "latin-1"},
        {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "POSIX"},
        {"CQL_HISTORY": "folder/history"},
        {"CQLSH_PROMPT": "prompt"},
    ],
)
def test_environment(alike, moments, variables):
    wide = "SELECT '日本' AS \"日本\" FROM moments; SELECT nothing FROM 日本"
    alike("-k", moments, "-e", f"{TIMES}; {wide}", env=variables)


def test_an_old_cqlshrc(stock, ext, programs, moments, cqlshrc):
    def leave(program):
        ran = []
        for _ in range(2):
            cqlshrc(CQLSHRC, ".cqlshrc")
            ran.append(program("-k", moments, "-e", TIMES))
        files = {file: file.read_text() for file in programs.home.rglob("*") if file.is_file()}
        for file in files:
            file.unlink()
        return ran, files

    assert leave(ext) == leave(stock)
