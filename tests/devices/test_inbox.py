from __future__ import annotations

import pytest

from casino.domain.powers import AC, IR, SB
from casino.journal import Origin
from devices import hearing, inbox
from devices.domain.demands import SOURCES
from devices.host.findings import Finding, Question, TicketInserted, TicketWanted
from devices.inbox import Machine, Number

BOTH = frozenset({Question.TICKET_OUT, Question.TICKET_IN})


def _numbered(_machine: Machine, _found: Finding, _origin: Origin) -> Number:
    return Number("00123456789012345678")


@pytest.mark.parametrize(
    ("book", "questions"),
    [(AC, BOTH), (IR, BOTH), (SB, frozenset({Question.TICKET_OUT}))],
    ids=["ac_3_4_2 takes tickets", "ir_3_4_2 takes tickets", "sb_01 takes none"],
)
def test_a_terminal_may_ask_about_a_ticket_it_holds_only_where_its_book_lists_tickets(
    book: str, questions: frozenset[Question]
) -> None:
    assert inbox.may_ask(book) == questions


def test_a_terminal_of_every_book_that_has_some_may_want_to_print() -> None:
    assert all(Question.TICKET_OUT in inbox.may_ask(book) for book in SOURCES)


@pytest.mark.parametrize(
    ("registered", "answered"),
    [
        ((), frozenset()),
        ((TicketWanted,), frozenset({Question.TICKET_OUT})),
        ((TicketInserted,), frozenset({Question.TICKET_IN})),
        ((TicketWanted, TicketInserted), BOTH),
    ],
)
def test_a_question_is_answered_when_somebody_has_registered_for_it(
    monkeypatch: pytest.MonkeyPatch, registered: tuple[type[Finding], ...], answered: frozenset[Question]
) -> None:
    for kind in inbox.QUESTIONS:
        monkeypatch.delitem(inbox.HANDLERS, kind, raising=False)
    for kind in registered:
        monkeypatch.setitem(inbox.HANDLERS, kind, _numbered)
    assert inbox.answering() == answered


def test_devices_hear_what_they_put_on_record_themselves_and_answer_no_question() -> None:
    assert hearing.HANDLERS.items() <= inbox.HANDLERS.items()
    assert not hearing.HANDLERS.keys() & inbox.QUESTIONS.keys()


def test_every_question_there_is_comes_with_a_finding_of_its_own() -> None:
    assert sorted(inbox.QUESTIONS.values(), key=str) == sorted(Question, key=str)
