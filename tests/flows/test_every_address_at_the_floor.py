"""Every address of the games and every role; nobody without a session, and no machine, sees more than what is public."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver
from pytest_django import DjangoDbBlocker

from casino import journal
from casino.domain.powers import HOUSE
from games import urls
from games.domain import position
from games.domain.turn import PassingGround
from games.domain.vocabulary import SeatId, TableId
from tests.asking import problem
from tests.casino.asking import at_desk, entries
from tests.databases import Servers
from tests.factories import engage
from tests.flows.addresses import (
    ADDRESSES,
    DEALT,
    EVERYBODY,
    POST_ONLY,
    PUBLIC_ELSEWHERE,
    SAFE_ONLY,
    SEAT,
    SIGNED,
    SIGNED_ELSEWHERE,
    Address,
)
from tests.flows.staged_floor import BOOKS, BOXPERSON, GROUNDS, Staged, stage_floor
from tests.flows.who_may import ROLES, people
from tests.games.floor import put_on
from tests.games.signing import Signing

SAMPLES = {"str": "x", "slug": "x", "int": "1", "uuid": str(uuid4())}
CONVERTED = re.compile(r"<(?:(\w+):)?\w+>")
Floor = dict[str, Staged]


@pytest.fixture(scope="module")
def floor(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Floor]:
    """One floor for all of these, with somebody in every role at every game and in the house."""
    with django_db_blocker.unblock():
        database = servers.copy()
        with database.in_use():
            floor = stage_floor(put_on(database))
            for short, role in ROLES.items():
                engage(short, role, **{role.replace(" ", "_"): (HOUSE, *dict.fromkeys(BOOKS.values()))})
            yield floor
        servers.drop(database)


@pytest.fixture(scope="module")
def desks(floor: Floor) -> dict[str, Client]:
    """A browser for each role."""
    return {role: at_desk(short) for short, role in ROLES.items()}


def named(patterns: Iterable[Any], before: str = "") -> Iterator[tuple[str, str]]:
    """Every address there is, by its name; one without a name by its path."""
    for each in patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from named(each.url_patterns, path)
        else:
            yield each.name or path, path


def path_of(address: Address, staged: Staged) -> str:
    stage = address.stage
    return address.path.format(
        table=staged.table(stage),
        round=staged.round("entered" if stage == "decided" and staged.book in DICE_THROWN else stage),
        seat=staged.terminals.get(stage, "P1"),
        machine=staged.terminals.get("wagering", ""),
    )


PLACED = {"selection": "field", "stake_cents": 500}
CHANGES: dict[str, dict[str, Any]] = {
    "increase": {"by_cents": 500},
    "reduce": {"to_cents": 500},
    "cancel": {},
    "move": {"selection": "field"},
}
DICE_THROWN = {BOOKS["DF"], BOOKS["CC"]}
FOR_PEOPLE = {name: address for name, address in ADDRESSES.items() if address.who not in {EVERYBODY, SIGNED}}


def test_every_address_of_the_games_says_who_may_look_at_it() -> None:
    assert sorted(ADDRESSES) == sorted(name for name, _ in named(urls.urlpatterns))


@pytest.mark.slow(reason="every address, every role")
@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_a_page_is_for_whom_its_command_or_its_work_is(floor: Floor, desks: dict[str, Client], name: str) -> None:
    address = FOR_PEOPLE[name]
    for game in address.games.split():
        path, may = path_of(address, floor[game]), address.may(game)
        for role, desk in desks.items():
            expected = 405 if name in POST_ONLY else 200 if role in may else 403
            assert desk.get(path).status_code == expected, (path, role)


@pytest.mark.slow(reason="every address, every role")
@pytest.mark.parametrize("name", FOR_PEOPLE)
def test_what_a_page_does_it_does_for_nobody_else(floor: Floor, desks: dict[str, Client], name: str) -> None:
    address, before = FOR_PEOPLE[name], entries()
    game = address.games.split()[-1]
    path, may = path_of(address, floor[game]), address.may(game)
    for role in list(desks)[:1] if name in SAFE_ONLY else [each for each in desks if each not in may]:
        form = {"request_id": str(uuid4()), "act": "open", "seat": "P9", "alert": "general tilt"}
        assert desks[role].post(path, form).status_code == (405 if name in SAFE_ONLY else 403), (path, role)
    assert entries() == before


@pytest.mark.parametrize("name", [name for name, address in ADDRESSES.items() if address.who == EVERYBODY])
def test_what_is_public_everybody_sees(floor: Floor, desks: dict[str, Client], name: str) -> None:
    path = path_of(ADDRESSES[name], floor["AC"])
    for browser in (Client(), desks["dealer"], desks["inspector"]):
        assert browser.get(path).status_code == (405 if name in POST_ONLY else 200), path


@pytest.mark.slow(reason="every address of the project")
def test_nobody_without_a_session_and_no_machine_sees_anything_else_of_the_whole_project(floor: Floor) -> None:
    before = entries()
    machine = Signing(floor["AC"].terminals["wagering"])
    public = {name for name, address in ADDRESSES.items() if address.who == EVERYBODY} | PUBLIC_ELSEWHERE
    signed = {name for name, address in ADDRESSES.items() if address.who == SIGNED} | SIGNED_ELSEWHERE
    assert entries() == before + 1  # its key
    for name, pattern in named(get_resolver().url_patterns):
        if name in public | signed:
            continue
        path = CONVERTED.sub(lambda found: SAMPLES[found[1] or "str"], f"/{pattern.removeprefix('^')}")
        assert "<" not in path, pattern
        answers = [Client().get(path), Client().post(path), machine.get(path), machine.post(path)]
        for answer in answers:
            is_shut = answer.status_code == 401 or (answer.status_code == 302 and answer["Location"].startswith("/log-in/"))
            assert is_shut, (name, path, answer.status_code)
    assert entries() == before + 1


def test_no_session_of_a_person_and_nobody_works_at_the_machines_addresses(floor: Floor, desks: dict[str, Client]) -> None:
    before = entries()
    for name, address in ADDRESSES.items():
        if address.who != SIGNED:
            continue
        path = path_of(address, floor["AC"])
        for browser in (*desks.values(), Client()):
            for ask in (partial(browser.generic, "GET"), browser.post):
                answer = ask(path, content_type="application/json", headers={"Idempotency-Key": str(uuid4())})
                assert problem(answer) == (401, "signature-refused"), (path, name)
    assert entries() == before


def test_the_key_of_a_terminal_is_no_key_of_a_practice_seat_or_of_another_position(floor: Floor) -> None:
    staged = floor["AC"]
    own, other = Signing(staged.terminals["idle"]), staged.terminals["wagering"]
    before = journal.state(position.at(TableId(f"star.{staged.table('wagering')}"), SeatId(other)))
    wager = f"/api/device/rounds/{staged.round('wagering')}/wagers/1"
    for act, told in CHANGES.items():
        assert problem(own.post(f"{wager}/{act}", told)) == (409, "wager-not-there"), act
        elsewhere = f"/api/device/rounds/{staged.round('closed')}/wagers/1/{act}"
        assert problem(own.post(elsewhere, told))[0] == 409, act
    assert own.get("/api/device/table").json()["seat"] == own.name
    assert other not in own.get("/api/device/table").content.decode()
    for name, address in ADDRESSES.items():
        if address.path.startswith(SEAT):
            path = path_of(address, staged)
            answer = own.get(path) if path == SEAT else own.post(path, {"by_cents": 1, "to_cents": 1, "to": "ON"} | PLACED)
            assert problem(answer) == (404, "not-found"), name
    assert journal.state(position.at(TableId(f"star.{staged.table('wagering')}"), SeatId(other))) == before


KEYED = {"first": "3", "second": "5", "seen": "3-5"}
ROLLED = {"ground": GROUNDS["DF"].value, "seen": GROUNDS["DF"].value}
ON_THE_SCREEN: list[tuple[str, str, str, str, dict[str, Any]]] = [  # page, act, its command, the stage, what is keyed
    ("", "enter", "enter-result", "thrown", KEYED),
    ("", "dispute", "dispute-face", "thrown", {}),
    ("", "confirm", "confirm-result", "entered", {}),
    ("", "determine", "determine-outcome", "doubt", KEYED),
    ("no-roll/", "call", "call-no-roll", "thrown", ROLLED),
    ("display/", "display", "note-display", "entered", {**KEYED, "display": "WND"}),
    ("dice/", "offer", "offer-dice", "wagered", {}),
    ("dice/", "accept", "accept-dice", "offered", {"seat": "P1", "dice": ["d1", "d2"]}),
    ("dice/", "decline", "decline-dice", "offered", {"seat": "P1"}),
    ("dice/", "select", "select-dice", "lost", {"dice": ["d2", "d3"]}),
    ("dice/", "pass", "pass-dice", "shooting", {}),
    ("dice/", "lose", "lose-die", "shooting", {"die": "d1"}),
    ("dice/", "found", "return-die", "lost", {"die": "d1", "goes": "bowl"}),
    ("dice/", "order", "order-dice-passed", "shooting", {"ground": PassingGround.DELAY.value}),
    ("dice/", "appoint", "appoint-stickperson", "between", {"boxperson": BOXPERSON}),
    ("dice/", "relieve", "relieve-stickperson", "halted", {}),
    ("places/P1/", "refuse", "refuse-wager", "wagered", {"wager": "1", "reason": "Placed by a minor"}),
]


@pytest.mark.parametrize("game", DEALT.split())
def test_whoever_deals_does_on_the_screen_only_what_is_theirs(floor: Floor, desks: dict[str, Client], game: str) -> None:
    staged, before, asked = floor[game], entries(), 0
    for page, act, command, stage, keyed in ON_THE_SCREEN:
        may = people()[command].at(game)
        for role in people()["open-place"].at(game) - may if may else ():
            form = {"request_id": str(uuid4()), "round": staged.rounds.get(stage, ""), "act": act, **keyed}
            answer = desks[role].post(f"/dealer/{staged.table(stage)}/{page}", form)
            assert (answer.status_code, "authority-not-held" in answer.content.decode()) == (200, True), (role, command)
            asked += 1
    assert entries() == before
    assert asked
