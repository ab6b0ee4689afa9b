"""What one connection asks for after login: queries, prepared statements and batches."""

from dataclasses import dataclass

from . import batches, results, rules
from .backend import BackendError
from .binding import Binding
from .errors import Invalid, ProtocolFault, Unauthorized, Unprepared
from .execution import Execution, Request
from .frames import Frame, Opcode
from .messages import Batch, Parameters, execute, prepare, query
from .statements import DDL, WRITE, Statement, parse
from .system import check_objects, find_selection
from .texts import translate
from .virtual import Selection
from .wire import Reader


@dataclass
class Prepared:
    """A prepared statement: what it does, the keyspace that was used, and for system tables how they are searched."""

    statement: Statement
    keyspace: str | None
    selection: Selection | None = None


class Session:
    """One connection after login."""

    def __init__(self, view, prepared, user, record):
        self.view = view
        self.prepared = prepared
        """Statements by id, shared by all connections."""
        self.user = user
        self.record = record
        """Is told of each statement: opcode, text, and its Parameters or Batch."""
        self.execution = Execution(view)

    @property
    def keyspace(self):
        """The keyspace that the connection uses."""
        return self.execution.keyspace

    async def handle(self, frame):
        """Return the Frame that answers a request."""
        handlers = {
            Opcode.QUERY: self.query,
            Opcode.PREPARE: self.prepare,
            Opcode.EXECUTE: self.execute,
            Opcode.BATCH: self.batch,
        }
        if frame.opcode not in handlers:
            raise ProtocolFault(f"Invalid message {frame.opcode} after login")
        if self.user in self.view.accounts.denied:
            raise Unauthorized(f"User arn:aws:iam::111122223333:user/{self.user} has no permissions.")
        try:
            return Frame(Opcode.RESULT, await handlers[frame.opcode](Reader(frame.message())))
        except BackendError as error:
            raise translate(error, self.keyspace) from error

    async def query(self, reader):
        text = reader.long_string()
        parameters = Parameters.read(reader)
        self.record(Opcode.QUERY, text, parameters)
        statement = parse(text)
        rules.check_supported(statement)
        selection = find_selection(statement, self.keyspace)
        return await self.execution.run(
            Request(statement, parameters, self.keyspace, selection, lambda given: query(text, given))
        )

    async def prepare(self, reader):
        text = reader.long_string()
        self.record(Opcode.PREPARE, text, None)
        statement = parse(text)
        rules.check_supported(statement)
        if statement.treatment == DDL:
            raise Invalid("Prepared DDL statements are not supported.")
        if selection := find_selection(statement, self.keyspace):
            statement_id, body = selection.prepared()
        else:
            check_objects(self.view.catalog, statement, self.keyspace)
            body = await self.execution.ask(prepare(text), statement.keyspace or self.keyspace)
            statement_id = results.read_prepared(body)
        self.prepared[statement_id] = Prepared(statement, self.keyspace, selection)
        return body

    async def execute(self, reader):
        statement_id = reader.short_bytes()
        parameters = Parameters.read(reader)
        known = self.known(statement_id)
        self.record(Opcode.EXECUTE, known.statement.text, parameters)
        return await self.execution.run(
            Request(
                known.statement,
                parameters,
                known.keyspace,
                known.selection,
                lambda given: execute(statement_id, given),
            )
        )

    def known(self, statement_id):
        """Return the prepared statement with an id."""
        if statement_id not in self.prepared:
            raise Unprepared(statement_id)
        return self.prepared[statement_id]

    async def batch(self, reader):
        body = reader.body
        batch = Batch.read(reader)
        statements = [self.in_batch(given) for given, _ in batch.statements]
        self.record(Opcode.BATCH, ";\n".join(known.statement.text for known in statements), batch)
        writes = []
        for known, (_, values) in zip(statements, batch.statements, strict=True):
            rules.check_consistency(known.statement, batch.consistency, batch.serial, self.view.settings)
            binding = Binding(known.statement, values)
            writes.append(await self.execution.study(known.statement, binding, known.keyspace))
        batches.check(batch.kind, writes, len(body))
        return await self.execution.store(writes, Frame(Opcode.BATCH, body), batch.consistency)

    def in_batch(self, given):
        """Return a statement of a batch, which comes as text or as the id of a prepared one."""
        known = self.known(given) if isinstance(given, bytes) else Prepared(parse(given), self.keyspace)
        rules.check_supported(known.statement)
        if known.statement.treatment != WRITE or known.statement.is_batch:
            raise Invalid("Invalid statement in batch: only UPDATE, INSERT and DELETE statements are allowed.")
        find_selection(known.statement, known.keyspace)
        check_objects(self.view.catalog, known.statement, known.keyspace)
        return known
