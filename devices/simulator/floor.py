"""A whole floor from a plan and a seed: its tables, its script of faults, and what came of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime

from devices.simulator.exceptions import CAPACITY
from devices.simulator.faults import Scripted
from devices.simulator.gaming import Gaming
from devices.simulator.plan import TablePlan
from devices.simulator.player import BUSY, Manner
from devices.simulator.table import Act, MoneyAndDoors, Script, Table
from devices.simulator.terminal import Terminal
from devices.simulator.tumbler import Tumbler
from devices.simulator.wheel import Wheel
from devices.simulator.wishes import Habit

ROOM_FOR_A_TURN = CAPACITY // 2


class Floor:
    """All tables. Seconds count from its opening. Nobody wagers where nobody has the habit."""

    def __init__(
        self,
        plan: Sequence[TablePlan],
        *,
        seed: int,
        opened_at: datetime,
        manner: Manner = BUSY,
        faults: Sequence[Scripted] = (),
        keys: Mapping[str, bytes] | None = None,
        habit: Habit | None = None,
        faster: float = 1.0,
    ) -> None:
        self.seed = seed
        self.faults = tuple(faults)
        self.inflicted = [False] * len(self.faults)
        self.tables: list[Table] = []
        for each in plan:
            self.tables.append(
                Table(
                    each,
                    first_asset=1 + sum(len(table.plan.terminals) for table in self.tables),
                    seed=seed,
                    manner=manner,
                    machine=_machine(
                        each, seed=seed, key=(keys or {}).get(each.machine, b""), opened_at=opened_at, faster=faster
                    ),
                    script=_script(each, seed=seed, habit=habit),
                )
            )

    @property
    def terminals(self) -> list[Terminal]:
        """Of all tables."""
        return [terminal for table in self.tables for terminal in table.terminals]

    @property
    def changes(self) -> int:
        """Goes up whenever something in the memory of a terminal changes."""
        return sum(terminal.meters.changes + terminal.hand_pays.raised.count for terminal in self.terminals)

    @property
    def is_settled(self) -> bool:
        """Whether every terminal waits for the next turn."""
        return all(terminal.is_settled for terminal in self.terminals)

    @property
    def has_room(self) -> bool:
        """Whether every terminal can keep what it will have to report in a turn."""
        return all(terminal.cabinet.exceptions.waiting <= ROOM_FOR_A_TURN for terminal in self.terminals)

    @property
    def is_heard(self) -> bool:
        """Whether the house knows of all money and of everything that was reported."""
        return all(terminal.is_heard for terminal in self.terminals)

    @property
    def unheard(self) -> list[str]:
        """The terminals of which the house does not know everything."""
        return [terminal.device for terminal in self.terminals if not terminal.is_wholly_heard]

    def plug_in(self, *, known: Collection[str] = ()) -> None:
        """Before the first turn; terminals whose memory is known go on from it."""
        for table in self.tables:
            table.plug_in([each for each in self.faults if each.device not in known])

    def turn(self, table: Table) -> list[Act]:
        """The next turn of a table, with what is to go wrong in it."""
        return table.turn(self._due(table, at_round=table.rounds + 1))

    def is_trouble_due(self) -> bool:
        """Whether something is to go wrong in the next turn of any table."""
        return any(self._numbers_due(table, at_round=table.rounds + 1) for table in self.tables)

    def advance(self, now: float) -> None:
        """Let everything happen that was to happen by now, whether or not anybody polls."""
        for terminal in self.terminals:
            terminal.cabinet.advance(now)

    def awaited(self, table: Table) -> list[Terminal]:
        """The terminals with which something is to go wrong next, and of which the house does not know all money yet."""
        named = {self.faults[number].device for number in self._numbers_due(table, at_round=table.rounds + 1)}
        return [terminal for terminal in table.terminals if terminal.device in named and not terminal.is_heard]

    def _due(self, table: Table, *, at_round: int) -> list[Scripted]:
        numbers = self._numbers_due(table, at_round=at_round)
        for number in numbers:
            self.inflicted[number] = True
        return [self.faults[number] for number in numbers]

    def _numbers_due(self, table: Table, *, at_round: int) -> list[int]:
        ours = {*table.cables, table.plan.machine}
        return [n for n, each in enumerate(self.faults) if each.device in ours and max(1, each.at_round) == at_round]


def _script(plan: TablePlan, *, seed: int, habit: Habit | None) -> Script:
    return Gaming(seed=seed, table=plan.name, habit=habit) if habit else MoneyAndDoors(seed=seed, table=plan.name)


def _machine(plan: TablePlan, *, seed: int, key: bytes, opened_at: datetime, faster: float) -> Wheel | Tumbler:
    if plan.has_wheel:
        return Wheel(plan.machine, seed=seed, key=key, started_at=opened_at, faster=faster)
    return Tumbler(plan.machine, dice=plan.dice, seed=seed, key=key, started_at=opened_at, faster=faster)
