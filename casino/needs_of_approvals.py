"""What approvals ask of a person: the count in the navigation, what needs them at home, and the clocks that run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from django.urls import reverse

from casino import approving, authority_table, selectors
from casino.domain import approvable
from casino.domain.instant import Instant
from casino.domain.powers import Power
from casino.homes import Clock, Need
from casino.models import Approval
from casino.navigation import Item
from casino.sessions import Person


class ApprovalsItem(Item):
    """The page of approvals: for whoever holds a power under which another person can be asked."""

    def is_for(self, person: Person) -> bool:
        """Whether this person can ask or be asked."""
        return any(person.may_somewhere(each.power) for each in approving.APPROVABLE.values())


def count(person: Person) -> int:
    """How much waits for the signature of this person."""
    return len(_for_others(person))


def needs(person: Person) -> Iterable[Need]:
    """What waits for the signature of this person."""
    waiting = _for_others(person)
    names = selectors.names_of({row.requested_by for row in waiting})
    for row in waiting:
        yield Need(
            title=_title(row),
            words=f"{names[row.requested_by]} asks you to sign this by {_time(row, person)}. Nothing is written before.",
            verb="Look and sign",
            url=reverse("approval", args=[row.id]),
            rule=authority_table.cited(Power(row.power), row.book),
            since=Instant.of(row.requested_at),
        )


def clocks(person: Person) -> Iterable[Clock]:
    """What waits for somebody's signature and runs out: what this person may sign, and what they asked for."""
    for row in _running(person):
        whose = "you asked; another person must sign" if row.requested_by == person.actor else "your signature"
        yield Clock(_title(row), whose, _time(row, person), reverse("approval", args=[row.id]))


def _for_others(person: Person) -> list[Approval]:
    return [row for row in _running(person) if row.requested_by != person.actor]


@lru_cache(maxsize=16)
def _running(person: Person) -> Sequence[Approval]:
    """What runs for a person at the moment of their request: asked for once, however many parts of a page show it."""
    return tuple(approving.known_to(person).filter(state=approving.WAITING, expires_at__gt=person.now).order_by("expires_at"))


def _title(row: Approval) -> str:
    return approvable.title_of(row.command, row.arguments)


def _time(row: Approval, person: Person) -> str:
    return f"{selectors.local(person.venue, Instant.of(row.expires_at)):%H:%M:%S}"
