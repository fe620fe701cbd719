"""What machines say, one finding after the other, and what it does to the round of their table."""

from __future__ import annotations

from uuid import uuid4

import pytest

from casino import journal
from casino.domain import attempts
from casino.domain.events import AttemptRefused
from casino.domain.instant import Instant
from casino.domain.powers import AC, IR, SB
from casino.domain.refusals import Refusal
from casino.journal import Actor, Origin, PlaceId, Role
from devices.host.findings import CockedTold, Finding, OutcomeTold, WheelTold
from devices.inbox import Machine
from devices.wire.slingshot import Direction, State, Status, Warnings
from games import services
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.round_of_play import Stage
from games.hearing import HANDLERS
from tests.casino.asking import entries, react
from tests.databases import Database
from tests.factories import EVENING, OriginFactory
from tests.games.floor import SECONDS, STAR, Clock, Floor, check, credits_of, insert, put_on

BETS, RIM, DROP, NUMBER = State.PLACE_YOUR_BETS, State.BALL_IN_RIM, State.NO_MORE_BETS, State.WINNING_NUMBER


@pytest.fixture
def clock(committed: Database) -> Clock:
    return put_on(committed)


def status(state: State, spin: int = 8, number: int = 17, warnings: Warnings = Warnings.NONE) -> Status:
    return Status(state, spin, number, warnings, 160, Direction.CLOCKWISE)


class Wheel:
    """A table of roulette with credits, and whoever hears its wheel."""

    def __init__(self) -> None:
        self.floor = Floor(IR)
        self.before: Status | None = None
        for terminal in self.floor.terminals:
            insert(terminal, 5_000)

    def tell(self, *told: Status) -> None:
        for each in told:
            hear(self.floor, WheelTold(self.floor.machine, 0.0, each, self.before))
            self.before = each

    def is_heard_by_another(self) -> None:
        """The poller is replaced: what was told before is not known."""
        self.before = None


def hear(floor: Floor, found: Finding) -> None:
    handle = HANDLERS[type(found)]
    handle(Machine(STAR, floor.machine, floor.game), found, origin(floor))


def origin(floor: Floor) -> Origin:
    actor = Actor(f"device/{STAR}.{floor.machine}")
    return OriginFactory.build(request_id=uuid4(), actor=actor, role=Role("device"), occurred_at=Instant.of(EVENING))


def refused(floor: Floor, found: Finding) -> str:
    return refusal(floor, found)[0]


def refusal(floor: Floor, found: Finding) -> tuple[str, str, str]:
    """The code, the rule and the sentence."""
    with pytest.raises(Refusal) as raised:
        hear(floor, found)
    return raised.value.code, raised.value.rule, raised.value.sentence


def test_ir_3_14_the_wheel_ends_the_period_and_its_number_settles_the_round(clock: Clock) -> None:
    wheel = Wheel()
    played = wheel.floor.open()
    wheel.floor.place(wheel.floor.terminals[0], "straight:17", 500)
    wheel.tell(status(BETS, number=3), status(RIM, number=3))
    assert wheel.floor.play().stage is Stage.WAGERING
    wheel.tell(status(DROP, number=3))
    assert (wheel.floor.play().stage, wheel.floor.play().spin) == (Stage.CLOSED, 8)
    wheel.tell(status(NUMBER))
    react()
    assert (wheel.floor.play(played).stage, wheel.floor.play(played).outcome) == (Stage.SETTLED, "17")
    check({wheel.floor.terminals[0]: 5_000 + 35 * 500})


def test_another_poller_in_the_middle_of_a_spin_finds_the_round_of_its_number(clock: Clock) -> None:
    wheel = Wheel()
    played = wheel.floor.open()
    wheel.tell(status(DROP))
    wheel.is_heard_by_another()
    wheel.tell(status(NUMBER))
    react()
    assert wheel.floor.play(played).stage is Stage.SETTLED


def test_a_number_told_again_to_another_poller_does_nothing_to_the_round_after_it(clock: Clock) -> None:
    wheel = Wheel()
    wheel.floor.open()
    wheel.tell(status(DROP), status(NUMBER))
    react()
    played = wheel.floor.open()
    before = entries()
    wheel.is_heard_by_another()
    wheel.tell(status(NUMBER))
    assert entries() == before
    clock.move(SECONDS)
    wheel.floor.close()
    wheel.is_heard_by_another()
    wheel.tell(status(NUMBER))
    assert wheel.floor.play(played).stage is Stage.CLOSED


def test_ir_3_12_a_number_without_no_more_bets_returns_everything(clock: Clock) -> None:
    wheel = Wheel()
    played = wheel.floor.open()
    wheel.floor.place(wheel.floor.terminals[0], "red", 500)
    wheel.tell(status(RIM), status(NUMBER))
    react()
    assert wheel.floor.play(played).stage is Stage.VOIDED
    wheel.is_heard_by_another()
    wheel.tell(status(NUMBER))
    check({wheel.floor.terminals[0]: 5_000})


