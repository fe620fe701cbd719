"""Dealers beside the machines of a floor: one script of faults for both, a thread beside the machines' loop, one report."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Iterable, Mapping
from threading import Event
from typing import Any

import msgspec

from games.simulated_dealers.evening import Dealers, Way


class _Named(msgspec.Struct):
    device: str = ""


def parted(lines: Iterable[str], tables: Collection[str]) -> tuple[list[str], list[str]]:
    """The lines about machines, and those about these dealer tables; where the others stand both have an empty one."""
    all_ = [(line, _device(line) in tables) for line in lines]
    return ["" if is_dealt else line for line, is_dealt in all_], [line if is_dealt else "" for line, is_dealt in all_]


async def together(
    machines: Coroutine[Any, Any, None], dealers: Dealers, way: Way, *, ended: Event, end: Callable[[], None]
) -> None:
    """Run the machines and the dealers to their ends; if either fails, the other is ended too."""
    both = [asyncio.create_task(machines), asyncio.create_task(asyncio.to_thread(dealers.run, ended, way))]
    for each in both:
        each.add_done_callback(lambda task: end() if task.cancelled() or task.exception() else None)
    await asyncio.wait(both)
    for each in both:
        each.result()


def joined(machines: Mapping[str, Any], dealers: Dealers) -> dict[str, Any]:
    """The report of a floor with the tables of its dealers beside those of its machines."""
    dealt = dealers.report()
    both = {"tables": machines["tables"] | dealt["tables"], "faults": [*machines["faults"], *dealt["faults"]]}
    return {**machines, **both, "left_standing": dealt["left_standing"]}


def sentences(dealers: Dealers) -> list[str]:
    """What was done at the tables of dealers, for a person."""
    if not dealers.tables:
        return []
    tables = dealers.report()["tables"].values()
    rounds, wagers, no_rolls = (sum(each[count] for each in tables) for count in ("rounds", "wagers", "no_rolls"))
    refused = sum((Counter(each["refused"]) for each in tables), Counter[str]())
    told = [f"Dealers: {rounds:,} rounds, {wagers:,} wagers, {no_rolls:,} no rolls."]
    if refused:
        told.append(f"Refused to them: {', '.join(f'{code} {count:,}' for code, count in sorted(refused.items()))}.")
    if dealers.left_standing:
        told.append(f"Nobody went on at {', '.join(dealers.left_standing)}.")
    return told


def _device(line: str) -> str:
    """Whatever is no such line is left to those who say what is wrong with it."""
    try:
        return msgspec.json.decode(line, type=_Named).device
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return ""
