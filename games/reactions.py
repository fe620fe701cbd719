"""What the floor does because of its own events: one command each, in effect once."""

from __future__ import annotations

from casino import journal
from casino.domain.aggregate import Event
from casino.journal import Origin, Recorded
from games import services
from games.domain.events import (
    BallAtRestEarly,
    ClosureNoticed,
    IlluminationFaulted,
    NoRollCalled,
    OutcomeDetermined,
    OutcomeSensed,
    ResultConfirmed,
    ResultOverridden,
    RoundFinished,
    TableOpened,
    TableReleased,
    WageringClosed,
)
from games.domain.vocabulary import RoundId

DECIDING: dict[str, type[Event]] = {
    "sensed": OutcomeSensed,
    "confirmed": ResultConfirmed,
    "determined": OutcomeDetermined,
    "overridden": ResultOverridden,
    "by-the-dice": IlluminationFaulted,
}
WITHOUT_RESULT: dict[str, type[Event]] = {"no-roll": NoRollCalled, "ball-early": BallAtRestEarly}
PLAYING_ON: dict[str, type[Event]] = {
    "finished": RoundFinished,
    "table-opened": TableOpened,
    "table-released": TableReleased,
    "closure-put-off": ClosureNoticed,
}


@journal.reaction("games.freeze-layout", on=WageringClosed)
def freeze_layout(recorded: Recorded, origin: Origin) -> None:
    """When wagering has ended the wagers are fixed as they stand."""
    services.freeze_layout(round_id=RoundId(recorded.ref.id), origin=origin)


def settle_round(recorded: Recorded, origin: Origin) -> None:
    """However an outcome was decided, it settles the wagers."""
    services.settle_round(round_id=RoundId(recorded.ref.id), origin=origin)


def end_without_result(recorded: Recorded, origin: Origin) -> None:
    """A round that will have no result comes to its end."""
    services.end_without_result(round_id=RoundId(recorded.ref.id), origin=origin)


def open_next_round(recorded: Recorded, origin: Origin) -> None:
    """A table that is open and not suspended plays on by itself, where no dealer runs the game."""
    services.open_next_round(name=recorded.ref.id.rpartition(".")[2], origin=origin)


for name, kind in DECIDING.items():
    journal.reaction(f"games.settle-round-{name}", on=kind)(settle_round)
for name, kind in WITHOUT_RESULT.items():
    journal.reaction(f"games.end-round-{name}", on=kind)(end_without_result)
for name, kind in PLAYING_ON.items():
    journal.reaction(f"games.open-round-{name}", on=kind)(open_next_round)
