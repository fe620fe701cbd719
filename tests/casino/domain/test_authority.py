"""Who may do what: every cell of the table of powers, who may act for whom, and where a dispute goes."""

import pytest

from casino.domain.authority import granted, ladder, may_act_for, next_instance, standing
from casino.domain.powers import AC, CC, DF, GRANTS, HOUSE, IR, SB, Grant, Power, Role
from games.rules import books

SHORT = {
    Role.ASSISTANT_GAMING_MANAGER: "AGM",
    Role.CASINO_SUPERVISOR: "CS",
    Role.ELECTRONIC_GAMING_SUPERVISOR: "EGS",
    Role.GAMING_SUPERVISOR: "GS",
    Role.PIT_BOSS: "PB",
    Role.CASINO_OPERATOR: "operator",
    Role.TOURNAMENT_DIRECTOR: "TD",
    Role.ELECTRONIC_GAMING_ATTENDANT: "attendant",
    Role.ELECTRONIC_GAMING_HOST: "host",
    Role.GAME_SYSTEM: "system",
    Role.DIRECTOR_OF_CASINO_SURVEILLANCE: "Director",
    Role.EXECUTIVE_COMMISSIONER: "Commissioner",
    Role.STICKPERSON: "stick",
    Role.BOXPERSON: "box",
    Role.SYSTEM_ADMINISTRATOR: "administrator",
}
COLUMNS = (AC, IR, SB, DF, CC, HOUSE)
TABLE = """
DEAL_GAME | - | - | - | dealer 1.1 | dealer/stick 1.1; dealer 7.3.1(b) mini; box 7.3.3 mini | -
CONTROL_DICE | - | - | - | dealer/CS 3.1 | stick 1.1; dealer 7.3.1(b) mini; box 7.3.3 mini | -
CALL_RESULT | sensor 3.12 | sensor 3.15 | sensor 3.11 | dealer/CS 4.4.1 | stick 5.3.1(a); dealer 7.3.1(b) mini; box 7.3.3 mini | -
DECIDE_UPPERMOST_FACE | - | - | - | GS 4.4.4 | box 5.3.1(b)(i) | -
DECLARE_ROLL_INVALID | AGM 6.4 | system 3.12; operator 7.4.1 | EGS 7.4 | dealer/CS 5.1 | box/stick 5.4.1 | -
OVERRIDE_RESULT | AGM 6.1 | AGM 7.2.3.1 | EGS 7.1 | CS 10.1 | - | -
MODIFY_CLOSING_RULE | CS 3.3.8 | CS 3.3.8 | nobody 3.8.1 | nobody 6.8 | dealer/box/stick 3.2; nobody 7.4.1 mini | -
CHANGE_LIMITS | operator 3.1 | operator 3.1 | operator 3.2 | CS 7.5 20 min | operator 4.1 20 min | -
GRANT_PERSONAL_LIMITS | - | - | - | CS 7.6 | operator 4.3 | -
CLOSE_TABLE | operator 7.2 | operator 8.2 | operator 8.2 | CS 11.8 20 min | PB 9.7 20 min | -
VOID_FOR_CONTRAVENTION | AGM 7.7.1 | AGM 8.7.1 | EGS/AGM 8.7.1 | CS 11.3.1 | PB 9.2.1 | -
EXCLUDE_FROM_GAME | AGM 7.7.2 | AGM 8.7.2 | EGS/AGM 8.7.2 | CS 11.3.2 | PB 9.2.2 | -
RECOMMEND_CASINO_EXCLUSION | AGM 7.7.3 | AGM 8.7.3 | EGS/AGM 8.7.3 | - | - | -
EXCLUDE_FROM_CASINO | - | - | - | CS 11.3.3 | - | -
INVALIDATE_OUTCOME | AGM 7.8 | AGM 8.8 | EGS/AGM 8.8 | CS 11.4 | PB 9.3 | -
CONFIRM_WAGERS | AGM 6.1 | AGM 7.1 | EGS 7.1 | - | - | -
VOID_UNCONFIRMED | AGM 6.3 | AGM 7.3 | EGS 7.3 | - | - | -
WITHHOLD_PAYMENT | operator 4.2 | operator 5.2 | operator 5.2 | - | - | -
REVIEW_WITHHOLDING | inspector 4.2 | inspector 5.2 | inspector 5.2 | - | - | -
WITHHOLD_CREDIT | operator 6.5 | operator 7.5 | operator 7.5 | - | - | -
DIRECT_TO_VACATE | AGM 7.13 | AGM 8.13 | EGS/AGM 8.14 | CS 11.9 | - | -
LIMIT_TO_ONE_TERMINAL | AGM 7.1 | AGM 8.1 | EGS/AGM 8.1 | - | - | -
REFUSE_WAGER | - | - | - | CS 11.11 | - | -
ORDER_DICE_PASSED | - | - | - | CS 3.6.2 | - | -
CHECK_FOUND_DICE | - | - | - | GS 3.4.3 | box 5.4.2(a)(iii) | -
ANNOUNCE_ORAL_WAGER | - | - | - | - | dealer/stick 3.3.1 | -
ACCEPT_ORAL_WAGER | - | - | - | dealer 6.7 | box 3.3.1 | -
CONFIRM_CALL | - | - | - | - | dealer/box 3.5 | -
SEIZE_WINNINGS | - | - | - | - | PB 9.2.3 | -
CONFISCATE_DEVICE | - | - | - | - | PB 9.2.4 | -
CAUSE_DETENTION | - | - | - | CS 11.3.4 | PB 9.2.5 | -
LET_BOXPERSON_ACT_AS_STICKPERSON | - | - | - | - | PB 7.3.3 mini | -
ADJUST_JACKPOT | - | - | operator 4.1.4 | - | - | -
APPOINT_TOURNAMENT_DIRECTOR | - | - | - | - | operator 8.1.2 | -
RUN_TOURNAMENT | - | - | - | - | TD 8.2.1(l) | -
DIRECT_FORFEITURE | AGM 7.9 | AGM 8.9 | EGS/AGM 8.9 | CS 11.5 | nobody 9.4 | -
DECIDE_DISPUTE | attendant 7.14 | CS 8.14 | host 8.15 | GS 11.12 | PB 9.9 | -
REVIEW_DISPUTE | AGM 7.14 | AGM 8.14 | EGS/AGM 8.15 | CS 11.12 | Director 9.9 | -
DECIDE_DISPUTE_FINALLY | operator 7.15 | operator 8.15 | operator 8.16 | operator 11.13 | - | -
HEAR_COMPLAINT | inspector 7.15 | inspector 8.15 | inspector 8.16 | inspector 11.13 | inspector 9.8 | -
APPROVE_PROMOTION_AMENDMENT | authority 5.9.1 | authority 6.9.1 | authority 6.9.1 | - | - | -
APPROVE_JACKPOT_RATE | - | - | authority 4.1.1 | - | - | -
APPROVE_TOURNAMENT_CONDITIONS | - | - | - | - | Commissioner 8.1.3 | -
KEEP_STAFF | - | - | - | - | - | operator internal controls
SET_LAW | - | - | - | - | - | operator internal controls
MOVE_GAMING_DAY | - | - | - | - | - | operator internal controls
KEEP_PATRONS | - | - | - | - | - | cashier/AGM/CS/PB/operator internal controls
EXCLUDE_PATRON | - | - | - | - | - | AGM/CS/PB/operator internal controls
FORGET_PATRON | - | - | - | - | - | operator internal controls
KEEP_DEVICES | - | - | - | - | - | administrator/operator internal controls
ATTEND_DEVICES | attendant/CS/AGM/operator internal controls | CS/AGM/operator internal controls | host/EGS/AGM/operator internal controls | GS/CS/AGM/operator internal controls | box/PB/operator internal controls | administrator/operator internal controls
KEEP_SYSTEM | - | - | - | - | - | administrator/operator internal controls
"""  # noqa: E501 (a table has its columns)
ROWS = {cells[0]: cells[1:] for cells in ([cell.strip() for cell in row.split("|")] for row in TABLE.strip().splitlines())}


