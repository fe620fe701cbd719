"""One simulated dealer at one table: looks how it stands, does the next thing by the book, and looks again.

What is done follows from how the table stands, so that a dealer goes on wherever another has stopped.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from math import inf
from random import Random
from time import monotonic
from typing import Any

from casino import journal
from casino.domain.powers import CC, Power
from casino.domain.refusals import Refusal
from games import practice_tables, services
from games.demo_tables import SET_OF_DICE
from games.domain.places import PLACES
from games.domain.round_of_play import Stage
from games.domain.setting import MINI
from games.domain.table import DICE_THROWN
from games.domain.vocabulary import RoundId, SeatId
from games.simulated_dealers import plan, players, table, throwing, wishing
from games.simulated_dealers.act import Act, act
from games.simulated_dealers.faults import Fault, Script, possible
from games.simulated_dealers.people import Staffed
from games.simulated_dealers.plan import BETS_SECONDS, Plan
from games.simulated_dealers.table import Look

LOOK_SECONDS, FAST_LOOK_SECONDS = 1.0, 0.02
REFUSED_SECONDS = 5.0
BETWEEN_SECONDS = 6.0
RECTIFIED_SECONDS = 15.0
OFFER_SECONDS = 12.0  # after place your bets
ANSWER_SECONDS, SHOOT_SECONDS = 15.0, 20.0  # that somebody at a practice seat is given
RECTIFIED = "The lights were reset and tested with all six faces."
COMES, LEAVES = 0.5, 0.06
PLAYED_BY_US = (Stage.WAGERING, Stage.CLOSED, Stage.ENTERED)


class Dealer:
    """Deals at a table, with the players who sit there."""

    def __init__(self, at: Staffed, *, seed: int, is_fast: bool, script: Script) -> None:
        self.at = at
        self.script = script
        self.rounds = 0
        self.counted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.inflicted: list[Fault] = []
        self._is_fast = is_fast
        self._chance = Random(f"{seed} {at.venue} {at.name}")  # noqa: S311 - chance from a seed is the point
        self._dice = Random(f"{seed} {at.venue} {at.name} dice")  # noqa: S311
        self._todo: deque[Act] = deque()
        self._ready_at = 0.0
        self._plan: Plan | None = None
        self._planned = RoundId("")
        self._waits: tuple[str, float] = ("", 0.0)  # for what, and since when
        self._stands_since: float | None = None

    @property
    def places(self) -> Sequence[SeatId]:
        """Where simulated players sit here."""
        return practice_tables.SIMULATED if self.at.venue == practice_tables.VENUE else PLACES[:4]

    @property
    def look_seconds(self) -> float:
        """How soon to look again where there is nothing to do."""
        return FAST_LOOK_SECONDS if self._is_fast else LOOK_SECONDS

    @property
    def stands_seconds(self) -> float:
        """How long the table has stood still for others: who settle, open, release or deal it."""
        return 0.0 if self._stands_since is None else monotonic() - self._stands_since

    def report(self) -> dict[str, Any]:
        """What was done here."""
        return {
            "book": self.at.book,
            "rounds": self.rounds,
            "wagers": self.counted["wagers"],
            "no_rolls": self.counted["no_rolls"],
            "faults": dict(Counter(fault.value for fault in self.inflicted)),
            "faults_to_come": [each["fault"] for each in self.script.told() if not each["is_inflicted"]],
            "refused": dict(self.refused),
        }

    def step(self, rounds: int | None = None) -> float | None:
        """Do what is due; in how many seconds to look again. None: so many rounds have been dealt."""
        if self._todo and (wait := self._ready_at - monotonic()) > 0:
            return min(wait, LOOK_SECONDS)
        seen = table.look(self.at)
        if not seen.table.is_open or table.is_anothers(self.at, seen):
            self._todo.clear()
            return self._stand(LOOK_SECONDS)
        if not self._todo:
            if rounds is not None and self._has_ended(seen) and self.rounds >= rounds:
                return None
            self._prepare(self._next(seen))
        if not self._todo and (seen.play is None or seen.play.stage not in PLAYED_BY_US):
            return self._stand(self.look_seconds)
        self._stands_since = None
        if not self._todo:
            return self.look_seconds
        return self._do(self._todo[0]) if self._ready_at <= monotonic() else 0.0

    def _stand(self, seconds: float) -> float:
        """There is nothing to do here until others have done something."""
        if self._stands_since is None:
            self._stands_since = monotonic()
        return seconds

    def _prepare(self, acts: Sequence[Act]) -> None:
        self._todo.extend(acts)
        if self._todo:
            self._ready_at = monotonic() + self._pace(self._todo[0].before)

    def _do(self, due: Act) -> float:
        """Do it; what fails with the database is done again as the same request, what is refused is thought over."""
        due.origin = due.origin or self.at.origin(due.power)
        try:
            due.service(**due.told, origin=due.origin)
        except (Refusal, journal.Stale) as refusal:
            self.refused[refusal.code if isinstance(refusal, Refusal) else "stale"] += 1
            self._todo.clear()
            return self.look_seconds if self._is_fast else REFUSED_SECONDS
        self._todo.popleft()
        self._note(due)
        self._prepare([])
        return 0.0

    def _note(self, done: Act) -> None:
        self.counted["wagers"] += done.service in {services.place_for_player, services.place_oral_wager}
        self.counted["no_rolls"] += done.service is services.call_no_roll
        if done.inflicts is None or self._plan is None:
            return
        if self._plan.fault is done.inflicts:
            self._plan.fault = None
        self.inflicted.append(done.inflicts)
        self.script.happened(done.inflicts, self.rounds + 1)

    def _pace(self, seconds: float) -> float:
        return 0.0 if self._is_fast else seconds

    # From round to round

    def _has_ended(self, seen: Look) -> bool:
        """Count a round that has come to its end; whether none is played, and nothing is left to be put right."""
        if seen.play is not None:
            return False
        if self._plan is not None:
            self.rounds += 1
            self._plan = None
        return not seen.table.suspended

    def _next(self, seen: Look) -> list[Act]:
        """What the dealer does next; nothing: wait."""
        self._has_ended(seen)
        if seen.play is None:
            return self._between(seen)
        planned = self._plan_of(seen)
        match seen.play.stage:
            case Stage.WAGERING:
                return self._wagering(seen, planned)
            case Stage.CLOSED:
                return self._closed(seen, planned)
            case Stage.UNCERTAIN:
                return throwing.judged(seen, planned)
            case Stage.ENTERED:
                return [throwing.keyed(self.at, seen, planned)]
            case _:
                return []  # workers settle it

    def _between(self, seen: Look) -> list[Act]:
        there, at = seen.table, self.at
        if there.suspended:
            return self._released() if table.was_suspended_here(at) else []
        if there.stickperson and at.variant == MINI and table.was_appointed_here(at):
            return [act(services.relieve_stickperson, Power.LET_BOXPERSON_ACT_AS_STICKPERSON, {"name": at.name})]
        if seen.is_closing and not seen.wagers:
            return []
        if changed := throwing.new_set(at, seen, SET_OF_DICE):
            return changed
        return self._moved(seen) or [act(services.start_game, Power.DEAL_GAME, {"name": at.name}, before=BETWEEN_SECONDS)]

    def _released(self) -> list[Act]:
        told = {"name": self.at.name, "rectified": RECTIFIED}
        return [act(services.release_table, Power.ATTEND_DEVICES, told, before=RECTIFIED_SECONDS)]

    def _moved(self, seen: Look) -> list[Act]:
        """A player comes or leaves."""
        there = players.seated(seen.players, self.places)
        free = [place for place in self.places if place not in there]
        idle = [place for place in there if not seen.players[place].wagers]
        if free and (not there or self._chance.random() < COMES) and not seen.is_closing:
            return [act(services.open_place, Power.DEAL_GAME, {"name": self.at.name, "seat": self._chance.choice(free)})]
        if len(there) > 1 and idle and self._chance.random() < LEAVES:
            return [act(services.end_place, Power.DEAL_GAME, {"name": self.at.name, "seat": self._chance.choice(idle)})]
        return []

    def _plan_of(self, seen: Look) -> Plan:
        """What is to happen in the round that is played; planned once."""
        assert seen.play is not None, "a round is being played"
        if self._plan is None or self._planned != seen.play.id:
            here = possible(self.at.book, self.at.variant)
            due, by_itself = self.script.due(self.rounds + 1), plan.trouble(self._chance, here)
            fault = due[self.rounds % len(due)] if due else by_itself
            seats = players.seated(seen.players, self.places)
            self._plan = plan.make(self._dice, book=self.at.book, seats=seats, fault=fault)
            self._planned = seen.play.id
        return self._plan

    # Place your bets

    def _wagering(self, seen: Look, planned: Plan) -> list[Act]:
        elapsed = inf if self._is_fast else seen.elapsed
        while planned.wishes and planned.wishes[0][0] <= elapsed:
            _, seat, wish = planned.wishes.pop(0)
            if granted := wishing.granted(self._chance, self.at, seen, seat, wish):
                return granted
        if elapsed >= OFFER_SECONDS and (done := self._trouble(seen, planned) or self._early_dice(seen, planned)):
            return done
        return self._no_more_bets(seen, planned) if elapsed >= BETS_SECONDS else []

    def _trouble(self, seen: Look, planned: Plan) -> list[Act]:
        """What goes wrong, or is rarely done, while wagers are placed."""
        there = players.seated(seen.players, self.places)
        if given_up := throwing.given_up(self.at, seen, planned):
            return given_up
        match planned.fault:
            case Fault.ORAL_WAGER:
                acts = (wishing.by_word(self._chance, self.at, seen, seat) for seat in there)
            case Fault.BELOW_MINIMUM:
                acts = (wishing.below_the_minimum(seen, seat) for seat in there)
            case Fault.WAGER_REFUSED:
                acts = (wishing.refused(seen, seat) for seat in there)
            case _:
                return []
        return next(filter(None, acts), [])

    def _early_dice(self, seen: Look, planned: Plan) -> list[Act]:
        """The dice go to whoever has the wager for them while others still place theirs."""
        there = seen.table
        left = [seat for seat in throwing.eligible(seen) if seat not in there.declined]
        if there.shooter is not None or not left:
            return []
        return self._hand_over(seen, planned)

    def _no_more_bets(self, seen: Look, planned: Plan) -> list[Act]:
        seats = players.seated(seen.players, self.places)
        is_idle = planned.fault is Fault.NOBODY_WAGERS
        nobody = self.at.book == CC and not any(seat in self.places for seat in throwing.eligible(seen))
        if nobody and not seen.is_closing and (line := wishing.a_line(self._chance, seen, seats)):
            return line  # whoever else has one may leave the dice, and then nobody could throw
        asked = {"round_id": seen.table.round}
        if not seen.wagers:
            return [act(services.end_idle_round, Power.DEAL_GAME, asked, inflicts=planned.fault if is_idle else None)]
        if planned.fault is Fault.NOT_PRESSED:
            return [throwing.not_pressed(seen)]
        return [act(services.call_no_more_bets, Power.DEAL_GAME, asked, before=0.0)]

    # No more bets

    def _closed(self, seen: Look, planned: Plan) -> list[Act]:
        there = seen.table
        if planned.fault is Fault.LATE_WAGER and (late := self._late(seen)):
            return late
        if not seen.wagers:
            return [act(services.end_idle_round, Power.DEAL_GAME, {"round_id": there.round})]
        if self.at.book == CC and there.has_no_taker:
            return [throwing.no_thrower(seen)]
        if not throwing.is_handed_over(self.at, there):
            return self._hand_over(seen, planned)
        if there.shooter and len(there.in_hand) < DICE_THROWN:
            return [throwing.selected(self._chance, self.at, there)]
        if self._is_waited_for(there.shooter, f"{there.round} thrown by", SHOOT_SECONDS):
            return []
        return throwing.thrown(self.at, seen, planned)

    def _late(self, seen: Look) -> list[Act]:
        there = players.seated(seen.players, self.places)
        return next(filter(None, (wishing.too_late(self._chance, self.at, seen, seat) for seat in there)), [])

    def _hand_over(self, seen: Look, planned: Plan) -> list[Act]:
        asked = seen.table.offered_to
        if asked is None:
            if changed := throwing.new_set(self.at, seen, SET_OF_DICE):
                return changed
            if self.at.book == CC and not throwing.eligible(seen):
                return [throwing.no_thrower(seen)]
            return [throwing.offer(self.at, planned, left=len(self._undecided(seen)))]
        if asked in self.places:
            others = [seat for seat in self._undecided(seen) if seat != asked and seat in self.places]
            return [throwing.answered(self._chance, self.at, seen, planned, others)]
        if self._is_waited_for(asked, f"{seen.table.round} offered to", ANSWER_SECONDS):
            return []
        return [throwing.declined(self.at, asked)]

    def _undecided(self, seen: Look) -> list[SeatId]:
        return [seat for seat in throwing.eligible(seen) if seat not in seen.table.declined]

    def _is_waited_for(self, seat: SeatId | None, what: str, seconds: float) -> bool:
        """Whether somebody at a practice seat still has time."""
        if seat is None or seat in self.places:
            return False
        if self._waits[0] != f"{what} {seat}":
            self._waits = (f"{what} {seat}", monotonic())
        return monotonic() - self._waits[1] < self._pace(seconds)
