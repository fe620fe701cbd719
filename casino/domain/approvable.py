"""What may be asked of another person: each command with the power that both must hold. Data, to which every app adds its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from casino.domain.powers import HOUSE, Power
from casino.domain.refusals import Refusal

Arguments = Mapping[str, Any]


class NotApprovable(Refusal):
    """Nobody is asked for this."""

    code = "approval-not-possible"


@dataclass(frozen=True)
class Approvable:
    """A command that another person may sign: the power, the book it is held in, and what it would do in a few words."""

    power: Power
    title: Callable[[Arguments], str]
    book: Callable[[Arguments], str] = lambda _: HOUSE


APPROVABLE: dict[str, Approvable] = {}


def of(command: str) -> Approvable:
    """What another person must hold to sign a command."""
    if command not in APPROVABLE:
        raise NotApprovable(f"Nobody can be asked to approve {command}.")
    return APPROVABLE[command]


def plain(arguments: str) -> dict[str, Any]:
    """The arguments of a command as they are kept."""
    return msgspec.json.decode(arguments, type=dict[str, Any])


def title_of(command: str, arguments: str) -> str:
    """What a command would do, in a few words; its name, if its arguments say nothing any more."""
    try:
        return APPROVABLE[command].title(plain(arguments))
    except (KeyError, TypeError, ValueError):
        return command.partition(".")[2].replace("-", " ").capitalize()
