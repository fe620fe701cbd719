from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.aggregate import Event, ReadingId, RuleId
from casino.domain.powers import AC, CC, DF, IR, SB
from casino.domain.refusals import Refusal
from devices.domain import commissioning, device, equipment
from devices.domain.commissioning import AnotherBook, NotAWheel, NotCommissioned, missing
from devices.domain.credit_meter import Source
from devices.domain.demands import (
    COMPARTMENT_COLOURS,
    COMPARTMENTS,
    DEMANDS,
    INCREMENTED,
    SOURCES,
    Material,
    Part,
)
from devices.domain.device import AGGREGATE, Device, InService, Kind, NotRegistered, WrongKind
from devices.domain.equipment import PartMissing
from devices.domain.events import (
    BallRegistered,
    DevicePutInService,
    DeviceRegistered,
    DeviceTakenOutOfService,
    DiceSetSealed,
    EntryTerminalFitted,
    LayoutApproved,
    TerminalCommissioned,
    TerminalLinkedToWheel,
    WheelRegistered,
)
from tests.devices.fitting import BALL, DICE, DIE, ENTRY, FITTED, IR_LAYOUT, LAYOUT, WHEEL

NAME = "T1"


def _a(kind: Kind, *events: Event) -> Device:
    return AGGREGATE.fold(AGGREGATE.start, [DeviceRegistered(kind=kind, name=NAME), *events])


def _rules(*rules: str) -> tuple[RuleId, ...]:
    return tuple(RuleId(rule) for rule in rules)


TERMINAL, TUMBLER, SPINNER, ENTRY_TERMINAL = (
    _a(kind) for kind in (Kind.PLAYER_TERMINAL, Kind.DICE_TUMBLER, Kind.WHEEL, Kind.ENTRY_TERMINAL)
)
COMMISSIONED = TerminalCommissioned(book=AC, **FITTED, rule=_rules("AC 2.2.2", "AC 2.2.3", "AC 2.2.5"))
APPROVED = LayoutApproved(**LAYOUT, rule=_rules("AC 2.3"))
SEALED = DiceSetSealed(book=AC, **DICE, rule=_rules("AC 2.2.4"))
MEASURED = WheelRegistered(
    book=IR, **WHEEL, rule=_rules("IR 2.3.1", "IR 2.3.2", "IR 2.4.1", "IR 2.4.2"), readings=(ReadingId("IR-08"),)
)
SPUN = BallRegistered(**BALL, rule=_rules("IR 2.2"))
ATTACHED = EntryTerminalFitted(book=DF, table="DF1", equipment="EL-3", keys=(1, 2, 3, 4, 5, 6), rule=_rules("DF 2.3", "DF 2.4"))


def test_ac_2_2_a_terminal_is_commissioned_with_stacker_printer_game_system_and_software() -> None:
    assert commissioning.commission_terminal(TERMINAL, book=AC, **FITTED, **LAYOUT) == [COMMISSIONED, APPROVED]


def test_ir_2_5_and_2_6_a_roulette_terminal_is_commissioned_with_a_display_of_diagram_b_c_or_d() -> None:
    assert commissioning.commission_terminal(TERMINAL, book=IR, **FITTED, **IR_LAYOUT) == [
        TerminalCommissioned(book=IR, **FITTED, rule=_rules("IR 2.5.3", "IR 2.5.4", "IR 2.5.5")),
        LayoutApproved(**IR_LAYOUT, rule=_rules("IR 2.6")),
    ]


def test_sb_01_a_sic_bo_terminal_needs_neither_stacker_nor_printer_and_takes_no_tickets() -> None:
    bare = {"stacker": "", "printer": "", "game_system": "", "software": "2.14.7"}
    assert commissioning.commission_terminal(TERMINAL, book=SB, **bare, **LAYOUT) == [
        TerminalCommissioned(book=SB, **bare, rule=_rules("SB 2.1"), readings=(ReadingId("SB-01"),)),
        LayoutApproved(**LAYOUT, rule=_rules("SB 2.3")),
    ]


@pytest.mark.parametrize(("part", "rule"), [("stacker", "AC 2.2.2"), ("printer", "AC 2.2.3"), ("game_system", "AC 2.2.5")])
def test_ac_2_2_a_terminal_without_one_of_them_is_not_commissioned(part: str, rule: str) -> None:
    with pytest.raises(PartMissing) as refused:
        commissioning.commission_terminal(TERMINAL, book=AC, **(FITTED | {part: ""}), **LAYOUT)
    assert refused.value.rule == rule


