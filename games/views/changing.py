"""The page of one command at a table: who may give it and under which rule, what it will do, and then the command itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from casino import edge, journal
from casino import selectors as ground
from casino.domain.parameters import Name
from casino.domain.powers import HOUSE, Power
from casino.forms import CommandForm
from casino.journal import Origin
from casino.pages import page
from casino.people import AskedBy, require
from casino.refusing import NotFound
from games.domain import limits, naming, table
from games.domain.table import Table
from games.powers_told import standing, under
from games.sign_forms import MORE
from games.told import short
from games.views.tables import LIST

Fact = Mapping[str, Any]
PLAIN = "casino/command.html"


@dataclass(frozen=True)
class Change:
    """What is typed, what is said of it before, and the command that it then is."""

    form: CommandForm
    what: Sequence[Fact]
    command: Callable[[Origin], object]
    title: str = ""  # where it says more than that of the page


Told = Callable[..., Change]


def change(power: Power, title: str, *, verb: str, template: str = PLAIN) -> Callable[[Told], Callable[..., HttpResponse]]:
    """Make a page of what is said of a change at a table, for whoever holds the power there."""

    def paged(tell: Told) -> Callable[..., HttpResponse]:
        @require_http_methods(["GET", "POST"])
        @wraps(tell)
        def asked(request: AskedBy, name: str, **about: str) -> HttpResponse:
            known = _known(request, name, power)
            told = tell(request, known, **about)
            book_id = _book(known, power)
            done = told.title or title
            if request.method == "POST" and MORE not in request.POST and told.form.is_valid():
                origin = edge.origin(request, power, book=book_id)
                if told.form.attempt(lambda: told.command(origin)):
                    messages.success(request, f"Done, and on the record: {done[0].lower()}{done[1:]}, {name}.")
                    return redirect("table", name)
            stands = standing(request.person, power, book_id, variant=known.variant)
            context = {
                "form": told.form,
                "title": f"{done}: {name}",
                "verb": verb,
                "what": [*under(stands), *told.what],
                "leave": reverse("table", args=[name]),
            }
            return page(request, template, context, crumbs=[(LIST, reverse("tables")), (name, reverse("table", args=[name]))])

        return asked

    return paged


def then(words: str, note: str = "") -> Fact:
    """What will be so."""
    return {"label": "Then", "value": words, "note": note, "decides": True}


def fact(label: str, words: str, note: str = "") -> Fact:
    """What is so."""
    return {"label": label, "value": words, "note": note}


def given(form: CommandForm) -> dict[str, Any]:
    """What was typed, without the id of the request."""
    return {name: value for name, value in form.cleaned_data.items() if name != edge.FIELD}


def name_of(known: Table) -> str:
    """What a table is called in its venue."""
    return short(known.id)


def notice(request: AskedBy, known: Table, power: Power) -> timedelta:
    """How long a sign must stand there today."""
    law = ground.limits(request.person.venue, request.person.now)
    of = Name.TABLE_CLOSING_NOTICE if power is Power.CLOSE_TABLE else Name.HIGHER_MINIMUM_NOTICE
    return limits.notice_of(known, power, minutes=law[of])


def _known(request: AskedBy, name: str, power: Power) -> Table:
    """The table, for whoever may do this there."""
    known = journal.state(table.at(naming.table_id(request.person.venue, name)))
    if not known.id:
        raise NotFound(f"There is no table {name} at this venue.")
    require(request, power, book=_book(known, power))
    return known


def _book(known: Table, power: Power) -> str:
    """At which game a power is held; the register of the house is kept in the house."""
    return HOUSE if power is Power.KEEP_DEVICES else known.book_id
