"""The system keyspaces together, and what statements may name."""

from dataclasses import dataclass

from . import identity, regions, schema
from .errors import Invalid, Unauthorized
from .settings import DEFAULT_PARTITIONER, MURMUR3, RANDOM
from .statements import READ
from .virtual import Selection

NO_KEYSPACE = "No keyspace has been specified. USE a keyspace, or explicitly specify keyspace.tablename"
PARTITIONERS = (MURMUR3, DEFAULT_PARTITIONER, RANDOM)
TABLES = {(table.keyspace, table.name): table for table in (*identity.TABLES, *schema.TABLES, *regions.TABLES)}


@dataclass
class View:
    """What the answers to one connection depend on."""

    settings: object
    accounts: object
    catalog: object
    throttle: object
    shapes: object
    backend: object
    address: str
    """The address that the client has connected to."""
    addresses: tuple[str, ...]
    """All addresses of the endpoint."""
    tables: tuple = tuple(TABLES.values())


def find_selection(statement, used):
    """Return how a SELECT searches a system table, or None where it is on another table."""
    keyspace = statement.keyspace or used
    if keyspace in schema.HIDDEN:
        raise Invalid(f"unconfigured keyspace {keyspace}")
    if keyspace not in schema.SYSTEM_KEYSPACES or statement.table is None:
        return None
    if read_partitioner(statement, used):
        return None
    if statement.treatment != READ:
        raise Unauthorized(f"{keyspace} keyspace is not user-modifiable.")
    if (table := TABLES.get((keyspace, statement.table))) is None:
        raise Invalid(f"unconfigured table {keyspace}.{statement.table}")
    return Selection(statement, table)


def read_partitioner(statement, used):
    """Return the partitioner of `UPDATE system.local SET partitioner = '...'`, the one write that is allowed."""
    if (statement.verb, statement.keyspace or used, statement.table) != ("UPDATE", "system", "local"):
        return None
    words = statement.clause("SET") or []
    is_partitioner = len(words) == 3 and (words[0].name, words[1].text, words[2].kind) == ("partitioner", "=", "string")
    return words[2].content if is_partitioner else None


def set_partitioner(settings, statement, used):
    """Carry it out, at once where the service takes ten minutes; tell whether it was such a statement."""
    partitioner = read_partitioner(statement, used)
    if partitioner is None:
        return False
    if partitioner not in PARTITIONERS:
        raise Invalid(f"Unknown partitioner {partitioner}")
    settings.partitioner = partitioner
    return True


def check_objects(catalog, statement, used):
    """Refuse to use what is not there yet, or no longer."""
    for one in (statement, *statement.statements):
        keyspace = one.keyspace or used
        if one.table is None:
            continue
        if keyspace is None:
            raise Invalid(NO_KEYSPACE)
        if not catalog.shows("KEYSPACE", keyspace):
            raise Invalid(f"unconfigured keyspace {keyspace}")
        if not catalog.shows("TABLE", keyspace, one.table):
            raise Invalid(f"unconfigured table {keyspace}.{one.table}")
        added = catalog.added_columns(keyspace, one.table)
        for token in one.tokens:
            if token.is_name and token.name in added:
                raise Invalid(f"Undefined column name {token.name}")


def check_use(catalog, keyspace):
    """Refuse to use a keyspace that is not there; tell whether it is one of the system's."""
    if keyspace in schema.HIDDEN or not catalog.shows("KEYSPACE", keyspace):
        raise Invalid(f"unconfigured keyspace {keyspace}")
    return keyspace in schema.SYSTEM_KEYSPACES
