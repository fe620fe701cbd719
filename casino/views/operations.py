"""Operations: what runs, what waits, what stands still, and the button that sets it going again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from casino import edge, homes, operations, selectors, services
from casino.domain.instant import Instant
from casino.domain.powers import Power
from casino.health import OK
from casino.journal.reactions import Waiting
from casino.operations import Backup, Runs
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotReadable
from casino.sessions import Person

PARTS = {"database": "Record", "migrations": "Tables of the record", "valkey": "Live link", "workers": "Workers"}
LATE_SECONDS = 5
SLOW_MS = 250
UNITS = ("bytes", "kB", "MB", "GB", "TB")


@require_safe
def overview(request: AskedBy) -> HttpResponse:
    """The state of the system, in one page that refreshes itself."""
    require(request, Power.KEEP_SYSTEM)
    person = request.person
    sizes = operations.sizes()
    followers = operations.followers()
    context = {
        "parts": [{"name": PARTS[part], "is_ready": state == OK, "state": state} for part, state in operations.parts().items()],
        "processes": [_runs(each, person) for each in operations.processes()],
        "followers": [
            {"each": each, "behind": sizes.position - each.position, "is_late": each.lag_seconds > LATE_SECONDS}
            for each in followers
        ],
        "lag_seconds": max((each.lag_seconds for each in followers), default=0.0),
        "waiting": [_waits(each, person) for each in operations.waiting(person.venue)],
        "commands": operations.commands(),
        "slow_ms": SLOW_MS,
        "backup": [*_kept(operations.last_backup(), person), {"label": "Database", "value": size(sizes.database_bytes)}],
        "versions": operations.versions(sizes.postgresql),
        "position": sizes.position,
        "sessions_open": selectors.sessions_open(),
        "by_day": operations.entries_by_day(person.venue, selectors.gaming_day(person.venue, person.now)),
    }
    return page(request, "casino/operations.html", context)


@require_POST
def retry(request: AskedBy) -> HttpResponse:
    """Take a parked reaction up again."""
    reaction, position = request.POST.get("reaction", ""), request.POST.get("position", "")
    if not position.isascii() or not position.isdigit() or not reaction:
        raise NotReadable("Name the reaction and the entry it reacts to.")
    services.retry_reaction(reaction=reaction, position=int(position), origin=edge.origin(request, Power.KEEP_SYSTEM))
    messages.success(request, f"{reaction} for entry {position} is tried again now.")
    return redirect("operations")


def size(count: int) -> str:
    """So many bytes as people say it: `14.2 MB`."""
    figure, unit = float(count), 0
    while figure >= 1000 and unit < len(UNITS) - 1:  # noqa: PLR2004 - a thousand bytes are a kilobyte
        figure, unit = figure / 1000, unit + 1
    return f"{figure:.1f} {UNITS[unit]}" if unit else f"{count} {UNITS[0]}"


def _runs(runs: Runs, person: Person) -> dict[str, Any]:
    if runs.processes is None:
        return {"name": runs.name, "state": "not known: Valkey does not answer", "shape": "waits", "told": []}
    told = [
        {
            "where": f"{each.host}, process {each.number}",
            "words": f"build {each.build}, Python {each.python}",
            "began_at": str(_instant(each.began_at)),
            "told_at": str(_instant(each.told_at)),
            "since": homes.age(_instant(each.began_at), person.now),
            "heard": homes.age(_instant(each.told_at), person.now),
        }
        for each in runs.processes
    ]
    state = f"{len(told)} heard of" if told else "not heard of"
    return {"name": runs.name, "state": state, "shape": "done" if told else "waits", "told": told}


def _waits(waiting: Waiting, person: Person) -> dict[str, Any]:
    return {
        "each": waiting,
        "age": homes.age(Instant.of(waiting.recorded_at), person.now),
        "since": str(Instant.of(waiting.recorded_at)),
        "request_id": edge.new_request_id(),
    }


def _kept(backup: Backup | None, person: Person) -> list[dict[str, Any]]:
    if backup is None:
        return [{"label": "Last backup", "value": operations.UNKNOWN, "decides": True}]
    local = selectors.local(person.venue, Instant.of(backup.made_at))
    return [
        {"label": "Last backup", "value": f"{local:%d %b %Y, %H:%M %Z}", "decides": True},
        {"label": "Age", "value": homes.age(Instant.of(backup.made_at), person.now)},
        {"label": "Size", "value": f"{size(backup.size_bytes)} in {backup.files} files"},
    ]


def _instant(moment: float) -> Instant:
    return Instant.of(datetime.fromtimestamp(moment, tz=UTC))