def test_a_countdown_that_ends_before_the_ball_drops_is_followed_by_the_number(clock: Clock) -> None:
    wheel = Wheel()
    wheel.floor.open()
    wheel.tell(status(RIM))
    clock.move(SECONDS)
    wheel.floor.close()
    wheel.tell(status(DROP))
    wheel.tell(status(NUMBER))
    assert wheel.floor.play().stage is Stage.DECIDED
    assert wheel.floor.play().spin == 8


def test_a_round_that_is_opened_while_a_ball_drops_waits_for_the_next_spin(clock: Clock) -> None:
    wheel = Wheel()
    wheel.tell(status(DROP))
    played = wheel.floor.open()
    wheel.tell(status(NUMBER))
    assert wheel.floor.play(played).stage is Stage.WAGERING
    wheel.tell(status(BETS, spin=9), status(DROP, spin=9), status(NUMBER, spin=9, number=3))
    assert wheel.floor.play(played).outcome == "3"


@pytest.mark.parametrize("warning", [Warnings.SENSOR_FAILURE, Warnings.VOID_GAME])
def test_ir_7_4_1_2_an_error_of_the_wheel_leaves_the_round_waiting_for_people(clock: Clock, warning: Warnings) -> None:
    wheel = Wheel()
    played = wheel.floor.open()
    wheel.floor.place(wheel.floor.terminals[0], "red", 500)
    wheel.tell(status(RIM, warnings=warning), status(DROP, warnings=warning), status(NUMBER, warnings=warning))
    assert (wheel.floor.play().stage, wheel.floor.play().doubt) == (Stage.UNCERTAIN, Doubt.MALFUNCTION)
    before = entries()
    wheel.tell(status(NUMBER, warnings=warning))
    assert entries() == before
    services.call_no_roll(round_id=played, ground=Ground.SYSTEM_MALFUNCTION, origin=OriginFactory.build())
    react()
    check({wheel.floor.terminals[0]: 5_000})


@pytest.mark.parametrize("warning", [Warnings.SENSOR_FAILURE, Warnings.VOID_GAME])
def test_ir_7_4_1_2_the_number_of_a_failing_wheel_decides_no_round_whose_period_expired_before_anybody_closed_it(
    clock: Clock, warning: Warnings
) -> None:
    wheel = Wheel()
    wheel.floor.open()
    wheel.tell(status(RIM, warnings=warning))
    clock.move(SECONDS)
    assert wheel.floor.play().stage is Stage.WAGERING
    wheel.tell(status(NUMBER, warnings=warning))
    assert (wheel.floor.play().stage, wheel.floor.play().doubt) == (Stage.UNCERTAIN, Doubt.MALFUNCTION)
    before = entries()
    wheel.tell(status(NUMBER, warnings=warning))
    assert entries() == before


@pytest.mark.parametrize("warning", [Warnings.BALL_NOT_SENSED, Warnings.BALL_WITH_ROTOR])
def test_ir_3_13_what_is_only_an_alert_keeps_no_round_waiting(clock: Clock, warning: Warnings) -> None:
    wheel = Wheel()
    wheel.floor.open()
    wheel.tell(status(DROP, warnings=warning), status(NUMBER, warnings=warning))
    assert wheel.floor.play().outcome == "17"


def test_another_number_of_the_same_spin_is_refused(clock: Clock) -> None:
    wheel = Wheel()
    played = wheel.floor.open()
    wheel.tell(status(DROP), status(NUMBER))
    another = WheelTold(wheel.floor.machine, 0.0, status(NUMBER, number=4), status(NUMBER))
    assert refused(wheel.floor, another) == "round-second-result"
    react()
    wheel.floor.open()
    assert refused(wheel.floor, another) == "round-second-result"
    assert wheel.floor.play(played).outcome == "17"


def test_a_wheel_at_whose_table_nothing_is_played_changes_nothing(clock: Clock) -> None:
    wheel = Wheel()
    before = entries()
    wheel.tell(status(RIM), status(DROP), status(NUMBER))
    assert entries() == before


def outcome(play: str | None, *shown: int) -> OutcomeTold:
    return OutcomeTold("", 0.0, 1, 1, play, shown)


def test_a_tumbler_that_names_no_round_speaks_of_the_one_that_is_played(clock: Clock) -> None:
    floor = Floor(AC)
    assert refused(floor, outcome(None, 3, 4)) == "round-not-opened"
    floor.open()
    clock.move(SECONDS)
    hear(floor, outcome(None, 3, 4))
    assert floor.play().outcome == "3-4"


