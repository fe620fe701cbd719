from __future__ import annotations

from datetime import date

import pytest

from casino.domain import exclusion, patron
from casino.domain.aggregate import Ref, RuleId
from casino.domain.events import (
    ExclusionEnded,
    IdentificationSeen,
    PatronAmended,
    PatronExcluded,
    PatronForgotten,
    PatronId,
    PatronRegistered,
    Sealed,
)
from casino.domain.exclusion import BY_THE_BOOK, CASINO, EXCLUSION_LAW, Ground
from casino.domain.gaming_day import GamingDay
from casino.domain.parameters import Jurisdiction
from casino.domain.patron import Document, Patron
from casino.domain.powers import AC, CC, HOUSE, IR, Power

TODAY = GamingDay(2026, 11, 17)
LAW = EXCLUSION_LAW[Jurisdiction.NEW_SOUTH_WALES]
REGISTERED = PatronRegistered(
    name=Sealed("n1"), born_on=Sealed("b1"), address=Sealed("a1"), phone=Sealed("p1"), email=Sealed("e1")
)
SELF_EXCLUDED = PatronExcluded(
    exclusion="x1",
    ground=Ground.SELF_EXCLUSION,
    scope=CASINO,
    from_day=TODAY,
    last_day=None,
    reference=Sealed("r1"),
    rule=(LAW,),
)
OUT_OF_CRAPS = PatronExcluded(
    exclusion="x2",
    ground=BY_THE_BOOK,
    scope=AC,
    from_day=TODAY,
    last_day=None,
    reference=Sealed("r2"),
    rule=(RuleId("AC 7.7.2"),),
)


def _folded(*events: patron.PatronEvent) -> Patron:
    return patron.AGGREGATE.fold(Patron(), [REGISTERED, *events])


def test_registering_seals_every_field() -> None:
    sealed = {
        "name": Sealed("n1"),
        "born_on": Sealed("b1"),
        "address": Sealed("a1"),
        "phone": Sealed("p1"),
        "email": Sealed("e1"),
    }
    assert patron.register(Patron(), sealed=sealed) == REGISTERED
    with pytest.raises(patron.PatronKnown):
        patron.register(_folded(), sealed=sealed)


def test_amending_changes_what_is_told_and_leaves_the_rest() -> None:
    amended = patron.amend(_folded(), sealed={"address": Sealed("a2")})
    assert amended == PatronAmended(address=Sealed("a2"))
    after = _folded(amended)
    assert (after.name, after.address, after.phone) == ("n1", "a2", "p1")
    with pytest.raises(patron.NothingAmended):
        patron.amend(_folded(), sealed={})


@pytest.mark.parametrize(
    ("born_on", "is_adult"), [(date(2008, 11, 17), True), (date(2008, 11, 18), False), (date(2030, 1, 1), False)]
)
def test_nobody_under_18_is_a_patron(born_on: date, is_adult: bool) -> None:
    if is_adult:
        patron.require_adult(born_on, on=TODAY)
    else:
        with pytest.raises(patron.UnderAge):
            patron.require_adult(born_on, on=TODAY)


def test_a_patron_has_a_name() -> None:
    with pytest.raises(patron.Nameless):
        patron.require_name("  ")


def test_a_document_is_good_on_the_day_it_expires_and_not_after() -> None:
    seen = patron.see_identification(
        _folded(), kind=Document.PASSPORT, number=Sealed("d1"), expires_on=TODAY, seen_by="staff/1", on=TODAY
    )
    assert seen == IdentificationSeen(kind="passport", number=Sealed("d1"), expires_on=TODAY, seen_by="staff/1", seen_on=TODAY)
    with pytest.raises(patron.DocumentExpired, match="16 Nov 2026"):
        patron.see_identification(
            _folded(), kind=Document.PASSPORT, number=Sealed("d1"), expires_on=TODAY.previous, seen_by="staff/1", on=TODAY
        )


def test_of_each_kind_of_document_the_newest_is_kept() -> None:
    first, second, other = (
        IdentificationSeen(kind=kind, number=Sealed(number), expires_on=TODAY, seen_by="staff/1", seen_on=TODAY)
        for kind, number in (("passport", "d1"), ("passport", "d2"), ("photo card", "d3"))
    )
    assert [each.number for each in _folded(first, other, second).identifications] == ["d3", "d2"]


def test_an_excluded_patron_is_refused_with_since_when_and_by_which_rule() -> None:
    excluded = patron.exclude(_folded(), exclusion="x1", ground=Ground.SELF_EXCLUSION, reference=Sealed("r1"), rule=LAW, on=TODAY)
    assert excluded == SELF_EXCLUDED
    with pytest.raises(patron.NotAdmitted) as refused:
        patron.require_admitted(_folded(excluded), scope=CASINO, on=TODAY)
    assert refused.value.code == "patron-excluded"
    assert refused.value.concerns_money
    assert refused.value.rule == "section 79, Casino Control Act 1992 (NSW)"
    assert "excluded from the casino since 17 Nov 2026, until it is lifted" in refused.value.sentence


