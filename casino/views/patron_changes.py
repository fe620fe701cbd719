"""Changes of the patron register: each a form that asks for one command."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino import approving, authority_table, edge, journal, selectors, services
from casino.domain import patron
from casino.domain.exclusion import CASINO, Ground, power_over
from casino.domain.patron import FIELDS
from casino.domain.powers import HOUSE, Power
from casino.forms import CommandForm, ConfirmForm
from casino.journal import Origin, Personal
from casino.pages import page
from casino.patron_forms import EndExclusionForm, ExclusionForm, IdentificationForm, PatronForm
from casino.patron_register import Shown, clear_fields, look, require_reader, row_of, ways_to_exclude
from casino.people import AskedBy, require
from casino.views.patrons import REGISTER, crumbs, told

PERSONAL = sensitive_post_parameters(*FIELDS, "born_on_0", "born_on_1", "born_on_2", "number", "reference")


@never_cache
@PERSONAL
@require_http_methods(["GET", "POST"])
def register_patron(request: AskedBy) -> HttpResponse:
    """Put somebody on the register."""
    require(request, Power.KEEP_PATRONS)
    form = PatronForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, Power.KEEP_PATRONS)
        if form.attempt(lambda: services.register_patron(**_personal(_given(form)), origin=origin)):
            messages.success(request, "The patron is on the register.")
            return redirect("patron", origin.new_id("patron"))
    return page(request, "casino/patron_register.html", {"form": form}, crumbs=[(REGISTER, reverse("patrons"))])


@never_cache
@PERSONAL
@require_http_methods(["GET", "POST"])
def amend(request: AskedBy, patron_id: UUID) -> HttpResponse:
    """Put right what stands on the register."""
    require(request, Power.KEEP_PATRONS)
    shown = look(request, patron_id, page_name="patron-amend")
    clear = clear_fields(shown, journal.state(patron.at(shown.row.id)))
    form = PatronForm(request.POST or None, initial={**clear, "born_on": date.fromisoformat(clear["born_on"])})
    return _change(
        request,
        shown,
        form,
        Power.KEEP_PATRONS,
        title="Amend the register",
        verb="Amend",
        command=lambda origin: services.amend_patron(
            patron_id=shown.row.id,
            **_personal({field: text for field, text in _given(form).items() if text != clear[field]}),
            origin=origin,
        ),
    )


@never_cache
@PERSONAL
@require_http_methods(["GET", "POST"])
def identification(request: AskedBy, patron_id: UUID) -> HttpResponse:
    """Note a document that was seen."""
    require(request, Power.KEEP_PATRONS)
    shown = look(request, patron_id, page_name="patron-identification")
    form = IdentificationForm(request.POST or None)
    return _change(
        request,
        shown,
        form,
        Power.KEEP_PATRONS,
        title="Identification",
        verb="I have seen it",
        command=lambda origin: services.record_identification(
            patron_id=shown.row.id,
            kind=form.cleaned_data["kind"],
            number=Personal(form.cleaned_data["number"]),
            expires_on=form.cleaned_data["expires_on"],
            origin=origin,
        ),
    )


@never_cache
@PERSONAL
@require_http_methods(["GET", "POST"])
def exclude(request: AskedBy, patron_id: UUID) -> HttpResponse:
    """Keep somebody out of the casino, or of the games of a book."""
    choices = ways_to_exclude(request.person)
    if not choices:
        require(request, Power.EXCLUDE_PATRON)
    shown = look(request, patron_id, page_name="patron-exclude")
    form = ExclusionForm(request.POST or None, choices=choices)

    def command(origin: Origin) -> None:
        given, reference = form.cleaned_data, Personal(form.cleaned_data["reference"])
        if given["exclusion"] in tuple(Ground):
            services.exclude_patron(
                patron_id=shown.row.id,
                ground=Ground(given["exclusion"]),
                reference=reference,
                last_day=given["last_day"],
                origin=origin,
            )
        else:
            services.exclude_from_game(patron_id=shown.row.id, book=given["exclusion"], reference=reference, origin=origin)

    chosen = request.POST.get("exclusion", "")
    power, book = power_over(CASINO if chosen in ("", *Ground) else chosen)
    return _change(request, shown, form, power, book=book, title="Exclude a patron", verb="Exclude", command=command)


@never_cache
@PERSONAL
@require_http_methods(["GET", "POST"])
def end_exclusion(request: AskedBy, patron_id: UUID, exclusion: UUID) -> HttpResponse:
    """Let somebody in again."""
    require_reader(request)
    today = selectors.gaming_day(request.person.venue, request.person.now)
    found = patron.find_exclusion(journal.state(patron.at(row_of(request.person, patron_id).id)), str(exclusion), on=today)
    power, book = power_over(found.scope)
    require(request, power, book=book)
    shown = look(request, patron_id, page_name="patron-end-exclusion")
    form = EndExclusionForm(request.POST or None)
    return _change(
        request,
        shown,
        form,
        power,
        book=book,
        title="End an exclusion",
        verb="Let in again",
        what=told(found),
        command=lambda origin: services.end_exclusion(
            patron_id=shown.row.id,
            exclusion=found.id,
            reference=Personal(form.cleaned_data["reference"]),
            origin=origin,
        ),
    )


@never_cache
@require_http_methods(["GET", "POST"])
def forget(request: AskedBy, patron_id: UUID) -> HttpResponse:
    """Ask another person to approve that a patron is forgotten."""
    require(request, Power.FORGET_PATRON)
    shown = look(request, patron_id, page_name="patron-forget")
    form = ConfirmForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        arguments = {"patron_id": shown.row.id}
        if form.attempt(lambda: approving.ask(request, services.forget_patron, arguments)):
            return redirect("approval", edge.origin(request).new_id("approval"))
    context = {
        "form": form,
        "title": "Forget a patron",
        "verb": "Ask for approval",
        "leave": shown.url,
        "what": [
            {"label": "Destroyed", "value": "the key of this patron, and with it every personal field", "decides": True},
            {"label": "Stays", "value": "every entry, unreadable where it was personal; the log still verifies"},
            {"label": "Undone", "value": "never"},
            {"label": "Under", "value": authority_table.terms(Power.FORGET_PATRON)},
        ],
    }
    return page(request, "casino/command.html", context, crumbs=crumbs(shown))


def _change(
    request: AskedBy,
    shown: Shown,
    form: CommandForm,
    power: Power,
    *,
    title: str,
    verb: str,
    command: Callable[[Origin], object],
    book: str = HOUSE,
    what: list[dict[str, Any]] | None = None,
) -> HttpResponse:
    if request.method == "POST" and form.is_valid():
        origin = edge.origin(request, power, book=book)
        if form.attempt(lambda: command(origin)):
            messages.success(request, f"Done, and on the record: {title[0].lower()}{title[1:]}.")
            return redirect("patron", shown.row.id)
    context = {"form": form, "title": title, "verb": verb, "leave": shown.url, "what": what}
    return page(request, "casino/command.html", context, crumbs=crumbs(shown))


def _given(form: CommandForm) -> dict[str, str]:
    """What was typed about a person, as it is sealed."""
    given = form.cleaned_data
    return {field: given[field].isoformat() if field == "born_on" else given[field] for field in FIELDS}


def _personal(given: dict[str, str]) -> dict[str, Personal]:
    return {field: Personal(text) for field, text in given.items()}
