"""Proof 2, on a real web server: it is killed within a request; whoever asks again has one effect and the same answer."""

from __future__ import annotations

import http.client
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Self
from uuid import UUID, uuid5

import pytest
from django.db import connection

from casino.environment import ROOT
from casino.journal.verification import verify
from casino.people import COOKIE
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import is_answering
from tests.asking import CSRF, sit
from tests.databases import Database
from tests.factories import PASSWORD, open_house
from tests.faults.bells import count_of
from tests.faults.proofs import Proof
from tests.faults.strikes import FALLEN
from tests.scale import IS_FULL

BEFORE = ["before_load", "after_load", "before_append", "after_append", "before_commit"]
TIMES = 10
NAMESPACE = UUID(int=0)
Answer = tuple[int, dict[str, str]]


class Web(Child):
    """A web server of one process that dies at a point, if one is given."""

    def __init__(self, database: Database, folder: Path, fault: str = "") -> None:
        self.port = free_port()
        super().__init__(
            "web",
            [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={self.port}", "--lifespan=off"],
            log=folder / "web.log",
            record=folder / "web.json",
            environment=os.environ | database.environment | ({"PITLEDGER_FAULT": fault} if fault else {}),
            folder=ROOT,
        )

    def __enter__(self) -> Self:
        self.start()
        assert wait_until(lambda: is_answering(f"http://{LOOPBACK}:{self.port}/healthz"), 60), self.log.read_text()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def engage(self, number: str, token: str) -> Answer | None:
        """Ask for a staff number, always under the same request id; None if the server falls before it has answered."""
        headers = {
            "Cookie": f"csrftoken={CSRF}; {COOKIE}={token}",
            "X-CSRFToken": CSRF,
            "Idempotency-Key": request_id(number),
            "Content-Type": "application/json",
        }
        body = json.dumps({"number": number, "name": "Priya Nair", "password": PASSWORD})
        with closing(http.client.HTTPConnection(LOOPBACK, self.port, timeout=60)) as asking:
            try:
                asking.request("POST", "/api/staff", body, headers)
                answer = asking.getresponse()
                return answer.status, json.load(answer)
            except (ConnectionError, http.client.HTTPException):
                return None


@pytest.mark.slow(reason="starts a web server for each time one is killed")
def test_a_killed_web_server_has_done_all_or_nothing_and_may_be_asked_again(
    committed: Database, proof: Proof, tmp_path: Path
) -> None:
    open_house()
    token, numbers = sit("812"), (str(number) for number in count(1000))
    points = [*BEFORE, "after_commit"] * TIMES if IS_FULL else [proof.dice.choice(BEFORE), "after_commit"]
    answers: dict[str, Answer | None] = {}
    for n, point in enumerate(points):
        with Web(committed, tmp_path / str(n), f"{point}:{proof.dice.getrandbits(32)}:0.4") as web:
            answers |= (asked := dict(_ask_until_it_falls(web, numbers, token)))
            assert wait_until(lambda web=web: not web.is_running, 60)  # type: ignore[misc]
            assert web.ending == FALLEN
        [*done, unknown] = asked
        assert [_is_recorded(number) for number in done] == [True] * len(done), "what was answered is there"
        assert _is_recorded(unknown) == (point == "after_commit")
    before = count_of("casino.staff-engaged")
    with Web(committed, tmp_path / "last") as web:
        for number, first in answers.items():
            assert web.engage(number, token) == (first or (201, {"number": number}))
    missing = sum(point != "after_commit" for point in points)
    assert count_of("casino.staff-engaged") == before + missing
    assert verify().wrong == []
    proof.sized(kills=len(points))
    proof.found(answered=len(answers) - len(points), ambiguous=len(points), done_but_ambiguous=len(points) - missing)


def _ask_until_it_falls(web: Web, numbers: Iterator[str], token: str) -> Iterator[tuple[str, Answer | None]]:
    for number in numbers:
        answer = web.engage(number, token)
        yield number, answer
        if answer is None:
            return
        assert answer == (201, {"number": number})


def _is_recorded(number: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.command WHERE request_id = %s", [request_id(number)])
        return bool(cursor.fetchone()[0])


def request_id(number: str) -> str:
    """Made, and known, before anything is sent."""
    return str(uuid5(NAMESPACE, number))
