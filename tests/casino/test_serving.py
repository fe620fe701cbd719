"""A request is answered by one thread from its first line to its last, over a real socket."""

from __future__ import annotations

import http.client
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest
from django.db import connection

from casino.environment import ROOT
from casino.people import COOKIE
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import is_answering
from tests.asking import CSRF, sit
from tests.databases import Database
from tests.factories import open_house

THREADS = 3
TEN_MEGABYTES = b" " * 10_000_000


@pytest.fixture
def web(committed: Database, tmp_path: Path) -> Iterator[int]:
    open_house()
    port = free_port()
    server = Child(
        "web",
        [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={port}", "--lifespan=off"],
        log=tmp_path / "web.log",
        record=tmp_path / "web.json",
        environment=os.environ | committed.environment | {"WEB_THREADS": str(THREADS)},
        folder=ROOT,
        grace_seconds=2,
    )
    server.start()
    assert wait_until(lambda: is_answering(f"http://{LOOPBACK}:{port}/healthz"), 20), (tmp_path / "web.log").read_text()
    yield port
    server.stop()


def _ask(port: int, method: str, path: str, *, body: object = None, token: str = "", chunked: bool = False) -> tuple[int, bytes]:
    headers = {"Cookie": f"csrftoken={CSRF}; {COOKIE}={token}", "X-CSRFToken": CSRF, "Idempotency-Key": str(uuid4())}
    if chunked:
        headers["Transfer-Encoding"] = "chunked"
    with closing(http.client.HTTPConnection(LOOPBACK, port, timeout=20)) as asking:
        asking.request(method, path, body, headers | {"Content-Type": "application/json"}, encode_chunked=chunked)  # type: ignore[arg-type]
        answer = asking.getresponse()
        return answer.status, answer.read()


@pytest.mark.slow(reason="starts a web server")
def test_pages_files_and_bodies_of_any_size_are_answered(web: int) -> None:
    token = sit("812")
    assert _ask(web, "GET", "/api/ping", token=token) == (204, b"")
    assert _ask(web, "GET", "/readyz")[0] == 503  # an asynchronous view: nobody works here
    assert _ask(web, "GET", "/static/pitledger.css") == (200, (ROOT / "casino/static/pitledger.css").read_bytes())
    for chunked in (False, True):
        body = iter([TEN_MEGABYTES]) if chunked else TEN_MEGABYTES
        status, said = _ask(web, "POST", "/api/staff", body=body, token=token, chunked=chunked)
        assert (status, json.loads(said)["code"]) == (413, "too-large")
    assert _ask(web, "POST", "/api/staff", body=iter([b'{"number"', b": 7}"]), token=token, chunked=True)[0] == 422


@pytest.mark.slow(reason="starts a web server")
def test_what_is_logged_of_one_request_names_nobody_of_another(web: int, tmp_path: Path) -> None:
    token = sit("812")
    for _ in range(2 * THREADS):
        assert _ask(web, "GET", "/api/entries", token=token)[0] == 422
        assert _ask(web, "GET", "/api/entries")[0] == 401
    lines = [line for line in (tmp_path / "web.log").read_text().splitlines() if "refused" in line]
    assert {("not-readable" in line, "staff/812" in line) for line in lines} == {(True, True), (False, False)}
    assert len(lines) == 4 * THREADS


@pytest.mark.slow(reason="starts a web server")
def test_however_many_requests_there_are_each_thread_keeps_one_connection(web: int) -> None:
    token = sit("812")
    for _ in range(40):
        assert _ask(web, "GET", "/api/ping", token=token)[0] == 204
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"
        )
        assert 1 <= cursor.fetchone()[0] <= THREADS


@pytest.mark.slow(reason="starts a web server")
def test_a_connection_the_database_has_ended_is_noticed_before_anybody_is_refused_for_it(web: int, committed: Database) -> None:
    token = sit("812")
    for _ in range(3):
        for _ in range(2 * THREADS):
            assert _ask(web, "GET", "/api/ping", token=token)[0] == 204
        with psycopg.connect(committed.superuser_url, autocommit=True) as admin:
            ended = admin.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()"
            ).fetchall()
        assert ended
        connection.close()  # ours was ended as well
    assert _ask(web, "GET", "/api/ping", token=token)[0] == 204
