"""A request for approval as one person sees it at a moment: its state, what would be written, the signatures, why not to sign."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from casino import approving, authority_table, homes, journal, previews, refusing, selectors
from casino.approving import Asked
from casino.domain import staff, venue
from casino.domain.events import ApprovalDeclined, ApprovalGiven, ApprovalLapsed
from casino.domain.instant import Instant
from casino.domain.refusals import Refusal
from casino.journal import Recorded
from casino.previews import SHORT
from casino.sessions import Person

MOST_TOPICS, MOST_DIFFERENCES = 50, 2
STATES = {
    "waiting": ("waits", "Waiting"),
    "expired": ("idle", "Expired"),
    "approved": ("running", "Approved, being done"),
    "declined": ("refused", "Declined"),
    "done": ("done", "Done"),
    "lapsed": ("refused", "Lapsed"),
}


class Seen:
    """What the page of one request says to one person. As at a past moment nothing is rehearsed: it would show the present."""

    def __init__(self, person: Person, asked: Asked, *, now: Instant, is_past: bool) -> None:
        self.person = person
        self.asked = asked
        self.state = asked.state
        self.now = now
        self.word = _word(asked, now)
        self.is_waiting = self.word == "waiting"
        self.anew = approving.rehearsed_anew(asked) if self.is_waiting and not is_past else None
        self.is_own = self.state.requested_by == person.actor
        self.may_decide = self.anew is not None and not self.is_own and person.may(asked.power, self.state.book)

    @cached_property
    def names(self) -> dict[str, str]:
        """The people in its record."""
        return selectors.names_of({each.line.actor for each in self.asked.entries})

    @property
    def chip(self) -> tuple[str, str]:
        """Shape and word of its state."""
        return STATES[self.word]

    @property
    def is_changed(self) -> bool:
        """Whether what would be written now is not what was asked for."""
        return self.anew is not None and self.anew.refusal is None and self.anew.preview != self.state.preview

    @property
    def notice(self) -> dict[str, str] | None:
        """What became of it, across the page; nothing while it waits as it was asked for."""
        match self.word:
            case "expired":
                return _notice("", "idle", "Nobody signed in time.", "Nothing was written. It can be asked for anew.")
            case "approved":
                return _notice("now", "running", "Signed.", "What was signed is being done now.")
            case "done":
                return _notice("ok", "done", "Done.", "Exactly what was signed stands on the record.")
            case "declined":
                reason = self._first(ApprovalDeclined).line.reason or "No reason was given."
                return _notice("stop", "refused", f"{self._by(ApprovalDeclined)} declined:", reason)
            case "lapsed":
                lapsed = self._first(ApprovalLapsed).event
                return _notice("stop", "refused", "Signed, but it could not be done:", lapsed.sentence) | {"note": lapsed.code}
        return None

    @property
    def topics(self) -> list[str]:
        """What it depends on: its own stream, the asker's, and every stream it would write in."""
        entries = (*self.asked.shown, *(self.anew.entries if self.anew else ()))
        asker = staff.at(self.state.requested_by.removeprefix(staff.ACTOR)).stream
        return list(dict.fromkeys([self.asked.ref.stream, asker, *(entry.stream for entry in entries)]))[:MOST_TOPICS]

    @property
    def changed(self) -> str:
        """What is different from what was asked for, in a few words for the button that waited for it; nothing if nothing is."""
        if self.notice:
            return f"{self.notice['strong']} {self.notice['words']}"
        if self.anew and self.anew.refusal:
            return f"It would be refused now: {self.anew.refusal.sentence}"
        if not self.is_changed:
            return ""
        told = [words for entry in self.rehearsal()["entries"] for words in previews.differences(entry)]
        return "; ".join(told[:MOST_DIFFERENCES]) or "What would be written now differs from what was asked for."

    @property
    def refused_now(self) -> dict[str, Any] | None:
        """Why the command would be refused now."""
        if self.anew is None or self.anew.refusal is None:
            return None
        return banner(self.anew.refusal) | {"title": "It would be refused now.", "kept": "Nothing would be written."}

    def facts(self) -> list[dict[str, Any]]:
        """Who asks, when, where, why and until when."""
        line = self.asked.entries[0].line
        desks = journal.state(venue.AGGREGATE.at(self.person.venue)).desks
        assert self.state.expires_at is not None, "a request has an expiry"
        found: list[dict[str, Any]] = [
            {"label": "Asked by", "value": self.names[line.actor], "note": line.role, "decides": True},
            {"label": "Asked", "value": self._local(self.asked.entries[0].recorded_at)},
            {"label": "At", "value": desks.get(line.place.partition(".")[2], line.place)},
            {"label": "Until", "value": self._local(self.state.expires_at)},
            {"label": "Reason", "value": line.reason or "none given"},
        ]
        if self.is_own:
            found[0]["note"] = f"{line.role}, you"
        return found

    def rehearsal(self) -> dict[str, Any]:
        """What would be written now beside what was asked for; once it is decided, what was asked for."""
        shown = self.asked.shown
        entries = self.anew.entries if self.anew and not self.anew.refusal else shown
        preview = self.anew.preview if self.anew and self.anew.preview else self.state.preview
        return {
            "entries": previews.compared(shown, entries),
            "is_anew": self.anew is not None and self.anew.refusal is None,
            "is_changed": self.is_changed,
            "is_kept": bool(shown),
            "preview": preview[:SHORT],
            "asked_preview": self.state.preview[:SHORT],
        }

    def signatures(self) -> list[dict[str, str]]:
        """The asker's, and the other one: given, awaited here, or awaited from somebody."""
        return [self._signed(self.asked.entries[0], "asked"), self._second()]

    def countdown(self) -> dict[str, Any] | None:
        """How long it may still be signed; nothing once it cannot."""
        if self.anew is None or self.state.expires_at is None:
            return None
        whole = int((self.state.expires_at - self.asked.entries[0].recorded_at).total_seconds())
        left = max(0, int((self.state.expires_at - self.now).total_seconds()))
        return {
            "what": "May be signed for another",
            "ends": str(self.state.expires_at),
            "of": whole,
            "left": left,
            "figure": homes.age(self.now, self.state.expires_at),
            "as": "bar",
        }

    def why_not(self) -> str:
        """Why this person cannot sign now, for the button to say; nothing if they can."""
        if self.is_own:
            return "you asked for this: another person must sign"
        if not self.person.may(self.asked.power, self.state.book):
            return "you do not hold this power"
        if self.anew and self.anew.refusal:
            return "it would be refused now"
        return "what would be written now differs from what was asked for" if self.is_changed else ""

    def _second(self) -> dict[str, str]:
        for kind, verb in ((ApprovalGiven, "signed"), (ApprovalDeclined, "declined")):
            if any(isinstance(each.event, kind) for each in self.asked.entries):
                return self._signed(self._first(kind), verb)
        if self.may_decide and not self.why_not():
            role = self.person.role_for(self.asked.power, self.state.book) or ""
            return {"state": "here", "name": self.person.name, "role": role, "words": "you, now, signing exactly this preview"}
        roles = " or ".join(authority_table.holders(self.asked.power, self.state.book))
        return {"state": "awaited", "name": f"Another {roles}", "role": "", "words": self._who_may()}

    def _who_may(self) -> str:
        if not self.is_waiting:
            return "nobody signed"
        holders = selectors.holders(self.person.venue, self.asked.power, self.state.book)
        others = [(actor, is_there) for actor, is_there in holders if actor != self.state.requested_by]
        names = selectors.names_of([actor for actor, _ in others])
        there = [names[actor] for actor, is_there in others if is_there]
        away = [names[actor] for actor, is_there in others if not is_there]
        if there:
            return f"at work now: {', '.join(there)}"
        return f"nobody who may is at work now; could be: {', '.join(away)}" if away else "nobody else holds this power"

    def _signed(self, entry: Recorded, verb: str) -> dict[str, str]:
        words = f"{verb} {self._local(entry.recorded_at)}, preview {self.state.preview[:SHORT]}"
        return {"state": "signed", "name": self.names[entry.line.actor], "role": entry.line.role, "words": words}

    def _first(self, kind: type) -> Recorded:
        return next(each for each in self.asked.entries if isinstance(each.event, kind))

    def _by(self, kind: type) -> str:
        return self.names[self._first(kind).line.actor]

    def _local(self, at: Instant) -> str:
        return f"{selectors.local(self.person.venue, at):%d %b %Y, %H:%M:%S}"


def row_word(state: str, expires_at: Instant, now: Instant) -> str:
    """The state of a request in a list: one that waits past its time has expired."""
    return "expired" if state == approving.WAITING and now >= expires_at else state


def banner(refusal: Refusal) -> dict[str, Any]:
    """A refusal whose sentence names people, not their numbers."""
    shown = refusing.shown(refusal)
    words = shown["sentence"].split(" ")
    names = selectors.names_of([word for word in words if word.startswith("staff/")])
    return {**shown, "sentence": " ".join(names.get(word, word) for word in words)}


def _word(asked: Asked, now: Instant) -> str:
    state = asked.state
    assert state.expires_at is not None, "a request has an expiry"
    if state.is_open:
        return row_word(approving.WAITING, state.expires_at, now)
    if state.declined_by:
        return "declined"
    return "done" if state.is_used else "lapsed" if state.lapsed else "approved"


def _notice(tone: str, shape: str, strong: str, words: str) -> dict[str, str]:
    return {"tone": tone, "shape": shape, "strong": strong, "words": words}
