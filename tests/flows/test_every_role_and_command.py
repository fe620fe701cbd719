"""Every role and every command of the ground: allowed or refused as the table of powers says, whichever way it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from casino import approving, journal, selectors, services
from casino.domain import approval, authority, venue
from casino.domain.exclusion import Ground
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Name
from casino.domain.patron import Document
from casino.domain.powers import AC, DF, EQUIPMENT, HOUSE, Power, Role
from casino.domain.staff import NotAllowed
from casino.journal import COMMANDS, Actor, Origin, Personal
from casino.journal import Role as ActingRole
from devices import services as devices
from devices.domain.credit_meter import Order
from devices.domain.device import Kind
from tests.asking import CSRF, Program, problem
from tests.databases import Servers
from tests.devices import fitting
from tests.factories import PASSWORD, OriginFactory, asked_by, engage, open_house, register_patron

APPS = ("casino.", "devices.")
NOBODYS_POWER = {  # done by the system, by oneself, or by whoever is asked; none of them is given by the table
    "casino.open-venue",
    "casino.adopt-law",
    "casino.tell-refused",
    "casino.log-in",
    "casino.log-out",
    "casino.lock-out",
    "casino.change-password",
    "casino.set-pin",
    "casino.lapse-approval",
    "casino.record-read",
    "devices.announce",
    "devices.refuse-replayed",
    "devices.note-missed-requests",
    *(f"devices.{command}" for command in ("take-reading", "confirm-difference", "note-hand-pay", "note-obeyed", "note-report")),
    *(f"devices.{command}" for command in ("lose-link", "restore-link", "lose-reports", "introduce-device", "note-clock-set")),
    "devices.refuse-question",
}
ROLES = [role for role in Role if role not in EQUIPMENT]
_numbers = count(1)


@dataclass(frozen=True)
class Asked:
    """One way to ask for a command: by service, by API and by page, for a thing made ready for it."""

    power: Power
    ready: Callable[[], str]
    service: Callable[[str, Origin], object]
    path: str = ""
    body: Callable[[str], dict[str, Any] | None] = lambda _: None
    page: str = ""
    form: Callable[[str], dict[str, Any]] = lambda _: {}
    writes: bool = True  # what needs an approval is only rehearsed here
    book: str = HOUSE


def _new() -> str:
    return f"N{next(_numbers)}"


def _somebody(*, duty: bool = False, locked: bool = False) -> str:
    number = engage(_new(), cashier=(HOUSE,)) if duty else engage(_new())
    if locked:
        services.lock_out(number=number, tries=5, until=selectors.now(), origin=OriginFactory.build(actor="system/log-in"))
    return number


def _machine(*, keys: int = 0) -> str:
    name = devices.register_device(name=_new(), kind=Kind.KIOSK, origin=OriginFactory.build())
    ids = [devices.issue_key(name=name, origin=OriginFactory.build()) for _ in range(keys)]
    return "/keys/".join([name, *ids])


def _tilting() -> str:
    """A terminal that has reported something nobody has taken up."""
    name = fitting.terminal(_new())
    itself = OriginFactory.build(actor=Actor(f"device/star.{name}"), role=ActingRole("device"))
    devices.note_report(name=name, report="general tilt", at=selectors.now(), origin=itself)
    return name


def _line() -> dict[str, Any]:
    """A line of its own for each machine."""
    return {**fitting.GATEWAY, "port": 20_000 + next(_numbers), "address": 1}


def _later_day() -> GamingDay:
    first = GamingDay(2040, 1, 1) + timedelta(days=next(_numbers))
    return GamingDay(first.year, first.month, first.day)


def _patron() -> str:
    return register_patron(_new())


def _excluded() -> str:
    """A patron who is kept out of the casino, and the exclusion."""
    who = _patron()
    reference = Personal("SE 1")
    made = services.exclude_patron(patron_id=who, ground=Ground.SELF_EXCLUSION, reference=reference, origin=OriginFactory.build())
    return f"{who}/exclusions/{made}"


def _end(it: str, by: Origin) -> None:
    who, _, exclusion = it.split("/")
    services.end_exclusion(patron_id=who, exclusion=exclusion, reference=Personal("SE 2"), origin=by)


def _proposal() -> str:
    """What 812 has asked another operator to sign."""
    return approving.put(services.set_parameter, {**_PROPOSED, "from_day": _later_day()}, asked_by("812"), lasts=HOUR)


def _preview(approval_id: str) -> str:
    return journal.state(approval.AGGREGATE.at(approval_id)).preview


def _law_preview() -> str:
    """What the page has shown before it is asked for."""
    proposed = {"name": Name.LOCK_OUT, "value": 25, "from_day": GamingDay(2041, 1, 1), "source": "s 1"}
    return journal.rehearse(services.set_parameter, **proposed, origin=OriginFactory.build()).preview


def _parked() -> str:
    """A reaction to the opening of the venue that stands still after five tries."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT position FROM journal.entry WHERE stream = 'venue-star' AND version = 1")
        position = int(cursor.fetchone()[0])
        cursor.execute(
            """INSERT INTO journal.due (reaction, position, tries, parked_at) VALUES ('casino.adopt-law', %s, 5, now())
               ON CONFLICT (reaction, position) DO UPDATE SET tries = 5, parked_at = now()""",
            [position],
        )
    return str(position)


