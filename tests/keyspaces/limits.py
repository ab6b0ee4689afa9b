"""What the service refuses by what a write would store: rows too large, keys too long, TTL where it is not on."""

import time

from . import rowsize
from .binding import MISSING
from .errors import Invalid
from .messages import Consistency, Parameters, query
from .options import source
from .results import Rows
from .wire import Reader

TOO_LARGE = "The update would cause the row to exceed the maximum allowed size"
RANGE_DELETE = "Range delete requests are limited by the amount of items that can be deleted in a single range."
COLUMNS, COLUMNS_WITH_TTL = 225, 166
PARTITION_KEY_BYTES, CLUSTERING_BYTES = 2048, 850
RANGE_DELETE_ROWS = 1000
TTL_SECONDS = 630_720_000
PAST_SECONDS, FUTURE_SECONDS = 2 * 86_400, 5 * 60


async def check(write, view):
    """Refuse a write that the service would refuse for what it stores."""
    check_using(write)
    check_key(write)
    if write.statement.verb == "DELETE":
        await check_range(write, view)
        return
    names = [name for name in {**write.replaced, **write.added} if name in write.shape.regular]
    if len(names) > (COLUMNS_WITH_TTL if "TTL" in write.using() else COLUMNS):
        raise Invalid("The number of columns exceeds the maximum that one statement can change")
    for columns, metadata in ((write.shape.regular, rowsize.ROW_METADATA), (write.shape.static, 0)):
        touched = any(name in columns for name in (*write.replaced, *write.added))
        if touched and await total(write, view, columns) + metadata > view.settings.row_bytes:
            raise Invalid(TOO_LARGE)


def check_using(write):
    """Refuse TTL and TIMESTAMP where the table has them not turned on, or where they are out of bounds."""
    using, (timestamps, ttl) = write.using(), write.features
    if "TTL" in using and not ttl:
        raise Invalid("TTL is not yet supported.")
    if "TIMESTAMP" in using and not timestamps:
        raise Invalid("TIMESTAMP is not yet supported.")
    seconds, stamp = (read_number(write, using.get(name, [])) for name in ("TTL", "TIMESTAMP"))
    if seconds is not None and seconds > TTL_SECONDS:
        raise Invalid(f"ttl is too large. requested ({seconds}) maximum ({TTL_SECONDS})")
    if stamp is not None and not -FUTURE_SECONDS <= time.time() - stamp / 1e6 <= PAST_SECONDS:
        raise Invalid("A timestamp must lie between two days in the past and five minutes in the future")


def read_number(write, tokens):
    """Return the value of a parameter of USING, or None."""
    data = write.binding.value(tokens)
    if isinstance(data, bytes):
        return int.from_bytes(data, "big", signed=True)
    return int(tokens[0].text) if data is MISSING and tokens and tokens[0].text.isdecimal() else None


def check_key(write):
    partition = sum(write.replaced[name].bytes for name in write.shape.partition if name in write.replaced)
    if partition > PARTITION_KEY_BYTES:
        raise Invalid(f"The partition key exceeds the maximum of {PARTITION_KEY_BYTES} bytes")
    if any(write.replaced[name].bytes > CLUSTERING_BYTES for name in write.shape.clustering if name in write.replaced):
        raise Invalid(f"A clustering column exceeds the maximum of {CLUSTERING_BYTES} bytes")


async def check_range(write, view):
    """Refuse to delete more rows at once than the service does."""
    if not write.is_range_delete or not write.shape.clustering:
        return
    where = write.statement.clause("WHERE")
    text = f"SELECT * FROM {write.table} WHERE {source(where, write.statement.text)} LIMIT {RANGE_DELETE_ROWS + 1}"
    rows = await view.backend.rows(text, write.binding.in_order(where))
    if len(rows) > RANGE_DELETE_ROWS:
        raise Invalid(RANGE_DELETE)


async def total(write, view, columns):
    """Return the bytes of the row that a write leaves behind: its key, and these columns."""
    missing = [name for name in columns if name not in write.replaced]
    stored = await read_stored(write, view, missing) if missing and set(write.shape.partition) <= set(write.key) else {}
    sizes = {name: size for name, size in write.replaced.items() if name in columns or name in write.shape.key} | stored
    for name, more in write.added.items():
        if name in columns:
            had = sizes.get(name, rowsize.Size(0))
            sizes[name] = rowsize.Size(had.bytes + more.bytes, had.elements + max(more.elements, 1))
    identifier = rowsize.of_identifier(len(write.shape.columns))
    return sum(
        rowsize.of_column(write.kind(name), size, place(write.shape, name), identifier, write.features)
        for name, size in sizes.items()
    )


def place(shape, name):
    return "partition" if name in shape.partition else "clustering" if name in shape.clustering else "other"


async def read_stored(write, view, names):
    """Return the Size of each of these columns that the row has already."""
    static = set(names) <= set(write.shape.static)
    key = [name for name in (write.shape.partition if static else write.shape.key) if name in write.key]
    where = " AND ".join(f'"{name}" = {source(write.key[name], write.statement.text)}' for name in key)
    columns = ", ".join(f'"{name}"' for name in names)
    values = write.binding.in_order([token for name in key for token in write.key[name]])
    parameters = Parameters(Consistency.LOCAL_QUORUM, values, page_size=1)
    answer = await view.backend.request(query(f"SELECT {columns} FROM {write.table} WHERE {where}", parameters))
    rows = Rows.read(answer.body).rows
    if not rows:
        return {}
    reader = Reader(rows[0])
    cells = {name: reader.value() for name in names}
    return {name: rowsize.of_wire(write.kind(name), data) for name, data in cells.items() if data is not None}
