"""Servers that may be broken, proofs that are noted down."""

from __future__ import annotations

from collections.abc import Generator, Iterator

import pytest
from pytest_django.plugin import DjangoDbBlocker

from casino.journal import calendars
from tests.databases import Database, Servers
from tests.faults.proofs import Proof, keep, new_proof
from tests.faults.valkeys import Broker
from tests.scale import IS_FULL

PROOFS = pytest.StashKey[list[Proof]]()
PASSED = pytest.StashKey[bool]()


@pytest.fixture(autouse=True)
def _fresh_calendars() -> Iterator[None]:
    """No proof sees the calendar of another's venue."""
    calendars.forget()
    yield
    calendars.forget()


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Iterator[Proof]:
    """What this proof notes down."""
    noted = new_proof(request.node.name.removeprefix("test_"))
    yield noted
    noted.ok = request.node.stash.get(PASSED, False)
    print(noted)  # noqa: T201 - for whoever runs with -s
    request.config.stash.setdefault(PROOFS, []).append(noted)


@pytest.fixture(scope="session")
def fragile_servers(django_db_blocker: DjangoDbBlocker) -> Iterator[Servers]:
    """A PostgreSQL and a Valkey that may be killed without anybody else noticing; room for hundreds of clients."""
    run = Servers()
    run.postgres.stop()
    run.postgres.start(max_connections="400")
    yield run
    run.stop()


@pytest.fixture
def fragile(fragile_servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    """A database of the server that may be killed."""
    with django_db_blocker.unblock():
        database = fragile_servers.copy()
        with database.in_use():
            yield database
        fragile_servers.drop(database)


@pytest.fixture
def broker(fragile: Database) -> Iterator[Broker]:
    """The Valkey that may be killed, as this process and those it starts reach it."""
    with Broker(fragile.servers.valkey).in_use() as used:
        yield used


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a proof know whether it held."""
    report = yield
    if report.when == "call":
        item.stash[PASSED] = report.passed
    return report


def pytest_sessionfinish(session: pytest.Session) -> None:
    """At full size the proofs are kept."""
    noted = session.config.stash.get(PROOFS, [])
    if IS_FULL and noted:
        keep(noted)
