"""Players' places as the dealer's screen shows them, and what is paid and collected once a round is settled."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse

from casino import journal
from casino.domain.money import Cents, dollars
from games import floor_told, round_told
from games.dealer_screen import AtTable
from games.domain import markers
from games.domain.between_rounds import NEW_SET_AT
from games.domain.events import RoundSettled, RoundVoided
from games.domain.position import Position
from games.domain.table import DICE_THROWN, Table, remaining
from games.domain.vocabulary import SeatId, StakeKind
from games.domain.wager import Wager
from games.rules import books
from games.told import listed, shown

MOST = 400  # wagers of a dealer table at once
Told = dict[str, Any]


def places(there: AtTable) -> list[Told]:
    """Every taken place with its wagers, clockwise; the shooter's is marked."""
    return [_place(there, seat, chips) for seat, chips in there.positions.items()]


def _place(there: AtTable, seat: SeatId, chips: Position) -> Told:
    wagers = [wager(there.state, each) for each in chips.wagers.values()]
    return {
        "seat": seat,
        "url": reverse("dealer-place", args=[there.name, seat]),
        "marks": marks(there.state, seat, chips),
        "wagers": wagers,
        "cents": Cents(sum(each["cents"] for each in wagers)),
    }


def marks(state: Table, seat: SeatId, chips: Position) -> list[Told]:
    """What lies or stands at a place beside its wagers: the dice, a sign of its own limits, advice that was given."""
    said = [
        ("running", "shooter", state.shooter == seat),
        ("pending", "offered the dice", state.offered_to == seat),
        ("note", f"own limits {floor_told.limits(state.personal.get(seat, {}))}", seat in state.personal),
        ("waits", "advised: below the minimum is returned", chips.is_advised),
    ]
    return [{"shape": shape, "word": word} for shape, word, holds in said if holds]


def wager(state: Table, lies: Wager) -> Told:
    """A wager on the layout: its name, its stake, how it lies, and the marker buttons on it (CC 2.7)."""
    table, lying = books.get(lies.book).wagers[lies.selection], lies.lying
    buttons = markers.buttons(state, lies)
    moved = table.states[lying.state]["moved"]
    on = f"on {lying.state}" if moved and lying.state.isdigit() else ""
    frozen = "frozen" if lying.shows == "frozen" else ""
    calls = table.states[lying.state]["calls"]
    return {
        "number": lies.number,
        "name": table.name,
        "cents": lying.stake_cents,
        "words": ", ".join(filter(None, [on, frozen, "token" if lies.stake_kind == StakeKind.TOKEN else ""])),
        "shape": "locked" if frozen else "",
        "buttons": buttons,
        "calls": [call for call in calls if call not in buttons],
        "said": f"{table.name}, {dollars(lying.stake_cents)}",
    }


def came_to(there: AtTable) -> Told | None:
    """What the last round came to, and what is to be paid and collected at each place."""
    if not there.story or not isinstance(there.story[-1].event, RoundSettled | RoundVoided):
        return None
    ended = there.story[-1]
    met = journal.together(journal.written_with(ended), of=round_told.MET, at_most=MOST)
    groups = round_told.wagers(met, books.get(_book_of(there)))
    event = ended.event
    faces = [int(face) for face in event.outcome.split("-")] if isinstance(event, RoundSettled) else []
    return {
        "faces": faces,
        "outcome": f"{shown(event.outcome)}, total {sum(faces)}" if faces else "No roll",
        "ground": "" if faces else "what is void goes back to the players",
        "places": [_paid(group) for group in groups],
        "paid": Cents(event.totals.paid_cents + round_told.sum_of(groups)["commission"]),
        "url": reverse("round", args=[there.last]),
    }


def _book_of(there: AtTable) -> str:
    opened = there.story[0].event
    return str(getattr(opened, "book", "") or there.state.book)


def _paid(group: Mapping[str, Any]) -> Told:
    wagers = group["wagers"]
    return {
        "seat": group["place"]["name"],
        "cents": Cents(sum(each.get("paid", 0) + each.get("commission", 0) for each in wagers)),
        "pays": [each for each in wagers if each.get("paid")],
        "collected": listed((each["name"] for each in wagers if not each.get("is_carried") and not each["paid"]), nothing=""),
        "stays": listed((each["name"] for each in wagers if each.get("is_carried")), nothing=""),
    }


def dice(state: Table) -> list[Told]:
    """Who has the dice, which two, and who throws them."""
    facts: list[Told] = []
    if state.shooter:
        in_hand = f"with {listed(state.in_hand)}" if len(state.in_hand) == DICE_THROWN else "a die is missing: select anew"
        facts.append({"label": "Shooter", "value": state.shooter, "note": in_hand, "decides": True})
    elif state.offered_to:
        facts.append({"label": "Offered to", "value": state.offered_to, "decides": True})
    else:
        facts.append({"label": "Shooter", "value": "the dealer rolls" if state.has_no_taker else "nobody", "decides": True})
    left = remaining(state)
    facts += [
        {"label": "Throws", "value": state.thrower, "note": "as the shooter authorised (CC-20)"},
        {"label": "Declined", "value": listed(state.declined, nothing="")},
        {"label": "Bowl", "value": listed((die for die in left if die not in state.in_hand), nothing="empty")},
        {"label": "Off the table", "value": listed(state.lost, nothing="")},
        {"label": "Stickperson", "value": state.stickperson.removeprefix("staff/")},
    ]
    return [fact for fact in facts if fact["value"]]


def thrower_missing(state: Table) -> str:
    """Why nothing can have been thrown; nothing: somebody has two dice, or the dealer rolls."""
    if state.shooter and len(state.in_hand) < DICE_THROWN:
        return "A die is missing: the shooter selects dice anew."
    if state.shooter or state.has_no_taker:
        return ""
    return "Nobody has the dice: offer them first."


def on_layout(positions: Iterable[Position]) -> tuple[int, Cents]:
    """How many wagers lie there, and how much."""
    stakes = [each.lying.stake_cents for chips in positions for each in chips.wagers.values()]
    return len(stakes), Cents(sum(stakes))


def missing(there: AtTable) -> Sequence[str]:
    """Why no round can begin."""
    state = there.state
    said = [
        ("The table is not open.", not state.is_open),
        (f"Suspended: {state.suspended}", bool(state.suspended)),
        ("Two dice are lost: a new set is introduced first.", _needs_new_set(state)),
    ]
    return [words for words, holds in said if holds]


def _needs_new_set(state: Table) -> bool:
    return state.shooter is None and bool(state.dice) and len(remaining(state)) <= NEW_SET_AT
