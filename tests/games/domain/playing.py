"""Play a what-if question through a position, and tell what it came to in the words of its answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from casino.domain.accounts import Account, postings_of
from casino.domain.aggregate import Event
from casino.domain.money import Cents
from casino.domain.refusals import Refusal
from games.domain import behind, calling, permission, placing, settlement
from games.domain import postings as postings  # noqa: PLC0414 - it declares what events move
from games.domain.position import AGGREGATE, Position, take
from games.domain.setting import Setting
from games.domain.vocabulary import EVERY_KIND, Limit, Lying, RoundId, SeatId, Selection, StakeKind, TableId, WagerNumber
from games.domain.wager import Wager, lying_of
from games.domain.wager_events import WagerCancelled, WagerSettled, WagerVoided
from games.rules import books
from games.rules.layout import WagerOnLayout

NO_MAXIMUM = Cents(10**12)
NUMBER = WagerNumber(1)
BEHIND = WagerNumber(9)
METER = "star.T0417"


def seated(meter: str | None = METER) -> Position:
    """A position that has been taken and holds nothing."""
    taken = take(Position(), table=TableId("star.AC01"), seat=SeatId("T1"), meter=meter)
    return AGGREGATE.fold(AGGREGATE.start, [taken])


def setting_of(game: str, *, minimum: int = 1, maximum: int = NO_MAXIMUM, **rest: Any) -> Setting:
    """A round at a table of this game, with one limit for every kind of selection."""
    limits = {EVERY_KIND: Limit(minimum=Cents(minimum), maximum=Cents(maximum))}
    return Setting(**{"book": books.current(game), "round_id": RoundId("star.AC01.20260822.0001"), "limits": limits, **rest})


def in_context(game: str, context: Mapping[str, Any]) -> Setting:
    """The setting a what-if context speaks of."""
    return setting_of(
        game,
        minimum=context.get("min") or 0,
        maximum=NO_MAXIMUM if context.get("max") is None else context["max"],
        point=context.get("point"),
        point_since="R0" if context.get("point") else "",
        chip_unit=Cents(context.get("chip_unit") or 1),
        variant=context.get("variant") or "",
    )


@dataclass
class Game:
    """One wager of one player, and everything that happens to it."""

    setting: Setting
    position: Position
    events: list[Event] = field(default_factory=list)
    asked: list[Any] = field(default_factory=list)  # without what a terminal refuses and a what-if settles
    trace: list[str] = field(default_factory=list)
    decided_at: int | None = None

    def is_open(self) -> bool:
        """Whether the wager is still on the layout."""
        return NUMBER in self.position.wagers

    def note(self, *events: Event) -> None:
        """Let these events have happened."""
        self.events += events
        self.position = AGGREGATE.fold(self.position, events)

    def meet(self, outcome: Any) -> None:
        """Meet an outcome or a table event of a what-if question."""
        if not self.is_open():
            return
        before = self.position
        try:
            word = self._happen(outcome) if isinstance(outcome, dict) and "ev" in outcome else self._roll(outcome)
        except (permission.NotInPieces, placing.NotLess):
            assert self.position == before
            return
        except Refusal as refused:
            word = self._refused(refused, before)
        self.asked.append(outcome)
        self.trace.append(word)
        if not self.is_open():
            self.decided_at = len(self.asked) - 1

    def _refused(self, refused: Refusal, before: Position) -> str:
        assert self.position == before
        assert refused.code
        assert refused.sentence[-1] == "."
        return "refused"

    def _roll(self, outcome: Any) -> str:
        settle = settlement.settle
        if isinstance(outcome, dict):
            settle, outcome = settlement.settle_corrected, outcome["actual"]
        label = "-".join(map(str, sorted(outcome))) if isinstance(outcome, list) else str(outcome)
        self.note(*settle(self.position, outcome=label, setting=self.setting))
        self._move_point(label)
        return self._shown()

    def _move_point(self, label: str) -> None:
        point = self.setting.book.point_after(self.setting.point, label)
        if point != self.setting.point:
            self.setting = replace(self.setting, point=point, point_since=f"R{len(self.asked)}" if point else "")

    def _happen(self, event: Mapping[str, Any]) -> str:
        now = replace(self.setting, is_closed=event.get("closed", False))
        name = event["ev"]
        if name == "remove":
            self.note(*placing.cancel(self.position, wager=NUMBER, setting=now))
            return "removed"
        if name == "reduce":
            self.note(*placing.reduce(self.position, wager=NUMBER, to_cents=event["to"], setting=now))
            return "reduced"
        if name == "increase":
            self.note(placing.increase(self.position, wager=NUMBER, by_cents=event["by"], setting=now))
            return "increased"
        if name == "call":
            self.note(*calling.call(self.position, wager=NUMBER, to=event["to"], confirmed_by="staff/7", setting=now))
            return f"called_{event['to']}"
        return self._declare(event)

    def _declare(self, event: Mapping[str, Any]) -> str:
        declare = settlement.forfeit if event.get("forfeit") else settlement.void
        self.note(*declare(self.position, ground=event["ev"], setting=self.setting))
        return self._shown() if not self.is_open() or self._shown() == "frozen" else "no_roll"

    def _shown(self) -> str:
        if self.is_open():
            return self.position.wagers[NUMBER].lying.shows
        closing = closing_of(self.events)
        return closing.result if isinstance(closing, WagerSettled) else "void"

    def answer(self) -> dict[str, Any]:
        """What the wager came to, in the words of a what-if answer."""
        if self.is_open():
            return self._open()
        closing = closing_of(self.events)
        figures = closing.figures
        results = {WagerCancelled: "removed", WagerVoided: "void"}
        return {
            "result": closing.result if isinstance(closing, WagerSettled) else results[type(closing)],
            "closed": True,
            "winnings_cents": str(figures.winnings),
            "stake_returned_cents": str(figures.returned),
            "commission_cents": str(figures.commission),
            "commission_refunded_cents": str(figures.commission_refunded),
            "paid_total_cents": str(figures.paid_cents),
            "net_cents": str(
                figures.winnings + figures.returned + figures.commission_refunded - figures.stake_cents - figures.commission
            ),
            "rule": _bare(closing.rule),
            "decided_at": self.decided_at,
            "trace": self.trace,
        }

    def _open(self) -> dict[str, Any]:
        lying = self.position.wagers[NUMBER].lying
        return {
            "result": lying.shows,
            "closed": False,
            "winnings_cents": "0",
            "stake_returned_cents": "0",
            "paid_total_cents": "0",
            "net_cents": None,
            "rule": lying.rule,
            "decided_at": None,
            "trace": self.trace,
        }


def closing_of(events: list[Event]) -> WagerCancelled | WagerSettled | WagerVoided:
    """The event that closed the wager."""
    closings = [event for event in events if isinstance(event, WagerCancelled | WagerSettled | WagerVoided)]
    return next(event for event in closings if event.wager == NUMBER)


def _bare(rules: tuple[str, ...]) -> str:
    return " with ".join(rule.partition(" ")[2] for rule in rules)


def come_to(question: Mapping[str, Any]) -> Game | None:
    """A game in which the wager has come to where the context says; none: it is closed as it is put down."""
    setting, context = in_context(question["game"], question["context"]), question["context"]
    on = WagerOnLayout(setting.book, setting.book.wagers[question["wager"]], question["stake_cents"], context)
    if on.closing:
        return None
    wager = _lies(NUMBER, question["wager"], setting, lying_of(on, setting))
    held = seated().but(wagers={NUMBER: wager}, last_number=NUMBER, is_advised=context.get("warned") is True)
    if behind.is_odds(setting.book.book_id, question["wager"]):
        held = held.but(wagers={BEHIND: _flat(question, setting), **held.wagers})
    return Game(setting=setting, position=held)


def _flat(question: Mapping[str, Any], setting: Setting) -> Wager:
    """The flat wager behind which odds lie, on their number."""
    kind, _, number = question["wager"].partition(":")
    flat = behind.FLAT[setting.book.book_id, kind]
    at = {"wager_point": int(number), "point": question["context"].get("point")}
    on = WagerOnLayout(setting.book, setting.book.wagers[flat], question["context"]["base_stake"], at)
    return _lies(BEHIND, flat, setting, lying_of(on, setting))


def _lies(number: WagerNumber, selection: str, setting: Setting, lying: Lying) -> Wager:
    return Wager(
        number=number,
        round_id=setting.round_id,
        selection=Selection(selection),
        stake_kind=StakeKind.CHIP,
        book=setting.book.version,
        lying=lying,
    )


def balances(events: list[Event]) -> Counter[Account]:
    """What these events moved, account by account; each of them sums to zero."""
    moved: Counter[Account] = Counter()
    for event in events:
        postings_of_event = postings_of(event)
        assert sum(posting.cents for posting in postings_of_event) == 0
        assert all(type(posting.cents) is int and posting.cents for posting in postings_of_event)
        for posting in postings_of_event:
            moved[posting.account] += posting.cents
    return moved


def owed(game: Game) -> Fraction:
    """The exact commission on the wager as it lies."""
    part, whole = game.setting.book.wagers[game.position.wagers[NUMBER].selection].commission
    lying = game.position.wagers[NUMBER].lying
    return (lying.effective + lying.kept) * part / whole


def limited(game: str, limit: Limit, **rest: Any) -> Setting:
    """A round at a table of this game with this limit on every kind of selection."""
    return setting_of(game, limits={EVERY_KIND: limit}, **rest)


def holding(game: str, selection: str, cents: int, *, meter: str | None = METER) -> Position:
    """A position with one wager, placed before a come out roll."""
    chips = seated(meter)
    events = placing.place(chips, selection=Selection(selection), stake_cents=Cents(cents), setting=setting_of(game))
    return AGGREGATE.fold(chips, events)


def rolled(chips: Position, outcome: str, setting: Setting) -> Position:
    """The position after an outcome."""
    return AGGREGATE.fold(chips, settlement.settle(chips, outcome=outcome, setting=setting))
