from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import check_password

from casino import journal, selectors, services, sessions
from casino.domain import staff
from casino.domain.instant import Instant
from casino.domain.powers import AC, HOUSE, Role
from casino.domain.staff import Duty, NotAllowed
from casino.domain.venue import UnknownDesk
from casino.journal import Personal, verification
from casino.models import LogInTries, Session, StaffMember
from tests.databases import Database
from tests.factories import PASSWORD, OriginFactory, asked_by, engage, open_house


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    return committed


def _line_texts() -> str:
    return "\n".join(str(each.line) for ref in (staff.at("900"), staff.at("812")) for each in journal.history(ref))


def test_a_name_stands_in_no_entry_in_clear_and_in_every_list(house: Database) -> None:
    engage("900", "Priya Nair")
    assert "Priya" not in _line_texts()
    assert selectors.names_of({"staff/900"}) == {"staff/900": "Priya Nair"}


def test_no_password_or_name_can_be_guessed_from_what_is_kept_of_a_request(house: Database) -> None:
    assert "Priya" not in repr(Personal("Priya Nair"))
    assert len({Personal("Priya Nair").fingerprint, Personal("Priya Nair").fingerprint, Personal("other").fingerprint}) == 2


def test_engaging_the_same_person_again_under_the_same_request_answers_as_the_first_time(house: Database) -> None:
    asked = asked_by("812")
    for _ in range(2):
        assert services.engage(number="900", name=Personal("Priya Nair"), password=Personal(PASSWORD), origin=asked) == "900"
    with pytest.raises(staff.NumberTaken):
        services.engage(number="900", name=Personal("Priya Nair"), password=Personal(PASSWORD), origin=asked_by("812"))


def test_a_role_that_has_just_ended_gives_nothing_any_more(house: Database) -> None:
    engage("900")
    services.begin_duty(number="900", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("812"))
    services.name_desk(desk="cage9", name="Cage desk 9", origin=asked_by("900"))
    services.end_duty(number="900", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("812"))
    before = verification.verify().events
    with pytest.raises(NotAllowed):
        services.name_desk(desk="cage10", name="Cage desk 10", origin=asked_by("900"))
    assert verification.verify().events == before


def test_nobody_gives_a_duty_to_themselves(house: Database) -> None:
    with pytest.raises(staff.OwnDuty):
        services.begin_duty(number="812", role=Role.INSPECTOR, books=(AC,), origin=asked_by("812"))
    assert journal.state(staff.at("812")).duties == (Duty(Role.CASINO_OPERATOR, HOUSE),)


def _sit(number: str, desk: str = "floor2") -> str:
    token = sessions.new_token()
    services.log_in(number=number, desk=desk, token=Personal(token), origin=OriginFactory.build(actor=f"staff/{number}"))
    return token


def test_one_person_works_at_two_desks_and_the_third_closes_the_one_least_lately_seen(house: Database) -> None:
    tokens = [_sit("812") for _ in range(3)]
    assert [sessions.person_of(token) is not None for token in tokens] == [False, True, True]


def test_who_leaves_is_gone_from_every_desk_at_once(house: Database) -> None:
    token = _sit("813")
    services.let_leave(number="813", origin=asked_by("812"))
    assert sessions.person_of(token) is None
    assert not Session.objects.filter(number="813").exists()
    assert StaffMember.objects.get(id="813").is_engaged is False


def test_a_lock_out_closes_every_desk_and_another_person_ends_it(house: Database) -> None:
    token = _sit("813")
    until = selectors.now()
    services.lock_out(number="813", tries=5, until=until, origin=OriginFactory.build(actor="system/log-in"))
    assert sessions.person_of(token) is None
    services.unlock_staff(number="813", origin=asked_by("812"))
    assert journal.state(staff.at("813")).locked_until is None


def test_a_new_password_closes_every_other_desk(house: Database) -> None:
    other, here = _sit("812"), _sit("812")
    services.change_password(
        number="812",
        password=Personal("another password"),
        token_hash=Personal(sessions.hash_of(here).hex()),
        origin=asked_by("812"),
    )
    assert (sessions.person_of(other), sessions.person_of(here) is not None) == (None, True)


def test_logging_out_ends_the_session(house: Database) -> None:
    token = _sit("812")
    services.log_out(number="812", desk="floor2", token_hash=Personal(sessions.hash_of(token).hex()), origin=asked_by("812"))
    assert sessions.person_of(token) is None


def test_nobody_logs_in_at_a_desk_the_venue_does_not_know(house: Database) -> None:
    with pytest.raises(UnknownDesk):
        _sit("812", desk="roof")
    assert not Session.objects.exists()


def _wrong(number: str, now: Instant) -> Instant | None:
    return sessions.check(number, "not the password", tries=5, minutes=15, now=now)


def test_wrong_passwords_are_counted_alike_for_a_number_that_nobody_has(house: Database) -> None:
    now = selectors.now()
    for number in ("812", "nobody"):
        said = []
        for _ in range(4):
            with pytest.raises(sessions.LogInRefused) as refused:
                _wrong(number, now)
            said.append(refused.value.sentence[-18:])
        assert said == [f"{left} of 5 tries left." for left in (4, 3, 2, 1)]
        assert _wrong(number, now) == Instant.of(now + timedelta(minutes=15))
        with pytest.raises(sessions.LockedOut, match="another 15 minutes"):
            sessions.check(number, PASSWORD, tries=5, minutes=15, now=now)


