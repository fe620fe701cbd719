"""The journal: the one record. Everything an app needs; SQL, codec and fence stand behind it."""

from casino.journal.commands import COMMANDS, Rehearsal, Stale, append, command, load, rehearse, require_approval
from casino.journal.following import follow
from casino.journal.line import Recorded
from casino.journal.locking import Held
from casino.journal.origin import Actor, Origin, PlaceId, Role
from casino.journal.personal import Personal
from casino.journal.projections import projection, write_rows
from casino.journal.reactions import reaction
from casino.journal.reading import history, latest, state, state_at

__all__ = [
    "COMMANDS", "Actor", "Held", "Origin", "Personal", "PlaceId", "Recorded", "Rehearsal", "Role", "Stale", "append", "command",
    "follow", "history", "latest", "load", "projection", "reaction", "rehearse", "require_approval", "state",
    "state_at", "write_rows",
]  # fmt: skip
