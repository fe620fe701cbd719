"""What else is said of a roll on the dealer's screen: no roll with its ground, lights that fail, a display that differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino.domain.powers import DF, Power
from casino.people import AskedBy
from games import dealer_foreseen, selectors, services
from games.dealer_forms import CalledForm, DisplayForm, LightsForm
from games.dealer_screen import AtTable
from games.deciding_forms import rule_of
from games.domain import decidable
from games.domain.decidable import WHEN, Decision
from games.domain.grounds import GROUNDS, Ground
from games.domain.outcome import faces_of
from games.domain.round_of_play import Stage
from games.told import at_time
from games.views.dealer import foreseen, keyed
from games.views.dealer_desk import Act, Desk, find

SHORT = {  # as it stands on a key
    Ground.NOT_TOGETHER: "Dice not released together",
    Ground.NO_END_STRUCK: "A die did not strike an end",
    Ground.IRREGULAR: "Roll considered irregular",
    Ground.OTHER: "Other irregularity",
    Ground.OFF_TABLE: "Die off the table",
    Ground.DIE_ON_DIE: "Die on top of a die",
    Ground.IN_WAGERING_AREA: "Die in the wagering area",
    Ground.ON_FLOAT: "Die on chips of the float",
    Ground.IN_BOWL_OR_ON_RAIL: "Die in the bowl or on a rail",
    Ground.IN_BOWL: "Die in the dice bowl",
    Ground.ON_RAIL: "Die on a rail",
    Ground.COCKED: "Cocked, fall cannot be called",
    Ground.WRONG_THROWER: "Thrown by someone else",
    Ground.FRAUD: "Fraudulent device or technique",
    Ground.UNAPPROVED_DICE: "Dice not approved",
    Ground.NO_MORE_BETS_NOT_PRESSED: "No more bets was not pressed",
}


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def no_roll(request: AskedBy, name: str) -> HttpResponse:
    """Call a roll invalid on one ground, after what that does was shown."""
    there = find(request, name)
    open_now = decidable.grounds_of(there.play) if there.play and there.stage in WHEN[Decision.NO_RESULT] else []

    def call(form: Any, origin: Any) -> None:
        services.call_no_roll(round_id=form.round_id, ground=form.cleaned_data["ground"], origin=origin)

    act = Act(Power.DECLARE_ROLL_INVALID, call, CalledForm, {"grounds": list(GROUNDS[there.state.book_id])})
    desk = Desk(request, there, {"call": act})
    if desk.is_done():
        return redirect("dealer", name)
    form = desk.forms["call"]
    asked = form.data.get("ground", "") if form.is_bound else request.GET.get("ground", "")
    chosen = next((each for each in open_now if each.value == asked), None)
    context = {
        "form": form,
        "shall": _keys(there, open_now, chosen, is_mandatory=True),
        "may": _keys(there, open_now, chosen, is_mandatory=False),
        "chosen": chosen,
        "can_call": bool(open_now),
        **_if_called(there, chosen or next(iter(open_now), None), is_chosen=chosen is not None),
    }
    return desk.page("games/dealer_no_roll.html", context)


def _keys(there: AtTable, open_now: list[Ground], chosen: Ground | None, *, is_mandatory: bool) -> list[Mapping[str, Any]]:
    book_id = there.state.book_id
    return [
        {
            "value": ground.value,
            "rule": provision.rule,
            "words": SHORT[ground],
            "is_open": ground in open_now,
            "is_chosen": ground is chosen,
            "why": _why_not(there, ground),
        }
        for ground, provision in GROUNDS[book_id].items()
        if provision.is_mandatory == is_mandatory
    ]


def _why_not(there: AtTable, ground: Ground) -> str:
    if there.play and there.play.closed_at and ground is Ground.NO_MORE_BETS_NOT_PRESSED:
        return f"it was pressed at {at_time(there.play.closed_at)}"
    return "not before no more bets" if there.stage is Stage.WAGERING else "there is no roll to call invalid"


def _if_called(there: AtTable, ground: Ground | None, *, is_chosen: bool) -> Mapping[str, Any]:
    """What calling it does to the wagers; they are the same for every ground of a book but for what they declare."""
    if ground is None:
        return {}
    lying = selectors.lying(there.state.id)
    lines = dealer_foreseen.without_result(lying, ground=ground, table=there.state, book=there.book)
    shooter = f"The dice stay with {there.state.shooter}" if there.state.shooter else ""
    if shooter and there.state.book_id == DF:
        shooter += " if a Dragon or Fire wager is placed again before no more bets (DF 4.3)"
    rule = rule_of(there.state.book_id, ground) if is_chosen else ""
    return {"lines": lines, "shooter": shooter, "rule": rule}


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def lights(request: AskedBy, name: str) -> HttpResponse:
    """The lights fail or are wrong: the round goes by the dice, and no other is played until it is put right."""
    there = find(request, name)

    def report(form: Any, origin: Any) -> None:
        services.report_lights(round_id=form.round_id, shown=form.shown, lit=form.lit, origin=origin)

    desk = Desk(request, there, {"lights": Act(Power.CALL_RESULT, report, LightsForm)})
    if desk.is_done():
        return redirect("dealer", name)
    form = desk.forms["lights"]
    entered = faces_of(there.play.outcome) if there.play and there.stage is Stage.ENTERED else ()
    told = keyed(request, there, form)
    if entered and not told["keyed"] and not form.is_bound:
        form.initial["first"], form.initial["second"] = entered
        told = {**told, **foreseen(there, entered), "keyed": entered, "is_keyed": True, "seen": "-".join(map(str, entered))}
    return desk.page("games/dealer_lights.html", {**told, "entered": entered, "can_report": there.stage is Stage.ENTERED})


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def display(request: AskedBy, name: str) -> HttpResponse:
    """The winning number display shows something else than the dice: it is on record, and disregarded."""
    there = find(request, name)

    def note(form: Any, origin: Any) -> None:
        services.note_display(round_id=form.round_id, shown=form.shown, display=form.cleaned_data["display"], origin=origin)

    desk = Desk(request, there, {"display": Act(Power.CALL_RESULT, note, DisplayForm)})
    if desk.is_done():
        return redirect("dealer", name)
    return desk.page("games/dealer_display.html", {"form": desk.forms["display"], "can_note": there.play is not None})