def _meanwhile(monkeypatch: pytest.MonkeyPatch, deed: Callable[[], object]) -> None:
    """Let something happen while the next password is looked at, which takes a tenth of a second."""

    def looked_at(given: str, known: str) -> bool:
        monkeypatch.undo()
        deed()
        return check_password(given, known)

    monkeypatch.setattr(sessions, "check_password", looked_at)


def _locking(number: str, now: Instant) -> Instant | None:
    """All the wrong tries that are left; until when it is locked."""
    while True:
        with suppress(sessions.LogInRefused):
            return _wrong(number, now)


def test_a_wrong_try_under_way_does_not_undo_a_lock(house: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    now = selectors.now()
    _meanwhile(monkeypatch, lambda: _locking("812", now))
    with pytest.raises(sessions.LogInRefused, match="4 of 5 tries left"):
        _wrong("812", now)
    with pytest.raises(sessions.LockedOut):
        _wrong("812", now)


def test_of_several_wrong_tries_at_once_no_more_are_looked_at_than_are_allowed(
    house: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, looked = selectors.now(), []

    def at_once(given: str, known: str) -> bool:
        looked.append(given)
        with suppress(sessions.LogInRefused, sessions.LockedOut):
            _wrong("812", now)
        return check_password(given, known)

    monkeypatch.setattr(sessions, "check_password", at_once)
    with pytest.raises(sessions.LogInRefused, match="4 of 5 tries left"):
        _wrong("812", now)
    assert len(looked) == 5
    with pytest.raises(sessions.LockedOut):
        _wrong("812", now)


def test_a_right_try_under_way_is_let_in_and_does_not_undo_a_lock(house: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    now = selectors.now()
    _meanwhile(monkeypatch, lambda: _locking("812", now))
    assert sessions.check("812", PASSWORD, tries=5, minutes=15, now=now) is None
    with pytest.raises(sessions.LockedOut):
        _wrong("812", now)


def test_the_last_try_allowed_locks_nothing_if_it_is_right(house: Database) -> None:
    now = selectors.now()
    for _ in range(4):
        with pytest.raises(sessions.LogInRefused):
            _wrong("812", now)
    assert sessions.check("812", PASSWORD, tries=5, minutes=15, now=now) is None
    with pytest.raises(sessions.LogInRefused, match="4 of 5 tries left"):
        _wrong("812", now)


def test_a_lock_that_is_over_counts_for_nothing_and_one_that_is_not_is_kept(house: Database) -> None:
    now = selectors.now()
    until = sessions.check("812", "wrong", tries=1, minutes=5 * 24 * 60, now=now)
    assert until
    sessions.forget_old(Instant.of(now + timedelta(days=3)))
    with pytest.raises(sessions.LockedOut):
        sessions.check("812", PASSWORD, tries=5, minutes=15, now=Instant.of(now + timedelta(days=3)))
    with pytest.raises(sessions.LogInRefused, match="4 of 5 tries left"):
        _wrong("812", Instant.of(until + timedelta(seconds=1)))


def test_a_lock_ends_by_itself_and_old_tries_do_not_count(house: Database) -> None:
    now = selectors.now()
    for _ in range(4):
        with pytest.raises(sessions.LogInRefused):
            _wrong("812", now)
    later = Instant.of(now + timedelta(minutes=16))
    with pytest.raises(sessions.LogInRefused, match="4 of 5 tries left"):
        _wrong("812", later)
    assert sessions.check("812", PASSWORD, tries=5, minutes=15, now=later) is None


def test_a_session_ends_after_its_hours_and_locks_when_nobody_is_there(house: Database) -> None:
    token = _sit("812")
    row = Session.objects.get()
    row.seen_at -= timedelta(minutes=11)
    row.save()
    idle = sessions.person_of(token)
    assert idle is not None
    assert idle.is_locked
    sessions.unlock(idle)
    awake = sessions.person_of(token)
    assert awake is not None
    assert not awake.is_locked
    Session.objects.update(opened_at=row.opened_at - timedelta(hours=13))
    assert sessions.person_of(token) is None


def test_what_is_over_is_cleared_away(house: Database) -> None:
    token = _sit("812")
    with pytest.raises(sessions.LogInRefused):
        _wrong("nobody", selectors.now())
    sessions.forget_old(selectors.now())
    assert sessions.person_of(token) is not None
    sessions.forget_old(Instant.of(selectors.now() + timedelta(days=3)))
    assert (Session.objects.count(), LogInTries.objects.count()) == (0, 0)


def test_a_machine_holds_no_power_of_a_person(house: Database) -> None:
    machine = OriginFactory.build(actor="device/star.AC1-01", role="device")
    with pytest.raises(staff.NotAllowed) as refused:
        services.engage(number="900", name=Personal("Nobody"), password=Personal("a password of the tests"), origin=machine)
    assert refused.value.rule == "internal controls"
