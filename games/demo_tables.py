"""The tables of the demo: machines first, then each table with its sign, and open. What stands so already is left as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from casino import demo
from casino import selectors as ground
from casino.domain.events import VenueId
from casino.domain.money import Cents
from casino.domain.powers import AC, CC, DF, IR, SB
from devices import demo_floor
from devices.domain.demands import DIAGRAMS
from games import practice, practice_tables, selectors, services
from games.domain.grounds import Ground
from games.domain.period import MISSING_AFTER_SECONDS
from games.domain.round_of_play import Kind, Stage
from games.domain.setting import MINI
from games.domain.vocabulary import EVERY_KIND, Die, Limit, RoundId

Sign = Mapping[str, Limit]
STAR, CROWN = VenueId("star"), VenueId("crown")
WAGERING_SECONDS = 30
CHIP, PRACTICE_CHIP = Cents(500), Cents(100)  # the smallest at the dealer tables
STILL_WAITING = (Stage.WAGERING, Stage.CLOSED, Stage.UNCERTAIN)
SET_OF_DICE = tuple(Die(id=str(number), faces=((1, 6), (2, 5), (3, 4)), face_um=19_050) for number in range(1, 6))
OUTSIDE = ("column", "dozen", "low", "high", "even", "odd", "red", "black")


def _limit(least: int, most: int, unit: int = 1) -> Limit:
    return Limit(minimum=Cents(least * 100), maximum=Cents(most * 100), unit=Cents(unit * 100))


SIGNS: Mapping[str, Sign] = {
    AC: {EVERY_KIND: _limit(5, 500), "hop": _limit(1, 100)},
    IR: {EVERY_KIND: _limit(1, 50), **dict.fromkeys(OUTSIDE, _limit(5, 500))},
    SB: {EVERY_KIND: _limit(1, 200), **dict.fromkeys(("small", "big"), _limit(5, 1_000)), "triple": _limit(1, 50)},
    DF: {EVERY_KIND: _limit(10, 500, 5)},
    CC: {EVERY_KIND: _limit(15, 500, 5)},
}
OF_PRACTICE: Mapping[str, Sign] = {
    AC: {EVERY_KIND: _limit(1, 500)},
    IR: {EVERY_KIND: _limit(1, 200), **dict.fromkeys(OUTSIDE, _limit(1, 500))},
    SB: {EVERY_KIND: _limit(1, 500)},
    DF: {EVERY_KIND: _limit(5, 500)},
    CC: {EVERY_KIND: _limit(5, 500)},
}


@dataclass(frozen=True)
class DemoTable:
    """A table of the demo; one with a machine plays by itself, at the others a dealer throws or has thrown."""

    venue: VenueId
    name: str
    book: str
    machine: str = ""
    variant: str = ""
    sign: Sign = field(default_factory=dict)
    chip: Cents = CHIP


DEALERS = (
    DemoTable(STAR, "DF1", DF, sign=SIGNS[DF]),
    DemoTable(STAR, "DF2", DF, sign=SIGNS[DF]),
    DemoTable(CROWN, "CC1", CC, sign=SIGNS[CC]),
    DemoTable(CROWN, "MINI1", CC, variant=MINI, sign=SIGNS[CC]),
    *(
        DemoTable(
            practice_tables.VENUE, each.name, each.book, variant=each.variant, sign=OF_PRACTICE[each.book], chip=PRACTICE_CHIP
        )
        for each in practice_tables.DEALT.values()
    ),
)


def open_tables() -> None:
    """Fit out the machines of every floor, then open the tables. Run again, it changes nothing that stands."""
    demo_floor.fit_out(STAR, demo_floor.TABLES[STAR])
    demo_floor.fit_out(practice_tables.VENUE, practice.WITH_TERMINALS)
    for dealt in practice_tables.DEALT.values():
        practice_tables.fit_out(dealt)
    for each in (*_electronic(STAR, SIGNS), *_electronic(practice_tables.VENUE, OF_PRACTICE), *DEALERS):
        _open(each)
    for venue in (STAR, practice_tables.VENUE):
        _end_interrupted(venue)


def _electronic(venue: VenueId, signs: Mapping[str, Sign]) -> list[DemoTable]:
    """The tables whose outcomes simulated machines make."""
    books = [(plan, demo_floor.BOOKS[plan.book]) for plan in demo_floor.TABLES[venue]]
    return [DemoTable(venue, plan.name, book, machine=plan.machine, sign=signs[book]) for plan, book in books]


def _open(table: DemoTable) -> None:
    """Put a table on the books, display its sign, give it what its game is played with, and open it."""
    name = table.name
    services.commission_table(
        name=name,
        book=table.book,
        layout=DIAGRAMS.get(table.book, ("A",))[0],
        variant=table.variant,
        equipment=(table.machine,) if table.machine else (),
        chip_unit=Cents(1) if table.machine else table.chip,
        origin=demo.origin(table.venue, f"table:{name}"),
    )
    services.display_limits(name=name, limits=table.sign, origin=demo.origin(table.venue, f"sign:{name}"))
    given = demo.origin(table.venue, f"equip:{name}")
    if table.machine:
        services.configure_wagering_period(name=name, seconds=WAGERING_SECONDS, origin=given)
    else:
        services.introduce_dice_set(name=name, dice=f"D-{name}", checked=SET_OF_DICE, origin=given)
    services.open_table(name=name, origin=demo.origin(table.venue, f"open:{name}"))


def _end_interrupted(venue: VenueId) -> None:
    """A round that was played when everything was switched off has no outcome: the system failed (AC 6.6, IR 7.4, SB 7.6)."""
    long_ago = ground.now() - timedelta(seconds=MISSING_AFTER_SECONDS)
    for _, play in selectors.tables(venue):
        if play and play.kind == Kind.ELECTRONIC and play.stage in STILL_WAITING and play.ends_at and play.ends_at < long_ago:
            services.call_no_roll(
                round_id=RoundId(play.id), ground=Ground.SYSTEM_MALFUNCTION, origin=demo.origin(venue, f"interrupted:{play.id}")
            )
