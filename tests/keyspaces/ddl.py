"""Changes of the schema: said in Cassandra's terms, carried out there, and kept from sight until their time is over."""

from datetime import datetime, timezone

from . import regions, replication, results, schema
from .backend import BackendError
from .catalog import CREATING, DELETING, UPDATING
from .errors import Invalid, Unauthorized
from .messages import Parameters, query
from .options import Options, read_map, source
from .system import NO_KEYSPACE
from .texts import translate
from .tokens import Cursor, split

STATUS = {"CREATE": CREATING, "ALTER": UPDATING, "DROP": DELETING}
EVENT = {"CREATE": "CREATED", "ALTER": "UPDATED", "DROP": "DROPPED"}
UNCHANGED = {"KEYSPACE": "durable_writes = true", "TABLE": "bloom_filter_fp_chance = 0.01"}
"""An option for an ALTER of Cassandra that only asks whether the object is there."""
NAMES = {"TABLE": "table_name", "TYPE": "type_name"}


async def change_schema(view, statement, used):
    """Begin a change of the schema; `used` is the keyspace that the connection uses. Return the body of the RESULT."""
    change = SchemaChange(view, statement, statement.keyspace or used)
    return await change.run()


class SchemaChange:
    """One statement on the schema."""

    def __init__(self, view, statement, keyspace):
        self.view = view
        self.catalog = view.catalog
        self.statement = statement
        self.keyspace = keyspace
        self.action, self.kind = statement.verb.split(" ", 1)
        self.name = statement.table
        self.text = statement.text
        self.columns = frozenset()

    @property
    def key(self):
        return (self.kind, self.keyspace, self.name)

    async def run(self):
        self.check()
        rewritten = getattr(self, f"{self.action}_{self.kind}".lower())()
        row = await self.snapshot() if self.action == "DROP" else None
        if await self.carry_out(rewritten) or self.action == "ALTER":
            self.catalog.begin(STATUS[self.action], self.key, self.view.settings.ddl_seconds, self.columns, row)
            self.view.shapes.forget()
            self.remember()
            return results.schema_change(EVENT[self.action], self.kind, self.keyspace, self.name)
        return results.VOID

    def check(self):
        if self.keyspace is None:
            raise Invalid(NO_KEYSPACE)
        if self.keyspace in schema.SYSTEM_KEYSPACES:
            raise Unauthorized(f"{self.keyspace} keyspace is not user-modifiable.")
        if self.kind != "KEYSPACE" and not self.catalog.shows("KEYSPACE", self.keyspace):
            raise Invalid(f"unconfigured keyspace {self.keyspace}")
        name = ".".join(filter(None, self.key[1:]))
        if self.action == "CREATE" and self.catalog.status(*self.key) == DELETING:
            raise Invalid(f"{self.kind.capitalize()} {name} is being deleted")
        if self.action != "CREATE" and not self.catalog.shows(*self.key):
            raise Invalid(f"unconfigured {self.kind.lower()} {name}")

    async def carry_out(self, text):
        """Have Cassandra do it; tell whether anything was changed there."""
        try:
            answer = await self.view.backend.request(query(text, Parameters()))
        except BackendError as error:
            raise translate(error, self.keyspace) from error
        return results.kind_of(answer.body) == results.Result.SCHEMA_CHANGE

    async def snapshot(self):
        """Return what the system tables show of an object as it goes."""
        rows = {"TABLE": regions.tables, "TYPE": regions.types, "KEYSPACE": schema.keyspaces}[self.kind]
        wanted = {"keyspace_name": self.keyspace} | ({NAMES[self.kind]: self.name} if self.name else {})
        found = [row for row in await rows(self.view) if wanted.items() <= row.items()]
        return {**found[0], "status": DELETING} if found else None

    def remember(self):
        """Write down what happened to a table; forget what is gone."""
        if self.action == "DROP" and self.kind != "TYPE":
            self.catalog.forget(self.keyspace, self.name)
        if self.kind != "TABLE":
            return
        now = regions.milliseconds(datetime.now(timezone.utc))
        row = {"keyspace_name": self.keyspace, "table_name": self.name, "event_time": now, "creation_time": now}
        self.catalog.history.append(row | {"event": EVENT[self.action]})

    def target(self):
        """Return the object as Cassandra takes it, with IF [NOT] EXISTS."""
        condition = {"CREATE": "IF NOT EXISTS ", "DROP": "IF EXISTS "}.get(self.action, "")
        names = ".".join(f'"{name}"' for name in (self.keyspace, self.name) if name)
        return f"{self.action} {self.kind} {condition if self.statement.exists else ''}{names}"

    def options(self):
        """Return the options of the statement, and keep tags and custom properties."""
        cursor = Cursor(self.statement.rest)
        cursor.until("WITH")
        options = Options.read(cursor.left[1:], self.text)
        if tags := options.map("tags"):
            self.catalog.tags[self.keyspace, self.name] = tags
        return options

    def create_keyspace(self):
        options = self.options()
        self.replicate(options.map("replication") or {})
        replication.check_durable(options)
        return f"{self.target()} WITH replication = {{'class': 'SimpleStrategy', 'replication_factor': 1}}"

    def alter_keyspace(self):
        if not self.change_tags():
            options = self.options()
            replication.check_durable(options)
            if "replication" in options.values:
                self.replicate(options.map("replication"))
        return f"{self.target()} WITH {UNCHANGED['KEYSPACE']}"

    def replicate(self, given):
        """Keep the replication of a keyspace where it is not the usual one."""
        shown = replication.show(given)
        self.catalog.replication.pop(self.keyspace, None)
        if shown:
            self.catalog.replication[self.keyspace] = shown

    def change_tags(self):
        """Carry out ADD TAGS and DROP TAGS, and tell whether it was one."""
        cursor = Cursor(self.statement.rest)
        word = cursor.next().keyword if cursor.left else ""
        if word not in {"ADD", "DROP"} or not cursor.take("TAGS"):
            return False
        tags, given = self.catalog.tags.setdefault((self.keyspace, self.name), {}), read_map(cursor)
        if word == "ADD":
            tags.update(given)
        else:
            for name in given:
                tags.pop(name, None)
        return True

    def create_table(self):
        cursor = Cursor(self.statement.rest)
        body = cursor.until("WITH")
        for definition in split(body[1:-1], ","):
            self.check_types(definition[1:])
        options = self.options()
        self.set_properties(options)
        return f"{self.target()} {source(body, self.text)}{options.clause(self.text)}"

    def check_types(self, tokens):
        """Refuse types that the service does not have, or not yet; the tokens are those after the column's name."""
        for token in tokens:
            if token.keyword == "DURATION":
                raise Invalid("duration type is not supported")
            if token.is_name and not self.catalog.shows("TYPE", self.keyspace, token.name):
                raise Invalid(f"Unknown type {self.keyspace}.{token.name}")

    def set_properties(self, options):
        """Keep the custom properties; a default time to live turns TTL on."""
        given = options.map("custom_properties") or {}
        ttl = options.values.get("default_time_to_live")
        if ttl and ttl[0].text != "0":
            given["ttl"] = {"status": "enabled"}
        known = self.catalog.properties.setdefault((self.keyspace, self.name), {})
        known.update({name: content for name, content in given.items() if isinstance(content, dict)})

    def alter_table(self):
        unchanged = f"{self.target()} WITH {UNCHANGED['TABLE']}"
        if self.change_tags():
            return unchanged
        cursor = Cursor(self.statement.rest)
        if cursor.take("ADD"):
            tokens = cursor.left
            definitions = split(tokens[1:-1] if tokens and tokens[0].text == "(" else tokens, ",")
            self.columns = frozenset(definition[0].name for definition in definitions if definition)
            return f"{self.target()} {source(self.statement.rest, self.text)}"
        if not cursor.take("WITH"):
            word = cursor.next().keyword
            raise Invalid(f"ALTER TABLE {word} is not yet supported.")
        options = self.options()
        if len(options.map("custom_properties") or {}) > 1:
            raise Invalid("ALTER TABLE changes one custom property at a time")
        self.set_properties(options)
        clause = options.clause(self.text)
        return f"{self.target()}{clause}" if clause else unchanged

    def create_type(self):
        return f"{self.target()} {source(self.statement.rest, self.text)}"

    def drop_keyspace(self):
        return self.target()

    drop_table = drop_type = drop_keyspace
