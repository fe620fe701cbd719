"""What the ground itself adds to the lists it keeps: navigation, homes, what Find finds."""

from __future__ import annotations

from collections.abc import Iterator

from django.urls import reverse
from django.utils import timezone

from casino import finders, finding, homes, listening, metrics, navigation, needs_of_approvals, operations, previews, selectors
from casino.approving import APPROVABLE, Approvable
from casino.domain import approvable, parameters
from casino.domain.events import (
    ApprovalDeclined,
    ApprovalGiven,
    ApprovalLapsed,
    ApprovalRequested,
    ApprovalUsed,
    GamingDayMoved,
    ParameterSet,
)
from casino.domain.powers import Power
from casino.homes import Need
from casino.journal import commands
from casino.navigation import Item
from casino.previews import SHORT
from casino.sentences import SAID
from casino.sessions import Person
from casino.views import patrons

APPROVABLE["casino.set-parameter"] = Approvable(Power.SET_LAW, title=parameters.proposal)
APPROVABLE["casino.forget-patron"] = Approvable(
    Power.FORGET_PATRON, title=lambda given: f"Forget patron {given['patron_id'][:8]} for ever"
)
previews.TOLD |= {"casino.parameter-set": previews.law, "casino.gaming-day-moved": previews.gaming_day}
SAID |= {
    ParameterSet: lambda event: f"{parameters.set_as(event)}. {event.source}",
    GamingDayMoved: lambda event: f"Gaming day moved: from {event.from_day:%d %b %Y} at {event.hour:02d}:00, {event.zone}",
    ApprovalRequested: lambda event: f"Approval asked for. {approvable.title_of(event.command, event.arguments)}",
    ApprovalGiven: lambda event: f"Signed, preview {event.preview[:SHORT]}",
    ApprovalDeclined: lambda _: "Declined",
    ApprovalUsed: lambda event: f"Done exactly as signed, preview {event.preview[:SHORT]}",
    ApprovalLapsed: lambda event: f"Not done. {event.sentence}",
}
navigation.ITEMS += [
    Item("Now", "Home", "home", go="h"),
    Item("Look up", "Staff", "staff", powers=[Power.KEEP_STAFF]),
    Item("Look up", "Patrons", "patrons", powers=[Power.KEEP_PATRONS, Power.EXCLUDE_PATRON, Power.EXCLUDE_FROM_GAME]),
    Item("Know", "Who may do what", "authority"),
    needs_of_approvals.ApprovalsItem("Decide", "Approvals", "approvals", count=needs_of_approvals.count),
    Item("Know", "Dated law", "law"),
    Item("Know", "The venue", "venue"),
    Item("Know", "Operations", "operations", powers=[Power.KEEP_SYSTEM]),
]


def locked_numbers(person: Person) -> Iterator[Need]:
    """Numbers that too many wrong passwords have locked, for whoever keeps the register."""
    if not person.may(Power.KEEP_STAFF):
        return
    for member in selectors.staff_members(person.venue).filter(locked_until__gt=person.now):
        yield Need(
            title=f"{member.name}, number {member.id}, is locked",
            words=f"Too many wrong passwords. It opens by itself at {timezone.localtime(member.locked_until):%H:%M}.",
            verb="Look at it",
            url=reverse("staff-member", args=[member.id]),
            shape="locked",
        )


homes.NEEDS += [locked_numbers, needs_of_approvals.needs]
homes.CLOCKS.append(needs_of_approvals.clocks)
finding.FINDERS += [finders.staff, patrons.found, finders.pages, finders.deeds, finders.law, finders.powers]
commands.OBSERVERS += [metrics.observe]
metrics.LIVE_SOCKETS.set_function(lambda: len(listening.WIRE.desks))
listening.GLANCES["operations"] = operations.glance