def _said(grant: Grant) -> str:
    who = "/".join(SHORT.get(role, role.value) for role in grant.roles) or "nobody"
    notice = f"{grant.notice_minutes} min" if grant.notice_minutes else None
    return " ".join(filter(None, (who, grant.rule, notice, grant.variant)))


@pytest.mark.parametrize("power", Power)
def test_a_power_is_given_as_the_five_books_give_it(power: Power) -> None:
    said = ["; ".join(map(_said, GRANTS[power].get(book_id, ()))) or "-" for book_id in COLUMNS]
    assert said == ROWS[power.name]


def test_every_power_and_every_registered_book_is_in_the_table() -> None:
    assert ROWS.keys() == {power.name for power in Power}
    assert set(COLUMNS) == {*books.BOOKS, HOUSE}


ABOVE = {
    AC: "AGM>CS AGM>attendant CS>attendant",
    IR: "AGM>CS",
    SB: "AGM>EGS AGM>host EGS>AGM EGS>host",
    DF: "AGM>CS AGM>GS AGM>dealer CS>GS CS>dealer GS>dealer",
    CC: "PB>box PB>dealer PB>stick box>dealer box>stick",
    HOUSE: "cage manager>cashier",
}


@pytest.mark.parametrize("book_id", COLUMNS)
def test_x_14_a_higher_role_may_act_for_a_lower_one_and_nobody_else_for_another(book_id: str) -> None:
    pairs = [(upper, lower) for upper in Role for lower in Role if may_act_for(book_id, upper, lower)]
    assert " ".join(sorted(f"{SHORT.get(u, u.value)}>{SHORT.get(v, v.value)}" for u, v in pairs)) == ABOVE[book_id]


