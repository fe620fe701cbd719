"""Terminals with a key and money at a table in an open round, asking the device API for themselves."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from casino import journal
from casino.domain import attempts
from casino.domain.events import AttemptRefused
from devices.domain import credit_meter
from tests.asking import problem
from tests.casino.asking import react
from tests.databases import Database
from tests.games.floor import STAR, Clock, Floor, put_on
from tests.games.signing import Signing

STATE = "/api/device/table"


class Seated:
    """A table of a game in an open round, its terminals with a key and $500 each."""

    def __init__(self, database: Database, game: str, *, terminals: int = 2, cents: int = 50_000) -> None:
        self.clock: Clock = put_on(database)
        self.floor = Floor(game, terminals=terminals)
        self.terminals = [Signing(name) for name in self.floor.terminals]
        for terminal in self.terminals:
            assert terminal.insert(cents).status_code == 204
        self.floor.open()

    @property
    def one(self) -> Signing:
        """The first terminal."""
        return self.terminals[0]

    @property
    def wagers(self) -> str:
        """Where wagers of the round are placed."""
        return f"/api/device/rounds/{self.floor.round}/wagers"

    def place(self, selection: str = "red", cents: object = 500, **sent: Any) -> Any:
        """The first terminal places a wager."""
        return self.one.post(self.wagers, {"selection": selection, "stake_cents": cents}, **sent)

    def finish(self, *shown: int) -> None:
        """The round comes to its end and the next begins."""
        self.floor.finish(self.clock, *shown)
        react()


def on_record(terminal: str) -> list[str]:
    """The codes under which attempts of a terminal at money are on record."""
    told = [each.event for each in journal.history(attempts.at(STAR, f"{STAR}.{terminal}"))]
    return [event.code for event in told if isinstance(event, AttemptRefused)]


def refusal(answer: Any) -> tuple[str, str, str]:
    """The code, the rule and the sentence with which something is refused."""
    status, code = problem(answer)
    assert status == HTTPStatus.CONFLICT
    told = json.loads(answer.content)
    return code, told["rule"], told["detail"]


def meter(terminal: str) -> credit_meter.CreditMeter:
    """The credit meter as it stands."""
    return journal.state(credit_meter.at(STAR, terminal))
