from __future__ import annotations

import pytest

from casino.domain import staff
from casino.domain.events import (
    DutyBegun,
    DutyEnded,
    Sealed,
    StaffEngaged,
    StaffLeft,
    StaffLockedOut,
    StaffLoggedIn,
    StaffUnlocked,
)
from casino.domain.instant import Instant
from casino.domain.powers import AC, CC, DF, HOUSE, Power, Role
from casino.domain.staff import Duty, StaffMember

NAME = Sealed("sealed")
NOW = Instant.parse("2026-11-17T10:42:00.000000Z")
LATER = Instant.parse("2026-11-17T10:57:00.000000Z")
ENGAGED = StaffMember(name=NAME)
BOXPERSON = StaffMember(name=NAME, duties=(Duty(Role.BOXPERSON, CC),))


def test_a_number_is_given_once_for_ever() -> None:
    assert staff.engage(StaffMember(), name=NAME) == StaffEngaged(name=NAME)
    with pytest.raises(staff.NumberTaken):
        staff.engage(ENGAGED, name=NAME)
    with pytest.raises(staff.NumberTaken):
        staff.engage(StaffMember(name=NAME, has_left=True), name=NAME)


def test_a_duty_begins_and_ends_by_events() -> None:
    begun = staff.begin_duty(ENGAGED, role=Role.ASSISTANT_GAMING_MANAGER, books=(AC, DF))
    assert begun == DutyBegun(role=Role.ASSISTANT_GAMING_MANAGER, books=(AC, DF))
    manager = staff.evolve(ENGAGED, begun)
    ended = staff.end_duty(manager, role=Role.ASSISTANT_GAMING_MANAGER, books=(DF,))
    assert ended == DutyEnded(role=Role.ASSISTANT_GAMING_MANAGER, books=(DF,))
    assert staff.evolve(manager, ended).duties == (Duty(Role.ASSISTANT_GAMING_MANAGER, AC),)


def test_a_duty_is_not_begun_twice_nor_ended_without_being_held_nor_for_a_book_nobody_knows() -> None:
    with pytest.raises(staff.DutyHeld):
        staff.begin_duty(BOXPERSON, role=Role.BOXPERSON, books=(CC,))
    with pytest.raises(staff.DutyNotHeld):
        staff.end_duty(BOXPERSON, role=Role.BOXPERSON, books=(AC,))
    with pytest.raises(staff.DutyUnknown):
        staff.begin_duty(ENGAGED, role=Role.DEALER, books=("blackjack",))
    with pytest.raises(staff.DutyUnknown):
        staff.begin_duty(ENGAGED, role=Role.DEALER, books=())


def test_who_leaves_holds_no_duty_and_does_not_log_in() -> None:
    left = staff.evolve(BOXPERSON, staff.leave(BOXPERSON))
    assert (left.duties, left.has_left, left.name) == ((), True, NAME)
    with pytest.raises(staff.NotOnTheStaff):
        staff.log_in(left, desk="floor2", now=NOW)
    with pytest.raises(staff.NotOnTheStaff):
        staff.begin_duty(left, role=Role.DEALER, books=(DF,))
    with pytest.raises(staff.NotOnTheStaff):
        staff.leave(left)


def test_a_locked_number_is_let_in_when_its_time_is_up_or_somebody_unlocks_it() -> None:
    locked = staff.evolve(ENGAGED, staff.lock_out(ENGAGED, tries=5, until=LATER))
    assert staff.lock_out(ENGAGED, tries=5, until=LATER) == StaffLockedOut(tries=5, until=LATER)
    with pytest.raises(staff.NotOnTheStaff):
        staff.log_in(locked, desk="floor2", now=NOW)
    assert staff.log_in(locked, desk="floor2", now=LATER) == StaffLoggedIn(desk="floor2")
    assert staff.evolve(locked, staff.unlock(locked)) == ENGAGED
    assert staff.unlock(locked) == StaffUnlocked()
    with pytest.raises(staff.NotLockedOut):
        staff.unlock(ENGAGED)


def test_cc_1_2_a_boxperson_may_as_itself_and_for_a_dealer_but_not_what_is_the_pit_bosss() -> None:
    as_itself = BOXPERSON.standing(Power.CHECK_FOUND_DICE, CC)
    assert as_itself is not None
    assert (as_itself[0], as_itself[1].acts_for) == (Role.BOXPERSON, None)
    for_another = BOXPERSON.standing(Power.ANNOUNCE_ORAL_WAGER, CC)
    assert for_another is not None
    assert (for_another[1].acts_for, for_another[1].acting_rule) == (Role.DEALER, "1.2")
    assert BOXPERSON.standing(Power.INVALIDATE_OUTCOME, CC) is None
    assert BOXPERSON.standing(Power.CHECK_FOUND_DICE, DF) is None


def test_x_14_the_role_that_holds_a_power_itself_is_taken_before_one_that_acts_for_it() -> None:
    both = StaffMember(name=NAME, duties=(Duty(Role.CAGE_MANAGER, HOUSE), Duty(Role.CASHIER, HOUSE)))
    found = both.standing(Power.KEEP_PATRONS)
    assert found is not None
    assert found[0] is Role.CASHIER


def test_a_power_that_is_not_held_is_refused_with_who_has_it_and_the_rule() -> None:
    with pytest.raises(staff.NotAllowed) as refused:
        staff.require_power(BOXPERSON, Role.BOXPERSON, Power.INVALIDATE_OUTCOME, book=CC)
    assert refused.value.sentence == "You may not invalidate an outcome. That is for the pit boss."
    assert (refused.value.rule, refused.value.may) == ("9.3", ("pit boss",))
    with pytest.raises(staff.NotAllowed, match="Nobody may"):
        staff.require_power(BOXPERSON, Role.BOXPERSON, Power.DIRECT_FORFEITURE, book=CC)


def test_a_role_somebody_claims_but_does_not_hold_gives_nothing() -> None:
    with pytest.raises(staff.NotAllowed):
        staff.require_power(BOXPERSON, Role.PIT_BOSS, Power.INVALIDATE_OUTCOME, book=CC)
    with pytest.raises(staff.NotAllowed):
        staff.require_power(BOXPERSON, "emperor", Power.INVALIDATE_OUTCOME, book=CC)


def test_who_leaves_is_told_once() -> None:
    assert staff.leave(ENGAGED) == StaffLeft()
