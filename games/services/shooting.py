"""Who shoots the dice of a tumbler, and that they are shot: by the button, or automatically."""

from __future__ import annotations

from casino import journal
from casino.journal import Origin
from devices.domain import credit_meter, device, requests
from games.domain import naming, outcome, period, round_of_play, table
from games.domain.vocabulary import RoundId, SeatId


@journal.command
def shoot_dice(*, terminal: str, round_id: RoundId, origin: Origin) -> None:
    """The shooter presses the button after the wagering period (AC 3.11, SB 3.10)."""
    there = table.at(naming.table_of(round_id, venue=origin.venue))
    machine, meter = device.at(origin.venue, terminal), credit_meter.at(origin.venue, terminal)
    device.require_itself(origin.actor, machine)
    play = round_of_play.at(round_id)
    held = journal.load(write=[play, meter], guard=[there, machine])
    requests.require_next(held[machine], held[meter], origin.sequence)
    shot = outcome.shoot(held[play], seat=SeatId(terminal), shooter=held[there].shooter, now=held.now)
    heard = requests.number(held[machine], held[meter], [], sequence=origin.sequence)
    journal.append(held, {play: [shot], meter: heard}, origin)


@journal.command
def shoot_for_the_shooter(*, round_id: RoundId, origin: Origin) -> None:
    """Shoot the dice when the shooter's time is over; dice that were shot are left as they are (AC 3.11.1, SB 3.10.3)."""
    period.require_system(origin.actor)
    there = table.at(naming.table_of(round_id, venue=origin.venue))
    play = round_of_play.at(round_id)
    held = journal.load(write=[play], guard=[there])
    round_of_play.require_opened(held[play])
    if outcome.is_shot_due(held[play], now=held.now):
        shot = outcome.shoot_automatically(held[play], shooter=held[there].shooter, now=held.now)
        journal.append(held, {play: [shot]}, origin)
