"""One terminal at its table, as the house knows it: it takes its place, looks, and asks for what its player wishes.

A request whose answer was lost is asked again under its own number and id until it is answered, and nothing else before it.
"""

from __future__ import annotations

from http import HTTPStatus
from time import monotonic
from typing import Any, TypeVar

import msgspec

from devices.simulator import choosing
from devices.simulator.choosing import Areas, Asked
from devices.simulator.player import Player
from devices.simulator.shown import Changed, Problem, Shown
from devices.simulator.signer import Request, Signer
from devices.simulator.web import Answer, Garbled, NoAnswer, Unreachable, Web

ROUNDS, TABLE, TABLES = "/api/device/rounds", "/api/device/table", "/api/device/tables"
TAKE_PLACE, LOOK, SHOOT = "take-place", "look", "shoot"
NO_PLACE, REPLAYED = "not-found", "sequence-replayed"
REFUSALS = frozenset({HTTPStatus.CONFLICT, HTTPStatus.NOT_FOUND})
AGAIN_SECONDS = 1.0
S = TypeVar("S", bound=msgspec.Struct)


class Seat:
    """A player's terminal with its key, on the connection of its table."""

    def __init__(self, player: Player, *, table: str, signer: Signer, web: Web, areas: Areas) -> None:
        self.player = player
        self.shown: Shown | None = None
        self.is_taken = False
        self._table = table
        self._signer = signer
        self._web = web
        self._areas = areas
        self._unknown: tuple[str, Request] | None = None
        self._again_at = 0.0

    @property
    def _is_free(self) -> bool:
        """Whether somebody could play here now."""
        terminal = self.player.terminal
        return terminal.is_playable and terminal.is_settled

    async def sit_down(self) -> None:
        """Take the place at the table, if that was not done before."""
        if await self._is_nothing_unknown() and await self.look() is None and not self.is_taken:
            await self._tell(TAKE_PLACE, f"{TABLES}/{self._table}/take-place", {})

    async def look(self) -> Shown | None:
        """What the terminal shows; nothing, if nobody answers or it has no place yet."""
        answer = await self._send(self._signer.look(TABLE))
        self.shown = self._understood(answer, Shown, doing=LOOK, unless=NO_PLACE) if answer else None
        self.is_taken = self.is_taken or self.shown is not None
        return self.shown

    async def play(self, round_id: str) -> None:
        """The next thing its player wishes, in this round; people who cannot play let it be."""
        player = self.player
        if not await self._is_nothing_unknown() or not player.terminal.following.is_current:
            return
        if not self._is_free:
            player.wishes.clear()
            return
        shown = self.shown if self.shown and self._is_of(self.shown, round_id) else await self.look()
        if shown and self._is_of(shown, round_id) and player.wishes:
            asked = choosing.choose(player.wishes.popleft(), shown, self._areas)
            await self._ask(asked, shown, round_id) if asked else None
        elif shown is None:
            player.wishes.clear()  # nobody is there

    async def shoot(self, round_id: str) -> None:
        """Press the shooter's button."""
        if await self._is_nothing_unknown() and self.player.terminal.is_playable:
            await self._tell(SHOOT, f"{ROUNDS}/{round_id}/shoot", {})

    async def _ask(self, asked: Asked, shown: Shown, round_id: str) -> None:
        changed = await self._tell(asked.what.value, f"{ROUNDS}/{round_id}/wagers{asked.path}", asked.body)
        self.shown = shown.after(changed) if changed else None

    def _is_of(self, shown: Shown, round_id: str) -> bool:
        return shown.round is not None and shown.round.id == round_id

    # Requests that change something

    async def _tell(self, doing: str, path: str, body: dict[str, Any]) -> Changed | None:
        return await self._carry(doing, self._signer.tell(path, body))

    async def _is_nothing_unknown(self) -> bool:
        """What was asked last is asked once more, if nobody knows yet what came of it."""
        if self._unknown and monotonic() >= self._again_at:
            await self._carry(*self._unknown)
        return self._unknown is None

    async def _carry(self, doing: str, request: Request) -> Changed | None:
        following, tally = self.player.terminal.following, self.player.tally
        was_sent, changed = self._unknown is not None, None
        following.ask()
        try:
            answer = await self._answer(request)
        except (Unreachable, NoAnswer) as nothing:
            tally.unanswered += 1
            if was_sent or isinstance(nothing, NoAnswer):
                self._unknown, self._again_at = (doing, request), monotonic() + AGAIN_SECONDS
                return None
        else:
            changed = self._outcome(doing, request, answer) if answer else None
        self._unknown = None
        following.answered(changed.credits.version if changed else None)
        return changed

    def _outcome(self, doing: str, request: Request, answer: Answer) -> Changed | None:
        """How things stand after it; nothing, if it was refused or says nothing of credits."""
        if answer.status == HTTPStatus.NO_CONTENT:
            changed, is_done = None, True
            self.is_taken = self.is_taken or doing == TAKE_PLACE
        else:
            changed = self._understood(answer, Changed, doing=doing)
            is_done = changed is not None
        if is_done:
            self.player.tally.done[doing] += 1
        if is_done or _code(answer) == REPLAYED:  # somebody has used it up
            self._signer.use_up(request)
        return changed

    # Answers

    async def _send(self, request: Request) -> Answer | None:
        try:
            return await self._answer(request)
        except (Unreachable, NoAnswer):
            self.player.tally.unanswered += 1
            return None

    async def _answer(self, request: Request) -> Answer | None:
        try:
            return await self._web.ask(self._signer.signed(request, host=self._web.host))
        except Garbled:
            self.player.tally.unexpected["garbled"] += 1
            return None

    def _understood(self, answer: Answer, kind: type[S], *, doing: str, unless: str = "") -> S | None:
        """What an answer says; a refusal is counted by its code, what should not have come back beside it."""
        tally = self.player.tally
        if answer.status in (HTTPStatus.OK, HTTPStatus.CREATED):
            try:
                return msgspec.json.decode(answer.body, type=kind)
            except msgspec.DecodeError:
                tally.unexpected[f"{doing}: garbled"] += 1
                return None
        code = _code(answer)
        if answer.status not in REFUSALS or not code:
            tally.unexpected[f"{doing}: {answer.status} {code}".strip()] += 1
        elif code != unless:
            tally.refused[code] += 1
        return None


def _code(answer: Answer) -> str:
    try:
        return msgspec.json.decode(answer.body, type=Problem).code
    except msgspec.DecodeError:
        return ""
