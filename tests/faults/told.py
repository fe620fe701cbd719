"""What clients were told before they or the database died, held against what the journal has."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.faults.crowds import Crowd
from tests.faults.requests import Request, recorded

ASKED_AGAIN = 16


@dataclass
class Told:
    """The requests of all clients so far, with their answers, and those that nobody had been told about."""

    acknowledged: dict[str, tuple[Request, int | None]] = field(default_factory=dict)
    ambiguous: int = 0
    done_but_ambiguous: int = 0

    @property
    def entries(self) -> int:
        """How many entries all of them are."""
        return sum(request.entries for request, _ in self.acknowledged.values())

    def settle(self, clients: Crowd) -> dict[str, bool]:
        """Hold the diaries against the journal and send again what nobody knows; tell of each of those whether it was there."""
        lines = list(clients.lines())
        asked = {line[1]: Request(line[1], tuple(line[2]), line[3]) for line in lines if line[0] == "ask"}
        there = recorded(list(asked.values()))
        unknown = self._compare(asked, {line[1]: line[2] for line in lines if line[0] == "ack"}, there)
        for request in unknown:
            self.acknowledged[request.id] = request, request.send()
        self._require_the_same_again([*list(asked.values())[-ASKED_AGAIN:], *unknown])
        assert recorded(list(asked.values())) == {request.id: request.entries for request in asked.values()}
        return {request.id: request.id in there for request in unknown}

    def _compare(self, asked: dict[str, Request], answers: dict[str, Any], there: Any) -> list[Request]:
        for request_id, answer in answers.items():
            request = asked[request_id]
            assert there.get(request_id) == request.entries, f"{request} was acknowledged and is lost"
            self.acknowledged[request_id] = request, answer
        unknown = [request for request in asked.values() if request.id not in answers]
        for request in unknown:
            assert there.get(request.id) in (None, request.entries), f"{request} is there by halves"
        self.ambiguous += len(unknown)
        self.done_but_ambiguous += sum(request.id in there for request in unknown)
        return unknown

    def _require_the_same_again(self, requests: list[Request]) -> None:
        """Whoever asks again gets the first answer, and nothing happens."""
        for request in requests:
            assert request.send() == self.acknowledged[request.id][1]
