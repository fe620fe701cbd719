"""What needs somebody on the floor: rounds that wait, meters that differ, hand-pays, and what machines report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse

from casino import selectors as ground
from casino.domain.instant import Instant
from casino.domain.money import Cents, dollars
from casino.domain.powers import HOUSE, Power
from casino.sessions import Person
from devices import needs
from devices.domain.credit_meter import PAID_BY_HAND
from devices.domain.reports import ALERTS, LINK_LOST
from games.floor import Floor, Reported, Terminal
from games.waiting import Waiting


@dataclass(frozen=True)
class Alert:
    """Something that goes on until its cause has ended; acknowledging only quietens it."""

    key: str
    machine: str  # a machine, or the table whose round waits
    shape: str
    title: str
    words: str
    rule: str
    since: Instant | None
    url: str
    is_mine: bool  # this person may do something about it
    reported: str = ""  # as the machine names it, if it can be taken up
    by: str = ""  # who has taken it up

    @property
    def is_open(self) -> bool:
        """Whether this person is to do something about it."""
        return self.is_mine and not self.by


def alerts(floor: Floor, person: Person) -> list[Alert]:
    """What needs somebody: first what this person can do something about, of that what has gone on longest."""
    names = ground.names_of({each.taken_by for each in floor.reported if each.taken_by}) if floor.reported else {}
    found = [
        *(_waits(each, person) for each in floor.waiting),
        *(each for terminal in floor.terminals for each in _of_meter(terminal, person)),
        *(_reports(each, person, names) for each in floor.reported),
    ]
    return sorted(found, key=lambda each: (not each.is_open, bool(each.by), each.since or person.now, each.key))


def tables_in_need(floor: Floor, found: Sequence[Alert]) -> set[str]:
    """The tables at which something is to be done by whoever asked."""
    needing = {each.machine for each in found if each.is_open}
    return {seen.name for seen in floor.tables if needing & {seen.name, *seen.machines}}


def _waits(waiting: Waiting, person: Person) -> Alert:
    return Alert(
        key=waiting.round_id,
        machine=waiting.table.rpartition(".")[2],
        shape="refused",
        title=waiting.title,
        words=waiting.words,
        rule=waiting.rule,
        since=waiting.since,
        url=reverse("round", args=[waiting.round_id]),
        is_mine=waiting.is_for(person),
    )


def _of_meter(terminal: Terminal, person: Person) -> Iterator[Alert]:
    url, is_mine = reverse("device", args=[terminal.name]), person.may(Power.ATTEND_DEVICES, terminal.book_id)
    if terminal.differs_by:
        yield Alert(
            key=f"{terminal.name} differs",
            machine=terminal.name,
            shape="differs",
            title=f"{terminal.name} differs by {dollars(Cents(abs(terminal.differs_by)))}",
            words=f"The terminal shows {dollars(terminal.shows_cents)}, our record says {dollars(terminal.cents)}.",
            rule=needs.DIFFERS[terminal.book_id],
            since=terminal.differs_since,
            url=url,
            is_mine=is_mine,
        )
    if terminal.hand_pay_cents:
        yield Alert(
            key=f"{terminal.name} hand-pay",
            machine=terminal.name,
            shape="note",
            title=f"{terminal.name} waits to be paid by hand",
            words=f"{dollars(terminal.hand_pay_cents)}; nothing is played there until it is reset.",
            rule=PAID_BY_HAND[terminal.book_id],
            since=terminal.hand_pay_since,
            url=url,
            is_mine=is_mine,
        )


def _reports(each: Reported, person: Person, names: Mapping[str, str]) -> Alert:
    about, book_id = ALERTS[each.name], each.book_id or HOUSE
    at = f", {ground.local(person.venue, each.taken_at):%H:%M}" if each.taken_at else ""
    return Alert(
        key=f"{each.device} {each.name}",
        machine=each.device,
        shape="no-link" if each.name == LINK_LOST else "waits",
        title=f"{each.device}: {about.words[0].lower()}{about.words[1:]}",
        words="It ends when the machine says so." if about.ends_with else "It ends when somebody has taken it up.",
        rule=about.rule,
        since=each.since,
        url=reverse("device", args=[each.device]),
        is_mine=person.may(Power.ATTEND_DEVICES, book_id),
        reported=each.name,
        by=f"{names[each.taken_by]}{at}" if each.taken_by else "",
    )
