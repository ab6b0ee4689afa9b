"""How a value was decoded, in a few fields of JSON."""

from typing import Any

from cqlsh_ext.decoding import Decoded, Status


def summary(decoded: Decoded) -> dict[str, Any]:
    """Name the chain of formats, what is inside, the sizes in bytes, and what is wrong if that could not be opened."""
    opened = decoded.status in (Status.DECODED, Status.PLAIN)
    return {
        "status": decoded.status.value,
        "chain": [layer.format for layer in decoded.layers],
        "kind": decoded.content.kind if opened else None,
        "stored_size": decoded.layers[0].stored_size if decoded.layers else len(decoded.plain),
        "plain_size": len(decoded.plain) if opened else None,
        "reason": decoded.reason,
    }
