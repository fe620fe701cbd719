"""What the dealer's screen stands on: a table that a dealer runs, the round there, how far it is, and who is at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from casino import journal
from casino import selectors as ground
from casino.domain import authority
from casino.domain.events import VenueId
from casino.domain.instant import Instant
from casino.domain.powers import BOOK_NAMES, CC, DF, Power
from casino.journal import Recorded
from casino.refusing import NotFound
from games import floor_told, selectors, tables_told
from games.domain import markers, naming, places, position, round_of_play, table
from games.domain.events import (
    IlluminationFaulted,
    NoRollCalled,
    OutcomeDetermined,
    ResultEntered,
    ResultOverridden,
    RoundOpened,
    RoundSettled,
    RoundVoided,
    WageringClosed,
)
from games.domain.position import Position
from games.domain.round_of_play import RoundOfPlay, Stage
from games.domain.setting import MINI, cite
from games.domain.table import WITH_LOOSE_DICE, Table
from games.domain.vocabulary import RoundId, SeatId
from games.rules import books, interpreter
from games.told import at_time, shown

ENTRIES = 100  # of one round: its stages and what people decided
STEPS = ("Place your bets", "No more bets", "Enter the dice", "Settle")
NEXT: Mapping[Stage, int] = {  # which of the steps is to be taken
    Stage.WAGERING: 1,
    Stage.CLOSED: 2,
    Stage.UNCERTAIN: 2,
    Stage.ENTERED: 3,
    Stage.DECIDED: 3,
    Stage.NO_RESULT: 3,
}


@dataclass(frozen=True)
class AtTable:
    """A table that a dealer runs, as a person at its screen finds it."""

    name: str
    venue: VenueId
    state: Table
    play: RoundOfPlay | None  # the round that is played
    story: Sequence[Recorded]  # of that round, or of the last one
    last: RoundId  # the round that was played last, if none is played now

    @property
    def book(self) -> interpreter.Table:
        """The book by which the round is settled, or the next one will be."""
        return books.get(self.play.book if self.play else self.state.book)

    @property
    def stage(self) -> Stage | None:
        """How far the round is; none: nothing is played."""
        return self.play.stage if self.play else None

    @property
    def is_crowns(self) -> bool:
        """Whether it is a table of Crown Craps."""
        return self.state.book_id == CC

    @cached_property
    def positions(self) -> Mapping[SeatId, Position]:
        """The players at their places, clockwise."""
        taken = sorted(selectors.seats(self.state.id), key=places.PLACES.index)
        states = journal.states([position.at(self.state.id, seat) for seat in taken])
        return {seat: states[position.at(self.state.id, seat)] for seat in taken}

    @property
    def topics(self) -> list[str]:
        """What the screen watches: the table, its round, and every place."""
        chips = [position.at(self.state.id, seat).stream for seat in places.PLACES]
        played = round_of_play.at(self.play.id).stream if self.play else ""
        return list(filter(None, [table.at(self.state.id).stream, played, *chips]))


def at_table(venue: VenueId, name: str) -> AtTable:
    """A table that a dealer runs, and the round there or the last one."""
    state = journal.state(table.at(naming.table_id(venue, name)))
    if not state.id or state.book_id not in WITH_LOOSE_DICE:
        raise NotFound(f"No dealer runs a table {name} at this venue.")
    play = journal.state(round_of_play.at(state.round)) if state.round else None
    ended = None if play else selectors.rounds_of(state.id).exclude(finished_at=None).first()
    last = RoundId(ended.id) if ended else RoundId("")
    told = state.round or last
    story = journal.latest(round_of_play.at(told), at_most=ENTRIES) if told else []
    return AtTable(name, venue, state, play, story, last)


def head(there: AtTable) -> dict[str, Any]:
    """What stands at the top of every page of the screen."""
    state = there.state
    told = there.state.round or there.last
    return {
        "name": there.name,
        "game": f"{'Mini Craps' if state.variant == MINI else BOOK_NAMES[state.book_id]}",
        "roll": f"roll {naming.number_of(told):04}" if told else "no roll yet",
        "limits": floor_told.limits(state.limits),
        "puck": markers.puck(state),
        "point": state.point,
        "frozen": tables_told.standing_at(state) if state.book_id == DF else [],
        "steps": steps(there),
        "topics": there.topics,
        "suspended": tables_told.suspended(state),
        "closes": at_time(state.closure.comes_at)[:-3] if state.closure else "",
    }


def steps(there: AtTable) -> list[dict[str, str]]:
    """The four steps of a round: when each was taken, and which is to be taken now."""
    if there.play is None:
        return [{"name": name, "state": "ahead" if place else "now", "at": ""} for place, name in enumerate(STEPS)]
    now, times = NEXT[there.play.stage], _times(there.story)
    states = ["past" if place < now else "now" if place == now else "ahead" for place in range(len(STEPS))]
    return [
        {"name": name, "state": state, "at": at_time(at) if state == "past" and at else ""}
        for name, state, at in zip(STEPS, states, times, strict=True)
    ]


def _times(story: Sequence[Recorded]) -> list[Instant | None]:
    times: list[Instant | None] = [None] * len(STEPS)
    for each in reversed(story):
        match each.event:
            case RoundOpened(opened_at=at):
                times[0] = times[0] or at
            case WageringClosed(closed_at=at):
                times[1] = times[1] or at
            case ResultEntered() | OutcomeDetermined() | NoRollCalled():
                times[2] = times[2] or each.recorded_at
            case RoundSettled() | RoundVoided():
                times[3] = each.recorded_at
    return times


def put_right(there: AtTable) -> dict[str, Any] | None:
    """What somebody with the power has put in the place of an entry (DF 10.1, 10.2, 4.4.4, CC 5.3.1(b)(i))."""
    decided = (ResultOverridden, IlluminationFaulted, OutcomeDetermined)
    found = next((each for each in reversed(there.story) if isinstance(each.event, decided)), None)
    if found is None:
        return None
    match found.event:
        case ResultOverridden(wrong=wrong, outcome=outcome, reason=reason):
            strong, words = f"{shown(outcome)} instead of {shown(wrong)}.", f"The result was overridden: {reason}"
        case IlluminationFaulted(outcome=outcome, lit=lit):
            strong = f"{shown(outcome)}, by the dice."
            words = f"The areas of {shown(lit)} were lit." if lit else "Nothing was lit."
        case OutcomeDetermined(outcome=outcome):
            strong, words = f"{shown(outcome)}.", "The uppermost face was decided."
    rule = ", ".join(found.event.rule)
    who = ground.names_of([found.line.actor])[found.line.actor]
    note = f"{who}, {at_time(found.recorded_at)}"
    return {"tone": "warn", "shape": "waits", "strong": strong, "words": f"{words} ({rule})", "note": note}


def may_correct(there: AtTable) -> str:
    """Who may put a wrong entry right: not the screen that made it (DF 10.1)."""
    state = there.state
    grants = authority.granted(state.book_id, Power.OVERRIDE_RESULT, variant=state.variant)
    who = " or ".join(dict.fromkeys(role.value for grant in grants for role in grant.roles))
    if not who:
        return "Nobody overrides an entry at this table: a disputed face is the Boxperson's to decide (CC 5.3.1(b)(i))."
    rule = cite(state.book_id, grants[0].rule)
    return f"Was it keyed wrongly? Stop the game and call the {who}, who alone enters the correct number ({rule})."
