"""Carries statements out: checked against the rules, throttled, paged, and stored in the Cassandra behind."""

from dataclasses import dataclass, field

from . import batches, limits, paging, results, rules
from .backend import BackendError
from .binding import Binding
from .ddl import change_schema
from .errors import WriteTimeout
from .messages import BatchType, Parameters
from .statements import DDL, READ, WRITE, Statement
from .subqueries import Subqueries
from .system import check_objects, check_use, set_partitioner
from .texts import translate
from .throttling import Bucket
from .virtual import Selection
from .writes import Write


@dataclass
class Request:
    """A statement that is to be carried out."""

    statement: Statement
    parameters: Parameters
    keyspace: str | None
    """The keyspace that was used when the statement was sent or prepared."""
    selection: Selection | None
    """How it searches a system table."""
    encode: object
    """Makes the request to Cassandra from Parameters."""

    @property
    def target(self):
        """The keyspace that it is about."""
        return self.statement.keyspace or self.keyspace

    @property
    def binding(self):
        """The values of its variables."""
        return Binding(self.statement, self.parameters.values, self.parameters.names)


@dataclass
class Execution:
    """Carries out what one connection asks for."""

    view: object
    keyspace: str | None = None
    """The keyspace that the connection uses."""
    bucket: Bucket = field(default_factory=Bucket)

    async def run(self, request):
        """Return the body of the RESULT of a statement."""
        statement, parameters = request.statement, request.parameters
        rules.check_consistency(statement, parameters.consistency, parameters.serial, self.view.settings)
        if request.selection:
            return await request.selection.run(self.view, parameters.values)
        if set_partitioner(self.view.settings, statement, self.keyspace):
            return results.VOID
        if statement.treatment == DDL:
            return await change_schema(self.view, statement, self.keyspace)
        check_objects(self.view.catalog, statement, request.keyspace)
        carry_out = {READ: self.read, WRITE: self.write}.get(statement.treatment, self.use)
        return await carry_out(request)

    async def use(self, request):
        """Carry out USE; Cassandra does not know all of the system keyspaces."""
        if not check_use(self.view.catalog, request.statement.keyspace):
            await self.ask(request.encode(request.parameters), None)
        self.keyspace = request.statement.keyspace
        return results.set_keyspace(self.keyspace)

    async def read(self, request):
        """Carry out a SELECT on a table of the account."""
        statement, parameters, keyspace = request.statement, request.parameters, request.target
        rules.check_writetime(statement, self.view.catalog.features(keyspace, statement.table))
        shape = await self.view.shapes.get(self.view.backend, keyspace, statement.table)
        self.throttle(READ, parameters.consistency)
        if several := Subqueries.find(statement, shape, keyspace):
            return await several.page(lambda frame: self.ask(frame, keyspace), request.binding, parameters)
        return await paging.read_page(
            lambda given: self.ask(request.encode(given), keyspace), statement, parameters, self.view.settings
        )

    async def write(self, request):
        """Carry out an INSERT, UPDATE or DELETE, or a batch of them that is written as text."""
        statement, parameters, binding = request.statement, request.parameters, request.binding
        parts = statement.statements if statement.is_batch else [statement]
        writes = [await self.study(part, binding, request.keyspace) for part in parts]
        if statement.is_batch:
            batches.check(BatchType[statement.verb.split()[0]], writes, len(statement.text.encode()))
        return await self.store(writes, request.encode(parameters), parameters.consistency)

    async def study(self, statement, binding, used):
        """Return what a statement writes."""
        keyspace = statement.keyspace or used
        shape = await self.view.shapes.get(self.view.backend, keyspace, statement.table)
        return Write(statement, binding, shape, keyspace, self.view.catalog.features(keyspace, statement.table))

    async def store(self, writes, frame, consistency):
        """Hold writes against the limits, and have Cassandra carry them out."""
        for write in writes:
            if write.shape.columns:
                await limits.check(write, self.view)
        keyspace = writes[0].keyspace if writes else self.keyspace
        try:
            self.throttle(WRITE, consistency, len(writes))
        except WriteTimeout:
            if self.view.throttle.applied:
                await self.ask(frame, keyspace)
            raise
        return await self.ask(frame, keyspace)

    def throttle(self, treatment, consistency, count=1):
        """Refuse what is over the rate of the connection, or throttled."""
        within = self.bucket.take(count, self.view.settings.connection_rate)
        if not within or self.view.throttle.hits(treatment, count):
            raise self.view.throttle.error(treatment, consistency)

    async def ask(self, frame, keyspace):
        """Return the body of Cassandra's answer, with the service's texts in errors."""
        try:
            return (await self.view.backend.request(frame)).body
        except BackendError as error:
            raise translate(error, keyspace) from error
