"""What is counted of rows whose every value is known."""

import gzip
import zlib
from decimal import Decimal

import pytest

from cqlsh_ext.decoding import Status, decode
from cqlsh_ext.keyspaces.row_size import Column, Role, Table
from cqlsh_ext.ratio.clusters import Draw
from cqlsh_ext.ratio.conclude import figures_of
from cqlsh_ext.ratio.figures import Extent, Reading
from cqlsh_ext.ratio.settings import Measuring
from cqlsh_ext.ratio.survey import Layout, Survey, Wanted
from cqlsh_ext.ratio.warnings import warnings
from cqlsh_ext.render.nested import blobs

PLAIN = b'{"site": "Rotterdam", "from": "22:00", "device": "pump-17"}' * 20
GZIP, ZLIB = gzip.compress(PLAIN, mtime=0), zlib.compress(PLAIN)
TWICE = gzip.compress(zlib.compress(PLAIN * 2), mtime=0)
DAMAGED = GZIP[:-8] + bytes(8)
RANDOM = bytes(range(256))
TABLE = Table(
    {
        "p": Column("int", Role.PARTITION),
        "c": Column("text", Role.CLUSTERING),
        "s": Column("blob", Role.STATIC),
        "data": Column("blob", Role.REGULAR),
        "more": Column("map<text, blob>", Role.REGULAR),
    }
)
ROWS = [
    (1, "a", GZIP, GZIP, {"x": ZLIB, "y": RANDOM}),
    (1, "b", GZIP, ZLIB, None),
    (1, "c", GZIP, DAMAGED, {}),
    (2, "a", None, TWICE, {"z": GZIP}),
    (2, "b", None, None, None),
    (12, "añb", GZIP, RANDOM, None),
]


def find_blobs(value):
    return [blob for _, blob in blobs(value)]


def survey(rows=ROWS, names=tuple(TABLE.columns), wanted=("s", "data", "more"), **options):
    """Count rows, in slices, as one cluster each two rows."""
    layout = Layout(names, TABLE, lambda row, number: f"row {number}: {row[0]}")
    columns = [Wanted(names.index(name), name, TABLE.columns[name].type, find_blobs, decode) for name in wanted]
    found = Survey(layout, columns)
    for start in range(0, len(rows), 2):
        found.add(rows[start : start + 2], **options)
        found.counts.close_cluster(start)
    return found


def figures(extent=Extent.FULL, told=None, draw=None, **options):
    return figures_of(survey(**options), Reading("ks.t", extent, 1.0, draw), told or Measuring())


def test_values_by_what_came_of_them():
    static, data, more = figures().columns
    assert static.by_status[Status.DECODED] == 2  # one a partition
    assert static.nulls == 1
    assert data.by_status == {
        Status.DECODED: 3, Status.PLAIN: 1, Status.DAMAGED: 1, Status.OVER_LIMIT: 0, Status.UNSUPPORTED: 0,
    }  # fmt: skip
    assert (data.figures.values, data.nulls) == (5, 1)
    assert data.places == {Status.DAMAGED: ["row 3: 1"]}
    assert (more.figures.values, more.nulls) == (3, 3)


def test_bytes_and_ratio_are_of_values_that_could_be_opened():
    data = figures().columns[1].figures
    stored = len(GZIP) + len(ZLIB) + len(TWICE) + len(RANDOM)
    plain = len(PLAIN) * 4 + len(RANDOM)
    assert (data.stored, data.plain) == (stored, plain)
    assert data.ratio.value == pytest.approx(plain / stored)
    assert data.before == [1, 3, 0, 0, 0]
    assert data.after == [4, 0, 0, 0, 0]
    assert data.stored_sizes.largest == len(RANDOM)
    assert data.plain_sizes.largest == 2 * len(PLAIN)


def test_chains_are_told_apart():
    chains = {chain.formats: chain.figures for chain in figures().columns[1].chains if chain.status is Status.DECODED}
    assert set(chains) == {("gzip",), ("zlib",), ("gzip", "zlib")}
    assert chains["gzip", "zlib"].stored == len(TWICE)
    assert chains["gzip", "zlib"].plain == 2 * len(PLAIN)


