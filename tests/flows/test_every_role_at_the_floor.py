"""Every role and every command of the games at each book: allowed or refused as the rule books say, not as our own table does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from casino import journal
from casino.domain.events import VenueId
from casino.domain.powers import CC, HOUSE, Role
from casino.domain.refusals import Refusal
from casino.journal import COMMANDS, Actor, Origin
from casino.services import begin_duty, let_leave
from games.domain.outcome import Doubt
from games.services import freeze_layout
from tests.databases import Servers
from tests.factories import OriginFactory, asked_by, engage
from tests.flows.asked_at_the_floor import ASKED
from tests.flows.staged_floor import AREAS, BOOKS, SHOWN, Staged, stage_floor
from tests.flows.who_may import (
    BY_THE_SYSTEM,
    BY_THE_TABLES_MACHINE,
    BY_THE_TERMINAL_ITSELF,
    CONFIRM,
    EQUIPMENT,
    GAMES,
    ROLES,
    WHO,
    May,
    people,
)
from tests.games.floor import SECONDS, Clock, Floor, by, insert, put_on

APP = "games."
PEOPLE = people()
SECOND, LEFT = "982", "983"
UNKNOWN_THERE = {  # what a game says of what its book does not know, whoever asks
    "call-wager": ("confirmer-not-allowed",),
    "advise-below-minimum": ("below-minimum-advice-refused",),
    "set-dice-shooting-value": ("limits-impossible",),
    "configure-wagering-period": ("table-dealer-decides",),
    "report-lights": ("round-nothing-to-override",),
    "accept-late-change": ("closing-rule-stands",),
}


@pytest.fixture(scope="module")
def clock(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[Clock]:
    """One house for all of these, and its clock."""
    with django_db_blocker.unblock():
        database = servers.copy()
        with database.in_use():
            yield put_on(database)
        servers.drop(database)


@pytest.fixture(scope="module")
def floor(clock: Clock) -> dict[str, Staged]:
    """Its floor, with somebody in every role at every game and in the house."""
    floor = stage_floor(clock)
    books = tuple(dict.fromkeys(BOOKS.values()))
    for short, role in ROLES.items():
        engage(short, role, **{role.replace(" ", "_"): (HOUSE, *books)})
    for game, book in BOOKS.items():
        engage(f"NOT-{game}", "Somebody else", **_every_role(*(other for other in books if other != book)))
    engage(SECOND, dealer=(CC,))
    engage(LEFT, "Who has left", **_every_role(HOUSE, *books))
    let_leave(number=LEFT, origin=OriginFactory.build())
    return floor


def _every_role(*books: str) -> dict[str, tuple[str, ...]]:
    return {role.replace(" ", "_"): books for role in ROLES.values()}


def service(command: str) -> Callable[..., Any]:
    return COMMANDS[f"{APP}{command}"]


def rehearsed(command: str, told: dict[str, Any], origin: Origin) -> str:
    """Under which code it would be refused; nothing if it would be done."""
    try:
        journal.rehearse(service(command), **told, origin=origin)
    except Refusal as refusal:
        return refusal.code
    return ""


def asked(command: str, staged: Staged, origin: Origin) -> str:
    """The same, of what people are asked for."""
    return rehearsed(command, ASKED[command](staged), origin)


def test_every_command_of_the_games_stands_in_the_books_or_is_of_the_system_or_of_a_machine() -> None:
    named = [*PEOPLE, *BY_THE_SYSTEM, *BY_THE_TERMINAL_ITSELF, *BY_THE_TABLES_MACHINE]
    assert sorted(f"{APP}{command}" for command in named) == sorted(name for name in COMMANDS if name.startswith(APP))
    assert sorted(PEOPLE) == sorted(ASKED)
    assert sum(len(line.commands.split()) for line in WHO) == len(PEOPLE)


def test_every_role_has_a_word_in_the_books() -> None:
    assert {role.value for role in Role} == {*ROLES.values(), *EQUIPMENT}


@pytest.mark.slow(reason="every role, every command")
@pytest.mark.parametrize("game", GAMES)
def test_each_role_does_at_each_game_what_its_book_gives_it_and_nothing_else(floor: dict[str, Staged], game: str) -> None:
    before = _written()
    for command, line in PEOPLE.items():
        may = line.at(game)
        for short, role in ROLES.items():
            said = asked(command, floor[game], asked_by(short, role))
            assert said in ({""} if role in may else _nobodys(command, may)), (command, role, line.rules)
    assert _written() == before


@pytest.mark.parametrize("game", GAMES)
def test_a_role_held_at_every_other_game_gives_nothing_at_this_one(floor: dict[str, Staged], game: str) -> None:
    for command, line in PEOPLE.items():
        for role in line.at(game):
            assert asked(command, floor[game], asked_by(f"NOT-{game}", role)) == "authority-not-held", (command, role)


@pytest.mark.slow(reason="every role, every command")
@pytest.mark.parametrize("game", GAMES)
def test_nobody_acts_in_a_role_that_is_not_theirs_and_a_machine_in_none(floor: dict[str, Staged], game: str) -> None:
    staged = floor[game]
    actors = [f"staff/{number}" for number in ("CA", "nobody", LEFT)]
    actors += [f"device/star.{name}" for name in (*staged.terminals.values(), *staged.machines.values())][:3]
    for command, line in PEOPLE.items():
        may = line.at(game)
        for role in [*may, "device", "system"]:
            for actor in actors:
                origin = replace(asked_by("CA", role), actor=Actor(actor))
                assert asked(command, staged, origin) in _nobodys(command, may), (command, role, actor)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_refused_in_a_rehearsal_is_refused_in_earnest(floor: dict[str, Staged], game: str) -> None:
    before = _written()
    for command, line in PEOPLE.items():
        for role in sorted({*ROLES.values()} - line.at(game))[::4]:
            short = next(key for key, name in ROLES.items() if name == role)
            with pytest.raises(Refusal):
                service(command)(**ASKED[command](floor[game]), origin=asked_by(short, role))
    assert _written() == before


def test_nobody_is_on_duty_as_a_piece_of_equipment(floor: dict[str, Staged]) -> None:
    for role in EQUIPMENT:
        with pytest.raises(Refusal) as refusal:
            begin_duty(number="CA", role=Role(role), books=tuple(BOOKS.values())[:3], origin=asked_by("812"))
        assert refusal.value.code == "duty-unknown"


CONFIRMED: dict[str, tuple[str, Callable[[Staged], dict[str, Any]]]] = {
    "a late wager": (
        "place-for-player",
        lambda staged: ASKED["place-for-player"](staged) | {"round_id": staged.round("thrown"), "seat": "P2"},
    ),
    "an oral wager": ("place-oral-wager", ASKED["place-oral-wager"]),
    "a call of ON or OFF": ("call-wager", ASKED["call-wager"]),
}


@pytest.mark.parametrize("game", ["CC", "Mini"])
@pytest.mark.parametrize("line", CONFIRM, ids=lambda line: line.commands)
def test_what_one_enters_is_confirmed_by_whom_the_book_names(floor: dict[str, Staged], line: May, game: str) -> None:
    command, told = CONFIRMED[line.commands]
    for short, role in ROLES.items():
        number = SECOND if short == "DE" else short  # nobody confirms their own oral wager
        with_them = told(floor[game]) | {"confirmed_by": number}
        said = "" if role in line.at(game) else "confirmer-not-allowed"
        assert rehearsed(command, with_them, asked_by("DE", "dealer")) == said, (role, line.rules)


def test_cc_3_3_1_whoever_announces_an_oral_wager_does_not_confirm_it(floor: dict[str, Staged]) -> None:
    told = ASKED["place-oral-wager"](floor["CC"])
    assert rehearsed("place-oral-wager", told | {"confirmed_by": "BP"}, asked_by("BP", "boxperson")) == "confirmer-not-allowed"
    assert rehearsed("place-oral-wager", told | {"confirmed_by": "PB"}, asked_by("BP", "boxperson")) == ""


# What the system and machines do by themselves


@pytest.mark.parametrize("game", GAMES)
def test_what_the_system_does_by_itself_is_refused_to_every_person_and_every_machine(floor: dict[str, Staged], game: str) -> None:
    staged, before = floor[game], _written()
    machines = [by(name) for name in (*staged.terminals.values(), *staged.machines.values())]
    for command in sorted(BY_THE_SYSTEM):
        for stage in ("wagering", "closed", "thrown", "doubt", "decided", "entered"):
            told = {"name": staged.table(stage)} if command == "open-next-round" else {"round_id": staged.round(stage)}
            for origin in [*_everybody(), *machines]:
                assert rehearsed(command, told, origin) == "round-only-the-system", (command, stage, origin)
    assert _written() == before


OWN: dict[str, Callable[[Staged], dict[str, Any]]] = {
    "take-position": lambda staged: {"terminal": staged.terminals["free"], "name": staged.table("wagering")},
    "leave-position": lambda staged: {"terminal": staged.terminals["idle"], "name": staged.table("wagering")},
    "place-wager": lambda staged: _at(staged) | {"selection": staged.area(1), "stake_cents": 1_000},
    "increase-wager": lambda staged: _at(staged) | {"wager": 1, "by_cents": 500},
    "reduce-wager": lambda staged: _at(staged) | {"wager": 1, "to_cents": 500},
    "cancel-wager": lambda staged: _at(staged) | {"wager": 1},
    "move-wager": lambda staged: _at(staged) | {"wager": 1, "to": staged.area(1)},
}
SENSED: dict[str, tuple[str, dict[str, Any]]] = {
    "sense-imminent-drop": ("wagering", {}),  # of a ball: with dice there is none
    "sense-outcome": ("closed", {"shown": None}),
    "sense-doubt": ("closed", {"doubt": Doubt.MALFUNCTION}),
}


def _at(staged: Staged) -> dict[str, Any]:
    return {"terminal": staged.terminals["wagering"], "round_id": staged.round("wagering")}


@pytest.mark.parametrize("game", AREAS)
def test_a_terminal_acts_for_itself_and_nobody_acts_for_it(floor: dict[str, Staged], game: str) -> None:
    staged, before = floor[game], _written()
    assert {*OWN, "shoot-dice"} == BY_THE_TERMINAL_ITSELF
    for command, tell in OWN.items():
        _check_own(command, tell(staged), staged)
    assert _written() == before


@pytest.mark.parametrize("game", ["AC", "SB"])
def test_ac_3_11_sb_3_10_the_shooter_presses_the_button_and_nobody_else(
    floor: dict[str, Staged], clock: Clock, game: str
) -> None:
    there = Floor(BOOKS[game], name=f"{game}-shot", terminals=2)
    insert(there.terminals[0], 5_000)
    played = there.open()
    there.place(there.terminals[0], floor[game].area(), 1_000)
    clock.move(SECONDS + 1)
    there.close()
    freeze_layout(round_id=played, origin=OriginFactory.build())
    _check_own("shoot-dice", {"terminal": there.terminals[0], "round_id": played}, floor[game])
    other = {"terminal": there.terminals[1], "round_id": played}
    assert rehearsed("shoot-dice", other, by(there.terminals[1])) == "round-not-the-shooter"


def _check_own(command: str, told: dict[str, Any], staged: Staged) -> None:
    """It is done for the terminal itself; to everybody else, its own venue's system among them, it is refused."""
    own = by(told["terminal"])
    assert rehearsed(command, told, own) == "", command
    others = [by(name) for name in (*staged.terminals.values(), *staged.machines.values()) if name != told["terminal"]]
    for origin in [*_everybody(), *others, OriginFactory.build()]:
        assert rehearsed(command, told, origin) == "device-another", (command, origin)
    at_crown = rehearsed(command, told, replace(own, venue=VenueId("crown")))
    assert at_crown in {"device-another", "round-not-opened"}, command


