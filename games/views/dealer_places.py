"""Players' places on the dealer's screen: taken and given up; and the chips of one player, wager by wager."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from casino.domain.powers import CC, DF, Power
from casino.people import AskedBy
from casino.refusing import NotFound
from games import dealer_layout, dealer_told, floor_told, services
from games.dealer_chip_forms import AmountForm, MoveForm, OralForm, PlaceForm, RefusedForm, WagerForm
from games.dealer_forms import SeatForm
from games.dealer_screen import AtTable
from games.domain import between_rounds, position
from games.domain.permission import ACCOMPANIED_BY, ORAL
from games.domain.places import PLACES
from games.domain.position import Position
from games.domain.round_of_play import UNDECIDED, Stage
from games.domain.setting import MINI, Setting, cite
from games.domain.vocabulary import RoundId, SeatId
from games.views.dealer_desk import Act, Command, Desk, find


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def places(request: AskedBy, name: str) -> HttpResponse:
    """Who plays at the table, and with which wagers."""
    there = find(request, name)
    acts = {
        "open": Act(Power.DEAL_GAME, _of_seat(services.open_place, name), SeatForm),
        "end": Act(Power.DEAL_GAME, _of_seat(services.end_place, name), SeatForm),
    }
    desk = Desk(request, there, acts)
    if desk.is_done():
        return redirect("dealer-places", name)
    free = [seat for seat in PLACES if seat not in there.positions]
    wagers, cents = dealer_told.on_layout(there.positions.values())
    return desk.page(
        "games/dealer_places.html", {"places": dealer_told.places(there), "free": free, "wagers": wagers, "cents": cents}
    )


def _of_seat(command: Any, name: str) -> Command:
    return lambda form, origin: command(name=name, seat=form.cleaned_data["seat"], origin=origin)


@sensitive_post_parameters("pin")
@never_cache
@require_http_methods(["GET", "POST"])
def place(request: AskedBy, name: str, seat: str) -> HttpResponse:
    """The chips of one player: what lies there, and what is done with it."""
    there = find(request, name)
    if seat not in PLACES:
        raise NotFound(f"The places are {PLACES[0]} to {PLACES[-1]}.")
    player = there.positions.get(SeatId(seat)) or position.Position(seat=SeatId(seat))
    setting = _setting(there, player, request.person.number)
    desk = Desk(request, there, {})
    desk.offer(_acts(there, SeatId(seat), setting, desk))
    if desk.is_done():
        return redirect("dealer-place", name, seat)
    chosen = _chosen(request, there, player)
    told = {**_place(there, player, setting), **_offered(there, setting), "chosen": chosen}
    sent = desk.forms.get(desk.sent, desk.forms["place"])
    return desk.page("games/dealer_place.html", {**told, "sent": sent, "given": request.POST})


def _acts(there: AtTable, seat: SeatId, setting: Setting, desk: Desk) -> Mapping[str, Act]:
    """What is done with the player's chips; the book refuses what is not allowed as things stand."""
    deal, areas = Power.DEAL_GAME, {"areas": dealer_layout.names(setting)}
    oral = Power.ANNOUNCE_ORAL_WAGER if there.is_crowns else Power.ACCEPT_ORAL_WAGER

    def of(command: Any, *, always: bool = False, **fields: str) -> Command:
        """A command about the player, with these answers of its form; confirmed always, or when it comes late (CC 3.2)."""
        is_late = command in CONFIRMED and there.is_crowns and there.stage is not Stage.WAGERING
        return lambda form, origin: command(
            seat=seat,
            round_id=form.round_id,
            **{name: form.cleaned_data[answer] for name, answer in fields.items()},
            **({"confirmed_by": desk.confirmer(form) if there.is_crowns else ""} if always or is_late else {}),
            origin=origin,
        )

    def call(to: str) -> Act:
        return Act(deal, of(partial(services.call_wager, to=to), always=True, wager="wager"), WagerForm, is_confirmed=True)

    put = of(services.place_for_player, selection="area", stake_cents="amount", stake_kind="stake_kind")
    said = of(
        services.place_oral_wager,
        always=True,
        selection="area",
        stake_cents="amount",
        words="words",
        instrument="instrument",
    )
    added = of(services.increase_for_player, wager="wager", by_cents="amount")
    left = of(services.reduce_for_player, wager="wager", to_cents="amount")
    moved = of(services.move_for_player, wager="wager", to="area")
    is_confirmed = there.is_crowns
    return {
        "place": Act(deal, put, PlaceForm, areas, is_confirmed=is_confirmed),
        "oral": Act(oral, said, OralForm, areas, is_confirmed=is_confirmed),
        "add": Act(deal, added, AmountForm, is_confirmed=is_confirmed),
        "leave": Act(deal, left, AmountForm, is_confirmed=is_confirmed),
        "down": Act(deal, of(services.take_down_for_player, wager="wager"), WagerForm, is_confirmed=is_confirmed),
        "move": Act(deal, moved, MoveForm, areas, is_confirmed=is_confirmed),
        "on": call("ON"),
        "off": call("OFF"),
        "advise": Act(deal, of(services.advise_below_minimum), is_confirmed=is_confirmed),
        "refuse": Act(Power.REFUSE_WAGER, of(services.refuse_wager, wager="wager", reason="reason"), RefusedForm),
    }


