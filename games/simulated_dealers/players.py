"""What the players at a simulated dealer's table wish, one thing after the other, from a seed: nothing that would be refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from casino.domain.money import Cents
from casino.domain.powers import CC, DF
from casino.domain.refusals import Refusal
from games.domain import areas, placing
from games.domain.placing import Change
from games.domain.position import Position
from games.domain.setting import Setting
from games.domain.vocabulary import SeatId, Selection, WagerNumber, kind_of
from games.domain.wager import Wager

LINES = ("win_line", "dont_win_line")  # who has one may shoot, and lets it lie
OF_SHOOTERS = {DF: ("dragon", "fire"), CC: LINES}
LIKED: Mapping[str, Mapping[str, int]] = {
    DF: {"dragon": 5, "fire": 5, "total": 3, "low_pair": 1, "high_pair": 1, "pair": 2, "dragons_tail": 2},
    CC: {"win_line": 8, "dont_win_line": 2, "come": 4, "place": 6, "win_line_odds": 5, "come_odds": 2, "field": 3, "hard": 2},
}
"""How much a kind of wager is liked; of any other as much as this."""
OTHERS = 1
FEW_CHIPS = (0, 0, 1, 1, 2, 3, 5, 9)  # above the minimum
MOST_WAGERS = 5


def wager(chance: Random, player: Position, setting: Setting) -> tuple[Selection, Cents] | None:
    """Chips on an area that takes some of this player; None if there is none, or enough lies there."""
    closed = areas.closed(player, setting)
    lying = {each.selection for each in player.wagers.values()}
    open_ = [Selection(each) for each in setting.book.wagers if each not in closed and each not in lying]
    if not open_ or len(player.wagers) >= MOST_WAGERS:
        return None
    area = _liked(chance, open_, setting)
    return area, stake(chance, area, setting)


def line(chance: Random, player: Position, setting: Setting) -> tuple[Selection, Cents] | None:
    """Chips that make a shooter; None if the book takes none now, or they lie there."""
    closed = areas.closed(player, setting)
    wanted = [Selection(each) for each in OF_SHOOTERS[setting.book.book_id] if each not in closed]
    lying = any(each.selection in OF_SHOOTERS[setting.book.book_id] for each in player.wagers.values())
    return (wanted[0], stake(chance, wanted[0], setting)) if wanted and not lying else None


def stake(chance: Random, area: Selection, setting: Setting) -> Cents:
    """A few chips above the minimum, never above the maximum."""
    limit, pieces = setting.limit(area), setting.book.wagers[area].shares[2]
    wanted = limit.minimum + limit.unit * chance.choice(FEW_CHIPS)
    return Cents(min(wanted, limit.maximum) * pieces)


def too_little(setting: Setting) -> Cents:
    """Less than the minimum; nothing if no chip is so small."""
    limit = setting.limit("field")
    return Cents(max(limit.minimum - setting.chip_unit, 0))


def change(chance: Random, player: Position, setting: Setting) -> Change | None:
    """More on a wager, less, all of it taken down, or somewhere else; None if nothing of the kind is allowed now."""
    mine = [each for each in player.wagers.values() if kind_of(each.selection) not in LINES]
    if not mine:
        return None
    there = chance.choice(mine)
    wanted = chance.choice(_changes(chance, there, setting))
    return wanted if _is_allowed(player, wanted, setting) else None


def call(chance: Random, player: Position, setting: Setting) -> tuple[WagerNumber, str] | None:
    """A wager called ON or OFF; None if none can be (CC 3.5)."""
    can = [
        (each.number, to)
        for each in player.wagers.values()
        for to in setting.book.wagers[each.selection].states[each.lying.state]["calls"]
    ]
    return chance.choice(can) if can else None


def of_this_round(player: Position, setting: Setting) -> list[Wager]:
    """The wagers a player has placed in the round that is played."""
    return [each for each in player.wagers.values() if each.round_id == setting.round_id]


def seated(players: Mapping[SeatId, Position], places: Sequence[SeatId]) -> list[SeatId]:
    """Which of these places are taken, in their order."""
    return [place for place in places if place in players]


def _liked(chance: Random, open_: Sequence[Selection], setting: Setting) -> Selection:
    """A kind that is liked, then any of its areas."""
    kinds: dict[str, list[Selection]] = {}
    for area in open_:
        kinds.setdefault(kind_of(area), []).append(area)
    weights = [LIKED[setting.book.book_id].get(kind, OTHERS) for kind in kinds]
    return chance.choice(kinds[chance.choices(list(kinds), weights=weights)[0]])


def _changes(chance: Random, there: Wager, setting: Setting) -> list[Change]:
    limit = setting.limit(there.selection)
    changes = [Change("cancel", wager=there.number), Change("increase", wager=there.number, cents=limit.unit)]
    least = Cents(limit.minimum * setting.book.wagers[there.selection].shares[2])
    if there.lying.stake_cents > least:
        changes.append(Change("reduce", wager=there.number, cents=least))
    to = Selection(chance.choice(list(setting.book.wagers)))
    return [*changes, Change("move", selection=to, wager=there.number)]


def _is_allowed(player: Position, wanted: Change, setting: Setting) -> bool:
    try:
        placing.change(player, wanted, setting=setting)
    except Refusal:
        return False
    return True