def test_what_a_tumbler_says_of_another_round_is_refused(clock: Clock) -> None:
    floor, other = Floor(AC), Floor(AC, name="AC02", terminals=0)
    played, elsewhere = floor.open(), other.open()
    clock.move(SECONDS)
    assert refused(floor, outcome(elsewhere, 3, 4)) == "table-not-its-equipment"
    assert refused(floor, outcome(f"{played[:-4]}0099", 3, 4)) == "round-not-opened"
    assert refused(floor, outcome("nonsense", 3, 4)) == "round-not-opened"
    assert refused(floor, outcome(played, 3, 7)) == "round-outcome-impossible"
    hear(floor, outcome(played, 3, 4))
    react()
    floor.open()
    before = entries()
    hear(floor, outcome(played, 3, 4))
    assert entries() == before
    assert refused(floor, CockedTold("", 0.0, 1, 1, played)) == "round-wrong-stage"


def test_ac_1_1_cocked_dice_told_twice_are_in_doubt_once(clock: Clock) -> None:
    floor = Floor(AC)
    played = floor.open()
    clock.move(SECONDS)
    hear(floor, CockedTold("", 0.0, 1, 1, played))
    before = entries()
    hear(floor, CockedTold("", 0.0, 1, 2, played))
    assert entries() == before
    assert (floor.play().stage, floor.play().doubt) == (Stage.UNCERTAIN, Doubt.COCKED)


IMPOSSIBLE = [
    (AC, (3, 7)), (AC, (0, 1)), (AC, (3,)), (AC, (1, 2, 3)),
    (SB, (1, 2)), (SB, (1, 2, 0)), (SB, (1, 2, 36)), (SB, (7,)),
    (IR, (37,)), (IR, (-1,)), (IR, (1, 2)), (IR, ()), (IR, (10**30,)),
]  # fmt: skip
RESULT_BY = {AC: "AC 3.12", SB: "SB 3.11", IR: "IR 3.15"}
SHOWN = {AC: (2, 2), SB: (2, 2, 5), IR: (4,)}


@pytest.mark.parametrize(("game", "faces"), IMPOSSIBLE)
def test_what_no_dice_and_no_wheel_can_show_decides_nothing_and_is_on_the_record(
    clock: Clock, game: str, faces: tuple[int, ...]
) -> None:
    floor, area = Floor(game), {AC: "any_seven", SB: "small", IR: "red"}[game]
    insert(floor.terminals[0], 5_000)
    played = floor.open()
    floor.place(floor.terminals[0], area, 500)
    clock.move(SECONDS)
    floor.close()
    before = entries()
    said = f"{' and '.join(map(str, faces)) or 'Nothing'} cannot be the outcome of this game."
    assert refusal(floor, outcome(played, *faces)) == ("round-outcome-impossible", RESULT_BY[game], said)
    assert (entries(), floor.play(played).stage) == (before + 1, Stage.CLOSED)
    assert credits_of(floor.terminals[0]) == 4_500
    hear(floor, outcome(played, *SHOWN[game]))
    react()
    assert floor.play(played).stage is Stage.SETTLED
    check({floor.terminals[0]: 4_500 + 1_000 * (game == SB)})


def test_a_second_result_changes_nothing_whether_the_round_is_decided_settled_or_without_a_result(clock: Clock) -> None:
    floor = Floor(SB)
    insert(floor.terminals[0], 5_000)
    played = floor.open()
    floor.place(floor.terminals[0], "small", 500)
    clock.move(SECONDS)
    hear(floor, outcome(played, 1, 2, 3))
    second = "round-second-result", "SB 3.11", "This round has its result already: 1-2-3."
    before = entries()
    assert refusal(floor, outcome(played, 6, 6, 5)) == second
    assert (entries(), credits_of(floor.terminals[0])) == (before + 2, 4_500)  # the attempt, and what the machine reports
    react()
    before = entries()
    assert refusal(floor, outcome(played, 6, 6, 5)) == second
    assert (entries(), credits_of(floor.terminals[0])) == (before + 1, 5_500)  # whose report stands
    void = floor.open()
    floor.place(floor.terminals[0], "small", 500)
    clock.move(SECONDS)
    hear(floor, CockedTold("", 0.0, 1, 1, void))
    services.call_no_roll(round_id=void, ground=Ground.COCKED, origin=OriginFactory.build())
    react()
    said = "This round has ended without a result."
    assert refusal(floor, outcome(void, 6, 6, 5)) == ("round-second-result", "SB 3.11", said)
    assert (floor.play(played).outcome, floor.play(void).stage) == ("1-2-3", Stage.VOIDED)
    told = [each.event for each in journal.history(attempts.at(STAR, PlaceId("star.cage1")))]
    assert [each.code for each in told if isinstance(each, AttemptRefused)] == ["round-second-result"] * 3
    check({floor.terminals[0]: 5_500})