def test_cc_1_2_a_game_supervisor_or_above_may_do_what_a_dealer_may() -> None:
    called = standing(CC, Power.CALL_RESULT, Role.BOXPERSON)
    assert (called.allowed, called.rule, called.acts_for, called.acting_rule) == (True, "5.3.1(a)", Role.STICKPERSON, "1.2")
    announced = standing(CC, Power.ANNOUNCE_ORAL_WAGER, Role.PIT_BOSS)
    assert (announced.allowed, announced.acts_for, announced.acting_rule) == (True, Role.DEALER, "1.2")


def test_x_14_elsewhere_acting_for_a_lower_role_is_a_reading() -> None:
    decided = standing(DF, Power.DECIDE_UPPERMOST_FACE, Role.CASINO_SUPERVISOR)
    assert (decided.allowed, decided.rule, decided.acts_for) == (True, "4.4.4", Role.GAMING_SUPERVISOR)
    assert (decided.acting_rule, decided.readings) == (None, ("X-14",))


def test_a_role_acts_as_itself_before_it_acts_for_another() -> None:
    said = standing(SB, Power.INVALIDATE_OUTCOME, Role.ASSISTANT_GAMING_MANAGER)
    assert (said.allowed, said.acts_for) == (True, None)


@pytest.mark.parametrize(
    ("book_id", "power", "role", "rule"),
    [
        (DF, Power.OVERRIDE_RESULT, Role.GAMING_SUPERVISOR, "10.1"),  # CS only
        (AC, Power.INVALIDATE_OUTCOME, Role.CASINO_SUPERVISOR, "7.8"),  # includes the AGM, is not included by him
        (CC, Power.CHECK_FOUND_DICE, Role.STICKPERSON, "5.4.2(a)(iii)"),
        (CC, Power.DIRECT_FORFEITURE, Role.PIT_BOSS, "9.4"),  # nobody (CC-21)
        (SB, Power.MODIFY_CLOSING_RULE, Role.ASSISTANT_GAMING_MANAGER, "3.8.1"),  # nobody
        (CC, Power.OVERRIDE_RESULT, Role.PIT_BOSS, None),  # no such power
        (AC, Power.WITHHOLD_PAYMENT, Role.ASSISTANT_GAMING_MANAGER, "4.2"),  # the operator's own
    ],
)
def test_a_role_the_book_does_not_name_may_not(book_id: str, power: Power, role: Role, rule: str | None) -> None:
    said = standing(book_id, power, role)
    assert (said.allowed, said.rule) == (False, rule)


def test_cc_7_3_at_mini_craps_the_dealer_calls_the_result_and_elsewhere_does_not() -> None:
    assert standing(CC, Power.CALL_RESULT, Role.DEALER, variant="mini").rule == "7.3.1(b)"
    assert not standing(CC, Power.CALL_RESULT, Role.DEALER).allowed
    assert [grant.rule for grant in granted(CC, Power.CALL_RESULT)] == ["5.3.1(a)"]
    assert not granted(CC, Power.LET_BOXPERSON_ACT_AS_STICKPERSON)


def _ladder(book_id: str) -> list[str]:
    return [_said(grant) for _, grant in ladder(book_id)]


def test_ac_7_14_ir_8_14_sb_8_15_df_11_12_cc_9_9_a_dispute_climbs_the_books_own_ladder() -> None:
    assert _ladder(AC) == ["attendant 7.14", "AGM 7.14", "operator 7.15", "inspector 7.15"]
    assert _ladder(IR) == ["CS 8.14", "AGM 8.14", "operator 8.15", "inspector 8.15"]
    assert _ladder(SB) == ["host 8.15", "EGS/AGM 8.15", "operator 8.16", "inspector 8.16"]
    assert _ladder(DF) == ["GS 11.12", "CS 11.12", "operator 11.13", "inspector 11.13"]
    assert _ladder(CC) == ["PB 9.9", "Director 9.9", "inspector 9.8"]


@pytest.mark.parametrize("book_id", books.BOOKS)
def test_every_instance_leads_to_the_next_and_the_inspector_is_the_last(book_id: str) -> None:
    climbed, decided = [], None
    while step := next_instance(book_id, decided):
        climbed.append(step)
        decided = step[0]
    assert tuple(climbed) == ladder(book_id)
    assert decided is Power.HEAR_COMPLAINT
