"""The Star and Crown beside each other: nobody and nothing of one sees or does anything at the other's tables."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.test import Client
from pytest_django import DjangoDbBlocker

from casino import journal, selectors, services, sessions
from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.domain.parameters import Jurisdiction
from casino.domain.powers import AC, CC, HOUSE
from casino.domain.powers import Role as Duty
from casino.domain.refusals import Refusal
from casino.journal import COMMANDS, Actor, Origin, Personal, Role
from casino.listening import NOT_ALLOWED
from casino.people import COOKIE
from devices import keyring
from devices import services as devices
from devices.domain.device import Kind
from games import services as games
from games.domain import table
from games.domain.vocabulary import RoundId, SeatId, Selection, TableId
from tests.asking import problem
from tests.casino.asking import entries
from tests.casino.sockets import connected, run
from tests.databases import Servers
from tests.devices import fitting
from tests.factories import PASSWORD, OriginFactory, open_crown, open_house
from tests.flows.addresses import ADDRESSES, EVERYBODY, SAFE_ONLY, SIGNED
from tests.flows.asked_at_the_floor import ASKED
from tests.flows.staged_floor import Staged
from tests.flows.who_may import ROLES, people
from tests.games.dealer_desk import PIN
from tests.games.dealer_table import CHIP, DICE
from tests.games.floor import SIGN
from tests.games.signing import Signing

ABSENT = {"table-not-commissioned", "round-not-opened", "table-not-dealt", "table-no-such-place", "position-not-taken"}
BOTH = [("star", "crown"), ("crown", "star")]
LISTS = {"tables", "floor", "rounds", "results", "dealer-tables"}


@dataclass
class House:
    """A venue with a table of Crown Craps in a round, a terminal with a key, and somebody who holds every role at every book."""

    venue: VenueId
    number: str
    table: str = ""
    round: RoundId = field(default_factory=lambda: RoundId(""))
    terminal: str = ""
    desk: Client = field(default_factory=Client)
    token: str = ""
    machine: Signing = field(init=False)

    def __post_init__(self) -> None:
        self.table, self.terminal = f"{self.venue.upper()}-TABLE", f"{self.venue.upper()}-PT"

    @property
    def staged(self) -> Staged:
        """As commands are told of it: this table and this round at every stage."""
        return Staged("CC", tables={"between": self.table}, rounds={"doubt": self.round})

    def by_system(self) -> Origin:
        """A request of this venue's own."""
        return OriginFactory.build(venue=self.venue)

    def by_person(self, role: str) -> Origin:
        """A request of whoever holds every role here."""
        return replace(self.by_system(), actor=Actor(f"staff/{self.number}"), role=Role(role))


@pytest.fixture(scope="module")
def houses(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, House]]:
    """Both venues, each with its people and its floor."""
    with django_db_blocker.unblock():
        database = servers.copy()
        with database.in_use():
            selectors.forget()
            open_house()
            crown = House(open_crown(), "7002")
            services.adopt_law(jurisdiction=Jurisdiction.VICTORIA, origin=crown.by_system())
            services.name_desk(desk="floor2", name="Floor office", origin=crown.by_system())
            yield {house.venue: _furnished(house) for house in (House(VenueId("star"), "7001"), crown)}
        servers.drop(database)


def _furnished(house: House) -> House:
    _engage(house)
    _play(house)
    devices.register_device(name=house.terminal, kind=Kind.PLAYER_TERMINAL, origin=house.by_system())
    fitted: dict[str, Any] = {"book": AC, **fitting.FITTED, **fitting.LAYOUT}
    devices.commission_terminal(name=house.terminal, **fitted, origin=house.by_system())
    devices.put_in_service(name=house.terminal, origin=house.by_system())
    key_id = devices.issue_key(name=house.terminal, origin=house.by_system())
    house.machine = Signing.__new__(Signing)
    vars(house.machine).update(name=house.terminal, key_id=key_id, key=keyring.show_once(key_id), sequence=0, client=Client())
    return house


