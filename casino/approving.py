"""Asking another person: what a rehearsal showed is asked for, rehearsed anew before it is signed, and then done."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet

from casino import edge, journal, previews, selectors, services
from casino.domain import approvable, approval, staff
from casino.domain.aggregate import Ref
from casino.domain.approvable import APPROVABLE, Approvable
from casino.domain.approval import Approval
from casino.domain.events import ApprovalGiven, Previewed
from casino.domain.instant import Instant
from casino.domain.parameters import Name
from casino.domain.powers import Power
from casino.domain.refusals import PreviewChanged, Refusal, RequestReused
from casino.journal import Origin, Recorded, Rehearsal, codec
from casino.models import Approval as Row
from casino.people import AskedBy
from casino.sessions import Person

__all__ = ["APPROVABLE", "Approvable", "Asked", "ask", "asking", "perform", "put", "rehearse", "rehearsed_anew"]
Service = Callable[..., Any]
WAITING = "waiting"


class ArgumentsUnreadable(Refusal):
    """What was asked for cannot be understood any more."""

    code = "approval-arguments-unreadable"


@dataclass(frozen=True)
class Asked:
    """A request for approval with its own record."""

    ref: Ref[Approval]
    state: Approval
    entries: Sequence[Recorded]

    @classmethod
    def of(cls, ref: Ref[Approval], *, at: Instant | None = None) -> Asked:
        """The request as it is, or as it stood at a moment."""
        entries = [each for each in journal.history(ref) if at is None or each.recorded_at <= at]
        state = ref.aggregate.fold(ref.aggregate.start, (each.event for each in entries))
        approval.require_asked(state)
        return cls(ref, state, entries)

    @property
    def power(self) -> Power:
        """The power under which it was asked, and under which another person signs."""
        return Power(self.state.power)

    @property
    def title(self) -> str:
        """What it would do, in a few words."""
        return approvable.title_of(self.state.command, self.state.arguments)

    @property
    def shown(self) -> tuple[Previewed, ...]:
        """What the asker saw; nothing, if it was too much to keep."""
        shown: tuple[Previewed, ...] = self.entries[0].event.shown
        return shown

    @property
    def origin(self) -> Origin:
        """Who asked, in which role and from where, under the request id that is kept for the performance."""
        return replace(self.entries[0].origin, request_id=UUID(self.state.request_id))

    def call(self) -> tuple[Service, dict[str, Any]]:
        """The command and its arguments, read by the types it takes today."""
        service = journal.COMMANDS.get(self.state.command)
        if service is None:
            raise ArgumentsUnreadable(f"There is no command {self.state.command} any more.")
        return service, _decoded(service, self.state.arguments)


@dataclass(frozen=True)
class Anew:
    """What would be written now, or why nothing would."""

    entries: tuple[Previewed, ...] = ()
    preview: str = ""
    refusal: Refusal | None = None


def asking(request: AskedBy, service: Service, arguments: Mapping[str, Any], *, reason: str = "") -> Origin:
    """Who asks for approval of a command: in the role that gives them its power."""
    needed = approvable.of(_name_of(service))
    return edge.origin(request, needed.power, book=needed.book(_plain(arguments)), reason=reason)


def rehearse(service: Service, arguments: Mapping[str, Any], origin: Origin) -> Rehearsal:
    """What the command would write, under the request id that is kept for its performance."""
    return journal.rehearse(service, **arguments, origin=replace(origin, request_id=origin.new_id("performance")))


def ask(request: AskedBy, service: Service, arguments: Mapping[str, Any], *, preview: str | None = None, reason: str = "") -> str:
    """Ask another person to sign what the asker has just seen, if it was shown, for as long as a preview lives at this venue."""
    person = request.person
    lasts = timedelta(minutes=selectors.limits(person.venue, person.now)[Name.PREVIEW_LIFE])
    return put(service, arguments, asking(request, service, arguments, reason=reason), preview=preview, lasts=lasts)


def put(service: Service, arguments: Mapping[str, Any], origin: Origin, *, lasts: timedelta, preview: str | None = None) -> str:
    """Put a request for approval; asked again under the same request it is the same approval."""
    approval_id = str(origin.new_id("approval"))
    known = journal.state(approval.AGGREGATE.at(approval_id))
    if known.command:
        _require_same(known, service, arguments, origin)
        return approval_id
    rehearsal = rehearse(service, arguments, origin)
    if preview not in (None, rehearsal.preview):
        raise PreviewChanged("What would be done now differs from what you were shown: look at it again.")
    return services.request_approval(
        command=rehearsal.command,
        arguments=rehearsal.arguments,
        request_id=origin.new_id("performance"),
        preview=rehearsal.preview,
        lasts=lasts,
        shown=previews.kept(previews.entries_of(rehearsal)),
        origin=origin,
    )


def rehearsed_anew(asked: Asked) -> Anew:
    """What the command would write now, as if the asker gave it."""
    try:
        service, arguments = asked.call()
        rehearsal = journal.rehearse(service, **arguments, origin=asked.origin)
    except RequestReused:
        return Anew(refusal=approval.ApprovalDone("What was approved has been done already."))
    except Refusal as refusal:
        return Anew(refusal=refusal)
    return Anew(previews.entries_of(rehearsal), rehearsal.preview)


def perform(ref: Ref[Approval]) -> None:
    """Do what was approved, in the asker's name, because another person has signed; done or lapsed already, it is left."""
    asked = Asked.of(ref)
    if asked.state.is_used or asked.state.lapsed:
        return
    service, arguments = asked.call()
    signed = next(each for each in asked.entries if isinstance(each.event, ApprovalGiven))
    service(**arguments, origin=replace(asked.origin, cause=UUID(signed.line.id), approval=ref))


