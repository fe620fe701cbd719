"""Terminals that wager without pause over HTTP, and ask again, to the byte, until they are answered."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple
from uuid import uuid4

from casino.domain.powers import IR, SB
from casino.stack.ports import LOOPBACK
from devices import keyring
from devices import services as devices
from devices.wire.signing import SignedRequest, authorize
from tests.factories import OriginFactory
from tests.faults.crowds import Crowd, Diary
from tests.games.floor import insert

STAKE = 500
CREDITS = 100_000_00
AREAS = {
    IR: ("red", *(f"straight:{number}" for number in range(37))),
    SB: ("small", "big", *(f"number:{n}" for n in range(1, 7))),
}
LOOK_SECONDS = 0.02
AGAIN_SECONDS = 0.1
PATIENCE_SECONDS = 20
FAULT = 500
_LENGTH = re.compile(rb"content-length: (\d+)")
_GONE = (OSError, asyncio.IncompleteReadError, TimeoutError)


@dataclass(frozen=True)
class Key:
    """A terminal and what it signs with."""

    terminal: str
    id: str
    secret: bytes


class Answer(NamedTuple):
    """What a terminal was told, and the code under which it was refused, if it was."""

    status: int
    code: str


def equipped(terminals: Sequence[str]) -> list[Key]:
    """Credits and a key for each."""
    return [_equipped(terminal) for terminal in terminals]


def tell_round(terminals: Crowd, round_id: str) -> None:
    """Let them know what is played, as their table does."""
    draft = terminals.folder / "round.new"
    draft.write_text(round_id)
    draft.replace(terminals.folder / "round")


def play(diary: Diary, terminals: Crowd, port: int, game: str, keys: Sequence[Key]) -> None:
    """Wager in every round they are told of, on one area after the other, until they are called off: the work of a process."""
    asyncio.run(_play(diary, terminals, port, game, keys))


def _equipped(terminal: str) -> Key:
    insert(terminal, CREDITS)
    key_id = devices.issue_key(name=terminal, origin=OriginFactory.build())
    secret = keyring.show_once(key_id)
    assert secret is not None
    return Key(terminal, key_id, secret)


async def _play(diary: Diary, terminals: Crowd, port: int, game: str, keys: Sequence[Key]) -> None:
    playing = [_Terminal(diary, port, key) for key in keys]
    rounds = terminals.folder / "round"
    played = ""
    while not terminals.has_been_called_off:
        told = rounds.read_text() if rounds.exists() else ""
        if told not in {"", played}:
            played = told
            await asyncio.gather(*(each.wager(told, AREAS[game]) for each in playing))
        await asyncio.sleep(LOOK_SECONDS)
    for each in playing:
        each.hang_up()


class _Terminal:
    """Counts what was carried out, so that a request that is sent again is the same to the byte."""

    def __init__(self, diary: Diary, port: int, key: Key) -> None:
        self._diary = diary
        self._port = port
        self._key = key
        self._sequence = 1
        self._line: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def wager(self, round_id: str, areas: Sequence[str]) -> None:
        """Until the round is closed, or everything has its wager."""
        for selection in areas:
            asked = str(uuid4())
            self._diary.write("ask", asked, self._key.terminal, round_id, selection)
            body = json.dumps({"selection": selection, "stake_cents": STAKE}).encode()
            told = await self._ask("POST", f"/api/device/rounds/{round_id}/wagers", body, asked)
            self._diary.write("told", asked, told.status, told.code)
            if told.code:
                return
            self._sequence += 1

    async def _ask(self, method: str, path: str, body: bytes, request_id: str) -> Answer:
        """The same request until somebody answers it who is well."""
        asked = SignedRequest(method, path, self._sequence, request_id, body)
        header = authorize(asked, key_id=self._key.id, key=self._key.secret)
        given = f"Idempotency-Key: {request_id}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        sent = f"{method} {path} HTTP/1.1\r\nHost: {LOOPBACK}\r\nAuthorization: {header}\r\n{given}".encode() + body
        while True:
            try:
                answer = await asyncio.wait_for(self._send(sent), PATIENCE_SECONDS)
                if answer.status < FAULT:
                    return answer
                self._diary.write("unwell", request_id, answer.status, answer.code)
            except _GONE as gone:
                self._diary.write("gone", request_id, type(gone).__name__)
            self.hang_up()
            await asyncio.sleep(AGAIN_SECONDS)

    async def _send(self, sent: bytes) -> Answer:
        self._line = self._line or await asyncio.open_connection(LOOPBACK, self._port)
        reader, writer = self._line
        writer.write(sent)
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        assert length, head
        told = json.loads(await reader.readexactly(int(length[1])))
        return Answer(int(head.split(b" ", 2)[1]), told.get("code", ""))

    def hang_up(self) -> None:
        """The line is no longer there."""
        if self._line:
            self._line[1].close()
        self._line = None
