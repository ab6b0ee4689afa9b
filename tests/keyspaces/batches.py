"""The rules on batches, however they come."""

from .errors import Invalid
from .messages import BatchType

UNLOGGED_STATEMENTS = 30
LOGGED_STATEMENTS, LOGGED_STATEMENTS_WITH_STATIC = 100, 50
LOGGED_BYTES = 4_000_000
ONLY_UNLOGGED = "Only UNLOGGED Batches are supported at this time."


def check(kind, writes, size):
    """Refuse a batch of a BatchType and Writes that came as so many bytes."""
    if kind == BatchType.COUNTER:
        raise Invalid(ONLY_UNLOGGED)
    if kind == BatchType.UNLOGGED:
        hold(len(writes), UNLOGGED_STATEMENTS)
        return
    static = any(name in write.shape.static for write in writes for name in write.replaced)
    hold(len(writes), LOGGED_STATEMENTS_WITH_STATIC if static else LOGGED_STATEMENTS)
    if size > LOGGED_BYTES:
        raise Invalid("Batch too large")
    if any(write.shape.has_counters for write in writes):
        raise Invalid(ONLY_UNLOGGED)
    if any(write.is_range_delete for write in writes):
        raise Invalid("Range deletes are not supported in a LOGGED batch.")
    if len({write.identity() for write in writes}) < len(writes):
        raise Invalid("Several statements on one row are not supported in a LOGGED batch.")


def hold(count, limit):
    """Hold the number of statements against its limit."""
    if count > limit:
        raise Invalid(f"Batches with more than {limit} statements are not supported.")
