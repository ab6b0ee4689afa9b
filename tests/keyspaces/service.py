"""What one connection asks for after login: each request is checked, and then answered here or by Cassandra behind."""

from dataclasses import dataclass, field

from . import identity, regions, results, schema
from .backend import BackendError
from .ddl import change_schema
from .errors import Invalid, ProtocolFault, Unauthorized, Unprepared
from .frames import Frame, Opcode
from .messages import Batch, Parameters, execute, prepare, query
from .statements import DDL, READ, Statement, parse
from .texts import translate
from .virtual import Selection
from .wire import Reader

TABLES = {(table.keyspace, table.name): table for table in (*identity.TABLES, *schema.TABLES, *regions.TABLES)}


@dataclass
class Prepared:
    """A prepared statement: what it does, its variables, and for system tables how they are searched."""

    statement: Statement
    variables: tuple
    keyspace: str | None
    selection: Selection | None = None


@dataclass
class View:
    """What the answers to one connection depend on."""

    settings: object
    catalog: object
    backend: object
    address: str
    """The address that the client has connected to."""
    addresses: tuple[str, ...]
    """All addresses of the endpoint."""
    tables: tuple = tuple(TABLES.values())


@dataclass
class Session:
    """One connection after login."""

    view: View
    prepared: dict
    """Statements by id, shared by all connections."""
    keyspace: str | None = None
    handlers: dict = field(init=False)

    def __post_init__(self):
        self.handlers = {
            Opcode.QUERY: self.query,
            Opcode.PREPARE: self.prepare,
            Opcode.EXECUTE: self.execute,
            Opcode.BATCH: self.batch,
        }

    async def handle(self, frame):
        """Return the Frame that answers a request."""
        if frame.opcode not in self.handlers:
            raise ProtocolFault(f"Invalid message {frame.opcode} after login")
        return Frame(Opcode.RESULT, await self.handlers[frame.opcode](Reader(frame.message())))

    def selection(self, statement):
        """Return how a SELECT searches a system table, or None where it is on another table."""
        keyspace = statement.keyspace or self.keyspace
        if keyspace in schema.HIDDEN:
            raise Invalid(f"unconfigured keyspace {keyspace}")
        if keyspace not in schema.SYSTEM_KEYSPACES or statement.table is None:
            return None
        if statement.treatment != READ:
            raise Unauthorized(f"{keyspace} keyspace is not user-modifiable.")
        if (table := TABLES.get((keyspace, statement.table))) is None:
            raise Invalid(f"unconfigured table {keyspace}.{statement.table}")
        return Selection(statement, table)

    async def query(self, reader):
        text = reader.long_string()
        statement, parameters = parse(text), Parameters.read(reader)
        if selection := self.selection(statement):
            return await selection.run(self.view, parameters.values)
        if statement.treatment == DDL:
            return await change_schema(self.view, statement, self.keyspace)
        return await self.ask(query(text, parameters), statement)

    async def prepare(self, reader):
        text = reader.long_string()
        statement = parse(text)
        if selection := self.selection(statement):
            statement_id, body = selection.prepared()
            self.prepared[statement_id] = Prepared(statement, (), self.keyspace, selection)
            return body
        if statement.treatment == DDL:
            raise Invalid("Prepared DDL statements are not supported.")
        body = await self.ask(prepare(text), statement)
        statement_id, variables = results.read_prepared(body)
        self.prepared[statement_id] = Prepared(statement, variables, self.keyspace)
        return body

    async def execute(self, reader):
        statement_id = reader.short_bytes()
        parameters = Parameters.read(reader)
        known = self.prepared.get(statement_id)
        if known is None:
            raise Unprepared(statement_id)
        if known.selection:
            return await known.selection.run(self.view, parameters.values)
        return await self.ask(execute(statement_id, parameters), known.statement)

    async def batch(self, reader):
        body = reader.body
        Batch.read(reader)
        return await self.ask(Frame(Opcode.BATCH, body), parse(""))

    async def ask(self, frame, statement):
        """Return the body of Cassandra's answer, with the service's texts in errors."""
        try:
            body = (await self.view.backend.request(frame)).body
        except BackendError as error:
            raise translate(error, statement.keyspace or self.keyspace) from error
        if results.kind_of(body) == results.Result.SET_KEYSPACE:
            self.keyspace = results.set_keyspace(body)
        return body