def _move() -> str:
    """A later day, another hour than the day changes at, and the preview of that move."""
    hour = (journal.state(venue.AGGREGATE.at("star")).calendar[-1].hour + 1) % 24
    it = f"{_later_day()}/{hour}"
    return f"{it}/{journal.rehearse(services.move_gaming_day, **_moved(it), origin=OriginFactory.build()).preview}"


def _moved(it: str) -> dict[str, Any]:
    day, hour, *_ = it.split("/")
    return {"from_day": GamingDay.fromisoformat(day), "hour": int(hour), "zone": "Australia/Sydney"}


def _typed(it: str) -> dict[str, Any]:
    day, hour, _ = it.split("/")
    return {"from_day": day, "hour": int(hour), "zone": "Australia/Sydney", "reason": "So decided."}


HOUR = timedelta(hours=1)
WHEEL = "IR1-W"
_PROPOSED: dict[str, Any] = {"name": Name.LOCK_OUT, "value": 20, "source": "s 1"}
_DUTY = {"role": "cashier", "books": [HOUSE]}
_NEW_STAFF = {"name": "Priya Nair", "password": PASSWORD}
_BORN = {"born_on_0": "2", "born_on_1": "4", "born_on_2": "1979"}
_WHO = {"name": "Ada Quinn", "address": "4 Quarry Lane", "phone": "", "email": ""}
_SEEN = {"kind": "passport", "number": "PA4401821"}
_EXPIRES = {"expires_on_0": "30", "expires_on_1": "6", "expires_on_2": "2034"}
_SELF, _REPORT = {"ground": "self-exclusion", "reference": "SE 1"}, {"reference": "R 1"}
_LAW = {"from_day": "2041-01-01", "source": "s 1", "reason": "Asked by the regulator"}
_CASHIER: dict[str, Any] = {"role": Role.CASHIER, "books": (HOUSE,)}
_COMMISSION: dict[str, Any] = {"book": AC, **fitting.FITTED, **fitting.LAYOUT}

