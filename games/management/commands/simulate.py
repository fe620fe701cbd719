"""Simulate a floor: machines on real sockets, people at terminals over real HTTP, dealers at their tables, scripted faults."""

from __future__ import annotations

import asyncio
import signal
from argparse import ArgumentTypeError, RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from socket import socket
from threading import Event
from typing import Any

import uvloop
from django.core.management.base import CommandError, CommandParser
from django.db import connections

from casino.domain.events import VenueId
from casino.domain.money import Cents, dollars
from casino.domain.refusals import Refusal
from casino.management.reporting import WRONGLY_USED, Report, ReportingCommand, known_venue, progress
from devices import demo_floor
from devices.simulator import faults, memory, plan
from devices.simulator.evening import Evening, Way, plugged_in, ports_of
from devices.simulator.faults import BadScript, Scripted
from devices.simulator.floor import Floor
from devices.simulator.memory import BadMemory, Memory
from devices.simulator.plan import MOST_TERMINALS, MOST_TERMINALS_OF_TABLE, TablePlan
from devices.simulator.player import BUSY, CALM
from devices.simulator.report import report
from devices.simulator.signer import Signer
from devices.simulator.wagering import Wagering
from devices.simulator.web import Web
from devices.simulator.wishes import CALMLY, QUICKLY, Habit
from games import demo_tables, simulated_dealers, simulated_tables
from games.simulated_dealers import Dealers, beside

PATIENCE_SECONDS = 60.0
FASTER = 20.0  # a spin or a shot, where all is as fast as it goes
MOST_TABLES = 100
SHOWN = 5
ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
OF_MACHINES, OF_DEALERS = (
    "\n".join(f"  {fault.value:<26} {meaning}" for fault, meaning in of.items())
    for of in (faults.MEANINGS, simulated_dealers.MEANINGS)
)
FAULTS = f"""
A line of the faults: {{"at_round": 7, "device": "T0003", "fault": "power-loss-after-58", "times": 1}}. Of machines there are:

{OF_MACHINES}

Of a table that a dealer runs, {{"at_round": 3, "device": "DF1", "fault": "lights-wrong"}}:

{OF_DEALERS}"""


class Asked(BaseException):
    """Somebody wants it to end before it has begun to play."""