def _engage(house: House) -> None:
    name, password = Personal("Helen Vassallo"), Personal(PASSWORD)
    services.engage(number=house.number, name=name, password=password, origin=house.by_system())
    sessions.keep_first_password(house.number)
    for role in ROLES.values():
        services.begin_duty(number=house.number, role=Duty(role), books=(HOUSE, CC, AC), origin=house.by_system())
    house.token = sessions.new_token()
    sits = replace(house.by_system(), actor=Actor(f"staff/{house.number}"))
    services.log_in(number=house.number, desk="floor2", token=Personal(house.token), origin=sits)
    house.desk.cookies[COOKIE] = house.token


def _play(house: House) -> None:
    name, origin = house.table, house.by_system
    games.commission_table(name=name, book=CC, layout="A", chip_unit=CHIP, origin=origin())
    games.display_limits(name=name, limits=SIGN, origin=origin())
    games.introduce_dice_set(name=name, dice="S1", checked=DICE, origin=origin())
    games.open_table(name=name, origin=origin())
    games.open_place(name=name, seat=SeatId("P1"), origin=origin())
    house.round = games.start_game(name=name, origin=origin())
    wager: dict[str, Any] = {"selection": Selection("win_line"), "stake_cents": Cents(1_000)}
    games.place_for_player(seat=SeatId("P1"), round_id=house.round, **wager, origin=origin())


