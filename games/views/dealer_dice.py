"""The dice on the dealer's screen: offered, taken, passed, off the table and found; who throws, who acts as stickperson."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino.domain import authority
from casino.domain.powers import CC, DF, Power
from casino.people import AskedBy
from games import dealer_told, services
from games.dealer_forms import AcceptForm, DiceForm, DieForm, FoundForm, OrderForm, SeatForm, StickpersonForm
from games.dealer_screen import AtTable
from games.domain.setting import MINI
from games.domain.shooter import ELIGIBLE_WITH, MUST_ROLL_AGAIN, PASSED_BY_RULE
from games.domain.table import Table, at_hand
from games.domain.turn import DEALER_ROLLS
from games.powers_told import standing
from games.views.dealer_desk import Act, Desk, find

GOES = {"shooter": (True, True), "bowl": (True, False), "away": (False, False)}
NEXT_PLAYER = {
    DF: "to the player at the dealer's right with a wager on Dragon or Fire, then anti-clockwise (DF 3.2)",
    CC: "to the player at the left with a wager on the Win Line or the Don't Win Line, then clockwise (CC 5.1.1)",
}


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def dice(request: AskedBy, name: str) -> HttpResponse:
    """Everything that is done with the dice but throwing them."""
    there = find(request, name)
    state = there.state
    desk = Desk(request, there, _acts(there))
    if desk.is_done():
        return redirect("dealer-dice", name)
    new_set = standing(request.person, Power.CHECK_FOUND_DICE, state.book_id, variant=state.variant)
    context = {
        "state": state,
        "dice": dealer_told.dice(state),
        "left": at_hand(state),
        "next_player": NEXT_PLAYER[state.book_id],
        "dealer_rolls": f"DF {DEALER_ROLLS}" if state.book_id == DF else "",
        "must_roll": _must_roll(state),
        "passed_by": f"{'DF' if state.book_id == DF else 'CC'} {PASSED_BY_RULE[state.book_id]}",
        "new_set": new_set,
        "is_mini": state.variant == MINI,
        "stickperson": state.stickperson.removeprefix("staff/"),
    }
    return desk.page("games/dealer_dice.html", context)


def _must_roll(state: Table) -> str:
    """Why the shooter may not pass the dice now (DF 3.6.1)."""
    is_frozen = state.book_id == DF and set(state.frozen) & set(ELIGIBLE_WITH[DF])
    return f"After a 7 the shooter must roll again (DF {MUST_ROLL_AGAIN})." if is_frozen and state.shooter else ""


def _acts(there: AtTable) -> Mapping[str, Act]:
    """What is done with the dice; the table refuses what is not done as they are."""
    control, check, name = Power.CONTROL_DICE, Power.CHECK_FOUND_DICE, there.name
    acts = {
        "offer": Act(control, _of(services.offer_dice, name)),
        "accept": Act(control, _of(services.accept_dice, name, "seat", "dice", "thrower"), AcceptForm),
        "decline": Act(control, _of(services.decline_dice, name, "seat"), SeatForm),
        "select": Act(control, _of(services.select_dice, name, "dice"), DiceForm),
        "pass": Act(control, _of(services.pass_dice, name)),
        "lose": Act(control, _of(services.lose_die, name, "die"), DieForm),
        "found": Act(check, lambda form, origin: _found(name, form, origin), FoundForm),
    }
    if authority.granted(there.state.book_id, Power.ORDER_DICE_PASSED):
        acts["order"] = Act(Power.ORDER_DICE_PASSED, _of(services.order_dice_passed, name, "ground"), OrderForm)
    return {**acts, **_of_the_stick(there.state, name)}


def _of_the_stick(state: Table, name: str) -> Mapping[str, Act]:
    """At Mini Craps a Pit Boss lets a Boxperson act as Stickperson (CC 7.3.3)."""
    power = Power.LET_BOXPERSON_ACT_AS_STICKPERSON
    if state.variant != MINI:
        return {}

    def appoint(form: Any, origin: Any) -> None:
        services.appoint_stickperson(name=name, number=form.cleaned_data["boxperson"], origin=origin)

    return {"relieve": Act(power, _of(services.relieve_stickperson, name)), "appoint": Act(power, appoint, StickpersonForm)}


def _of(command: Any, name: str, *fields: str) -> Any:
    """A command about the table, with these answers of its form."""
    return lambda form, origin: command(name=name, **{each: form.cleaned_data[each] for each in fields}, origin=origin)


def _found(name: str, form: Any, origin: Any) -> None:
    is_sound, to_shooter = GOES[form.cleaned_data["goes"]]
    services.return_die(name=name, die=form.cleaned_data["die"], is_sound=is_sound, to_shooter=to_shooter, origin=origin)