def test_a_terminal_stays_with_its_book_but_its_parts_may_be_replaced() -> None:
    known = _a(Kind.PLAYER_TERMINAL, COMMISSIONED, APPROVED)
    replaced = FITTED | {"printer": "TP-0922"}
    again = commissioning.commission_terminal(known, book=AC, **replaced, **LAYOUT)
    assert again == [TerminalCommissioned(book=AC, **replaced, rule=COMMISSIONED.rule), APPROVED]
    with pytest.raises(AnotherBook):
        commissioning.commission_terminal(known, book=SB, **FITTED, **LAYOUT)


def test_ac_2_3_the_display_may_be_changed_once_there_is_a_book() -> None:
    changed = {"diagram": "A", "approval": "ILGA 2019/3", "features": ("table chat",)}
    known = _a(Kind.PLAYER_TERMINAL, COMMISSIONED, APPROVED)
    assert commissioning.approve_layout(known, **changed) == LayoutApproved(**changed, rule=_rules("AC 2.3"))  # type: ignore[arg-type]
    with pytest.raises(NotCommissioned):
        commissioning.approve_layout(TERMINAL, **LAYOUT)


def test_ir_2_4_a_terminal_is_linked_to_a_wheel_that_was_measured() -> None:
    roulette = _a(Kind.PLAYER_TERMINAL, TerminalCommissioned(book=IR, **FITTED))
    linked = commissioning.link_to_wheel(roulette, wheel=_a(Kind.WHEEL, MEASURED))
    assert linked == TerminalLinkedToWheel(wheel=NAME, rule=_rules("IR 2.4"))
    for nothing in (Device(), SPINNER, TUMBLER):
        with pytest.raises(NotAWheel) as refused:
            commissioning.link_to_wheel(roulette, wheel=nothing)
        assert refused.value.rule == "IR 2.4"


def test_ir_2_4_a_terminal_of_another_book_or_of_none_is_not_linked() -> None:
    with pytest.raises(AnotherBook):
        commissioning.link_to_wheel(_a(Kind.PLAYER_TERMINAL, COMMISSIONED), wheel=_a(Kind.WHEEL, MEASURED))
    with pytest.raises(NotCommissioned):
        commissioning.link_to_wheel(TERMINAL, wheel=_a(Kind.WHEEL, MEASURED))


def test_ac_2_2_4_and_sb_2_2_dice_are_sealed_within_a_tumbler() -> None:
    assert commissioning.seal_dice(TUMBLER, book=AC, **DICE) == SEALED
    three = DICE | {"dice": (DIE, DIE, DIE)}
    assert commissioning.seal_dice(TUMBLER, book=SB, **three) == DiceSetSealed(book=SB, **three, rule=_rules("SB 2.2"))


def test_ir_2_2_and_2_3_a_wheel_is_measured_and_so_is_its_ball() -> None:
    assert commissioning.register_wheel(SPINNER, **WHEEL) == MEASURED
    assert commissioning.register_ball(SPINNER, **BALL) == SPUN


def test_df_2_3_and_2_4_an_entry_terminal_is_attached_to_a_table() -> None:
    assert commissioning.fit_entry_terminal(ENTRY_TERMINAL, book=DF, **ENTRY) == ATTACHED
    with pytest.raises(PartMissing) as refused:
        commissioning.fit_entry_terminal(ENTRY_TERMINAL, book=DF, **(ENTRY | {"lights": ""}))
    assert refused.value.rule == "DF 2.3"
    crown = {"table": "CC1", "lights": "", "keys": ()}
    assert commissioning.fit_entry_terminal(ENTRY_TERMINAL, book=CC, **crown) == EntryTerminalFitted(  # type: ignore[arg-type]
        book=CC, table="CC1", equipment="", keys=()
    )


LINKED = TerminalLinkedToWheel(wheel="IR1")
ROULETTE = (TerminalCommissioned(book=IR, **FITTED), LayoutApproved(**IR_LAYOUT))
COMPLETE: list[tuple[Kind, tuple[Event, ...], tuple[str, ...]]] = [
    (Kind.PLAYER_TERMINAL, (COMMISSIONED, APPROVED), ("AC 2.2.2", "AC 2.2.3", "AC 2.2.5", "AC 2.3")),
    (Kind.PLAYER_TERMINAL, (*ROULETTE, LINKED), ("IR 2.5.3", "IR 2.5.4", "IR 2.5.5", "IR 2.6", "IR 2.4")),
    (Kind.DICE_TUMBLER, (SEALED,), ("AC 2.2.4",)),
    (Kind.WHEEL, (MEASURED, SPUN), ("IR 2.4", "IR 2.2")),
    (Kind.ENTRY_TERMINAL, (ATTACHED,), ("DF 2.3", "DF 2.4")),
    (Kind.KIOSK, (), ()),
]


