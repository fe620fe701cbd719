"""Events of the ground into its read models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from typing import Any, get_args

from casino import journal, keys, name_search
from casino.domain import approval, patron, staff
from casino.domain.aggregate import Event
from casino.domain.events import (
    ApprovalDeclined,
    ApprovalGiven,
    ApprovalLapsed,
    ApprovalRequested,
    ApprovalUsed,
    GamingDayMoved,
    ParameterSet,
    PersonalDataRead,
    StaffEngaged,
    StaffLoggedIn,
    VenueOpened,
)
from casino.journal import Recorded, codec
from casino.models import Activity, Approval, Deed, Parameter, Patron, StaffMember, Venue
from casino.sentences import title_of


@journal.projection(tables=[Venue], on=[VenueOpened, GamingDayMoved], inline=True)
def venues(recorded: Sequence[Recorded]) -> None:
    """The venues there are, with the newest hour at which their day changes."""
    rows: dict[str, dict[str, Any]] = {
        row["id"]: dict(row) for row in Venue.objects.filter(id__in={each.venue for each in recorded}).values()
    }
    for each in recorded:
        match each.event:
            case VenueOpened() as opened:
                rows[each.venue] = {
                    "id": each.venue,
                    "name": opened.name,
                    "jurisdiction": opened.jurisdiction,
                    "zone": opened.zone,
                    "hour": opened.hour,
                    "opened_at": each.recorded_at,
                }
            case GamingDayMoved() as moved:
                rows[each.venue] |= {"zone": moved.zone, "hour": moved.hour}
    journal.write_rows(Venue, list(rows.values()))


@journal.projection(tables=[Parameter], on=[ParameterSet], inline=True)
def parameters(recorded: Sequence[Recorded]) -> None:
    """Every value of dated law, one row a venue, name and day; set again, the later setting holds."""
    rows = {
        f"{each.venue}.{each.event.name}@{each.event.from_day}": {
            "venue": each.venue, "name": each.event.name, "value": each.event.value, "from_day": each.event.from_day,
            "source": each.event.source, "set_by": each.line.actor, "set_at": each.recorded_at,
        }
        for each in recorded
    }  # fmt: skip
    journal.write_rows(Parameter, [{"id": key, **row} for key, row in rows.items()])


@journal.projection(tables=[StaffMember], on=get_args(staff.StaffEvent), inline=True)
def staff_members(recorded: Sequence[Recorded]) -> None:
    """Who works where, and as what."""
    rows: dict[str, dict[str, Any]] = {
        row["id"]: dict(row) for row in StaffMember.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    members = {number: codec.decode(staff.StaffMember, row["state"]) for number, row in rows.items()}
    for each in recorded:
        number = each.ref.id
        members[number] = member = staff.evolve(members.get(number, staff.AGGREGATE.start), each.event)
        row = rows.setdefault(number, {"id": number, "venue": each.venue, "name": "", "last_seen_at": None})
        row |= {"state": codec.encode(member).decode(), "is_engaged": member.is_engaged, "locked_until": member.locked_until}
        match each.event:
            case StaffEngaged() as engaged:
                row["name"] = keys.unseal(f"staff-{number}", "name", engaged.name) or ""
            case StaffLoggedIn():
                row["last_seen_at"] = each.recorded_at
    journal.write_rows(StaffMember, list(rows.values()))


@journal.projection(tables=[Patron], on=get_args(patron.PatronEvent), inline=True)
def patrons(recorded: Sequence[Recorded]) -> None:
    """Who is known, identified and excluded, and what their names are found by."""
    rows: dict[str, dict[str, Any]] = {
        row["id"]: dict(row) for row in Patron.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    names = {id_: row["name"] for id_, row in rows.items()}
    states = {id_: codec.decode(patron.Patron, row["state"]) for id_, row in rows.items()}
    for each in recorded:
        id_ = each.ref.id
        states[id_] = state = patron.evolve(states.get(id_, patron.AGGREGATE.start), each.event)
        row = rows.setdefault(id_, {"id": id_, "venue": each.venue, "registered_at": each.recorded_at, "forgotten_at": None})
        row |= {"state": codec.encode(state).decode(), "name": state.name}
        row |= {"identified_until": _identified_until(state), "excluded_until": _excluded_until(state)}
        if state.is_forgotten:
            row |= {"tokens": [], "forgotten_at": each.recorded_at}
    renamed = {f"patron-{id_}": row["name"] for id_, row in rows.items() if row["name"] and row["name"] != names.get(id_)}
    for stream, name in keys.unseal_all("name", renamed).items():
        row = rows[stream.removeprefix("patron-")]
        row["tokens"] = name_search.tokens(row["venue"], name)
    journal.write_rows(Patron, [{"tokens": [], **row} for row in rows.values()])


def _identified_until(state: patron.Patron) -> date | None:
    return max((each.expires_on for each in state.identifications), default=None)


def _excluded_until(state: patron.Patron) -> date | None:
    lasting = [each.last_day or date.max for each in state.exclusions if each.ended_on is None]
    return max(lasting, default=None)


@journal.projection(tables=[Approval], on=get_args(approval.ApprovalEvent), inline=True)
def approvals(recorded: Sequence[Recorded]) -> None:
    """What was asked of another person, and what became of it."""
    rows: dict[str, dict[str, Any]] = {
        row["id"]: dict(row) for row in Approval.objects.filter(id__in={each.ref.id for each in recorded}).values()
    }
    for each in recorded:
        match each.event:
            case ApprovalRequested() as asked:
                rows[each.ref.id] = {
                    "id": each.ref.id, "venue": each.venue, "command": asked.command, "arguments": asked.arguments,
                    "power": asked.power, "book": asked.book, "state": "waiting", "requested_by": asked.requested_by,
                    "requested_at": each.recorded_at, "expires_at": asked.expires_at, "decided_by": "", "decided_at": None,
                }  # fmt: skip
            case ApprovalGiven() as given:
                rows[each.ref.id] |= {"state": "approved", "decided_by": given.approved_by, "decided_at": each.recorded_at}
            case ApprovalDeclined() as declined:
                rows[each.ref.id] |= {"state": "declined", "decided_by": declined.declined_by, "decided_at": each.recorded_at}
            case ApprovalUsed():
                rows[each.ref.id] |= {"state": "done"}
            case ApprovalLapsed():
                rows[each.ref.id] |= {"state": "lapsed"}
    journal.write_rows(Approval, list(rows.values()))


@journal.projection(tables=[Activity], on=[Event], inline=False)
def activity(recorded: Sequence[Recorded]) -> None:
    """How much was recorded, by venue, gaming day and type."""
    counted = Counter((each.line.venue, each.line.gaming_day, each.line.type) for each in recorded)
    keys = {"/".join(key): key for key in counted}
    before = dict(Activity.objects.filter(id__in=keys).values_list("id", "entries"))
    journal.write_rows(
        Activity,
        [
            {
                "id": id_,
                "venue": venue,
                "gaming_day": day,
                "type": kind,
                "entries": before.get(id_, 0) + counted[venue, day, kind],
            }
            for id_, (venue, day, kind) in keys.items()
        ],
    )


@journal.projection(tables=[Deed], on=[Event], inline=False)
def deeds(recorded: Sequence[Recorded]) -> None:
    """What each member of staff did."""
    rows = [
        {
            "position": each.position,
            "actor": each.line.actor,
            "stream": each.stream,
            "title": title_of(each.event),
            "recorded_at": each.recorded_at,
        }
        for each in recorded
        if each.line.actor.startswith(staff.ACTOR) and not isinstance(each.event, PersonalDataRead)
    ]
    journal.write_rows(Deed, rows)
