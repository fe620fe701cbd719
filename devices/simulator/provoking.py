"""What has to happen at a terminal for a fault to be seen: a fault of the wire is nothing while nobody has anything to say."""

from __future__ import annotations

from casino.domain.money import Cents
from devices.simulator.cable import Cable
from devices.simulator.faults import Fault, Scripted
from devices.simulator.player import Player

A_NOTE = Cents(2_000)
A_LARGE_NOTE = Cents(10_000)
A_TICKET, ITS_CENTS = "019999999999999999", Cents(5_000)
WHILE_COLLECTING = frozenset({Fault.POWER_LOSS_AFTER_57, Fault.POWER_LOSS_AFTER_58, Fault.POWER_LOSS_AFTER_PRINT})
AFTER_A_NOTE = frozenset({Fault.DUPLICATED_EXCEPTION, Fault.POWER_LOSS})
OF_MEMORY = frozenset({Fault.RAM_CLEAR, Fault.METER_RUNS_BACKWARDS})


def inflict(scripted: Scripted, cable: Cable, player: Player, now: float) -> None:
    """Have it go wrong while money moves; after a fault of the memory nobody plays until that was seen."""
    fault, times = scripted.fault, scripted.times
    if fault is Fault.METER_ROLL_OVER:
        player.insert_note(A_LARGE_NOTE)
        return
    if fault in AFTER_A_NOTE:
        player.insert_note(A_NOTE)
    cable.inflict(fault, now, times=times)
    if fault in WHILE_COLLECTING:
        player.insert_note(A_NOTE)
        player.collect(now)
    elif fault is Fault.POWER_LOSS_AFTER_71:
        player.insert_ticket(A_TICKET, ITS_CENTS, now)
    elif fault not in OF_MEMORY | AFTER_A_NOTE:
        player.insert_note(A_NOTE)
