from __future__ import annotations

import json
import logging
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
import structlog
from django.test import Client

from casino import celery, services
from casino.domain.parameters import Jurisdiction
from casino.domain.venue import UnknownZone
from casino.environment import ROOT
from casino.logs import configuration, mask_tickets
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import is_answering
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory
from tests.sitting import open_staffed_house

TICKET = "614207315508839214"
SECRETS = (PASSWORD, "wrong and secret", "first password of Zeynep", "Zeynep", "Vassallo", TICKET, "Anil", "Priya")


class Visitor:
    """A browser without pictures: keeps cookies and sends forms."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str, **headers: str) -> tuple[int, str]:
        return self._open(path, None, headers)

    def post(self, path: str, fields: dict[str, str], **headers: str) -> tuple[int, str]:
        _, page = self.get(path)
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        sent = {"csrfmiddlewaretoken": token[1] if token else "", **fields}
        return self._open(path, urllib.parse.urlencode(sent).encode(), headers)

    def _open(self, path: str, body: bytes | None, headers: dict[str, str]) -> tuple[int, str]:
        request = urllib.request.Request(self.address + path, body, headers)  # noqa: S310 - a server of our own
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refused:
            with refused:
                return refused.code, refused.read().decode()


@pytest.fixture
def production(committed: Database, tmp_path: Path) -> Iterator[tuple[Visitor, Path]]:
    """A web server as in production, with a log of one JSON object a line; uvicorn's own access log is asked for too."""
    open_staffed_house()
    port = free_port()
    log = tmp_path / "web.log"
    wanted = {
        "ENVIRONMENT": "production",
        "BEHIND_TLS": "0",
        "SECRET_KEY": "of this test",
        "KEEPING_KEY": os.environ["SECRET_KEY"],
    }
    server = Child(
        "web",
        [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={port}", "--lifespan=off", "--access-log"],
        log=log,
        record=tmp_path / "web.json",
        environment=os.environ | committed.environment | wanted,
        folder=ROOT,
        grace_seconds=2,
    )
    server.start()
    assert wait_until(lambda: is_answering(f"http://{LOOPBACK}:{port}/healthz"), 20), log.read_text()
    yield Visitor(f"http://{LOOPBACK}:{port}"), log
    server.stop()


@pytest.mark.slow(reason="starts a web server")
def test_every_request_has_a_line_with_its_ids_and_no_line_has_anything_personal(production: tuple[Visitor, Path]) -> None:
    visitor, log = production
    key = str(uuid4())
    visitor.post("/log-in/", {"number": "812", "password": "wrong and secret", "desk": "star.floor2"})
    visitor.post("/log-in/", {"number": "812", "password": PASSWORD, "desk": "star.floor2"})
    visitor.get("/find/?q=Vassallo", **{"Idempotency-Key": key})
    visitor.get("/find/?q=Anil", **{"HX-Request": "true"})
    visitor.get(f"/tickets/{TICKET}/")
    visitor.get("/staff/?q=Priya", **{"Idempotency-Key": "Zeynep"})
    engaged = {"number": "900", "name": "Zeynep", "password": "first password of Zeynep", "request_id": str(uuid4())}
    assert visitor.post("/staff/engage/", engaged)[0] == 200
    visitor.get("/staff/900/")
    text = log.read_text()
    assert [secret for secret in SECRETS if secret in text] == []
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    asked = [line for line in lines if line["event"] == "request"]
    assert all({"request_id", "correlation_id", "method", "path", "status", "milliseconds"} <= line.keys() for line in asked)
    assert all(UUID(line["request_id"]) for line in asked)
    [found] = [line for line in asked if line["request_id"] == key]
    assert (found["path"], found["actor"], found["venue"], found["correlation_id"]) == ("/find/", "staff/812", "star", key)
    [engagement] = [line for line in asked if line["path"] == "/staff/engage/" and line["method"] == "POST"]
    assert (engagement["correlation_id"], engagement["command"]) == (engaged["request_id"], "casino.engage")
    assert [line["path"] for line in asked if line["path"].startswith("/tickets/")] == ["/tickets/…9214/"]
    assert "actor" not in next(line for line in asked if line["path"] == "/log-in/")


def test_what_one_request_binds_is_gone_with_the_next(committed: Database) -> None:
    heard: list[dict[str, Any]] = []
    structlog.contextvars.bind_contextvars(actor="staff/left-over")
    logger = logging.getLogger("casino.requests")
    handler = logging.Handler()
    handler.emit = lambda record: heard.append(record.msg if isinstance(record.msg, dict) else {})  # type: ignore[method-assign]
    logger.addHandler(handler)
    try:
        Client().get("/rules/")
    finally:
        logger.removeHandler(handler)
    [line] = heard
    assert "actor" not in line
    assert (line["path"], line["status"]) == ("/rules/", 200)
    assert structlog.contextvars.get_contextvars() == {}


def test_a_task_names_itself_and_its_command_in_every_line(committed: Database) -> None:
    class Task:
        name = "casino.tasks.do_reaction"

    celery.name_lines(task_id="t-1", task=Task())
    assert structlog.contextvars.get_contextvars() == {
        "task": "casino.tasks.do_reaction", "task_id": "t-1", "correlation_id": "t-1",
    }  # fmt: skip
    cause = uuid4()
    origin = OriginFactory.build(correlation_id=cause)
    with pytest.raises(UnknownZone):
        services.open_venue(name="X", jurisdiction=Jurisdiction.NEW_SOUTH_WALES, zone="Nowhere", hour=6, origin=origin)
    assert structlog.contextvars.get_contextvars()["correlation_id"] == str(cause)
    celery.forget_lines()
    assert structlog.contextvars.get_contextvars() == {}


def test_a_ticket_number_is_masked_wherever_it_stands() -> None:
    line = {"event": f"no ticket {TICKET} here", "path": f"/t/{TICKET}/", "position": 614207315508839214}
    assert mask_tickets(None, "", line) == {"event": "no ticket …9214 here", "path": "/t/…9214/", "position": 614207315508839214}
    whole = {"id": "550e8400-e29b-41d4-a716-446655440000"}
    assert mask_tickets(None, "", whole) == whole


def _break(password: str) -> None:
    raise LookupError(len(password))


def test_a_bug_is_logged_without_what_the_variables_held() -> None:
    for is_for_people in (True, False):
        wanted = configuration(is_for_people=is_for_people, level="INFO")
        made = wanted["formatters"]["line"]
        formatter = made["()"](foreign_pre_chain=made["foreign_pre_chain"], processors=made["processors"])
        try:
            _break("secret of a variable".upper())
        except LookupError:
            record = logging.LogRecord("bug", logging.ERROR, __file__, 1, "it broke", (), sys.exc_info())
        told = formatter.format(record)
        assert "it broke" in told
        assert "LookupError" in told
        assert "SECRET OF A VARIABLE" not in told