def test_rows_by_the_rules_of_keyspaces():
    found = figures()
    key = (2 * 2 + 3 + 1) + (2 * 1 + 1 + 1)
    expected = [
        key + len(GZIP) + 1 + (3 + 2 + 2 + len(ZLIB) + 256) + 1,
        key + len(ZLIB) + 1 + 2,
        key + len(DAMAGED) + 1 + 3 + 1,
        key + len(TWICE) + 1 + (3 + 1 + 1 + len(GZIP)) + 1,
        key + 2 + 2,
        (2 * 2 + 3 + 1) + (2 * 4 + 1 + 1) + 256 + 1 + 2,
    ]
    gained = [2 * len(PLAIN) - len(GZIP) - len(ZLIB), len(PLAIN) - len(ZLIB), 0,
              3 * len(PLAIN) - len(TWICE) - len(GZIP), 0, 0]  # fmt: skip
    plain = [size + more for size, more in zip(expected, gained, strict=True)]
    for rows, sizes in ((found.stored_rows, expected), (found.plain_rows, plain)):
        assert rows.count == len(ROWS)
        assert rows.bytes == sum(sizes)
        assert rows.stored_bytes == sum(sizes) + 100 * len(ROWS)
        assert rows.sizes.largest == max(sizes)
        assert rows.write_units == sum(-(-size // 1024) for size in sizes)
        assert rows.read_units == sum(-(-size // 4096) for size in sizes)


def test_rows_over_and_close_to_1_mb():
    layout = Layout(("p", "data"), Table({"p": TABLE.columns["p"], "data": TABLE.columns["data"]}), lambda *_: "")
    found = Survey(layout, [Wanted(1, "data", "blob", lambda _: (), lambda blob: decode(blob, "off"))])
    overhead = 100 + (2 * 2 + 3 + 1) + 1
    found.add([(1, bytes(size - overhead)) for size in (900_000, 900_001, 1_000_000, 1_000_001)])
    assert (found.counts.rows.near, found.counts.rows.over) == (2, 1)


def test_rows_are_left_out_where_columns_are_missing():
    rows = [row[:4] for row in ROWS]
    found = figures(rows=rows, names=("p", "c", "s", "data"), wanted=("data",))
    assert found.stored_rows is None
    assert found.columns[0].figures.values == 5


def test_money():
    prices = {"price_write_units": Decimal("1.25"), "price_read_units": Decimal("0.25"), "price_gb": Decimal("0.30")}
    told = Measuring(**prices, monthly_writes=6_000_000)
    found = figures(told=told)
    assert set(found.stored_rows.money) == {"writes", "storage"}
    units = found.plain_rows.write_units
    assert found.plain_rows.money["writes"] == pytest.approx(Decimal(6 * units / len(ROWS) * 1.25))
    storage = found.stored_rows.stored_bytes / 2**30 * 0.3
    assert float(found.stored_rows.money["storage"]) == pytest.approx(storage)


def test_a_sample_stands_for_the_table():
    found = figures(extent=Extent.SAMPLE, draw=Draw(3, 30, complete=True), weight=2)
    assert found.rows_read == len(ROWS)
    assert found.rows.value == 2 * 10 * len(ROWS)
    data = found.columns[1].figures
    assert data.values == 2 * 10 * 5
    assert data.ratio.low < data.ratio.value < data.ratio.high
    assert data.ratio.value == pytest.approx(data.plain / data.stored)
    assert found.stored_rows.count == found.rows.value


def test_a_sample_of_all_there_is_is_exact():
    assert figures(extent=Extent.SAMPLE, draw=Draw(3, 3, complete=True)).extent is Extent.FULL


def test_slices_change_nothing():
    once, slices = Survey, survey()
    layout = Layout(tuple(TABLE.columns), TABLE, lambda row, number: f"row {number}: {row[0]}")
    whole = once(layout, [Wanted(3, "data", "blob", lambda _: (), decode)])
    whole.add(ROWS)
    one = figures_of(whole, Reading("", Extent.FULL, 1.0), Measuring())
    other = figures_of(slices, Reading("", Extent.FULL, 1.0), Measuring())
    assert one.columns[0].figures.stored == other.columns[1].figures.stored
    assert one.columns[0].places == other.columns[1].places


def test_sources_do_not_mix_their_partitions():
    found = Survey(
        Layout(("p", "s"), Table({"p": TABLE.columns["p"], "s": TABLE.columns["s"]}), lambda *_: ""),
        [Wanted(1, "s", "blob", lambda _: (), decode)],
    )
    for source, key in ((0, 1), (1, 2), (0, 1), (1, 2), (0, 3)):
        found.add([(key, GZIP)], source=source)
    assert sum(chain.tally.values for chain in found.counts.columns[0].chains) == 3


@pytest.fixture
def told():
    """Return the warnings about a column of values, in a table with compression."""

    def tell(values, compression=None):
        layout = Layout(("data",), None, lambda *_: "")
        found = Survey(layout, [Wanted(0, "data", "blob", lambda _: (), decode)])
        found.add([(value,) for value in values])
        [column] = figures_of(found, Reading("", Extent.FULL, 1.0), Measuring()).columns
        return list(warnings(column, compression or {}))

    return tell


def test_no_warning_where_all_is_well(told):
    assert told([GZIP, GZIP, None]) == []
    assert told([RANDOM], {"class": "org.apache.cassandra.io.compress.LZ4Compressor"}) == []


def test_values_that_compression_made_larger(told):
    assert told([GZIP, gzip.compress(b"small", mtime=0)]) == ["data: 1 value is larger compressed than plain"]


def test_compressed_twice(told):
    [line] = told([GZIP] * 300, {"class": "org.apache.cassandra.io.compress.LZ4Compressor"})
    assert line.startswith("data: compressed by the application and by the table (LZ4Compressor); stored bytes have ")


def test_formats_without_a_checksum_and_several_formats(told):
    import lz4.block

    checks, formats = told([GZIP, lz4.block.compress(PLAIN), lz4.block.compress(PLAIN)])
    assert checks == "data: values without a checksum, in which damage may not show: lz4-le32 2"
    assert formats == "data: holds 2 formats: lz4-le32, gzip"
