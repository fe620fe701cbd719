"""Approvals: what waits for another person, rehearsed anew before they sign, and what became of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from casino import approving, as_at, authority_table, edge, people, refusing, selectors, services, stories
from casino.approving import Asked
from casino.as_at import Moment
from casino.domain import approvable, approval
from casino.domain.instant import Instant
from casino.domain.refusals import PreviewChanged, Refusal
from casino.forms import DeclineForm, SignForm
from casino.models import Approval as Row
from casino.pages import page
from casino.people import AskedBy
from casino.refusing import NotFound, NotReadable
from casino.tables import table_of
from casino.views.approval_seen import STATES, Seen, banner, row_word

LIST = "Approvals"
KEYS = [
    {"names": ["Ctrl", "Enter"], "does": "Sign exactly what is shown"},
    {"names": ["Esc"], "does": "Leave, nothing signed"},
]
SHOWN = (("", "Waiting for me"), ("mine", "I asked for"), ("decided", "Decided"))
EMPTY = {
    "": "What other people of the house ask you to sign stands here until it is signed, declined or out of time.",
    "mine": "What you ask other people to sign stands here, with what became of it.",
    "decided": "What was signed, declined or ran out of time stands here.",
}


@require_safe
def approvals(request: AskedBy) -> HttpResponse:
    """What waits for me, what I asked for, and what was decided."""
    person = request.person
    waiting = approving.waiting_for(person)
    rows = {
        "mine": selectors.approvals(person.venue).filter(requested_by=person.actor),
        "decided": approving.known_to(person).exclude(state=approving.WAITING, expires_at__gt=person.now),
    }
    show = request.GET.get("show", "") if request.GET.get("show", "") in rows else ""
    options: list[dict[str, Any]] = [{"value": value, "label": label, "is_on": value == show} for value, label in SHOWN]
    options[0]["count"] = waiting.count()
    context = {
        "table": _table(request, rows.get(show, waiting), show),
        "filters": {"groups": [{"name": "show", "label": "Which approvals", "options": options}]},
    }
    return page(request, "casino/approval_list.html", context)


@require_safe
def detail(request: AskedBy, approval_id: UUID) -> HttpResponse:
    """One request: who asks, what would be written now, what differs from what was asked for, and who signs."""
    moment = as_at.moment(request)
    return _show(request, _found(request, approval_id, moment), moment=moment)


@require_POST
def sign(request: AskedBy, approval_id: UUID) -> HttpResponse:
    """Sign exactly the preview that was on the screen."""
    asked = _found(request, approval_id)
    form = SignForm(request.POST)
    if not form.is_valid():
        return _show(request, asked, refusal=NotReadable("It cannot be read which preview you sign: look at it again."))
    return _decide(request, asked, lambda: _sign(request, asked, form.cleaned_data["preview"]))


@require_POST
def decline(request: AskedBy, approval_id: UUID) -> HttpResponse:
    """Say no, and why."""
    asked = _found(request, approval_id)
    form = DeclineForm(request.POST)
    if not form.is_valid():
        return _show(request, asked, declining=form, status=422)
    origin = edge.origin(request, asked.power, book=asked.state.book, reason=form.cleaned_data["reason"])
    return _decide(request, asked, lambda: services.decline(approval_id=asked.ref.id, origin=origin))


def _sign(request: AskedBy, asked: Asked, preview: str) -> None:
    """Refuse to sign what is no longer what was shown; what is done afterwards must be the same once more."""
    anew = approving.rehearsed_anew(asked) if asked.state.is_open else None
    if anew and anew.refusal:
        raise PreviewChanged(f"It would be refused now. {anew.refusal.sentence}")
    if anew and anew.preview != preview:
        raise PreviewChanged("What would be done now differs from what you were shown: look at it again.")
    origin = edge.origin(request, asked.power, book=asked.state.book)
    services.approve(approval_id=asked.ref.id, preview=preview, origin=origin)


def _decide(request: AskedBy, asked: Asked, command: Callable[[], None]) -> HttpResponse:
    try:
        command()
    except Refusal as refusal:
        return _show(request, Asked.of(asked.ref), refusal=refusal)
    return redirect("approval", asked.ref.id)


def _found(request: AskedBy, approval_id: UUID, moment: Moment | None = None) -> Asked:
    """A request of this venue that this person may look at."""
    ref = approval.AGGREGATE.at(str(approval_id))
    if not selectors.approvals(request.person.venue).filter(id=ref.id).exists():
        raise NotFound("Nobody has asked for this approval at this venue.")
    try:
        asked = Asked.of(ref, at=moment.instant if moment else None)
    except approval.ApprovalUnknown:
        raise NotFound(f"Nobody had asked for this approval{moment.words if moment else ''}.") from None
    if asked.state.requested_by != request.person.actor:
        people.require(request, asked.power, book=asked.state.book)
    return asked


def _show(
    request: AskedBy,
    asked: Asked,
    *,
    moment: Moment | None = None,
    refusal: Refusal | None = None,
    declining: DeclineForm | None = None,
    status: int = 200,
) -> HttpResponse:
    seen = Seen(request.person, asked, now=moment.instant if moment else request.person.now, is_past=moment is not None)
    context = {
        "seen": seen,
        "asked": asked,
        "rule": authority_table.cited(asked.power, asked.state.book),
        "holds_power": request.person.may(asked.power, asked.state.book),
        "signing": SignForm(initial={"preview": seen.anew.preview if seen.anew else ""}),
        "declining": declining or DeclineForm(),
        "refusal": banner(refusal) if refusal else None,
        "story": stories.of(asked.ref, moment),
    }
    return page(
        request,
        "casino/approval_detail.html",
        context,
        crumbs=[(LIST, reverse("approvals"))],
        as_at=moment.bar(request) if moment else None,
        keys=KEYS,
        status=refusing.status_of(refusal) if refusal else status,
    )


def _table(request: AskedBy, rows: QuerySet[Row], show: str) -> dict[str, Any]:
    person = request.person
    names: dict[str, str] = {}

    def look_up(several: Sequence[Row]) -> None:
        names.update(selectors.names_of({actor for each in several for actor in (each.requested_by, each.decided_by)}))

    def cells(row: Row) -> list[dict[str, Any]]:
        shape, word = STATES[row_word(row.state, Instant.of(row.expires_at), person.now)]
        return [
            {"value": _local(request, row.requested_at)},
            {"value": approvable.title_of(row.command, row.arguments), "url": reverse("approval", args=[row.id])},
            {"value": names[row.requested_by]},
            {"value": _local(request, row.expires_at)},
            {"kind": "chip", "shape": shape, "value": word},
            {"value": names[row.decided_by] if row.decided_by else "nobody yet" if word == "Waiting" else "nobody"},
        ]

    order = "requested_at" if show == "" else "-requested_at"
    columns = [("Asked", order), ("What would be done", ""), ("By", "requested_by"), ("Until", "expires_at"), ("State", "state")]
    empty = {"title": "Nothing here." if show else "Nothing waits for you.", "words": EMPTY[show]}
    columns = [*columns, ("Decided by", "decided_by")]
    return table_of(request, rows, name=LIST, columns=columns, row=cells, empty=empty, look_up=look_up)


def _local(request: AskedBy, at: Any) -> str:
    return f"{selectors.local(request.person.venue, Instant.of(at)):%d %b, %H:%M:%S}"
