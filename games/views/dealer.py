"""The dealer's screen: place your bets, no more bets, the dice with what they will do, and the entry that stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from casino.domain.powers import BOOK_NAMES, DF, Power
from casino.pages import page
from casino.people import AskedBy
from games import dealer_foreseen, dealer_screen, dealer_told, floor_told, selectors, services
from games.dealer_forms import KeyedForm, said
from games.dealer_screen import AtTable
from games.domain import decidable, table
from games.domain.decidable import Decision
from games.domain.outcome import faces_of
from games.domain.round_of_play import Stage
from games.domain.table import WITH_LOOSE_DICE
from games.powers_told import standing
from games.views.dealer_desk import Act, Command, Desk, find

SHOWN: Mapping[Stage | None, str] = {  # which panel is the work now
    None: "between",
    Stage.WAGERING: "wagering",
    Stage.CLOSED: "dice",
    Stage.ENTERED: "entered",
    Stage.UNCERTAIN: "doubt",
    Stage.DECIDED: "waits",
    Stage.NO_RESULT: "waits",
}


@require_safe
def tables(request: AskedBy) -> HttpResponse:
    """The tables at which this person may deal."""
    person = request.person
    found = [(row, play) for row, play in selectors.tables(person.venue) if row.book_id in WITH_LOOSE_DICE]
    told = [
        {
            "name": row.name,
            "game": BOOK_NAMES[row.book_id],
            "url": reverse("dealer", args=[row.name]),
            "chip": floor_told.stage(play) if play else ("idle", "Closed") if not row.is_open else ("pending", "Between rounds"),
            "suspended": row.suspended,
        }
        for row, play in found
        if standing(person, Power.DEAL_GAME, row.book_id, variant=row.variant).may
    ]
    return page(request, "games/dealer_list.html", {"tables": told})


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def screen(request: AskedBy, name: str) -> HttpResponse:
    """A round from place your bets to its settlement."""
    there = find(request, name)
    desk = Desk(request, there, _acts(name))
    if desk.is_done():
        return redirect("dealer", name)
    context = {"panel": SHOWN[there.stage], "put_right": dealer_screen.put_right(there), **_told(request, there, desk)}
    return desk.page("games/dealer.html", context)


def _acts(name: str) -> Mapping[str, Act]:
    """What is done in the course of a round; the round itself refuses what is not done at its stage."""
    return {
        "start": Act(Power.DEAL_GAME, lambda _, origin: services.start_game(name=name, origin=origin)),
        "close": Act(Power.DEAL_GAME, _on_round(services.call_no_more_bets)),
        "idle": Act(Power.DEAL_GAME, _on_round(services.end_idle_round)),
        "enter": Act(Power.CALL_RESULT, _with_faces(services.enter_result), KeyedForm),
        "dispute": Act(Power.CALL_RESULT, _on_round(services.dispute_face)),
        "confirm": Act(Power.CALL_RESULT, _on_round(services.confirm_result)),
        "determine": Act(Power.DECIDE_UPPERMOST_FACE, _with_faces(services.determine_outcome), KeyedForm),
    }


def _on_round(command: Any) -> Command:
    return lambda form, origin: command(round_id=form.round_id, origin=origin)


def _with_faces(command: Any) -> Command:
    return lambda form, origin: command(round_id=form.round_id, shown=form.shown, origin=origin)


def _told(request: AskedBy, there: AtTable, desk: Desk) -> dict[str, Any]:
    """What a stage says."""
    match there.stage:
        case None:
            return {
                "came": dealer_told.came_to(there),
                "missing": dealer_told.missing(there),
                "dice": dealer_told.dice(there.state),
            }
        case Stage.WAGERING:
            wagers, cents = dealer_told.on_layout(there.positions.values())
            return {
                "places": dealer_told.places(there),
                "wagers": wagers,
                "cents": cents,
                "dice": dealer_told.dice(there.state),
                "needs_thrower": dealer_told.thrower_missing(there.state),
            }
        case Stage.CLOSED:
            return {
                **keyed(request, there, desk.forms["enter"]),
                "needs_thrower": dealer_told.thrower_missing(there.state),
                "is_idle": not dealer_told.on_layout(there.positions.values())[0],
            }
        case Stage.UNCERTAIN:
            assert there.play is not None, "a round is played"
            is_cocked = Decision.DETERMINE not in [each.decision for each in decidable.decidable(there.play)]
            return {**keyed(request, there, desk.forms["determine"]), "doubt": there.play.doubt, "is_cocked": is_cocked}
        case _:
            return _decided(request, there)


def keyed(request: AskedBy, there: AtTable, form: Any) -> dict[str, Any]:
    """What was keyed so far, and once both dice are what they will do."""
    if not form.is_bound:
        form.initial |= {name: request.GET.get(name, "") for name in ("first", "second")}
    faces = form.keyed
    told: dict[str, Any] = {"form": form, "keyed": faces, "is_keyed": len(faces) == table.DICE_THROWN}
    return {**told, **foreseen(there, faces), "seen": said(faces)} if told["is_keyed"] else told


def foreseen(there: AtTable, faces: tuple[int, ...]) -> dict[str, Any]:
    """What the dice do to the wagers, to the point and to the shooter's turn."""
    state, book, lying = there.state, there.book, selectors.lying(there.state.id)
    shooter = there.positions.get(state.shooter) if state.shooter else None
    return {
        "faces": faces,
        "total": sum(faces),
        "call": dealer_foreseen.call(state.book_id, faces),
        "lines": dealer_foreseen.lines(lying, shown=faces, book=book),
        "also_lit": dealer_foreseen.also_lit(state, lying, shown=faces, book=book) if state.book_id == DF else "",
        "afterwards": dealer_foreseen.afterwards(state, shooter, shown=faces, book=book),
    }


def _decided(request: AskedBy, there: AtTable) -> dict[str, Any]:
    """What was entered, or stands already."""
    play, state = there.play, there.state
    assert play is not None, "a round is played"
    if not play.outcome:
        return {}
    faces = faces_of(play.outcome)
    lying = selectors.lying(state.id)
    lit = dealer_foreseen.lit(state, lying, shown=faces, book=there.book) if state.book_id == DF else []
    may = standing(request.person, Power.OVERRIDE_RESULT, state.book_id, variant=state.variant)
    override = reverse("round-override", args=[play.id]) if may.may else ""
    return {**foreseen(there, faces), "lit": lit, "may_correct": dealer_screen.may_correct(there), "override": override}
