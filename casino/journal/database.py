"""The journal's own statements on Django's connection, sent through libpq: cursors would cost more than the database does.

Only calls of libpq that let other threads run while they wait are used (`exec_` and its kin): a thread that waits for a row lock
and keeps the interpreter to itself waits for ever for the thread that holds the lock. `PGconn.get_result` would keep it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from django.db import OperationalError, connection, connections, transaction
from psycopg.pq import DiagnosticField, Escaping, ExecStatus, TransactionStatus

if TYPE_CHECKING:
    from psycopg import Connection
    from psycopg.pq.abc import PGconn, PGresult

Statement = tuple[bytes, bytes]
"""A statement with one parameter, `$1`, and its value."""
_GONE = ("08", "57P")  # classes of errors: the connection failed, the server shuts down
_prepared: WeakKeyDictionary[Connection, dict[bytes, bytes]] = WeakKeyDictionary()
_gathered: ContextVar[list[Statement] | None] = ContextVar("gathered", default=None)


class DatabaseRefused(Exception):
    """The database said no; `sqlstate` says why, `constraint` which one if any. One that is gone is an `OperationalError`."""

    def __init__(self, sqlstate: str, constraint: str, message: str) -> None:
        super().__init__(f"{sqlstate}: {message}")
        self.sqlstate = sqlstate
        self.constraint = constraint


@contextmanager
def still() -> Iterator[None]:
    """The database as it is at this moment, however long it takes to look at all of it: nothing is cut off."""
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        yield


def execute(statement: bytes, parameters: Sequence[bytes], *, along: Sequence[Statement] = ()) -> PGresult:
    """Run a statement, prepared once per connection; what goes along is part of the same statement."""
    connection = _connection()
    pg = connection.pgconn
    name = _name(connection, _joined(statement, len(parameters), along))
    values = [*parameters, *(value for _, value in along)]
    if _must_begin(pg):
        return _require_done(_begin_and_execute(pg, name, values))
    return _require_done(pg.exec_prepared(name, values))


def execute_afresh(statement: bytes, parameters: Sequence[bytes]) -> PGresult:
    """Run a statement that finds its tables by name each time: `rebuild` puts others of the same name before the live ones."""
    pg = _connection().pgconn
    if _must_begin(pg):
        _require_done(pg.exec_(b"BEGIN"))
    return _require_done(pg.exec_params(statement, parameters))


@contextmanager
def gathering() -> Iterator[list[Statement]]:
    """Gather statements whose results nobody needs instead of running them, to let them go along with another."""
    statements: list[Statement] = []
    token = _gathered.set(statements)
    try:
        yield statements
    finally:
        _gathered.reset(token)


def gathered() -> list[Statement] | None:
    """Where statements are being gathered, if they are."""
    return _gathered.get()


def array(items: Iterable[object]) -> bytes:
    """An array literal of numbers or stream names, neither of which needs quoting."""
    return ("{" + ",".join(map(str, items)) + "}").encode()


def _connection() -> Connection:
    wrapper = connections["default"]
    wrapper.ensure_connection()
    connection: Connection = wrapper.connection
    return connection


def _must_begin(pg: PGconn) -> bool:
    """Whether Django has announced a transaction that no statement has begun yet; outside of one, a statement is its own."""
    return pg.transaction_status == TransactionStatus.IDLE and connections["default"].in_atomic_block


def _name(connection: Connection, statement: bytes) -> bytes:
    known = _prepared.get(connection)
    if known is None:
        known = _prepared[connection] = {}
    if statement not in known:
        name = b"journal_%d" % len(known)
        _require_done(connection.pgconn.prepare(name, statement))
        known[statement] = name
    return known[statement]


def _joined(statement: bytes, parameters: int, along: Sequence[Statement]) -> bytes:
    """One statement of several: each spared round trip is a twentieth of a command."""
    if not along:
        return statement
    parts = [
        b"along_%d AS (%b)" % (n, text.replace(b"$1", b"$%d" % n)) for n, (text, _) in enumerate(along, start=parameters + 1)
    ]
    return b"WITH %b %b" % (b", ".join(parts), statement)


def _begin_and_execute(pg: PGconn, name: bytes, parameters: Sequence[bytes]) -> PGresult:
    """Begin and load in one round trip: of 115 microseconds for BEGIN, an empty statement and COMMIT, this saves 37."""
    literal = Escaping(pg).escape_literal
    values = b", ".join(bytes(literal(each)) for each in parameters)
    return pg.exec_(b"BEGIN; EXECUTE %b(%b)" % (name, values))


def _require_done(result: PGresult) -> PGresult:
    if result.status in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
        return result
    fields = (DiagnosticField.SQLSTATE, DiagnosticField.CONSTRAINT_NAME, DiagnosticField.MESSAGE_PRIMARY)
    sqlstate, constraint, message = ((result.error_field(field) or b"").decode() for field in fields)
    if not sqlstate or sqlstate.startswith(_GONE):
        raise OperationalError(message or "The connection to the database was lost.")
    raise DatabaseRefused(sqlstate, constraint, message)
