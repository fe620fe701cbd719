"""What each command is asked for with that people give at the floor: a table, a round or a player for which it could be done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from casino.domain.instant import Instant
from casino.domain.money import Cents
from casino.domain.powers import CC
from games.domain.placing import Change
from games.domain.turn import PassingGround
from games.domain.vocabulary import EVERY_KIND, Instrument, Limit, WagerNumber
from tests.flows.staged_floor import AREAS, BOXPERSON, CONFIRMER, GROUNDS, PERSONAL, SHOWN, VARIANTS, Staged
from tests.games.dealer_table import P1, P2, P3, TWO, renamed
from tests.games.floor import SIGN

LONG_AGO = Instant.parse("2020-01-01T00:00:00.000000Z")
LOWER = {EVERY_KIND: Limit(minimum=Cents(200), maximum=Cents(100_000))}


def _place(staged: Staged, stage: str = "wagered") -> dict[str, Any]:
    return {"seat": P1, "round_id": staged.round(stage)}


def _wager(staged: Staged) -> dict[str, Any]:
    return {**_place(staged), "wager": WagerNumber(1)}


def _taker(staged: Staged) -> Any:
    """Whom the dice are offered to: at Dragon Fire the highest place is asked first."""
    return P2 if staged.game == "DF" else P1


def _late(staged: Staged) -> dict[str, Any]:
    stage = "doubt" if staged.game in AREAS else "thrown"
    change = Change("place", selection=staged.area(1), cents=Cents(500))
    return {
        "terminal": staged.terminals.get(stage, P1),
        "round_id": staged.round(stage),
        "change": change,
        "begun_at": LONG_AGO,
        "reason": "The screen froze",
    }


def _of(stage: str, **more: Any) -> Callable[[Staged], dict[str, Any]]:
    """A command about the table at this stage."""
    return lambda staged: {"name": staged.table(stage), **more}


def _played(stage: str) -> Callable[[Staged], dict[str, Any]]:
    """A command about the round at this stage."""
    return lambda staged: {"round_id": staged.round(stage)}


def _showing(stage: str, **more: Any) -> Callable[[Staged], dict[str, Any]]:
    """A command about the round at this stage, with what its dice or its wheel show."""
    return lambda staged: {"round_id": staged.round(stage), "shown": SHOWN[staged.game], **more}


def _called(staged: Staged) -> dict[str, Any]:
    return {**_place(staged), "wager": WagerNumber(2), "to": "OFF", "confirmed_by": CONFIRMER}


def _said(staged: Staged) -> dict[str, Any]:
    """At Mini Craps a Boxperson acts as Stickperson."""
    return {
        **_place(staged),
        "seat": P3,
        "selection": staged.area(1),
        "stake_cents": Cents(1_000),
        "words": "That one",
        "instrument": Instrument.CHIPS,
        "confirmed_by": CONFIRMER if staged.book == CC else "",
    }


ASKED: Mapping[str, Callable[[Staged], dict[str, Any]]] = {
    "place-for-player": lambda staged: {
        **_place(staged), "seat": P3, "selection": staged.area(1), "stake_cents": Cents(1_000)
    },
    "increase-for-player": lambda staged: {**_wager(staged), "by_cents": Cents(500)},
    "reduce-for-player": lambda staged: {**_wager(staged), "to_cents": Cents(500)},
    "take-down-for-player": _wager,
    "move-for-player": lambda staged: {**_wager(staged), "to": staged.area(1)},
    "open-place": _of("between", seat="P4"),
    "end-place": _of("between", seat=P3),
    "start-game": _of("between"),
    "call-no-more-bets": _played("shooting"),
    "end-idle-round": _played("idle"),
    "call-wager": _called,
    "advise-below-minimum": _place,
    "place-oral-wager": _said,
    "refuse-wager": lambda staged: {**_wager(staged), "reason": "Placed by a minor"},
    "order-dice-passed": _of("shooting", ground=PassingGround.DELAY),
    "offer-dice": _of("wagered"),
    "decline-dice": lambda staged: {"name": staged.table("offered"), "seat": _taker(staged)},
    "accept-dice": lambda staged: {"name": staged.table("offered"), "seat": _taker(staged), "dice": TWO},
    "select-dice": _of("lost", dice=("d2", "d3")),
    "pass-dice": _of("shooting"),
    "lose-die": _of("shooting", die=TWO[0]),
    "introduce-dice-set": _of("new", dice="S2", checked=renamed("e")),
    "return-die": _of("lost", die=TWO[0], is_sound=True, to_shooter=False),
    "appoint-stickperson": _of("between", number=BOXPERSON),
    "relieve-stickperson": _of("halted"),
    "enter-result": _showing("thrown"),
    "confirm-result": _played("entered"),
    "dispute-face": _played("thrown"),
    "note-display": _showing("entered", display="WND-1"),
    "report-lights": _showing("entered"),
    "determine-outcome": _showing("doubt"),
    "override-result": lambda staged: {
        **_showing("decided" if staged.game in AREAS else "entered")(staged),
        "shown": {"IR": (18,), "SB": (1, 2, 5)}.get(staged.game, (2, 4)),
        "reason": "Misread",
    },
    "call-no-roll": lambda staged: {
        "round_id": staged.round("doubt" if staged.game in AREAS else "thrown"), "ground": GROUNDS[staged.game]
    },
    "accept-late-change": _late,
    "display-limits": _of("new", limits=SIGN),
    "notice-limits": _of("between", limits=LOWER, in_minutes=60),
    "change-limits": _of("between", limits=LOWER),
    "set-dice-shooting-value": _of("between", cents=Cents(2_000)),
    "configure-wagering-period": _of("between", seconds=45),
    "grant-personal-limits": _of("between", seat=P1, limits=PERSONAL, marker="M1"),
    "end-personal-limits": _of("halted", seat=P1),
    "open-table": _of("shut"),
    "notice-closure": _of("between", in_minutes=60),
    "close-table": lambda staged: {"name": staged.table("between" if staged.game in AREAS else "empty")},
    "suspend-table": _of("between", reason="Lights fail"),
    "release-table": _of("halted", rectified="A lamp was changed"),
    "disconnect-sign": _of("between"),
    "reconnect-sign": _of("halted"),
    "commission-table": lambda staged: {
        "name": f"{staged.game}-further", "book": staged.book, "layout": "A", "variant": VARIANTS.get(staged.game, ""),
        "equipment": (staged.machines["further"],) if "further" in staged.machines else (),
    },
    "adopt-book-version": _of("between"),
}  # fmt: skip
"""What each command that people give is asked for with."""
