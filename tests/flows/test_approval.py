"""Whole stories of approval: asked by one person, looked at and signed by another, done by the system."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from casino import journal, selectors, services
from casino.domain.events import ApprovalLapsed, ParameterSet, VenueId
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Name
from casino.domain.powers import HOUSE, Role
from casino.environment import ROOT
from casino.journal import reactions
from casino.journal.verification import verify
from casino.stack.roles import TEST
from tests.casino.asking import CASH, LATER, at_desk, due, propose, react, set_cash, sign, signing, told
from tests.databases import Database
from tests.factories import asked_by, open_house

POINTS = ("before_reaction", "before_load", "after_append", "before_commit", "after_commit", "after_reaction")
DO = "import django; django.setup(); from casino.journal import reactions; reactions.do('{}', {})"


@pytest.fixture
def house(committed: Database) -> Database:
    open_house()
    react()
    return committed


def _move_clock(shift: timedelta) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('journal.clock_shift', %s, false)", [f"{shift.total_seconds()} seconds"])


def test_proposed_rehearsed_by_another_signed_and_done_it_holds_from_its_day(house: Database) -> None:
    ref = propose("813")
    page = at_desk("812").get(f"/approvals/{ref.id}/")
    assert "What would be written now" in page.content.decode()
    sign(ref, by="812")
    assert told(CASH).count("casino.parameter-set") == 2, "signed is not yet done"
    react()
    [*_, done] = journal.history(CASH)
    assert done.event == ParameterSet(
        name="cash-per-day", value=2_500_00, from_day=LATER, source="Direction 7", instead_of=1_000_00
    )
    [asked, given, used] = journal.history(ref)
    assert (done.line.actor, done.line.role, done.line.place) == (asked.line.actor, "casino operator", asked.line.place)
    assert (done.line.cause, done.line.request_id) == (given.line.id, used.line.request_id)
    star = VenueId("star")
    assert selectors.in_force(star, Name.CASH_PER_DAY, on=GamingDay(2029, 12, 31)).value == 1_000_00
    assert selectors.in_force(star, Name.CASH_PER_DAY, on=LATER).value == 2_500_00
    assert (due(), verify().wrong) == ([], [])
    call_command("rebuild", "--check", stdout=StringIO())


def test_a_preview_that_changes_in_between_is_refused_and_drawn_anew_and_nothing_is_done(house: Database) -> None:
    ref = propose("813")
    client = at_desk("812")
    sent = signing(ref)
    set_cash(4_000_00)
    response = client.post(f"/approvals/{ref.id}/sign/", sent)
    assert response.status_code == 409
    assert "preview-changed" in response.content.decode()
    assert "was $1,000.00 → $2,500.00" in response.content.decode()
    assert (told(ref), due()) == (["casino.approval-requested"], [])


def test_what_changes_after_the_signature_lapses_and_says_why(house: Database) -> None:
    ref = propose("813")
    sign(ref, by="812")
    set_cash(4_000_00)
    react()
    [*_, lapsed] = journal.history(ref)
    assert lapsed.event == ApprovalLapsed(
        code="preview-changed", sentence="What would be done now differs from what was approved."
    )
    assert journal.state(CASH).on(LATER).value == 4_000_00
    assert "Signed, but it could not be done:" in at_desk("813").get(f"/approvals/{ref.id}/").content.decode()
    assert due() == []


def test_an_asker_whose_role_ends_before_it_is_done_gets_nothing(house: Database) -> None:
    ref = propose("813")
    sign(ref, by="812")
    services.end_duty(number="813", role=Role.CASINO_OPERATOR, books=(HOUSE,), origin=asked_by("812"))
    react()
    assert [each.event.code for each in journal.history(ref) if isinstance(each.event, ApprovalLapsed)] == ["authority-not-held"]
    assert journal.state(CASH).on(LATER).value == 1_000_00


def test_an_approval_expires_by_the_databases_clock(house: Database) -> None:
    house.log_in_as(TEST)
    ref, signed = propose("813"), propose("813", value=3_000_00)
    sign(signed, by="812")
    client = at_desk("812")
    _move_clock(timedelta(minutes=9))
    assert "Sign exactly this" in client.get(f"/approvals/{ref.id}/").content.decode()
    _move_clock(timedelta(minutes=10))
    assert "Nobody signed in time." in client.get(f"/approvals/{ref.id}/").content.decode()
    response = client.post(f"/approvals/{ref.id}/sign/", signing(ref))
    assert (response.status_code, "approval-expired" in response.content.decode()) == (409, True)
    reactions.note()
    reactions.do(*due()[0])
    assert told(signed)[-1] == "casino.approval-lapsed", "signed in time, but not done in time"
    assert journal.state(CASH).on(LATER).value == 1_000_00


@pytest.mark.slow(reason="starts a process for each point at which it is killed")
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("is_refused", [False, True])
def test_killed_at_any_point_it_is_done_once_or_lapses_once(house: Database, point: str, is_refused: bool) -> None:
    ref = propose("813")
    sign(ref, by="812")
    if is_refused:
        set_cash(4_000_00)
    reactions.note()
    [(name, position)] = due()
    killed = subprocess.run(
        [sys.executable, "-c", DO.format(name, position)],
        env=os.environ | house.environment | {"PITLEDGER_FAULT": f"{point}:1:1.0"},
        cwd=ROOT,
        check=False,
    )
    assert killed.returncode == -signal.SIGKILL, "too tame"
    for _ in range(2):
        react()
    assert told(ref)[2:] == (["casino.approval-lapsed"] if is_refused else ["casino.approval-used"])
    assert journal.state(CASH).on(LATER).value == (4_000_00 if is_refused else 2_500_00)
    assert (due(), verify().wrong) == ([], [])
