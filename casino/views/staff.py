"""The staff register: who works here, as what, since when; and every change of it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from casino import as_at, authority_table, edge, journal, selectors, services, stories
from casino.as_at import Moment
from casino.domain import staff
from casino.domain.powers import Power
from casino.domain.staff import StaffMember
from casino.forms import CommandForm, ConfirmForm, DutyForm, EngageForm
from casino.journal import Origin, Personal, codec
from casino.models import StaffMember as Row
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from casino.tables import table_of

REGISTER = "Staff"


@require_safe
def register(request: AskedBy) -> HttpResponse:
    """Who works here."""
    require(request, Power.KEEP_STAFF)
    state, words = request.GET.get("state", ""), request.GET.get("q", "").strip()
    members = selectors.staff_members(request.person.venue)
    if words:
        members = members.filter(name__icontains=words) | members.filter(id__startswith=words)
    if state:
        members = (
            members.filter(is_engaged=state == "engaged")
            if state != "locked"
            else members.filter(locked_until__gt=request.person.now)
        )
    table = table_of(
        request,
        members,
        name="Staff register",
        columns=[("Name", "name"), ("Number", "id"), ("Roles", ""), ("State", ""), ("Last log-in", "-last_seen_at")],
        row=lambda each: [
            {"value": each.name, "url": reverse("staff-member", args=[each.id])},
            {"value": each.id},
            {"value": ", ".join(codec.decode(StaffMember, each.state).roles) or "none"},
            _state_cell(each.is_engaged, each.locked_until is not None and each.locked_until > request.person.now),
            {"value": f"{timezone.localtime(each.last_seen_at):%d %b %Y, %H:%M}" if each.last_seen_at else "never"},
        ],
        empty={
            "title": "Nobody matches.",
            "words": "Everybody who has a staff number at this venue stands here, also those who have left.",
        },
    )
    options = [("", "All"), ("engaged", "Engaged"), ("locked", "Locked"), ("left", "Left")]
    filters = {
        "groups": [
            {
                "name": "state",
                "label": "State",
                "options": [{"value": value, "label": label, "is_on": state == value} for value, label in options],
            }
        ],
        "search": {"name": "q", "label": "Name or number", "value": words},
    }
    return page(request, "casino/staff_list.html", {"table": table, "filters": filters})


@require_safe
def member(request: AskedBy, number: str) -> HttpResponse:
    """One person: duties, powers, and the story of both."""
    require(request, Power.KEEP_STAFF)
    moment = as_at.moment(request)
    row = _row(request, number, moment)
    ref = staff.at(number)
    state = as_at.state(ref, moment)
    if not state.name:
        raise _nobody(number, moment)
    context = {
        "member": state,
        "row": row,
        "is_locked": bool(state.locked_until and state.locked_until > (moment.instant if moment else request.person.now)),
        "duties": authority_table.duties(state),
        "powers": authority_table.of(state),
        "story": stories.of(ref, moment),
        "stream": ref.stream,
    }
    return page(
        request,
        "casino/staff_detail.html",
        context,
        crumbs=[(REGISTER, reverse("staff"))],
        as_at=moment.bar(request) if moment else None,
    )


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def engage(request: AskedBy) -> HttpResponse:
    """Give somebody a staff number."""
    require(request, Power.KEEP_STAFF)
    form = EngageForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        origin = edge.origin(request, Power.KEEP_STAFF)
        if form.attempt(
            lambda: services.engage(
                number=given["number"], name=Personal(given["name"]), password=Personal(given["password"]), origin=origin
            )
        ):
            messages.success(request, f"{given['name']} has number {given['number']}. Give them their duties now.")
            return redirect("staff-member", given["number"])
    return page(request, "casino/staff_engage.html", {"form": form}, crumbs=[(REGISTER, reverse("staff"))])


@require_http_methods(["GET", "POST"])
def begin_duty(request: AskedBy, number: str) -> HttpResponse:
    """Let somebody take up a role."""
    form = DutyForm(request.POST or None)
    return _change(
        request,
        number,
        form,
        title="Begin a duty",
        verb="Begin the duty",
        command=lambda origin: services.begin_duty(
            number=number, role=form.cleaned_data["role"], books=tuple(form.cleaned_data["books"]), origin=origin
        ),
    )


@require_http_methods(["GET", "POST"])
def end_duty(request: AskedBy, number: str) -> HttpResponse:
    """Let somebody give up a role."""
    require(request, Power.KEEP_STAFF)
    _row(request, number)
    held = journal.state(staff.at(number))
    form = DutyForm(request.POST or None, initial={"role": request.GET.get("role"), "books": [duty.book for duty in held.duties]})
    return _change(
        request,
        number,
        form,
        title="End a duty",
        verb="End the duty",
        command=lambda origin: services.end_duty(
            number=number, role=form.cleaned_data["role"], books=tuple(form.cleaned_data["books"]), origin=origin
        ),
    )


@require_http_methods(["GET", "POST"])
def unlock(request: AskedBy, number: str) -> HttpResponse:
    """Let a locked number in again."""
    return _change(
        request,
        number,
        ConfirmForm(request.POST or None),
        title="Let a locked number in again",
        verb="Let in again",
        command=lambda origin: services.unlock_staff(number=number, origin=origin),
    )


@require_http_methods(["GET", "POST"])
def leave(request: AskedBy, number: str) -> HttpResponse:
    """Let somebody leave the house."""
    return _change(
        request,
        number,
        ConfirmForm(request.POST or None),
        title="Leaves the house",
        verb="End every duty and session",
        command=lambda origin: services.let_leave(number=number, origin=origin),
    )


def _change(
    request: AskedBy, number: str, form: CommandForm, *, title: str, verb: str, command: Callable[[Origin], object]
) -> HttpResponse:
    require(request, Power.KEEP_STAFF)
    row = _row(request, number)
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.KEEP_STAFF)
        if form.attempt(lambda: command(origin)):
            messages.success(request, f"Done, and on the record: {title[0].lower()}{title[1:]}, {row.name}.")
            return redirect("staff-member", number)
    here = [(REGISTER, reverse("staff")), (row.name, reverse("staff-member", args=[number]))]
    return page(request, "casino/command.html", {"form": form, "title": title, "verb": verb, "leave": here[-1][1]}, crumbs=here)


def _row(request: AskedBy, number: str, moment: Moment | None = None) -> Row:
    row = selectors.staff_members(request.person.venue).filter(id=number).first()
    if row is None:
        raise _nobody(number, moment)
    return row


def _nobody(number: str, moment: Moment | None) -> NotFound:
    return NotFound(f"Nobody has the staff number {number} at this venue{moment.words if moment else ''}.")


def _state_cell(is_engaged: bool, is_locked: bool) -> dict[str, str]:  # noqa: FBT001 - two facts of a row
    if is_locked:
        return {"kind": "chip", "shape": "locked", "value": "Locked"}
    return (
        {"kind": "chip", "shape": "done", "value": "Engaged"}
        if is_engaged
        else {"kind": "chip", "shape": "idle", "value": "Left"}
    )
