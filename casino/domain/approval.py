"""Approval: another person signs exactly what a rehearsal showed, and only that may then be done, once, in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from casino.domain.aggregate import Aggregate, State
from casino.domain.events import (
    ApprovalDeclined,
    ApprovalGiven,
    ApprovalLapsed,
    ApprovalRequested,
    ApprovalUsed,
    Previewed,
)
from casino.domain.instant import Instant
from casino.domain.refusals import PreviewChanged, Refusal

ApprovalEvent = ApprovalRequested | ApprovalGiven | ApprovalDeclined | ApprovalUsed | ApprovalLapsed


class ApprovalUnknown(Refusal):
    """Nobody asked for this approval."""

    code = "approval-unknown"


class ApprovalPending(Refusal):
    """Nobody has approved it yet."""

    code = "approval-pending"


class ApprovalDone(Refusal):
    """It has been decided or used already."""

    code = "approval-done"


class ApprovalExpired(Refusal):
    """It was approved for a time, and the time is over."""

    code = "approval-expired"


class OwnRequest(Refusal):
    """Nobody approves their own request."""

    code = "approval-own-request"


class ApprovalNeeded(Refusal):
    """Nobody does this alone."""

    code = "approval-needed"


class NotAPerson(Refusal):
    """Only a person approves or declines."""

    code = "approval-not-a-person"


class OtherCommand(Refusal):
    """It was approved for another command, or for other arguments."""

    code = "approval-other-command"


class Approval(State, frozen=True):
    """A request for approval and what became of it."""

    command: str = ""
    arguments: str = ""
    request_id: str = ""
    preview: str = ""
    requested_by: str = ""
    power: str = ""
    book: str = ""
    expires_at: Instant | None = None
    approved_by: str = ""
    declined_by: str = ""
    is_used: bool = False
    lapsed: str = ""  # why what was approved was not done any more

    @property
    def is_open(self) -> bool:
        """Whether somebody may still decide it."""
        return bool(self.command) and not (self.approved_by or self.declined_by)


def request(
    approval: Approval,
    *,
    command: str,
    arguments: str,
    request_id: str,
    preview: str,
    expires_at: Instant,
    by: str,
    power: str,
    book: str,
    shown: Sequence[Previewed] = (),
) -> ApprovalRequested:
    """Ask another person to sign a preview, under a power they must hold too."""
    if approval.command:
        raise ApprovalDone("This approval has been asked for already.")
    return ApprovalRequested(
        command=command,
        arguments=arguments,
        request_id=request_id,
        preview=preview,
        expires_at=expires_at,
        requested_by=by,
        power=power,
        book=book,
        shown=tuple(shown),
    )


def approve(approval: Approval, *, preview: str, by: str, now: Instant) -> ApprovalGiven:
    """Sign the preview as it was shown; the approver's own rehearsal must have shown the same."""
    _require_undecided(approval, by=by, now=now)
    if preview != approval.preview:
        raise PreviewChanged("What would be done now differs from what approval was asked for.")
    return ApprovalGiven(preview=preview, approved_by=by)


def decline(approval: Approval, *, by: str, now: Instant) -> ApprovalDeclined:
    """Say no."""
    _require_undecided(approval, by=by, now=now)
    return ApprovalDeclined(declined_by=by)


def use(approval: Approval, *, command: str, arguments: str, request_id: str, preview: str, now: Instant) -> ApprovalUsed:
    """Do what was approved: that command, those arguments, that preview, before it expires."""
    require_asked(approval)
    if not approval.approved_by:
        raise ApprovalPending(
            "This has not been approved yet." if not approval.declined_by else f"{approval.declined_by} has declined this."
        )
    if approval.is_used or approval.lapsed:
        raise ApprovalDone(approval.lapsed or "What was approved has been done already.")
    _require_in_time(approval, now)
    if (command, arguments, request_id) != (approval.command, approval.arguments, approval.request_id):
        raise OtherCommand("The approval was given for something else.")
    if preview != approval.preview:
        raise PreviewChanged("What would be done now differs from what was approved.")
    return ApprovalUsed(preview=preview)


def lapse(approval: Approval, *, code: str, sentence: str) -> ApprovalLapsed:
    """Put on the record why what was approved can no longer be done."""
    require_asked(approval)
    if approval.is_used or approval.lapsed:
        raise ApprovalDone("What was approved has been done, or has lapsed already.")
    return ApprovalLapsed(code=code, sentence=sentence)


def evolve(approval: Approval, event: ApprovalEvent) -> Approval:
    """The approval after an event."""
    match event:
        case ApprovalRequested():
            return Approval(
                command=event.command,
                arguments=event.arguments,
                request_id=event.request_id,
                preview=event.preview,
                requested_by=event.requested_by,
                power=event.power,
                book=event.book,
                expires_at=event.expires_at,
            )
        case ApprovalGiven():
            return approval.but(approved_by=event.approved_by)
        case ApprovalDeclined():
            return approval.but(declined_by=event.declined_by)
        case ApprovalUsed():
            return approval.but(is_used=True)
        case ApprovalLapsed():
            return approval.but(lapsed=event.sentence)
        case _:
            assert_never(event)


def require_asked(approval: Approval) -> None:
    """Refuse what is asked of a request that nobody has made."""
    if not approval.command:
        raise ApprovalUnknown("Nobody has asked for this approval.")


def _require_undecided(approval: Approval, *, by: str, now: Instant) -> None:
    require_asked(approval)
    if by == approval.requested_by:
        raise OwnRequest("Somebody else must approve what you asked for.")
    if approval.approved_by or approval.declined_by:
        raise ApprovalDone(f"{approval.approved_by or approval.declined_by} has decided this already.")
    _require_in_time(approval, now)


def _require_in_time(approval: Approval, now: Instant) -> None:
    assert approval.expires_at is not None, "an approval that was asked for has an expiry"
    if now >= approval.expires_at:
        raise ApprovalExpired("The time in which this could be approved and done is over: ask for it anew.")


AGGREGATE = Aggregate("approval", Approval(), evolve, state_version=2)