def _path(name: str, of: House) -> str:
    return ADDRESSES[name].path.format(table=of.table, round=of.round, seat="P1", machine=of.terminal)


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_what_a_person_looks_at_is_of_their_own_venue(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    before = entries()
    for name, address in ADDRESSES.items():
        if address.who in {EVERYBODY, SIGNED} or "{" not in address.path:
            continue
        path = _path(name, other)
        looked, sent = own.desk.get(path), own.desk.post(path, {"act": "open", "seat": "P2"})
        assert looked.status_code in ({405} if name == "floor-acknowledge" else {404, 409}), path
        assert sent.status_code in ({405} if name in SAFE_ONLY else {404, 409}), path
        for mark in (f'href="/tables/{other.table}/', "Win Line", "$10.00"):
            assert mark not in looked.content.decode() + sent.content.decode(), path
    assert entries() == before


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_lists_and_searches_know_the_own_venue_only(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    for name in sorted(LISTS):
        shown = own.desk.get(ADDRESSES[name].path).content.decode()
        assert own.table in shown, name
        assert other.table not in shown, name
    for asked in (other.table, other.round, other.terminal):
        found = own.desk.get("/find/", {"q": asked}).content.decode()
        assert not any(f'href="/{kind}/{asked}' in found for kind in ("tables", "rounds", "devices")), asked
    assert own.desk.get("/find/", {"q": own.table})["Location"] == f"/tables/{own.table}/"


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_no_entry_of_another_venue_is_read(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    for house, is_read in ((own, True), (other, False)):
        for stream in _streams(house):
            answer = own.desk.get("/api/entries", {"stream": stream})
            told = json.loads(answer.content)
            assert (answer.status_code == 200 and bool(told["items"])) == is_read, (stream, told)


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_the_live_wire_is_deaf_for_another_venue(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    streams, forbidden = _streams(own), [*_streams(other), f"{abroad}/table", f"{abroad}/round", f"{abroad}/position"]

    async def story() -> None:
        async with connected(own.token) as page:
            assert all((await page.watch(*streams, f"{home}/table")).values())
            await sync_to_async(_suspend)(other)
            assert await page.is_quiet()
        for topic in forbidden:
            async with connected(own.token) as page:
                await page.say(json.dumps({"watch": [topic]}))
                assert await page.said() == {"closed": NOT_ALLOWED}, topic

    run(story)


def _suspend(house: House) -> None:
    """Something happens at the other venue."""
    if journal.state(table.at(TableId(f"{house.venue}.{house.table}"))).suspended:
        games.release_table(name=house.table, rectified="It was", origin=house.by_system())
    games.suspend_table(name=house.table, reason="Spilt drink", origin=house.by_system())


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_every_command_at_a_table_of_another_venue_is_refused(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    before = entries()
    for command, line in people().items():
        if command == "commission-table":
            continue  # a table of that name may be put on the books here as well
        for role in sorted({*line.at("CC")} or {"pit boss"}):
            said = _rehearsed(command, ASKED[command](other.staged), own.by_person(role))
            assert said in ABSENT, (command, role)
    assert entries() == before


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_nobody_of_another_venue_works_signs_or_acts_as_stickperson_here(
    houses: dict[str, House], home: str, abroad: str
) -> None:
    own, other = houses[home], houses[abroad]
    sits = replace(own.by_system(), actor=Actor(f"staff/{other.number}"))
    with pytest.raises(Refusal, match="another venue"):
        services.log_in(number=other.number, desk="floor2", token=Personal(sessions.new_token()), origin=sits)
    sessions.set_pin(other.number, PIN)
    before = entries()
    form = {"request_id": str(uuid4()), "act": "open", "seat": "P5", "round": own.round, "number": other.number, "pin": PIN}
    answer = own.desk.post(f"/dealer/{own.table}/places/", form)
    assert (answer.status_code, "of another venue" in answer.content.decode()) == (200, True)
    assert entries() == before
    mini = f"{own.table}-MINI"
    games.commission_table(name=mini, book=CC, variant="mini", layout="B", chip_unit=CHIP, origin=own.by_system())
    said = _rehearsed("appoint-stickperson", {"name": mini, "number": other.number}, own.by_person("pit boss"))
    assert said == "stickperson-no-boxperson"
    assert _rehearsed("appoint-stickperson", {"name": mini, "number": own.number}, own.by_person("pit boss")) == ""


def _rehearsed(command: str, told: dict[str, Any], origin: Origin) -> str:
    try:
        journal.rehearse(COMMANDS[f"games.{command}"], **told, origin=origin)
    except Refusal as refusal:
        return refusal.code
    return ""


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_the_key_of_a_terminal_opens_nothing_at_another_venue(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    before = entries()
    told = {"selection": "win_line", "stake_cents": 500, "by_cents": 500, "to_cents": 500}
    for name, address in ADDRESSES.items():
        if not (address.who == SIGNED and address.path.startswith("/api/device/") and "{" in address.path):
            continue
        status, code = problem(own.machine.post(_path(name, other), told))
        assert (status, code in ABSENT) == (409, True), (name, code)
    assert problem(own.machine.get("/api/device/table")) == (404, "not-found")
    assert _types_since(before) <= {"casino.attempt-refused"}


@pytest.mark.parametrize(("home", "abroad"), BOTH)
def test_signs_and_their_rules_are_for_everybody_everywhere(houses: dict[str, House], home: str, abroad: str) -> None:
    own, other = houses[home], houses[abroad]
    for browser in (own.desk, Client()):
        for path in ("/signs/", f"/signs/{abroad}/", f"/signs/{abroad}/{other.table}/", f"/signs/{abroad}/{other.table}/rules/"):
            answer = browser.get(path)
            assert (answer.status_code, other.table in answer.content.decode()) == (200, True), path
        assert browser.get(f"/signs/{abroad}/{own.table}/").status_code == 404


def _streams(house: House) -> list[str]:
    there = f"{house.venue}.{house.table}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT stream FROM journal.head WHERE venue = %s AND stream LIKE %s", [house.venue, f"%{there}%"])
        found = sorted(row[0] for row in cursor.fetchall())
    assert len(found) == 3, found  # the table, its round, a player's place
    return found


def _types_since(count: int) -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT type FROM journal.entry ORDER BY position OFFSET %s", [count])
        return {row[0] for row in cursor.fetchall()}