@pytest.mark.parametrize("game", AREAS)
def test_the_machine_of_a_table_senses_its_outcomes_and_nobody_and_no_other_does(floor: dict[str, Staged], game: str) -> None:
    staged, before = floor[game], _written()
    assert set(SENSED) == BY_THE_TABLES_MACHINE
    for command, (stage, more) in SENSED.items():
        about = {"round_id": staged.round(stage), **more} | ({"shown": SHOWN[game]} if "shown" in more else {})
        own = staged.machines[stage]
        has_none = command == "sense-imminent-drop" and game != "IR"
        assert rehearsed(command, about | {"machine": own}, by(own)) == ("round-wrong-stage" if has_none else ""), command
        for origin in [*_everybody(), by(staged.terminals[stage]), OriginFactory.build()]:
            assert rehearsed(command, about | {"machine": own}, origin) == "device-another", (command, origin)
        elsewhere = staged.machines["between"]
        assert rehearsed(command, about | {"machine": own}, by(elsewhere)) == "device-another", command
        assert rehearsed(command, about | {"machine": elsewhere}, by(elsewhere)) == "table-not-its-equipment", command
    assert _written() == before


def _everybody() -> list[Origin]:
    return [asked_by(short, role) for short, role in ROLES.items()]


def _nobodys(command: str, may: set[str]) -> set[str]:
    """What is said to whoever may not; where nobody may, a game that knows no such thing may say that instead."""
    return {"authority-not-held"} if may else {"authority-not-held", "table-not-dealt", *UNKNOWN_THERE.get(command, ())}


def _written() -> int:
    """How much stands in the journal but attempts."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM journal.entry WHERE type <> 'casino.attempt-refused'")
        return int(cursor.fetchone()[0])