def known_to(person: Person) -> QuerySet[Row]:
    """What a person asked for, or could be asked about."""
    return selectors.approvals(person.venue).filter(_is_held_by(person) | Q(requested_by=person.actor))


def waiting_for(person: Person) -> QuerySet[Row]:
    """What waits for the signature of this person: somebody else asked, and the time is not over."""
    waiting = selectors.approvals(person.venue).filter(_is_held_by(person), state=WAITING, expires_at__gt=person.now)
    return waiting.exclude(requested_by=person.actor)


def held_by(person: Person) -> list[tuple[Power, str]]:
    """The powers, each at a book, under which a person could be asked."""
    powers = {each.power for each in APPROVABLE.values()}
    return [(power, book) for power in powers for book in staff.BOOKS if person.may(power, book)]


def _is_held_by(person: Person) -> Q:
    held = [Q(power=power, book=book) for power, book in held_by(person)]
    return Q(*held, _connector=Q.OR) if held else Q(pk__in=[])


def _require_same(known: Approval, service: Service, arguments: Mapping[str, Any], origin: Origin) -> None:
    given = (_name_of(service), codec.encode(dict(sorted(arguments.items()))).decode(), origin.actor)
    if given != (known.command, known.arguments, known.requested_by):
        raise RequestReused("This request id was used for another request: make a new one.")


def _decoded(service: Service, text: str) -> dict[str, Any]:
    kinds = typing.get_type_hints(service)
    try:
        plain = codec.decode(dict[str, msgspec.Raw], text)
        arguments = {name: codec.decode(kinds[name], value) for name, value in plain.items()}
        inspect.signature(service).bind(**arguments, origin=None)
    except (KeyError, TypeError, ValueError, NotImplementedError) as fault:
        raise ArgumentsUnreadable("What was asked for cannot be read any more: ask for it anew.") from fault
    return arguments


def _plain(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return approvable.plain(codec.encode(dict(arguments)).decode())


def _name_of(service: Service) -> str:
    return next(name for name, known in journal.COMMANDS.items() if known is service)
