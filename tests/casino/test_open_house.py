from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from casino import journal, selectors
from casino.domain import staff, venue
from casino.domain.powers import HOUSE, Power, Role
from casino.domain.staff import Duty
from casino.journal import verification
from casino.management.commands import open_house
from tests.databases import Database

STAR = ["star", "The Star", "--jurisdiction=NSW", "--zone=Australia/Sydney"]
TWO = ["--operator", "1", "Ruth Adeyemi", "--operator", "2", "Marcus Webb"]


@pytest.fixture
def _typed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_house, "getpass", lambda _: "typed at the console")


@pytest.mark.usefixtures("_typed")
def test_a_new_installation_has_a_venue_its_law_and_two_who_engage_the_rest(committed: Database) -> None:
    call_command("open_house", *STAR, *TWO)
    assert journal.state(venue.AGGREGATE.at("star")).desks == {"office": "Office"}
    for number in ("1", "2"):
        member = journal.state(staff.at(number))
        assert member.duties == (Duty(Role.CASINO_OPERATOR, HOUSE),)
        assert member.standing(Power.KEEP_STAFF) is not None
    assert selectors.names_of({"staff/1"}) == {"staff/1": "Ruth Adeyemi"}
    assert verification.verify().wrong == []
    with pytest.raises(CommandError, match="already open"):
        call_command("open_house", *STAR, *TWO)


@pytest.mark.usefixtures("_typed")
def test_one_person_alone_is_refused(committed: Database) -> None:
    with pytest.raises(CommandError, match="two casino operators"):
        call_command("open_house", *STAR, *TWO[:3])
    assert verification.verify().events == 0


def test_a_weak_password_is_refused_before_anything_is_written(committed: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_house, "getpass", lambda _: "password")
    with pytest.raises(CommandError, match="too short"):
        call_command("open_house", *STAR, *TWO)
    assert verification.verify().events == 0


@pytest.mark.usefixtures("_typed")
@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["the.star", *STAR[1:], *TWO], "can be no venue"),
        (["Star", *STAR[1:], *TWO], "can be no venue"),
        (["star", " ", *STAR[2:], *TWO], "has a name"),
        ([*STAR, *TWO, "--desk=Front desk"], "can be no desk"),
        ([*STAR, *TWO[:3], "--operator", "a_b", "Marcus Webb"], "can be no staff number"),
        ([*STAR, *TWO[:3], "--operator", "2" * 13, "Marcus Webb"], "can be no staff number"),
        ([*STAR, *TWO[:3], "--operator", "1", "Marcus Webb"], "named twice"),
    ],
)
def test_what_could_not_be_finished_is_not_begun(committed: Database, given: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        call_command("open_house", *given)
    assert verification.verify().events == 0


@pytest.mark.usefixtures("_typed")
def test_a_second_venue_is_not_opened_with_numbers_of_the_first(committed: Database) -> None:
    call_command("open_house", *STAR, *TWO)
    before = verification.verify().events
    crown = ["crown", "Crown", "--jurisdiction=VIC", "--zone=Australia/Melbourne", "--operator", "3", "Grace Lim"]
    with pytest.raises(CommandError, match="Number 2 has been given to somebody"):
        call_command("open_house", *crown, *TWO[3:])
    assert verification.verify().events == before
    call_command("open_house", *crown, "--operator", "4", "Ivan Ross")
    assert journal.state(venue.AGGREGATE.at("crown")).is_open
