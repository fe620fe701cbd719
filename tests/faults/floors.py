"""A floor under blows: its web server, and what its terminals were told, held against the journal and against a plain model."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from django.db import connection

from casino.environment import ROOT
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import WEB_OPTIONS, is_answering
from games.domain.round_of_play import Stage
from games.models import Round
from tests.databases import Database
from tests.faults.crowds import Crowd
from tests.faults.terminals import CREDITS, STAKE
from tests.games.plain import Plain

START_SECONDS = 60


class Web(Child):
    """A web server, started as the stack starts it, again on the same port."""

    def __init__(self, database: Database, folder: Path) -> None:
        self.port = free_port()
        super().__init__(
            "web",
            [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={self.port}", *WEB_OPTIONS],
            log=folder / "web.log",
            record=folder / "web.json",
            environment=os.environ | database.environment | {"LOG_LEVEL": "WARNING"},
            folder=ROOT,
        )

    def answer(self) -> None:
        """Start, and wait until it answers."""
        self.start()
        url = f"http://{LOOPBACK}:{self.port}/healthz"
        assert wait_until(lambda: is_answering(url) or not self.is_running, START_SECONDS), self.log.read_text()
        assert self.is_running, self.log.read_text()


@contextmanager
def web(database: Database, folder: Path) -> Iterator[Web]:
    """A web server that answers, and is gone afterwards."""
    server = Web(database, folder)
    try:
        server.answer()
        yield server
    finally:
        server.kill()


@dataclass
class Asked:
    """One wager that a terminal asked for, and what it was told in the end."""

    request: str
    terminal: str
    round: str
    selection: str
    status: int = 0
    code: str = ""
    tries: int = 1

    @property
    def is_placed(self) -> bool:
        """Whether it was told so."""
        return self.status == 201


def asked_by(terminals: Crowd) -> list[Asked]:
    """Every wager that terminals have asked for so far."""
    asked: dict[str, Asked] = {}
    for word, request, *rest in terminals.lines():
        match word:
            case "ask":
                asked[request] = Asked(request, *rest)
            case "told":
                asked[request].status, asked[request].code = rest
            case _:
                asked[request].tries += 1
    return list(asked.values())


def require_each_wager_once(asked: Sequence[Asked]) -> None:
    """Everybody was answered in the end; who was told that a wager lies there has exactly one, and there is no other."""
    assert {each.code for each in asked if not each.is_placed} <= {"round-wagering-closed"}
    assert {each.status for each in asked} <= {201, 409}
    assert _recorded() == dict.fromkeys((each.request for each in asked if each.is_placed), 1)


def plain_credits(game: str, terminals: Sequence[str], asked: Sequence[Asked]) -> dict[str, int]:
    """What a plain model has on every meter when all of it has been played."""
    plain = Plain(game, dict.fromkeys(terminals, CREDITS))
    for play in Round.objects.order_by("opened_at"):
        for each in asked:
            if each.round == play.id and each.is_placed:
                plain.place(each.terminal, each.selection, STAKE)
        if play.stage == Stage.SETTLED:
            plain.meet(*map(int, play.outcome.split("-")))
        else:
            plain.return_all()
    return plain.credits


def _recorded() -> dict[str, int]:
    """How many wagers were placed under each request."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT request_id::text, count(*) FROM journal.entry WHERE type = 'games.wager-placed' GROUP BY 1")
        return {request: int(times) for request, times in cursor.fetchall()}
