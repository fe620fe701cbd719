"""The journal: the one record. Everything an app needs; SQL, codec and fence stand behind it."""

from casino.journal.commands import COMMANDS, Rehearsal, Stale, append, command, load, rehearse, require_approval
from casino.journal.following import follow
from casino.journal.line import Recorded
from casino.journal.locking import Held
from casino.journal.origin import Actor, Origin, PlaceId, Role
from casino.journal.personal import Personal
from casino.journal.projections import add_to_rows, change_rows, projection, write_rows
from casino.journal.reactions import reaction
from casino.journal.reading import Written, history, latest, standing, state, state_at, states, states_at, together, written_with

__all__ = [
    "COMMANDS", "Actor", "Held", "Origin", "Personal", "PlaceId", "Recorded", "Rehearsal", "Role", "Stale", "Written",
    "add_to_rows", "append", "change_rows", "command", "follow", "history", "latest", "load", "projection", "reaction",
    "rehearse", "require_approval", "standing", "state", "state_at", "states", "states_at", "together", "write_rows",
    "written_with",
]  # fmt: skip