CONFIRMED = (services.place_for_player, services.increase_for_player, services.move_for_player)


def _setting(there: AtTable, player: Position, number: str) -> Setting:
    """The round as this player's wagers meet it; what comes late is confirmed, if the book lets it be."""
    is_closed = there.stage is not Stage.WAGERING
    return between_rounds.setting(
        there.state,
        book=there.book,
        seat=player.seat,
        round_id=there.play.id if there.play else RoundId(""),
        is_closed=is_closed,
        confirmed_by=number if is_closed and there.is_crowns and there.state.variant != MINI else "",
    )


def _place(there: AtTable, player: Position, setting: Setting) -> dict[str, Any]:
    return {
        "seat": player.seat,
        "is_taken": player.is_taken,
        "marks": dealer_told.marks(there.state, player.seat, player),
        "wagers": [dealer_told.wager(there.state, each) for each in player.wagers.values()],
        "limits": floor_told.limits(setting.limits),
        "board": dealer_layout.board(player, setting=setting) if player.is_taken else None,
        "chips": dealer_layout.chips(there.state.chip_unit),
    }


def _offered(there: AtTable, setting: Setting) -> dict[str, Any]:
    """What may be done at this stage: everything, only what is confirmed or taken down, or nothing."""
    book_id, is_mini = there.state.book_id, there.state.variant == MINI
    is_open = there.stage is Stage.WAGERING
    is_late = there.stage is Stage.CLOSED and book_id == CC and not is_mini
    why = {DF: "DF 6.4", CC: "CC 7.4.1" if is_mini and there.stage in UNDECIDED else "CC 3.2"}[book_id]
    return {
        "is_open": is_open,
        "is_late": is_late,
        "is_changeable": is_open or is_late,
        "closed_by": why,
        "takes_tokens": book_id == DF,
        "instruments": [each.value for each in ACCOMPANIED_BY[book_id]],
        "oral_rule": cite(book_id, ORAL[book_id]),
        "hears": not is_mini or bool(setting.stickperson),
        "can_refuse": book_id == DF,
        "can_advise": book_id == CC,
    }


def _chosen(request: AskedBy, there: AtTable, player: Position) -> dict[str, Any] | None:
    """The wager that was touched, if it lies there still."""
    asked = request.POST.get("wager", "") or request.GET.get("wager", "")
    wager = next((each for each in player.wagers.values() if str(each.number) == asked), None)
    return dealer_told.wager(there.state, wager) if wager else None
