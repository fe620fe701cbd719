from __future__ import annotations

from datetime import timedelta

import pytest

from casino.domain import approval
from casino.domain.approval import Approval
from casino.domain.events import ApprovalDeclined, ApprovalGiven, ApprovalRequested, ApprovalUsed
from casino.domain.instant import Instant
from casino.domain.refusals import PreviewChanged, Refusal

NOW = Instant.parse("2026-11-17T10:00:00.000000Z")
LATER = Instant.of(NOW + timedelta(minutes=10))
REQUESTED = ApprovalRequested(
    command="casino.set-parameter", arguments="{}", request_id="r1", preview="abc", expires_at=LATER, requested_by="staff/1"
)
GIVEN = ApprovalGiven(preview="abc", approved_by="staff/2")


def _after(*events: ApprovalRequested | ApprovalGiven | ApprovalDeclined | ApprovalUsed) -> Approval:
    return approval.AGGREGATE.fold(Approval(), events)


def _use(state: Approval, *, command: str = "casino.set-parameter", preview: str = "abc", now: Instant = NOW) -> ApprovalUsed:
    return approval.use(state, command=command, arguments="{}", request_id="r1", preview=preview, now=now)


def test_another_person_signs_and_what_was_signed_is_done_once() -> None:
    assert approval.approve(_after(REQUESTED), preview="abc", by="staff/2", now=NOW) == GIVEN
    assert _use(_after(REQUESTED, GIVEN)) == ApprovalUsed(preview="abc")


def test_nobody_approves_their_own_request() -> None:
    with pytest.raises(approval.OwnRequest):
        approval.approve(_after(REQUESTED), preview="abc", by="staff/1", now=NOW)


def test_an_approver_whose_rehearsal_shows_something_else_cannot_sign() -> None:
    with pytest.raises(PreviewChanged):
        approval.approve(_after(REQUESTED), preview="other", by="staff/2", now=NOW)


def test_a_request_is_decided_once() -> None:
    with pytest.raises(approval.ApprovalDone, match=r"staff/2 has decided this already\."):
        approval.decline(_after(REQUESTED, GIVEN), by="staff/3", now=NOW)


@pytest.mark.parametrize("decided", [GIVEN, ApprovalDeclined(declined_by="staff/2")])
def test_what_was_decided_cannot_be_signed_again(decided: ApprovalGiven | ApprovalDeclined) -> None:
    with pytest.raises(approval.ApprovalDone):
        approval.approve(_after(REQUESTED, decided), preview="abc", by="staff/3", now=NOW)


def test_a_request_whose_time_is_over_is_neither_signed_nor_declined() -> None:
    with pytest.raises(approval.ApprovalExpired):
        approval.approve(_after(REQUESTED), preview="abc", by="staff/2", now=LATER)
    with pytest.raises(approval.ApprovalExpired):
        approval.decline(_after(REQUESTED), by="staff/2", now=LATER)


def test_a_request_is_made_once() -> None:
    with pytest.raises(approval.ApprovalDone):
        approval.request(
            _after(REQUESTED),
            command="c",
            arguments="{}",
            request_id="r",
            preview="p",
            expires_at=LATER,
            by="staff/1",
            power="set dated law",
            book="house",
        )


@pytest.mark.parametrize(
    ("state", "refusal"),
    [
        (_after(), approval.ApprovalUnknown),
        (_after(REQUESTED), approval.ApprovalPending),
        (_after(REQUESTED, ApprovalDeclined(declined_by="staff/2")), approval.ApprovalPending),
        (_after(REQUESTED, GIVEN, ApprovalUsed(preview="abc")), approval.ApprovalDone),
    ],
)
def test_only_what_is_approved_and_not_yet_done_can_be_done(state: Approval, refusal: type[Refusal]) -> None:
    with pytest.raises(refusal):
        _use(state)


def test_an_approval_expires() -> None:
    with pytest.raises(approval.ApprovalExpired):
        _use(_after(REQUESTED, GIVEN), now=LATER)


def test_an_approval_serves_no_other_command_and_no_other_outcome() -> None:
    with pytest.raises(approval.OtherCommand):
        _use(_after(REQUESTED, GIVEN), command="casino.open-venue")
    with pytest.raises(PreviewChanged):
        _use(_after(REQUESTED, GIVEN), preview="other")