@pytest.mark.parametrize(("kind", "fitted", "rules"), COMPLETE)
def test_a_machine_that_has_all_its_book_demands_is_put_in_service(
    kind: Kind, fitted: tuple[Event, ...], rules: tuple[str, ...]
) -> None:
    assert commissioning.put_in_service(_a(kind, *fitted)) == DevicePutInService(rule=_rules(*rules))


@pytest.mark.parametrize(
    ("kind", "fitted", "rule"),
    [
        (Kind.PLAYER_TERMINAL, (), "AC 2.2.2, IR 2.5.3, SB 2.1"),
        (Kind.PLAYER_TERMINAL, (COMMISSIONED,), "AC 2.3"),
        (Kind.PLAYER_TERMINAL, ROULETTE, "IR 2.4"),
        (Kind.DICE_TUMBLER, (), "AC 2.2.4, SB 2.2"),
        (Kind.WHEEL, (), "IR 2.4"),
        (Kind.WHEEL, (SPUN,), "IR 2.4"),
        (Kind.WHEEL, (MEASURED,), "IR 2.2"),
        (Kind.ENTRY_TERMINAL, (), "DF 2.3"),
    ],
)
def test_nothing_is_put_in_service_without_what_its_book_demands_and_the_refusal_names_the_rule(
    kind: Kind, fitted: tuple[Event, ...], rule: str
) -> None:
    with pytest.raises(Refusal) as refused:
        commissioning.put_in_service(_a(kind, *fitted))
    assert (refused.value.rule, refused.value.code in {"equipment-missing", "device-not-commissioned"}) == (rule, True)


def test_a_machine_goes_in_and_out_of_service_in_turn_and_out_only_with_a_reason() -> None:
    playing = _a(Kind.DICE_TUMBLER, SEALED, DevicePutInService())
    assert commissioning.take_out_of_service(playing, reason="seal broken") == DeviceTakenOutOfService(reason="seal broken")
    for reason in ("", "  ", "x" * 501):
        with pytest.raises(commissioning.ReasonMissing):
            commissioning.take_out_of_service(playing, reason=reason)
    with pytest.raises(commissioning.AlreadyInService):
        commissioning.put_in_service(playing)
    with pytest.raises(commissioning.NotInService):
        commissioning.take_out_of_service(TUMBLER, reason="seal broken")


CHANGES: list[tuple[Kind, Any]] = [
    (Kind.PLAYER_TERMINAL, lambda it: commissioning.commission_terminal(it, book=AC, **FITTED, **LAYOUT)),
    (Kind.PLAYER_TERMINAL, lambda it: commissioning.approve_layout(it, **LAYOUT)),
    (Kind.PLAYER_TERMINAL, lambda it: commissioning.link_to_wheel(it, wheel=_a(Kind.WHEEL, MEASURED))),
    (Kind.DICE_TUMBLER, lambda it: commissioning.seal_dice(it, book=AC, **DICE)),
    (Kind.WHEEL, lambda it: commissioning.register_ball(it, **BALL)),
    (Kind.WHEEL, lambda it: commissioning.register_wheel(it, **WHEEL)),
    (Kind.ENTRY_TERMINAL, lambda it: commissioning.fit_entry_terminal(it, book=DF, **ENTRY)),
]


@pytest.mark.parametrize(("kind", "change"), CHANGES)
def test_what_is_fitted_never_changes_in_service_nor_on_another_kind_nor_on_no_machine(kind: Kind, change: Any) -> None:
    with pytest.raises(InService):
        change(_a(kind, DevicePutInService()))
    with pytest.raises(WrongKind):
        change(_a(Kind.KIOSK))
    with pytest.raises(NotRegistered):
        change(Device())


def test_nothing_is_put_in_or_out_of_service_that_is_not_on_the_books() -> None:
    with pytest.raises(NotRegistered):
        commissioning.put_in_service(Device())
    with pytest.raises(NotRegistered):
        commissioning.take_out_of_service(Device(), reason="gone")