class Command(ReportingCommand):
    help = (
        "Simulate machines over TCP, people who wager over HTTP, and dealers at their tables, in the demo only. "
        "Ctrl-C ends it with its report."
    )

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.formatter_class = RawDescriptionHelpFormatter
        parser.epilog = FAULTS
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--venue", required=True, help="whose floor it is")
        parser.add_argument(
            "--tables", type=_whole(1, MOST_TABLES), help="so many electronic tables instead of the demo's own, and no dealers"
        )
        parser.add_argument("--terminals", type=_whole(1, MOST_TERMINALS_OF_TABLE), help="at each of them: T0001 and on")
        parser.add_argument("--web", type=_web, metavar="URL", help="where the web server is: people wager; without, nobody does")
        parser.add_argument(
            "--rounds", type=_whole(1, 10**9), help="turns or rounds of each table; without, it plays until it is ended"
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed does the same things (1)")
        parser.add_argument("--fast", action="store_true", help="as fast as the house hears it, not at real pace")
        parser.add_argument("--faults", type=Path, metavar="FILE", help="what is to go wrong, one JSON line each")
        parser.add_argument("--memory", type=Path, metavar="FILE", help="keep the machines' memory there, and go on from it")
        parser.add_argument("--patience", type=float, default=PATIENCE_SECONDS, help="seconds the house is waited for (60)")

    def report(self, options: dict[str, Any]) -> Report:
        with _used_rightly():
            demo_floor.require_demo()
            venue, tables = _floor_of(options)
            dealers, script = _cast(venue, tables, options)
            kept = _memory(options["memory"])
        with plugged_in(tables, kept.ports) as sockets, _asked_raises():
            keys, signers = _open(venue, tables, ports_of(sockets), options)
            floor = _floor(tables, script, keys, options)
            memory.restore(floor, kept)
            floor.plug_in(known=kept.terminals)
            was_ended = _play(floor, sockets, _wagering(floor, signers, options), dealers, options)
        return _report(floor, dealers, venue, is_good=was_ended or _is_good(floor, dealers, options))


def _floor(tables: Sequence[TablePlan], script: Sequence[Scripted], keys: dict[str, bytes], options: dict[str, Any]) -> Floor:
    is_fast = options["fast"]
    return Floor(
        tables,
        seed=options["seed"],
        opened_at=datetime.now(UTC),
        manner=BUSY if is_fast else CALM,
        faults=script,
        keys=keys,
        habit=_habit(options) if options["web"] else None,
        faster=FASTER if is_fast and options["web"] else 1.0,
    )


def _habit(options: dict[str, Any]) -> Habit:
    return QUICKLY if options["fast"] else CALMLY


def _wagering(floor: Floor, signers: dict[str, Signer], options: dict[str, Any]) -> list[Wagering]:
    """A connection for each table at which somebody can sit."""
    if not options["web"]:
        return []
    areas = simulated_tables.areas([table.plan for table in floor.tables])
    how: dict[str, Any] = {"signers": signers, "habit": _habit(options), "seed": options["seed"]}
    return [
        Wagering(table, web=Web(options["web"]), areas=areas[table.plan.name], **how) for table in floor.tables if table.players
    ]


def _play(
    floor: Floor, sockets: dict[str, socket], wagering: Sequence[Wagering], dealers: Dealers, options: dict[str, Any]
) -> bool:
    """Play the evening; say whether somebody ended it before its time."""
    rounds, file, patience = options["rounds"], options["memory"], options["patience"]
    with progress("Turns of play", (rounds or 0) * (len(floor.tables) + len(dealers.tables))) as turned:
        way = Way(
            rounds=rounds,
            is_fast=options["fast"],
            patience_seconds=patience,
            turned=turned,
            save=_saving(floor, file, ports_of(sockets)) if file else lambda: None,
        )
        dealt = simulated_dealers.Way(rounds, patience_seconds=patience, dealt=turned)
        return uvloop.run(_until_ended(Evening(floor, sockets, way, wagering), dealers, dealt))


async def _until_ended(evening: Evening, dealers: Dealers, dealt: simulated_dealers.Way) -> bool:
    ended = Event()

    def end() -> None:
        evening.end()
        ended.set()

    for number in ENDING:
        asyncio.get_running_loop().add_signal_handler(number, end)
    await beside.together(evening.run(), dealers, dealt, ended=ended, end=end)
    return evening.was_asked_to_end


def _is_good(floor: Floor, dealers: Dealers, options: dict[str, Any]) -> bool:
    """Whether the house has heard everything, every turn was played, and it has answered nothing but what it should."""
    is_played = all(table.rounds >= (options["rounds"] or 0) for table in floor.tables)
    is_answered = not any(player.tally.unexpected for table in floor.tables for player in table.players.values())
    is_awaited = bool(floor.unheard or dealers.left_standing)
    return is_played and is_answered and not (is_awaited and options["patience"])


def _report(floor: Floor, dealers: Dealers, venue: VenueId, *, is_good: bool) -> Report:
    facts = {"venue": venue, **beside.joined(report(floor), dealers)}
    return Report(is_good, facts, [*(_told(floor, facts) if floor.tables else []), *beside.sentences(dealers)])


def _told(floor: Floor, facts: dict[str, Any]) -> list[str]:
    """What was done at the machines, for a person."""
    terminals = facts["terminals"].values()
    inserted = dollars(Cents(sum(each["notes_cents"] for each in terminals)))
    raised = sum(each["hand_pays_raised"]["count"] for each in terminals)
    doors = sum(each["doors_opened"] for each in terminals)
    rounds = sum(table.rounds for table in floor.tables)
    told = f"{rounds:,} turns: {inserted} in notes, {raised:,} hand-pays, {doors:,} doors opened."
    unheard = facts["unheard"]
    shown = ", ".join(unheard[:SHOWN]) + (f" and {len(unheard) - SHOWN} others" if len(unheard) > SHOWN else "")
    verdict = f"The house has not heard everything of {shown}." if unheard else "The house has heard everything."
    return [told, *_wagered(floor), verdict]


def _wagered(floor: Floor) -> list[str]:
    """What was asked for at the terminals, and what the house said to it."""
    done, refused, unexpected = Counter[str](), Counter[str](), Counter[str]()
    for table in floor.tables:
        for player in table.players.values():
            done += player.tally.done
            refused += player.tally.refused
            unexpected += player.tally.unexpected
    counts = (("Asked for and done", done), ("refused", refused), ("not to be expected", unexpected))
    told = [f"{what}: {', '.join(f'{name} {count:,}' for name, count in sorted(of.items()))}" for what, of in counts if of]
    return [f"{'; '.join(told)}."] if told else []


# What it was told


def _whole(least: int, most: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ArgumentTypeError(f"{text} is no whole number from {least:,} to {most:,}.")
        return int(text)

    return parse


@contextmanager
def _used_rightly() -> Iterator[None]:
    try:
        yield
    except Refusal as refusal:
        raise CommandError(refusal.sentence, returncode=WRONGLY_USED) from refusal
    except (BadScript, BadMemory) as bad:
        raise CommandError(str(bad), returncode=WRONGLY_USED) from bad
    except OSError as error:
        raise CommandError(f"{error.filename} cannot be read: {error.strerror}.", returncode=WRONGLY_USED) from error
    except UnicodeDecodeError as error:
        raise CommandError("The faults are no text.", returncode=WRONGLY_USED) from error


def _floor_of(options: dict[str, Any]) -> tuple[VenueId, tuple[TablePlan, ...]]:
    venue, tables, terminals = known_venue(options["venue"]), options["tables"], options["terminals"]
    assert venue is not None, "it is required"
    if options["fast"] and options["rounds"] is None:
        raise CommandError("Say how many --rounds are to be played --fast.", returncode=WRONGLY_USED)
    if (tables is None) != (terminals is None):
        raise CommandError("Say both, how many --tables and how many --terminals at each.", returncode=WRONGLY_USED)
    if tables and tables * terminals > MOST_TERMINALS:
        raise CommandError(f"There can be {MOST_TERMINALS:,} terminals at most.", returncode=WRONGLY_USED)
    if tables:
        return venue, plan.numbered(tables, terminals)
    if venue not in {each.venue for each in demo_tables.DEALERS} | demo_floor.TABLES.keys():
        raise CommandError(f"{venue} has no tables of the demo: say --tables and --terminals.", returncode=WRONGLY_USED)
    return venue, demo_floor.TABLES.get(venue, ())


def _web(text: str) -> str:
    try:
        Web(text)
    except ValueError as wrong:
        raise ArgumentTypeError(str(wrong)) from wrong
    return text


def _cast(venue: VenueId, tables: Sequence[TablePlan], options: dict[str, Any]) -> tuple[Dealers, list[Scripted]]:
    """The dealers with the faults of their tables, none at a floor of numbered ones; and the faults of the machines."""
    dealt = () if options["tables"] else demo_tables.DEALERS
    lines = options["faults"].read_text().splitlines() if options["faults"] else []
    of_machines, of_dealers = beside.parted(lines, [each.name for each in dealt if each.venue == venue])
    dealers = Dealers(venue, tables=dealt, seed=options["seed"], is_fast=options["fast"], faults=of_dealers)
    return dealers, faults.parse_for(plan.can_have(tables), of_machines)


def _memory(file: Path | None) -> Memory:
    return memory.read(file.read_bytes()) if file and file.exists() else Memory()


# The house


def _open(
    venue: VenueId, tables: Sequence[TablePlan], ports: dict[str, int], options: dict[str, Any]
) -> tuple[dict[str, bytes], dict[str, Signer]]:
    """The keys of the tables' machines; those of the terminals, and open tables, if people are to wager."""
    try:
        keys = demo_floor.open_floor(venue, tables, ports)
        signers = demo_floor.signers(venue, tables) if options["web"] else {}
        if options["web"]:
            simulated_tables.open_tables(venue, tables, is_fast=options["fast"])
    except Refusal as refusal:
        raise CommandError(refusal.sentence) from refusal
    else:
        return keys, signers
    finally:
        connections.close_all()  # nothing further is asked of the database


@contextmanager
def _asked_raises() -> Iterator[None]:
    """Until the evening begins, a signal ends it at once."""
    before = {number: signal.signal(number, _raise_asked) for number in ENDING}
    try:
        yield
    except Asked:
        raise CommandError("Ended before the first turn.") from None
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise_asked(*_: object) -> None:
    raise Asked


def _saving(floor: Floor, file: Path, ports: dict[str, int]) -> Callable[[], None]:
    """Writes the memory beside and puts it in place: it is whole, whenever somebody pulls the plug."""
    draft = file.with_name(f"{file.name}.new")
    file.parent.mkdir(parents=True, exist_ok=True)

    def save() -> None:
        draft.write_bytes(memory.written(floor, ports=ports))
        draft.replace(file)

    return save