ASKED = {
    "casino.engage": Asked(
        Power.KEEP_STAFF, _new,
        lambda it, by: services.engage(number=it, name=Personal("Priya Nair"), password=Personal(PASSWORD), origin=by),
        "/api/staff", lambda it: {"number": it, **_NEW_STAFF}, "/staff/engage/", lambda it: {"number": it, **_NEW_STAFF},
    ),
    "casino.begin-duty": Asked(
        Power.KEEP_STAFF, _somebody, lambda it, by: services.begin_duty(number=it, **_CASHIER, origin=by),
        "/api/staff/{}/duties", lambda _: _DUTY, "/staff/{}/begin-duty/", lambda _: _DUTY,
    ),
    "casino.end-duty": Asked(
        Power.KEEP_STAFF, lambda: _somebody(duty=True), lambda it, by: services.end_duty(number=it, **_CASHIER, origin=by),
        "/api/staff/{}/duties/end", lambda _: _DUTY, "/staff/{}/end-duty/", lambda _: _DUTY,
    ),
    "casino.let-leave": Asked(
        Power.KEEP_STAFF, _somebody, lambda it, by: services.let_leave(number=it, origin=by),
        "/api/staff/{}/leave", page="/staff/{}/leave/",
    ),
    "casino.unlock-staff": Asked(
        Power.KEEP_STAFF, lambda: _somebody(locked=True), lambda it, by: services.unlock_staff(number=it, origin=by),
        "/api/staff/{}/unlock", page="/staff/{}/unlock/",
    ),
    "casino.name-desk": Asked(
        Power.KEEP_STAFF, lambda: _new().lower(), lambda it, by: services.name_desk(desk=it, name="A desk", origin=by),
        "/api/venue/desks", lambda it: {"desk": it, "name": "A desk"},
        "/venue/name-desk/", lambda it: {"desk": it, "name": "A desk"},
    ),
    "casino.move-gaming-day": Asked(
        Power.MOVE_GAMING_DAY, _move, lambda it, by: services.move_gaming_day(**_moved(it), origin=by),
        "/api/venue/gaming-day", _typed,
        "/venue/move-gaming-day/", lambda it: {**_typed(it), "move": "1", "preview": it.split("/")[2]},
    ),
    "casino.set-parameter": Asked(
        Power.SET_LAW, _new,
        lambda _, by: journal.rehearse(services.set_parameter, **_PROPOSED, from_day=_later_day(), origin=by), writes=False,
    ),
    "casino.register-patron": Asked(
        Power.KEEP_PATRONS, _new,
        lambda it, by: services.register_patron(
            **{field: Personal(text) for field, text in {**_WHO, "name": it, "born_on": "1979-04-02"}.items()}, origin=by
        ),
        "/api/patrons", lambda it: {**_WHO, "name": it, "born_on": "1979-04-02"},
        "/patrons/register/", lambda it: {**_WHO, "name": it, **_BORN},
    ),
    "casino.amend-patron": Asked(
        Power.KEEP_PATRONS, _patron,
        lambda it, by: services.amend_patron(patron_id=it, name=Personal("Ada Quinn"), origin=by),
        "/api/patrons/{}/amend", lambda _: {"name": "Ada Quinn"}, "/patrons/{}/amend/", lambda _: {**_WHO, **_BORN},
    ),
    "casino.record-identification": Asked(
        Power.KEEP_PATRONS, _patron,
        lambda it, by: services.record_identification(
            patron_id=it, kind=Document.PASSPORT, number=Personal("PA4401821"), expires_on=date(2034, 6, 30), origin=by
        ),
        "/api/patrons/{}/identifications", lambda _: {**_SEEN, "expires_on": "2034-06-30"},
        "/patrons/{}/identification/", lambda _: {**_SEEN, **_EXPIRES},
    ),
    "casino.exclude-patron": Asked(
        Power.EXCLUDE_PATRON, _patron,
        lambda it, by: services.exclude_patron(
            patron_id=it, ground=Ground.SELF_EXCLUSION, reference=Personal("SE 1"), origin=by
        ),
        "/api/patrons/{}/exclusions", lambda _: _SELF,
        "/patrons/{}/exclude/", lambda _: {"exclusion": "self-exclusion", "reference": "SE 1"},
    ),
    "casino.exclude-from-game": Asked(
        Power.EXCLUDE_FROM_GAME, _patron,
        lambda it, by: services.exclude_from_game(patron_id=it, book=AC, reference=Personal("R 1"), origin=by),
        "/api/patrons/{}/exclusions", lambda _: {"book": AC, **_REPORT}, book=AC,  # the page has one form for both
    ),
    "casino.end-exclusion": Asked(
        Power.EXCLUDE_PATRON, _excluded, _end,
        "/api/patrons/{}/end", lambda _: _REPORT, "/patrons/{}/end/", lambda _: _REPORT,
    ),
    "casino.forget-patron": Asked(
        Power.FORGET_PATRON, _patron,
        lambda it, by: journal.rehearse(services.forget_patron, patron_id=it, origin=by),
        "/api/patrons/{}/forget", page="/patrons/{}/forget/", writes=False,
    ),
    "casino.request-approval": Asked(
        Power.SET_LAW, _new,
        lambda _, by: approving.put(services.set_parameter, {**_PROPOSED, "from_day": _later_day()}, by, lasts=HOUR),
        "/api/law/lock-out/propose", lambda _: {**_LAW, "value": 25},
        "/law/lock-out/propose/", lambda _: {**_LAW, "value": "25", "ask": "1", "preview": _law_preview()},
    ),
    "casino.approve": Asked(
        Power.SET_LAW, _proposal,
        lambda it, by: services.approve(approval_id=it, preview=_preview(it), origin=by),
        "/api/approvals/{}/approve", lambda it: {"preview": _preview(it)},
        "/approvals/{}/sign/", lambda it: {"preview": _preview(it)},
    ),
    "casino.decline": Asked(
        Power.SET_LAW, _proposal, lambda it, by: services.decline(approval_id=it, origin=by),
        "/api/approvals/{}/decline", page="/approvals/{}/decline/", form=lambda _: {"reason": "Not now."},
    ),
    "casino.retry-reaction": Asked(
        Power.KEEP_SYSTEM, _parked,
        lambda it, by: services.retry_reaction(reaction="casino.adopt-law", position=int(it), origin=by),
        "/api/operations/retry", lambda it: {"reaction": "casino.adopt-law", "position": int(it)},
        page="/operations/retry/", form=lambda it: {"reaction": "casino.adopt-law", "position": it},
    ),
    "devices.register-device": Asked(
        Power.KEEP_DEVICES, _new, lambda it, by: devices.register_device(name=it, kind=Kind.WHEEL, origin=by),
        "/api/devices", lambda it: {"name": it, "kind": "wheel"}, "/devices/register/", lambda it: {"name": it, "kind": "wheel"},
    ),
    "devices.issue-key": Asked(
        Power.KEEP_DEVICES, _machine, lambda it, by: devices.issue_key(name=it, origin=by),
        "/api/devices/{}/keys", page="/devices/{}/issue-key/",
    ),
    "devices.revoke-key": Asked(
        Power.KEEP_DEVICES, lambda: _machine(keys=1),
        lambda it, by: devices.revoke_key(name=it.split("/")[0], key_id=it.split("/")[-1], origin=by),
        "/api/devices/{}/revoke", page="/devices/{}/",
    ),
    "devices.commission-terminal": Asked(
        Power.KEEP_DEVICES, lambda: fitting.register(_new()),
        lambda it, by: devices.commission_terminal(name=it, **_COMMISSION, origin=by),
        "/api/devices/{}/commission", lambda _: _COMMISSION,
        "/devices/{}/commission/", lambda _: {**_COMMISSION, "credit_cents": 1},
    ),
    "devices.approve-layout": Asked(
        Power.KEEP_DEVICES, lambda: fitting.terminal(_new()),
        lambda it, by: devices.approve_layout(name=it, **fitting.LAYOUT, origin=by),
        "/api/devices/{}/layout", lambda _: fitting.LAYOUT, "/devices/{}/layout/", lambda _: fitting.LAYOUT,
    ),
    "devices.link-to-wheel": Asked(
        Power.KEEP_DEVICES, lambda: fitting.roulette_terminal(_new()),
        lambda it, by: devices.link_to_wheel(name=it, wheel=WHEEL, origin=by),
        "/api/devices/{}/link", lambda _: {"wheel": WHEEL}, "/devices/{}/link/", lambda _: {"wheel": WHEEL},
    ),
    "devices.seal-dice": Asked(
        Power.KEEP_DEVICES, lambda: fitting.register(_new(), Kind.DICE_TUMBLER),
        lambda it, by: devices.seal_dice(name=it, book=AC, **fitting.DICE, origin=by),
        "/api/devices/{}/dice", lambda _: {"book": AC, **fitting.DICE},
        "/devices/{}/dice/", lambda _: {"book": AC, **fitting.DICE, "dice": "1-6 2-5 3-4\n1-6 2-5 3-4"},
    ),
    "devices.register-ball": Asked(
        Power.KEEP_DEVICES, lambda: fitting.register(_new(), Kind.WHEEL),
        lambda it, by: devices.register_ball(name=it, **fitting.BALL, origin=by),
        "/api/devices/{}/ball", lambda _: fitting.BALL, "/devices/{}/ball/", lambda _: {**fitting.BALL, "diameter": "18"},
    ),
    "devices.register-wheel": Asked(
        Power.KEEP_DEVICES, lambda: fitting.register(_new(), Kind.WHEEL),
        lambda it, by: devices.register_wheel(name=it, **fitting.WHEEL, origin=by),
        "/api/devices/{}/wheel", lambda _: fitting.WHEEL,
        "/devices/{}/wheel/", lambda _: {"housing_mm": 720, "insert_mm": 550, "compartments": fitting.COMPARTMENTS_TYPED},
    ),
    "devices.fit-entry-terminal": Asked(
        Power.KEEP_DEVICES, lambda: fitting.register(_new(), Kind.ENTRY_TERMINAL),
        lambda it, by: devices.fit_entry_terminal(name=it, book=DF, **fitting.ENTRY, origin=by),
        "/api/devices/{}/entry-terminal", lambda _: {"book": DF, **fitting.ENTRY},
        "/devices/{}/entry-terminal/", lambda _: {"book": DF, **fitting.ENTRY},
    ),
    "devices.move-device": Asked(
        Power.KEEP_DEVICES, _machine, lambda it, by: devices.move_device(name=it, place="Pit 2", origin=by),
        "/api/devices/{}/move", lambda _: {"place": "Pit 2"}, "/devices/{}/move/", lambda _: {"place": "Pit 2"},
    ),
    "devices.wire-device": Asked(
        Power.KEEP_DEVICES, _machine, lambda it, by: devices.wire_device(name=it, **_line(), origin=by),
        "/api/devices/{}/wire", lambda _: _line(), "/devices/{}/wire/", lambda _: _line(),
    ),
    "devices.put-in-service": Asked(
        Power.KEEP_DEVICES, _machine, lambda it, by: devices.put_in_service(name=it, origin=by),
        "/api/devices/{}/put-in-service", page="/devices/{}/put-in-service/",
    ),
    "devices.order-terminal": Asked(
        Power.ATTEND_DEVICES, lambda: fitting.terminal(_new()),
        lambda it, by: devices.order_terminal(terminal=it, order=Order.LOCK, reason="Under dispute", origin=by),
        "/api/devices/{}/order", lambda _: {"order": "lock play", "reason": "Under dispute"},
        "/devices/{}/lock-order/", lambda _: {"reason": "Under dispute"}, book=AC,
    ),
    "devices.acknowledge-alert": Asked(
        Power.ATTEND_DEVICES, _tilting, lambda it, by: devices.acknowledge_alert(name=it, alert="general tilt", origin=by),
        "/api/devices/{}/acknowledge", lambda _: {"alert": "general tilt"},
        "/devices/{}/acknowledge/", lambda _: {"alert": "general tilt"}, book=AC,
    ),
    "devices.take-out-of-service": Asked(
        Power.KEEP_DEVICES, lambda: fitting.put_in_service(_machine()),
        lambda it, by: devices.take_out_of_service(name=it, reason="Note jam", origin=by),
        "/api/devices/{}/take-out-of-service", lambda _: {"reason": "Note jam"},
        "/devices/{}/take-out-of-service/", lambda _: {"reason": "Note jam"},
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def house(servers: Servers, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[Role, str]]:
    """One house for all of these, with somebody in every role."""
    with django_db_blocker.unblock():
        database = servers.copy()
        with database.in_use():
            selectors.forget()
            open_house()
            fitting.wheel(WHEEL)
            yield {role: _staffed(number, role) for number, role in enumerate(ROLES)}
        servers.drop(database)


def _staffed(number: int, role: Role) -> str:
    return engage(f"R{number}", str(role), **{role.value.replace(" ", "_"): (HOUSE, AC)})


def _allowed(command: str, role: Role) -> bool:
    return authority.standing(ASKED[command].book, ASKED[command].power, role).allowed


def _position() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT coalesce(max(position), 0) FROM journal.entry")
        return int(cursor.fetchone()[0])


def test_every_command_stands_in_the_table_or_says_why_not() -> None:
    assert set(ASKED) | NOBODYS_POWER == {name for name in COMMANDS if name.startswith(APPS)}
    assert not set(ASKED) & NOBODYS_POWER


def _ready(command: str, role: Role, shared: dict[str, str]) -> str:
    """What is asked about: whoever may not leaves it as it was, so one is enough for all of them."""
    if _allowed(command, role):
        return ASKED[command].ready()
    if command not in shared:
        shared[command] = ASKED[command].ready()
    return shared[command]


@pytest.mark.slow(reason="every role, every command")
def test_by_service(house: dict[Role, str]) -> None:
    shared: dict[str, str] = {}
    for role in ROLES:
        number = house[role]
        for command, asked in ASKED.items():
            it = _ready(command, role, shared)
            before = _position()
            try:
                asked.service(it, asked_by(number, role))
                is_allowed = True
            except NotAllowed:
                is_allowed = False
            assert is_allowed == _allowed(command, role), (role, command)
            assert (_position() > before) == (is_allowed and asked.writes), (role, command)


@pytest.mark.slow(reason="every role, every command")
def test_by_api(house: dict[Role, str]) -> None:
    shared: dict[str, str] = {}
    for role in ROLES:
        program = Program(house[role])
        for command, asked in ASKED.items():
            if not asked.path:
                continue
            it = _ready(command, role, shared)
            before = _position()
            answer = program.post(asked.path.format(it), asked.body(it))
            is_allowed = answer.status_code in {201, 202, 204}
            assert is_allowed == _allowed(command, role), (role, command, answer.content)
            assert is_allowed or problem(answer) == (403, "authority-not-held"), (role, command)
            assert (_position() > before) == is_allowed, (role, command)


@pytest.mark.slow(reason="every role, every command")
def test_by_page(house: dict[Role, str]) -> None:
    shared: dict[str, str] = {}
    for role in ROLES:
        client = Program(house[role]).client
        for command, asked in ASKED.items():
            if not asked.page:
                continue
            it = _ready(command, role, shared)
            before = _position()
            address = asked.page.format(it.replace("/keys/", "/revoke-key/"))
            form = {**asked.form(it), "csrfmiddlewaretoken": CSRF, "request_id": str(uuid4())}
            answer = client.post(address, form)
            is_allowed = answer.status_code in {200, 302}
            assert is_allowed == _allowed(command, role), (role, command, answer.status_code)
            assert is_allowed or answer.status_code == 403, (role, command, answer.status_code)
            assert (_position() > before) == is_allowed, (role, command)


@pytest.mark.slow(reason="every role")
def test_what_one_may_not_do_is_not_shown_either(house: dict[Role, str]) -> None:
    for role in ROLES:
        shown = Program(house[role]).get("/home/").content.decode()
        assert ('href="/staff/"' in shown) == authority.standing(HOUSE, Power.KEEP_STAFF, role).allowed, role
        attends = any(authority.standing(book, Power.ATTEND_DEVICES, role).allowed for book in (HOUSE, AC))
        assert ('href="/devices/"' in shown) == (attends or authority.standing(HOUSE, Power.KEEP_DEVICES, role).allowed), role


def test_two_sessions_of_one_person_cannot_approve_each_other(house: dict[Role, str]) -> None:
    first, second = Program("812"), Program("812")
    asked = _proposal()
    for program in (first, second):
        answer = program.post(f"/api/approvals/{asked}/approve", {"preview": _preview(asked)})
        assert problem(answer) == (409, "approval-own-request")
    assert not journal.state(approval.AGGREGATE.at(asked)).approved_by