TRIED = st.one_of(
    st.builds(
        lambda book, diagram, stacker, printer: (
            lambda it: commissioning.commission_terminal(
                it,
                book=book,
                stacker=stacker,
                printer=printer,
                game_system="GS",
                software="1",
                diagram=diagram,
                approval="1",
            )
        ),
        st.sampled_from([AC, IR, SB, DF]),
        st.sampled_from("AB"),
        st.sampled_from(["", "NS"]),
        st.sampled_from(["", "TP"]),
    ),
    st.builds(
        lambda diagram: lambda it: commissioning.approve_layout(it, diagram=diagram, approval="1"), st.sampled_from("ABCD")
    ),
    st.just(lambda it: commissioning.link_to_wheel(it, wheel=_a(Kind.WHEEL, MEASURED))),
    st.builds(
        lambda book, count: lambda it: commissioning.seal_dice(it, book=book, dice_set="D", seal="S", dice=(DIE,) * count),
        st.sampled_from([AC, SB]),
        st.integers(1, 4),
    ),
    st.builds(
        lambda material, diameter: lambda it: commissioning.register_ball(it, ball="B", material=material, diameter_um=diameter),
        st.sampled_from(Material),
        st.integers(16_000, 24_000),
    ),
    st.builds(
        lambda housing: lambda it: commissioning.register_wheel(it, **(WHEEL | {"housing_mm": housing})), st.integers(720, 740)
    ),
    st.builds(
        lambda keys: lambda it: commissioning.fit_entry_terminal(it, book=DF, table="1", lights="E", keys=keys),
        st.sampled_from([(1, 2, 3, 4, 5, 6), (1, 2, 3)]),
    ),
    st.just(commissioning.put_in_service),
    st.just(lambda it: commissioning.take_out_of_service(it, reason="service")),
)


@given(st.sampled_from(Kind), st.lists(TRIED, max_size=12))
def test_a_machine_in_service_always_has_everything_its_book_demands(kind: Kind, tried: list[Any]) -> None:
    known = _a(kind)
    for attempt in [*tried, commissioning.put_in_service]:
        try:
            decided = attempt(known)
            known = AGGREGATE.fold(known, decided if isinstance(decided, list) else [decided])
        except Refusal:
            continue
        if known.is_in_service:
            assert missing(known) == ()
            _require_sound(known)


def _require_sound(known: Device) -> None:
    """Every part is itself as the book demands, checked anew."""
    if known.dice:
        equipment.check_dice(known.book, dice_set=known.dice.dice_set, seal=known.dice.seal, dice=known.dice.dice)
    if known.ball:
        assert 17_000 <= known.ball.diameter_um <= 23_000
    if known.wheel:
        assert (known.wheel.order, known.wheel.colours) == (COMPARTMENTS, COMPARTMENT_COLOURS)
        assert known.wheel.housing_mm <= 730
    if known.layout:
        equipment.check_layout(known.book, diagram=known.layout.diagram, approval=known.layout.approval)
    if known.terminal and known.book in {AC, IR}:
        assert known.terminal.stacker and known.terminal.printer  # noqa: PT018 - both, always
    if known.entry:
        assert known.entry.keys == (1, 2, 3, 4, 5, 6)


def test_every_part_a_book_demands_can_be_looked_for() -> None:
    demanded = {demand.part for kinds in DEMANDS.values() for demands in kinds.values() for demand in demands}
    assert demanded == set(commissioning.FITTED) == set(Part)


def test_ac_3_4_and_ir_3_4_the_same_four_sources_and_sb_3_4_no_tickets() -> None:
    usual = {Source.NOTES: 1, Source.TICKETS: 2, Source.WINNINGS: 3, Source.TRANSFER: 4}
    sic_bo = {Source.NOTES: 1, Source.WINNINGS: 2, Source.JACKPOT: 3, Source.TRANSFER: 4}
    for book, letters, listed in [(AC, "AC", usual), (IR, "IR", usual), (SB, "SB", sic_bo)]:
        assert SOURCES[book] == {source: f"{letters} 3.4.{number}" for source, number in listed.items()}
        assert INCREMENTED[book] == f"{letters} 3.4"
    assert set(SOURCES) == {book for book, kinds in DEMANDS.items() if Kind.PLAYER_TERMINAL in kinds}


def test_a_machine_is_told_apart_by_its_kind_in_the_refusal() -> None:
    with pytest.raises(WrongKind, match="T1 is no wheel: it is registered as dice tumbler"):
        device.require_at_rest(TUMBLER, Kind.WHEEL)
