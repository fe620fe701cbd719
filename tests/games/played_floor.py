"""A floor in the middle of an evening: a round of each kind under way, one that waits, terminals that need somebody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from casino import selectors as ground
from casino.domain.money import Cents
from casino.domain.powers import AC, DF, HOUSE, IR, SB
from casino.stack.process import wait_until
from devices import services as devices
from games import services
from games.domain.outcome import Doubt
from games.domain.vocabulary import EVERY_KIND, Limit, RoundId
from tests.casino.asking import react
from tests.devices.test_attending_pages import differ, report, wait_for_hand_pay
from tests.factories import OriginFactory, asked_by, engage
from tests.games.dealer_table import P1, P2, DealerTable
from tests.games.floor import Floor, by, insert, lock, take_out

Wagers = Sequence[tuple[int, str, int]]  # terminal from 0, selection, cents
LONG_SECONDS = 600


@dataclass
class Evening:
    """Which tables there are, and the round of Aruze Craps that was settled."""

    craps: Floor
    cocked: Floor
    roulette: Floor
    sicbo: Floor
    dealer: DealerTable
    settled: RoundId


def engage_floor() -> None:
    """903 manages all electronic games, 904 attends to Aruze Craps, 905 deals Dragon Fire, 906 is a cashier."""
    engage("903", "Helen Vassallo", assistant_gaming_manager=(AC, IR, SB), casino_supervisor=(AC, IR, DF))
    engage("904", "Tom Okafor", electronic_gaming_attendant=(AC,))
    engage("905", "Mei Lin", dealer=(DF,))
    engage("906", "Priya Nair", cashier=(HOUSE,))


def play_evening(*, terminals: int = 8) -> Evening:
    """Play until so much is going on. No clock is moved: wagering periods are short, or end by a call."""
    craps = _table(AC, "AC1", terminals)
    settled = _begin(craps, [(0, "pass_line", 1000), (1, "field", 500), (1, "any_seven", 2000), (3, "place_to_lose:9", 1500)])
    _close(craps)
    craps.sense(3, 4)
    react()
    _let_play_long(craps)
    react()
    lying = [(0, "pass_line", 3000), (1, "dont_pass", 2200), (2, "field", 1700), (4, "any_seven", 5500), (7, "field", 7200)]
    _place(craps, lying)
    cocked = _table(AC, "AC2", terminals)
    _begin(cocked, [(0, "pass_line", 7500), (2, "field", 4000), (3, "hop:4-4", 1000), (6, "any_seven", 1200)])
    _close(cocked)
    services.sense_doubt(round_id=cocked.round, machine=cocked.machine, doubt=Doubt.COCKED, origin=by(cocked.machine))
    roulette = _table(IR, "IR1", terminals)
    _let_play_long(roulette)
    roulette.open()
    _place(roulette, [(0, "straight:17", 8500), (1, "red", 1200), (2, "straight:0", 5000), (7, "straight:32", 14200)])
    sicbo = _table(SB, "SB1", terminals)
    _begin(sicbo, [(0, "small", 2400), (1, "big", 6000), (2, "combo:1-4", 1000)])
    _close(sicbo)
    dealer = _dealers()
    _trouble(craps, roulette, sicbo)
    return Evening(craps, cocked, roulette, sicbo, dealer, settled)


def _table(game: str, name: str, terminals: int) -> Floor:
    floor = Floor(game, name=name, terminals=terminals)
    for place, terminal in enumerate(floor.terminals):
        if place != terminals - 3:  # one is free
            insert(terminal, 20_000 + 5_000 * place)
    return floor


def _begin(floor: Floor, wagers: Wagers) -> RoundId:
    """A round with a short wagering period."""
    services.configure_wagering_period(name=floor.name, seconds=2, origin=OriginFactory.build())
    played = floor.open()
    _place(floor, wagers)
    return played


def _let_play_long(floor: Floor) -> None:
    services.configure_wagering_period(name=floor.name, seconds=LONG_SECONDS, origin=OriginFactory.build())


def _place(floor: Floor, wagers: Wagers) -> None:
    for place, selection, cents in wagers:
        if place < len(floor.terminals):
            floor.place(floor.terminals[place], selection, cents)


def _close(floor: Floor) -> None:
    """Its short wagering period comes to its end."""
    ends_at = floor.play().ends_at
    assert ends_at
    assert wait_until(lambda: ground.now() >= ends_at, 10)
    floor.close()
    react()


def _dealers() -> DealerTable:
    """Dragon Fire with two players' wagers, a shooter, and the sign of a higher minimum."""
    table = DealerTable(DF)
    table.start()
    for seat in (P1, P2):
        table.place(seat, "dragon", 5_000)
    table.give_dice()
    higher = {EVERY_KIND: Limit(minimum=Cents(2_500), maximum=Cents(100_000))}
    services.notice_limits(name=table.name, limits=higher, in_minutes=40, origin=OriginFactory.build())
    table.close()
    return table


def _trouble(craps: Floor, roulette: Floor, sicbo: Floor) -> None:
    """A meter that differs, a hand-pay, an open door, a lost link, a lock, a terminal out of service."""
    differ(craps.terminals[-3])
    wait_for_hand_pay(roulette.terminals[3 % len(roulette.terminals)], 1_260_000)
    devices.lose_link(name=roulette.terminals[-1], silent_since=ground.now(), origin=by(roulette.terminals[-1]))
    report(sicbo.terminals[-1], "door opened")
    report(craps.terminals[1], "printer paper low")
    report(craps.terminals[1], "cash box removed")
    devices.acknowledge_alert(
        name=craps.terminals[1], alert="cash box removed", origin=asked_by("904", "electronic gaming attendant")
    )
    lock(sicbo.terminals[1])
    take_out(sicbo.terminals[-2])
