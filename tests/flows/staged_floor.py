"""Every game at The Star with a table at each stage, so that each command finds one where it could be carried out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, IR, SB
from games import services
from games.domain.grounds import Ground
from games.domain.outcome import Doubt
from games.domain.vocabulary import EVERY_KIND, Limit, RoundId, Selection
from tests.casino.asking import react
from tests.factories import OriginFactory, engage
from tests.games.dealer_table import CHIP, DICE, P1, P2, P3, TWO, DealerTable
from tests.games.floor import SECONDS, SIGN, Clock, Floor, by, fitted, insert, machine

BOOKS = {"AC": AC, "IR": IR, "SB": SB, "DF": DF, "CC": CC, "Mini": CC}
VARIANTS = {"Mini": "mini"}
AREAS = {"AC": ("pass_line", "field"), "IR": ("red", "black"), "SB": ("small", "big")}
DEALT = {"DF": ("dragon", "fire"), "CC": ("win_line", "field"), "Mini": ("win_line", "field")}
SHOWN = {"AC": (3, 4), "IR": (17,), "SB": (1, 2, 4), "DF": (3, 5), "CC": (3, 5), "Mini": (3, 5)}
GROUNDS = {
    **dict.fromkeys(("AC", "IR", "SB"), Ground.SYSTEM_MALFUNCTION),
    **dict.fromkeys(("DF", "CC", "Mini"), Ground.NOT_TOGETHER),
}
PERSONAL = {EVERY_KIND: Limit(minimum=Cents(500), maximum=Cents(200_000))}
OVER = ("doubt", "decided", "closed")  # rounds of machines whose wagering period has ended
LONG_SECONDS = 600
BOXPERSON, CONFIRMER = "980", "981"


@dataclass
class Staged:
    """The tables of one game by their stage, the rounds played there, and the machines at each."""

    game: str
    tables: dict[str, str] = field(default_factory=dict)
    rounds: dict[str, RoundId] = field(default_factory=dict)
    terminals: dict[str, str] = field(default_factory=dict)
    machines: dict[str, str] = field(default_factory=dict)

    @property
    def book(self) -> str:
        """The rule book."""
        return BOOKS[self.game]

    def table(self, stage: str) -> str:
        """The table at this stage; one between two rounds if this game has none such."""
        return self.tables[stage if stage in self.tables else "between"]

    def round(self, stage: str) -> RoundId:
        """The round at this stage; one in doubt if this game has none such."""
        return self.rounds[stage if stage in self.rounds else "doubt"]

    def area(self, number: int = 0) -> Selection:
        """Where a player may place."""
        return Selection((AREAS | DEALT)[self.game][number])


def stage_floor(clock: Clock) -> dict[str, Staged]:
    """Every game, at every stage; reactions are done for the tables that dealers run, and before the others are there."""
    engage(BOXPERSON, boxperson=(CC,))
    engage(CONFIRMER, boxperson=(CC,))
    floor = {game: Staged(game) for game in BOOKS}
    for game in DEALT:
        _dealt(floor[game])
    played = {game: _electronic(floor[game]) for game in AREAS}
    clock.move(SECONDS + 1)
    for game, floors in played.items():
        for stage in OVER:
            floors[stage].close()
        doubt: dict[str, Any] = {"round_id": floors["doubt"].round, "machine": floors["doubt"].machine}
        services.sense_doubt(**doubt, doubt=Doubt.MALFUNCTION, origin=by(floors["doubt"].machine))
        services.freeze_layout(round_id=floors["closed"].round, origin=OriginFactory.build())
        floors["decided"].sense(*SHOWN[game])
    return floor


def _electronic(staged: Staged) -> dict[str, Floor]:
    """The tables at which machines play; their rounds are still open."""
    _commission(staged)
    staged.machines["further"] = machine(staged.book, f"{staged.game}-further-M")
    services.configure_wagering_period(name=staged.table("shut"), seconds=SECONDS, origin=OriginFactory.build())
    services.display_limits(name=staged.table("shut"), limits=SIGN, origin=OriginFactory.build())
    floors = {stage: Floor(staged.book, name=f"{staged.game}-{stage}", terminals=0) for stage in ("between", "halted")}
    _halt(floors["halted"].name)
    for stage in ("wagering", *OVER):
        floors[stage] = Floor(staged.book, name=f"{staged.game}-{stage}", terminals=1)
        staged.terminals[stage] = floors[stage].terminals[0]
        insert(staged.terminals[stage], 50_000)
    there = floors["wagering"]
    services.configure_wagering_period(name=there.name, seconds=LONG_SECONDS, origin=OriginFactory.build())
    for stage in ("wagering", *OVER):
        staged.rounds[stage] = floors[stage].open()
        floors[stage].place(staged.terminals[stage], staged.area(), 1_000)
    staged.terminals["idle"] = there.seat(f"{there.name}-2")
    staged.terminals["free"] = fitted(staged.book, f"{there.name}-3", there.machine)
    staged.tables |= {stage: floor.name for stage, floor in floors.items()}
    staged.machines |= {stage: floor.machine for stage, floor in floors.items()}
    return floors


def _dealt(staged: Staged) -> None:
    """The tables that dealers run."""
    _commission(staged)
    services.display_limits(name=staged.table("shut"), limits=SIGN, origin=OriginFactory.build())
    services.introduce_dice_set(name=staged.table("shut"), dice="S1", checked=DICE, origin=OriginFactory.build())
    for stage, prepare in STAGES.items():
        there = DealerTable(
            staged.book,
            variant=VARIANTS.get(staged.game, ""),
            name=f"{staged.game}-{stage}",
            seats=() if stage == "empty" else (P1, P2, P3),
        )
        staged.tables[stage] = there.name
        prepare(staged, there)
        if there.round:
            staged.rounds[stage] = there.round


def _commission(staged: Staged) -> None:
    ours: dict[str, Any] = {"book": staged.book, "layout": "A", "variant": VARIANTS.get(staged.game, ""), "chip_unit": CHIP}
    for stage in ("new", "shut"):
        staged.tables[stage] = f"{staged.game}-{stage}"
        services.commission_table(
            name=staged.tables[stage], **ours, equipment=_equipment(staged, stage), origin=OriginFactory.build()
        )


def _equipment(staged: Staged, stage: str) -> tuple[str, ...]:
    """What makes the outcomes of a table at this stage; nothing, if a dealer does."""
    return (machine(staged.book, f"{staged.game}-{stage}-M"),) if staged.game in AREAS else ()


def _nothing(_: Staged, __: DealerTable) -> None:
    """Between two rounds."""


def _halted(staged: Staged, there: DealerTable) -> None:
    _halt(there.name)
    grant: dict[str, Any] = {"limits": PERSONAL, "marker": "M1", "origin": OriginFactory.build()}
    services.grant_personal_limits(name=there.name, seat=P1, **grant)
    if staged.game == "Mini":
        services.appoint_stickperson(name=there.name, number=BOXPERSON, origin=OriginFactory.build())


def _halt(name: str) -> None:
    services.suspend_table(name=name, reason="Lights fail", origin=OriginFactory.build())
    services.disconnect_sign(name=name, origin=OriginFactory.build())


def _idle(_: Staged, there: DealerTable) -> None:
    there.start()
    there.close()


def _wagered(staged: Staged, there: DealerTable) -> None:
    if staged.game == "Mini":
        services.appoint_stickperson(name=there.name, number=BOXPERSON, origin=OriginFactory.build())
    there.start()
    for seat in (P1, P2):
        there.place(seat, staged.area(), 1_000)
    if staged.book == CC:
        there.place(P1, "hard:6", 1_000)


def _offered(staged: Staged, there: DealerTable) -> None:
    _wagered(staged, there)
    there.offer()


def _shooting(staged: Staged, there: DealerTable) -> None:
    _wagered(staged, there)
    there.give_dice()


def _lost(staged: Staged, there: DealerTable) -> None:
    _shooting(staged, there)
    services.lose_die(name=there.name, die=TWO[0], origin=OriginFactory.build())


def _thrown(staged: Staged, there: DealerTable) -> None:
    _shooting(staged, there)
    there.close()
    react()


def _entered(staged: Staged, there: DealerTable) -> None:
    _thrown(staged, there)
    there.enter(*SHOWN[staged.game])


def _doubt(staged: Staged, there: DealerTable) -> None:
    _thrown(staged, there)
    services.dispute_face(round_id=there.round, origin=OriginFactory.build())


STAGES: Mapping[str, Callable[[Staged, DealerTable], None]] = {
    "between": _nothing,
    "empty": _nothing,
    "halted": _halted,
    "idle": _idle,
    "wagered": _wagered,
    "offered": _offered,
    "shooting": _shooting,
    "lost": _lost,
    "thrown": _thrown,
    "entered": _entered,
    "doubt": _doubt,
}
