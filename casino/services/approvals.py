"""Approvals: another person signs what a rehearsal has shown."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from casino import journal, selectors
from casino.domain import approvable, approval, staff
from casino.domain.aggregate import Ref
from casino.domain.approval import Approval
from casino.domain.events import Previewed
from casino.domain.instant import Instant
from casino.domain.powers import Power
from casino.journal import Held, Origin


@journal.command
def request_approval(
    *,
    command: str,
    arguments: str,
    request_id: UUID,
    preview: str,
    lasts: timedelta,
    shown: tuple[Previewed, ...] = (),
    origin: Origin,
) -> str:
    """Ask another person to sign what a rehearsal of this command, under that request id, has shown."""
    needed = approvable.of(command)
    book = needed.book(approvable.plain(arguments))
    approval_id = str(origin.new_id("approval"))
    ref = approval.AGGREGATE.at(approval_id)
    held = journal.load(write=[ref], guard=staff.acting(origin.actor))
    staff.require(held, origin, needed.power, book=book)
    requested = approval.request(
        held[ref],
        command=command,
        arguments=arguments,
        request_id=str(request_id),
        preview=preview,
        expires_at=Instant.of(held.now + lasts),
        by=origin.actor,
        power=needed.power,
        book=book,
        shown=shown,
    )
    journal.append(held, {ref: [requested]}, origin, answer=approval_id)
    return approval_id


@journal.command
def approve(*, approval_id: str, preview: str, origin: Origin) -> None:
    """Sign the preview that the approver's own rehearsal has shown."""
    ref = approval.AGGREGATE.at(approval_id)
    held = _load_to_decide(ref, origin)
    journal.append(held, {ref: [approval.approve(held[ref], preview=preview, by=origin.actor, now=held.now)]}, origin)


@journal.command
def decline(*, approval_id: str, origin: Origin) -> None:
    """Say no to a request for approval."""
    ref = approval.AGGREGATE.at(approval_id)
    held = _load_to_decide(ref, origin)
    journal.append(held, {ref: [approval.decline(held[ref], by=origin.actor, now=held.now)]}, origin)


@journal.command
def lapse_approval(*, approval_id: str, code: str, sentence: str, origin: Origin) -> None:
    """Put on the record that what was approved could not be done any more."""
    ref = approval.AGGREGATE.at(approval_id)
    held = journal.load(write=[ref])
    journal.append(held, {ref: [approval.lapse(held[ref], code=code, sentence=sentence)]}, origin)


def _load_to_decide(ref: Ref[Approval], origin: Origin) -> Held:
    """Hold a request of this venue for a person who holds the power it was asked under."""
    acting = staff.acting(origin.actor)
    if not acting:
        raise approval.NotAPerson("Only a person approves or declines.")
    if not selectors.approvals(origin.venue).filter(id=ref.id).exists():
        raise approval.ApprovalUnknown("Nobody has asked for this approval at this venue.")
    held = journal.load(write=[ref], guard=acting)
    asked = held[ref]
    if not asked.power:
        raise approvable.NotApprovable("This was asked for under no power that anybody holds.")
    staff.require(held, origin, Power(asked.power), book=asked.book)
    return held