@pytest.mark.parametrize("scope", [CASINO, AC, IR, CC])
def test_out_of_the_casino_is_out_of_every_game(scope: str) -> None:
    with pytest.raises(patron.NotAdmitted):
        patron.require_admitted(_folded(SELF_EXCLUDED), scope=scope, on=TODAY)


def test_x15_out_of_a_game_is_out_of_all_tables_of_that_game_and_of_no_other() -> None:
    state = _folded(OUT_OF_CRAPS)
    for scope in (CASINO, IR, CC):
        patron.require_admitted(state, scope=scope, on=TODAY)
    with pytest.raises(patron.NotAdmitted) as refused:
        patron.require_admitted(state, scope=AC, on=TODAY)
    assert refused.value.rule == "AC 7.7.2"


def test_an_exclusion_holds_through_its_last_day_and_not_before_its_first() -> None:
    lasting = PatronExcluded(
        exclusion="x1", ground=Ground.EXCLUSION_ORDER, scope=CASINO, from_day=TODAY, last_day=TODAY.next, reference=Sealed("r")
    )
    state = _folded(lasting)
    held = [state.exclusion(CASINO, day) is not None for day in (TODAY.previous, TODAY, TODAY.next, TODAY.next.next)]
    assert held == [False, True, True, False]


def test_an_exclusion_lasts_at_least_today_and_is_not_given_twice() -> None:
    with pytest.raises(patron.LastDayPassed):
        patron.exclude(
            _folded(),
            exclusion="x1",
            ground=Ground.EXCLUSION_ORDER,
            reference=Sealed("r"),
            rule=LAW,
            on=TODAY,
            last_day=TODAY.previous,
        )
    with pytest.raises(patron.AlreadyExcluded):
        patron.exclude(
            _folded(SELF_EXCLUDED),
            exclusion="x9",
            ground=Ground.SELF_EXCLUSION,
            reference=Sealed("r"),
            rule=LAW,
            on=TODAY,
        )


def test_an_ended_exclusion_lets_in_from_that_day_on_and_is_ended_once() -> None:
    ended = patron.end_exclusion(_folded(SELF_EXCLUDED), exclusion="x1", reference=Sealed("r3"), on=TODAY.next)
    assert ended == ExclusionEnded(exclusion="x1", from_day=TODAY.next, reference=Sealed("r3"))
    state = _folded(SELF_EXCLUDED, ended)
    with pytest.raises(patron.NotAdmitted):
        patron.require_admitted(state, scope=CASINO, on=TODAY)
    patron.require_admitted(state, scope=CASINO, on=TODAY.next)
    with pytest.raises(patron.ExclusionUnknown):
        patron.end_exclusion(state, exclusion="x1", reference=Sealed("r3"), on=TODAY.next)


def test_money_of_an_excluded_patron_is_paid_under_a_named_rule_or_not_at_all() -> None:
    state = _folded(SELF_EXCLUDED)
    with pytest.raises(patron.NotPayable) as refused:
        patron.require_payable(state, scope=AC, on=TODAY)
    assert refused.value.code == "patron-payment-needs-rule"
    assert refused.value.concerns_money
    patron.require_payable(state, scope=AC, on=TODAY, rule="AC 4.3")
    patron.require_payable(_folded(), scope=AC, on=TODAY)


def test_a_command_that_names_a_patron_guards_their_stream_and_refuses_an_excluded_one() -> None:
    ada = PatronId("ada")
    assert patron.named(ada) == [Ref("patron-ada")]
    assert patron.named(None) == []
    patron.name_patron({}, None, scope=AC, on=TODAY)
    patron.name_patron({patron.at(ada): _folded(OUT_OF_CRAPS)}, ada, scope=IR, on=TODAY)
    for state, refusal in (
        (Patron(), patron.PatronUnknown),
        (_folded(OUT_OF_CRAPS), patron.NotAdmitted),
        (_folded(PatronForgotten()), patron.Forgotten),
    ):
        with pytest.raises(refusal):
            patron.name_patron({patron.at(ada): state}, ada, scope=AC, on=TODAY)


def test_forgetting_leaves_nothing_and_cannot_be_done_while_an_exclusion_lasts() -> None:
    assert patron.forget(_folded(), on=TODAY) == PatronForgotten()
    assert _folded(SELF_EXCLUDED, PatronForgotten()) == Patron(is_forgotten=True)
    with pytest.raises(patron.StillExcluded, match="must stay known"):
        patron.forget(_folded(OUT_OF_CRAPS), on=TODAY)
    with pytest.raises(patron.Forgotten):
        patron.amend(_folded(PatronForgotten()), sealed={"name": Sealed("n")})


def test_whoever_may_exclude_in_a_scope_may_end_it_there() -> None:
    assert exclusion.power_over(CASINO) == (Power.EXCLUDE_PATRON, HOUSE)
    assert exclusion.power_over(AC) == (Power.EXCLUDE_FROM_GAME, AC)
