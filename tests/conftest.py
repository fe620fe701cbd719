"""What every test may ask for. Pure tests ask for nothing and no server is started for them."""

import os
from collections.abc import Generator, Iterator

# Before Django reads its settings: nothing of a stack that runs on this machine may reach the tests.
UNREACHABLE = "postgresql://nobody@127.0.0.1:1/tests-start-their-own-server"
os.environ |= {
    "DJANGO_SETTINGS_MODULE": "casino.settings",
    "ENV_FILE": os.devnull,
    "ENVIRONMENT": "demo",
    "SECRET_KEY": "demo-key-of-the-tests",
    "PASSWORD_MEMORY_KIB": "64",
    "DATABASE_URL": UNREACHABLE,
    "OWNER_DATABASE_URL": UNREACHABLE,
    "REDIS_URL": "redis://127.0.0.1:1/0",
}

import django
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoDbBlocker

from tests.databases import Database, Servers
from tests.scale import IS_FULL

django.setup()

# A busy machine is no error of the code, and a run that fails without a change is no help to anybody: how long an example takes
# is not judged, and in the short run the examples are the same each time. At full size they are others each time.
settings.register_profile("tests", deadline=None, derandomize=not IS_FULL, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("tests")

LIMIT_SECONDS = float(os.environ.get("TEST_LIMIT_SECONDS", "2"))


@pytest.fixture(scope="session")
def servers() -> Iterator[Servers]:
    """The run's own PostgreSQL and Valkey, each started when first touched."""
    run = Servers()
    yield run
    run.stop()


@pytest.fixture(scope="session")
def django_db_setup(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """One copy of the template for all tests that are rolled back; they log in as the processes do."""
    with django_db_blocker.unblock():
        shared = servers.copy()
    with shared.in_use():
        yield


@pytest.fixture
def committed(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Database]:
    """A database of its own for a test that commits, starts threads or starts processes."""
    with django_db_blocker.unblock():
        database = servers.copy()
        with database.in_use():
            yield database
        servers.drop(database)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Let Hypothesis learn its letters before a test is timed: in a new clone that takes seconds, later nothing."""
    if any(item.get_closest_marker("hypothesis") for item in session.items):
        _learn_letters()


@given(text=st.text(), number=st.integers(), data=st.binary())
def _learn_letters(text: str, number: int, data: bytes) -> None:
    """Draw some of each."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: "pytest.CallInfo[None]"
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that takes long says why, or fails."""
    report = yield
    limit = _limit_seconds()
    is_long = call.when == "call" and call.duration > limit
    if report.passed and is_long and item.get_closest_marker("slow") is None:
        report.outcome = "failed"
        report.longrepr = f"took {call.duration:.1f} s: make it shorter than {limit:.1f} s or mark it slow(reason=…)"
    return report


def _limit_seconds() -> float:
    """Two seconds on a quiet machine, more on one that others keep busy."""
    return LIMIT_SECONDS * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
