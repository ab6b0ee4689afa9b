"""SELECT with IN on the partition key: carried out value by value in the order of the list, ten to a page."""

from dataclasses import dataclass, replace

from .messages import Parameters, query
from .results import Rows
from .rules import in_terms, is_in
from .wire import Malformed, Reader, integer

MARK = b"list"
SUBQUERIES_IN_PAGE = 10


@dataclass
class Subqueries:
    """A SELECT whose only IN lists values of the partition key."""

    statement: object
    keyspace: str
    condition: list
    terms: list

    @classmethod
    def find(cls, statement, shape, keyspace):
        """Return them, or None where the statement has another form."""
        lists = [tokens for tokens in statement.conditions() if is_in(tokens)]
        if len(lists) != 1 or len(shape.partition) != 1 or statement.clause("ORDER") or statement.clause("ALLOW"):
            return None
        terms = in_terms(lists[0])
        named = lists[0][0]
        return cls(statement, keyspace, lists[0], terms) if terms and named.name in shape.partition else None

    def text(self, term):
        """Return the statement for one value of the list."""
        whole, table = self.statement.text, self.statement.clause("FROM")
        value = whole[term[0].start : term[-1].end]
        return (
            f'{whole[: table[0].start]}"{self.keyspace}"."{self.statement.table}"'
            f"{whole[table[-1].end : self.condition[0].start]}{self.condition[0].text} = {value}"
            f"{whole[self.condition[-1].end :]}"
        )

    def tokens(self, term):
        """Return the tokens of that statement which may be variables."""
        start, end = self.condition[0].start, self.condition[-1].end
        others = [token for token in self.statement.tokens if not start <= token.start < end]
        return sorted([*others, *term], key=lambda token: token.start)

    async def page(self, ask, binding, parameters):
        """Return the body of the next page; `ask` is a coroutine function from a request to a body."""
        at, left = self.place(parameters.paging_state)
        rows, answer = [], None
        for term in self.terms[at : at + SUBQUERIES_IN_PAGE]:
            values = binding.in_order(self.tokens(term))
            inner = Parameters(parameters.consistency, values, skip_metadata=parameters.skip_metadata)
            answer = Rows.read(await ask(query(self.text(term), inner)))
            rows += answer.rows
        limit = self.limit(binding) if left is None else left
        if limit is not None:
            rows = rows[:limit]
            limit -= len(rows)
        at += SUBQUERIES_IN_PAGE
        more = at < len(self.terms) and limit != 0
        state = MARK + integer(at) + integer(-1 if limit is None else limit) if more else None
        return replace(answer, rows=tuple(rows), paging_state=state).encode()

    def place(self, state):
        """Return at which value to go on, and how many rows are left of LIMIT, None where that is not known."""
        if state is None:
            return 0, None
        reader = Reader(state)
        if reader.take(len(MARK)) != MARK:
            raise Malformed("a paging state that is not of this server")
        at, left = reader.integer(), reader.integer()
        if not 0 <= at < len(self.terms):
            raise Malformed("a paging state that is not of this statement")
        return at, None if left < 0 else left

    def limit(self, binding):
        """Return the number of LIMIT, or None."""
        tokens = self.statement.clause("LIMIT")
        if not tokens:
            return None
        data = binding.value(tokens)
        return int.from_bytes(data, "big") if isinstance(data, bytes) else int(tokens[0].text)
