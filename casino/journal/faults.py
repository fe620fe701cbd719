"""Points at which a fault test may end the process. Without PITLEDGER_FAULT in the environment they are nothing."""

import os
import signal
from collections.abc import Callable
from random import Random


def _nothing(_: str) -> None:
    """Go on."""


def _die(_: str) -> None:
    """End this process as nothing else ends it."""
    os.kill(os.getpid(), signal.SIGKILL)


def _killer(plan: str, die: Callable[[str], None] = _die) -> Callable[[str], None]:
    """`after_append:7:0.2` ends the process at that point (or at any, `*`), drawn with seed 7, in two of ten passes."""
    name, seed, chance = plan.split(":")
    dice = Random(int(seed))  # noqa: S311 - replayable, not secret

    def kill(here: str) -> None:
        if name in (here, "*") and dice.random() < float(chance):
            die(here)

    return kill


point: Callable[[str], None] = _killer(os.environ["PITLEDGER_FAULT"]) if "PITLEDGER_FAULT" in os.environ else _nothing
