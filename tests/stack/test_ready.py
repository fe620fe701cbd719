"""What `/healthz`, `/readyz` and `/` answer when a part is down."""

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg
import pytest
from django.db import connections
from django.test import AsyncClient
from pytest_django import Settings

from casino import valkey as heard
from casino.celery import ALIVE_KEY, ALIVE_SECONDS
from casino.stack import Valkey
from tests.databases import Database

SHORT_SECONDS = 1.0
ALL_OK = {"database": "ok", "valkey": "ok", "migrations": "ok", "workers": "ok"}


@pytest.fixture
def valkey(folder: Path, settings: Settings) -> Iterator[Valkey]:
    """A Valkey of the test's own, in which a worker has been heard."""
    with Valkey(folder) as server:
        settings.REDIS_URL = server.url()
        settings.READY_TIMEOUT_SECONDS = 20  # whoever answers at all answers; how long one waits is told apart below
        with heard.connect() as client:
            client.set(ALIVE_KEY, "1", ex=ALIVE_SECONDS)
        yield server


def test_everything_up_is_200(committed: Database, valkey: Valkey) -> None:
    assert _ready() == (200, ALL_OK)


def test_a_database_that_refuses_is_named(committed: Database, valkey: Valkey) -> None:
    connections.settings["default"]["PORT"] = "1"
    assert _ready() == (503, ALL_OK | {"database": "cannot be reached", "migrations": "cannot be reached"})


def test_a_database_that_hangs_is_named_in_time(committed: Database, valkey: Valkey, settings: Settings) -> None:
    settings.READY_TIMEOUT_SECONDS = SHORT_SECONDS
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        connections.settings["default"]["PORT"] = str(silent.getsockname()[1])
        late = "does not answer in time"
        assert _ready() == (503, ALL_OK | {"database": late, "migrations": late})


def test_a_valkey_that_is_gone_is_named(committed: Database, valkey: Valkey) -> None:
    valkey.kill()
    assert _ready() == (503, ALL_OK | {"valkey": "cannot be reached", "workers": "cannot be reached"})


def test_a_valkey_that_hangs_is_named_in_time(committed: Database, valkey: Valkey, settings: Settings) -> None:
    settings.READY_TIMEOUT_SECONDS = SHORT_SECONDS
    assert valkey.child is not None
    process = psutil.Process(valkey.child.pid)
    process.suspend()
    late = "does not answer in time"
    assert _ready() == (503, ALL_OK | {"valkey": late, "workers": late})
    process.resume()


def test_a_valkey_that_is_not_configured_is_named(committed: Database, settings: Settings) -> None:
    settings.REDIS_URL = ""
    assert _ready() == (503, ALL_OK | {"valkey": "cannot be reached", "workers": "cannot be reached"})


def test_silent_workers_are_named(committed: Database, valkey: Valkey) -> None:
    valkey.flush()
    assert _ready() == (503, ALL_OK | {"workers": "not heard of lately"})


def test_a_migration_that_is_missing_is_named(committed: Database, valkey: Valkey) -> None:
    with psycopg.connect(committed.superuser_url) as connection:
        gone = connection.execute("DELETE FROM django_migrations").rowcount
    expected = (503, ALL_OK | {"migrations": f"{gone} not applied"}) if gone else (200, ALL_OK)
    assert _ready() == expected


def test_the_process_lives_whatever_else_is_down() -> None:
    assert _get("/healthz") == (200, "ok\n")


def test_the_first_page_answers_while_everything_is_down(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connections.settings["default"], "PORT", "1")
    status, page = _get("/")
    assert status == 200
    assert page.count("cannot be reached") == 4
    assert "ready</span>" not in page


def test_the_first_page_loads_nothing_from_elsewhere_and_runs_nothing() -> None:
    page = _get("/")[1]
    assert "//" not in page.replace("<!doctype", "")
    assert "<script" not in page
    assert "style=" not in page


def _ready() -> tuple[int, dict[str, str]]:
    status, body = _get("/readyz")
    return status, json.loads(body)


def _get(address: str) -> tuple[int, str]:
    answer = asyncio.run(AsyncClient().get(address))
    return answer.status_code, answer.content.decode()
