"""Who the service says it is: `system.local` and `system.peers`.

It presents itself as Cassandra 3.11.2, the region being data centre and rack. The peers are addresses of load
balancers, nine through the public endpoint.
"""

import uuid

from .virtual import VirtualTable

SYSTEM = "system"
RELEASE, CQL, PROTOCOL = "3.11.2", "3.4.4", "4"
CLUSTER = "Amazon Keyspaces"
SPACE = uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
RING = 2**64

LOCAL = {
    "key": "text",
    "bootstrapped": "text",
    "broadcast_address": "inet",
    "cluster_name": "text",
    "cql_version": "text",
    "data_center": "text",
    "gossip_generation": "int",
    "host_id": "uuid",
    "listen_address": "inet",
    "native_protocol_version": "text",
    "partitioner": "text",
    "rack": "text",
    "release_version": "text",
    "rpc_address": "inet",
    "schema_version": "uuid",
    "thrift_version": "text",
    "tokens": "set<text>",
    "truncated_at": "map<uuid, blob>",
}
PEERS = {
    "peer": "inet",
    "data_center": "text",
    "host_id": "uuid",
    "preferred_ip": "inet",
    "rack": "text",
    "release_version": "text",
    "rpc_address": "inet",
    "schema_version": "uuid",
    "tokens": "set<text>",
}
SIZE_ESTIMATES = {
    "keyspace_name": "text",
    "table_name": "text",
    "range_start": "text",
    "range_end": "text",
    "mean_partition_size": "bigint",
    "partitions_count": "bigint",
}
PREPARED_STATEMENTS = {"prepared_id": "blob", "logged_keyspace": "text", "query_string": "text"}


def common(address, view):
    """Return what a node says of itself, be it in `local` or in `peers`."""
    addresses = sorted({*view.addresses, view.address})
    share = RING // len(addresses)
    token = addresses.index(address) * share - RING // 2
    return {
        "data_center": view.settings.region,
        "rack": view.settings.region,
        "host_id": uuid.uuid5(SPACE, f"{view.settings.region} {address}"),
        "release_version": RELEASE,
        "rpc_address": address,
        "schema_version": uuid.uuid5(SPACE, view.settings.region),
        "tokens": [str(token)],
    }


async def local(view):
    """Return the row of `system.local`."""
    address = view.settings.reported_address or view.address
    row = {
        "key": "local",
        "bootstrapped": "COMPLETED",
        "broadcast_address": address,
        "cluster_name": CLUSTER,
        "cql_version": CQL,
        "gossip_generation": 0,
        "listen_address": address,
        "native_protocol_version": PROTOCOL,
        "partitioner": view.settings.partitioner,
    }
    return [row | common(view.address, view) | {"rpc_address": address}]


async def peers(view):
    """Return the rows of `system.peers`."""
    others = [address for address in view.addresses if address != view.address]
    listed = [view.address, *others[:-1]] if view.settings.self_in_peers else others
    rows = [{"peer": address, "preferred_ip": None} | common(address, view) for address in listed]
    for row in rows[: view.settings.peers_without_tokens]:
        row["tokens"] = None
    return rows


async def nothing(_view):
    """Return no rows."""
    return []


TABLES = (
    VirtualTable(SYSTEM, "local", LOCAL, ("key",), local),
    VirtualTable(SYSTEM, "peers", PEERS, ("peer",), peers),
    VirtualTable(SYSTEM, "size_estimates", SIZE_ESTIMATES, ("keyspace_name",), nothing),
    VirtualTable(SYSTEM, "prepared_statements", PREPARED_STATEMENTS, ("prepared_id",), nothing),
)
