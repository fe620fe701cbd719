"""The acts of the dealer's screen: each a form of one command, by whoever is at work there or signs with number and PIN."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpResponse
from django.urls import reverse

from casino import edge, journal, proving
from casino.domain import staff
from casino.domain.powers import Power
from casino.domain.staff import StaffMember
from casino.journal import Actor, Origin, Role
from casino.pages import page
from casino.people import AskedBy
from games import dealer_screen
from games.dealer_forms import SignedForm
from games.dealer_screen import AtTable
from games.powers_told import standing

KEYS = (
    {"names": ["1", "6"], "does": "key the dice, the first one first"},
    {"names": ["Enter"], "does": "enter them, once it was shown what that does"},
    {"names": ["Esc"], "does": "clear the dice"},
)
Command = Callable[[Any, Origin], object]


@dataclass(frozen=True)
class Act:
    """Something to be done on the screen: the power it takes, the command, and the form it is asked for with."""

    power: Power
    command: Command
    form: Callable[..., SignedForm] = SignedForm
    options: Mapping[str, Any] = field(default_factory=dict)
    is_confirmed: bool = False  # number and PIN are of whoever confirms, not of whoever does it


class Desk:
    """One page of the screen: which acts it offers, and the one that was sent."""

    def __init__(self, request: AskedBy, there: AtTable, acts: Mapping[str, Act]) -> None:
        self.request, self.there = request, there
        self.sent = request.POST.get("act", "") if request.method == "POST" else ""
        self.offer(acts)

    def offer(self, acts: Mapping[str, Act]) -> None:
        """Offer these acts."""
        self.acts = acts
        self.forms = {name: self._form(name, act) for name, act in acts.items()}

    def _form(self, name: str, act: Act) -> SignedForm:
        data = self.request.POST if name == self.sent else None
        initial = {"round": self.there.play.id if self.there.play else ""}
        return act.form(data, auto_id=f"{name}-%s", initial=initial, **act.options)

    def is_done(self) -> bool:
        """Do what was sent, if what it does was shown; what is wrong with it, or refused, stands in its form."""
        act, form = self.acts.get(self.sent), self.forms.get(self.sent)
        if act is None or form is None:
            return False
        if form.is_valid() and form.was_seen and form.attempt(lambda: act.command(form, self._origin(act, form))):
            return True
        form.mean(form.initial["round"])
        return False

    def confirmer(self, form: SignedForm) -> str:
        """Who confirms, once their PIN was right; whoever is at work here if nobody has signed."""
        number: str = form.cleaned_data["number"]
        if not number:
            return self.request.person.number
        proving.require_pin(number, form.cleaned_data["pin"], self.there.venue)
        return number

    def offers(self) -> dict[str, Any]:
        """The acts as templates show them: the form, and who may."""
        state = self.there.state
        return {
            name: {
                "act": name,
                "form": self.forms[name],
                "standing": standing(self.request.person, act.power, state.book_id, variant=state.variant),
                "is_confirmed": act.is_confirmed,
            }
            for name, act in self.acts.items()
        }

    def page(self, template: str, context: Mapping[str, Any]) -> HttpResponse:
        """A page of the screen with its acts."""
        told = {
            "there": self.there,
            "head": dealer_screen.head(self.there),
            "acts": self.offers(),
            "refusal": next((form.refusal for form in self.forms.values() if form.refusal), None),
            "wrong": next((form for form in self.forms.values() if form.errors), None),
            **context,
        }
        return page(self.request, template, told, keys=KEYS)

    def _origin(self, act: Act, form: SignedForm) -> Origin:
        """Who does it: whoever has signed, in the role that holds the power there, or else whoever is at work."""
        own, number = edge.origin(self.request), form.cleaned_data["number"]
        if not number or act.is_confirmed:
            return replace(own, role=self._role(self.request.person.member, act.power))
        proving.require_pin(number, form.cleaned_data["pin"], self.there.venue)
        member = journal.state(staff.at(number))
        return replace(own, actor=Actor(f"{staff.ACTOR}{number}"), role=self._role(member, act.power))

    def _role(self, member: StaffMember, power: Power) -> Role:
        state = self.there.state
        found = member.standing(power, state.book_id, variant=state.variant)
        return Role(found[0] if found else next(iter(member.roles), "staff"))


def find(request: AskedBy, name: str) -> AtTable:
    """A table that a dealer runs, for whoever may deal there."""
    there = dealer_screen.at_table(request.person.venue, name)
    member, state = request.person.member, there.state
    found = member.standing(Power.DEAL_GAME, state.book_id, variant=state.variant)
    role = found[0] if found else next(iter(member.roles), "")
    staff.require_power(member, role, Power.DEAL_GAME, book=state.book_id, variant=state.variant)
    return there


def back(there: AtTable) -> str:
    """The address of the screen itself."""
    return reverse("dealer", args=[there.name])
