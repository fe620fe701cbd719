"""What the dealer does with chips because a player wishes it, or because somebody has to be told no."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from casino.domain.money import Cents
from casino.domain.powers import CC, DF, Power
from games import services
from games.domain.placing import Change
from games.domain.setting import MINI, Setting
from games.domain.vocabulary import Instrument, SeatId, Selection
from games.simulated_dealers import players
from games.simulated_dealers.act import Act, act
from games.simulated_dealers.faults import Fault
from games.simulated_dealers.people import Staffed
from games.simulated_dealers.table import Look

REASON = "The player and another wager on opposite sides for each other."
AT_ONCE = 0.0
ONE_ROLL = tuple(map(Selection, ("field", "any_seven", "eleven", "any_craps")))


def granted(chance: Random, at: Staffed, seen: Look, seat: SeatId, wish: str) -> list[Act]:
    """What a player wishes just now, if the book allows anything of the kind."""
    player, setting = seen.players.get(seat), seen.setting(seat)
    if player is None or seen.is_closing:
        return []
    match wish:
        case "line":
            return _place(seat, setting, players.line(chance, player, setting))
        case "wager":
            return _place(seat, setting, players.wager(chance, player, setting))
        case "change":
            return _changed(seat, setting, players.change(chance, player, setting))
        case _:
            return _called(at, seat, setting, players.call(chance, player, setting))


def a_line(chance: Random, seen: Look, seats: list[SeatId]) -> list[Act]:
    """Somebody puts chips where a shooter has them; nothing if nobody may."""
    for seat in seats:
        setting = seen.setting(seat)
        if found := players.line(chance, seen.players[seat], setting):
            return _place(seat, setting, found)
    return []


def by_word(chance: Random, at: Staffed, seen: Look, seat: SeatId) -> list[Act]:
    """A wager that is said: accepted by the dealer, at Crown announced and confirmed by a Boxperson (DF 6.7, CC 3.3.1)."""
    setting, power = seen.setting(seat), Power.ANNOUNCE_ORAL_WAGER if at.book == CC else Power.ACCEPT_ORAL_WAGER
    confirmer, _ = at.who(Power.ACCEPT_ORAL_WAGER)
    if at.variant == MINI and not seen.table.stickperson:
        number, _ = at.who(Power.CHECK_FOUND_DICE)
        return [act(services.appoint_stickperson, Power.LET_BOXPERSON_ACT_AS_STICKPERSON, {"name": at.name, "number": number})]
    found = players.wager(chance, seen.players[seat], setting)
    if found is None:
        return []
    area, cents = found
    said = f"{cents // 100} on {setting.book.wagers[area].name}"
    told: dict[str, Any] = {"words": said, "instrument": Instrument.CHIPS, "confirmed_by": confirmer if at.book == CC else ""}
    asked = {"seat": seat, "round_id": setting.round_id, "selection": area, "stake_cents": cents, **told}
    return [act(services.place_oral_wager, power, asked, inflicts=Fault.ORAL_WAGER)]


def too_late(chance: Random, at: Staffed, seen: Look, seat: SeatId) -> list[Act]:
    """A wager after no more bets, orally confirmed (CC 3.2)."""
    setting = seen.setting(seat)
    taken = {each.selection for each in seen.players[seat].wagers.values()}
    area = next((each for each in ONE_ROLL if each not in taken), None)
    if area is None:
        return []
    confirmer, _ = at.who(Power.CONFIRM_CALL)
    told = _told(seat, setting, area, players.stake(chance, area, setting))
    return [act(services.place_for_player, Power.DEAL_GAME, {"confirmed_by": confirmer, **told}, inflicts=Fault.LATE_WAGER)]


def below_the_minimum(seen: Look, seat: SeatId) -> list[Act]:
    """Too little, advice, and too little again, which is returned (CC 4.2.1)."""
    setting, player = seen.setting(seat), seen.players[seat]
    taken = {each.selection for each in player.wagers.values()}
    free, little = [each for each in ONE_ROLL if each not in taken], players.too_little(setting)
    if player.is_advised or len(free) < 2 or not little:  # noqa: PLR2004 - before the advice, and after it
        return []
    first, second = free[:2]
    return [
        act(services.place_for_player, Power.DEAL_GAME, _told(seat, setting, first, little)),
        act(services.advise_below_minimum, Power.DEAL_GAME, {"seat": seat, "round_id": setting.round_id}),
        act(services.place_for_player, Power.DEAL_GAME, _told(seat, setting, second, little), inflicts=Fault.BELOW_MINIMUM),
    ]


def refused(seen: Look, seat: SeatId) -> list[Act]:
    """The casino supervisor has a wager removed (DF 11.11)."""
    setting = seen.setting(seat)
    fresh = players.of_this_round(seen.players[seat], setting)
    if not fresh:
        return []
    told = {"seat": seat, "round_id": setting.round_id, "wager": fresh[0].number, "reason": REASON}
    return [act(services.refuse_wager, Power.REFUSE_WAGER, told, inflicts=Fault.WAGER_REFUSED)]


def _place(seat: SeatId, setting: Setting, found: tuple[Selection, Cents] | None) -> list[Act]:
    if found is None:
        return []
    return [act(services.place_for_player, Power.DEAL_GAME, _told(seat, setting, *found), before=AT_ONCE)]


def _told(seat: SeatId, setting: Setting, area: Selection, cents: Cents) -> dict[str, Any]:
    return {"seat": seat, "round_id": setting.round_id, "selection": area, "stake_cents": cents}


def _changed(seat: SeatId, setting: Setting, wanted: Change | None) -> list[Act]:
    if wanted is None:
        return []
    services_of: dict[str, tuple[Callable[..., object], dict[str, Any]]] = {
        "increase": (services.increase_for_player, {"by_cents": wanted.cents}),
        "reduce": (services.reduce_for_player, {"to_cents": wanted.cents}),
        "cancel": (services.take_down_for_player, {}),
        "move": (services.move_for_player, {"to": wanted.selection}),
    }
    service, told = services_of[wanted.do]
    asked = {"seat": seat, "round_id": setting.round_id, "wager": wanted.wager, **told}
    return [act(service, Power.DEAL_GAME, asked, before=AT_ONCE)]


def _called(at: Staffed, seat: SeatId, setting: Setting, found: tuple[Any, str] | None) -> list[Act]:
    if found is None or at.book == DF:
        return []
    number, to = found
    confirmer, _ = at.who(Power.CONFIRM_CALL)
    told = {"seat": seat, "round_id": setting.round_id, "wager": number, "to": to, "confirmed_by": confirmer}
    return [act(services.call_wager, Power.DEAL_GAME, told, before=AT_ONCE)]
