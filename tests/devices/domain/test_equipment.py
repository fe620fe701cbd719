from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.domain.powers import AC, CC, DF, IR, SB
from casino.templatetags import play
from devices.domain import equipment
from devices.domain.demands import COMPARTMENT_COLOURS, COMPARTMENTS, METALLIC, Material, Part
from devices.domain.device import Kind
from devices.domain.equipment import (
    BallMetallic,
    BallSize,
    CompartmentsWrong,
    DiceMiscounted,
    DiceUnsealed,
    Die,
    EquipmentRefused,
    FacesWrong,
    KeysWrong,
    LayoutUnknown,
    NotOfTheBook,
    PartMissing,
    WheelSize,
)
from games.rules import interblock_roulette
from tests.devices.fitting import BALL, DIE, WHEEL

FITTED = {Part.STACKER: "NS", Part.PRINTER: "TP", Part.GAME_SYSTEM: "GS", Part.SOFTWARE: "2.14.7"}


def _swapped(items: Sequence[Any], one: int, other: int) -> tuple[Any, ...]:
    changed = list(items)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def test_ir_08_the_compartments_are_those_of_the_book_and_of_the_picture() -> None:
    assert COMPARTMENTS == interblock_roulette.WHEEL == play.WHEEL
    assert len(COMPARTMENTS) == len(COMPARTMENT_COLOURS) == 37


@pytest.mark.parametrize("diameter_um", [17_000, 18_500, 23_000])
def test_ir_2_2_a_non_metallic_ball_of_17_to_23_millimetres_is_taken(diameter_um: int) -> None:
    equipment.check_ball(**(BALL | {"diameter_um": diameter_um}))


@pytest.mark.parametrize(
    ("diameter_um", "said"), [(16_999, "16.999"), (23_001, "23.001"), (0, "0.000"), (18, "0.018"), (17_000_000, "17000.000")]
)
def test_ir_2_2_a_ball_that_is_smaller_or_larger_is_refused(diameter_um: int, said: str) -> None:
    with pytest.raises(BallSize) as refused:
        equipment.check_ball(**(BALL | {"diameter_um": diameter_um}))
    assert (refused.value.rule, said in refused.value.sentence) == ("IR 2.2", True)


@pytest.mark.parametrize("material", sorted(METALLIC))
def test_ir_2_2_a_metallic_ball_is_refused_whatever_its_size(material: Material) -> None:
    with pytest.raises(BallMetallic) as refused:
        equipment.check_ball(**(BALL | {"material": material}))
    assert refused.value.rule == "IR 2.2"


@given(st.integers(-1, 40_000))
def test_ir_2_2_exactly_the_diameters_from_17_to_23_millimetres_are_taken(diameter_um: int) -> None:
    try:
        equipment.check_ball(**(BALL | {"diameter_um": diameter_um}))
    except BallSize:
        assert not 17_000 <= diameter_um <= 23_000
    else:
        assert 17_000 <= diameter_um <= 23_000


def test_ir_2_3_a_wheel_of_730_and_560_millimetres_is_taken() -> None:
    equipment.check_wheel(**(WHEEL | {"housing_mm": 730, "insert_mm": 560}))


@pytest.mark.parametrize(
    ("measure", "rule"), [({"housing_mm": 731}, "IR 2.3.1"), ({"housing_mm": 0}, "IR 2.3.1"), ({"insert_mm": 561}, "IR 2.3.2")]
)
def test_ir_2_3_a_wheel_that_is_larger_is_refused(measure: dict[str, int], rule: str) -> None:
    with pytest.raises(WheelSize) as refused:
        equipment.check_wheel(**(WHEEL | measure))
    assert refused.value.rule == rule


@given(st.integers(0, 36), st.integers(0, 36))
def test_ir_2_4_2_two_swapped_compartments_are_refused(one: int, other: int) -> None:
    order = _swapped(COMPARTMENTS, one, other)
    if one == other:
        equipment.check_wheel(**(WHEEL | {"order": order}))
        return
    with pytest.raises(CompartmentsWrong) as refused:
        equipment.check_wheel(**(WHEEL | {"order": order}))
    assert (refused.value.rule, refused.value.code) == ("IR 2.4.2", "equipment-wheel-compartments")


@given(st.integers(0, 36), st.sampled_from(["red", "black", "green", "blue"]))
def test_ir_2_4_1_a_wrong_colour_is_refused(place: int, colour: str) -> None:
    colours = (*COMPARTMENT_COLOURS[:place], colour, *COMPARTMENT_COLOURS[place + 1 :])
    if colours == COMPARTMENT_COLOURS:
        equipment.check_wheel(**(WHEEL | {"colours": colours}))
        return
    with pytest.raises(CompartmentsWrong) as refused:
        equipment.check_wheel(**(WHEEL | {"colours": colours}))
    assert refused.value.rule == "IR 2.4.1"


@pytest.mark.parametrize("changed", [{"order": COMPARTMENTS[:-1]}, {"colours": (*COMPARTMENT_COLOURS, "red")}, {"order": ()}])
def test_ir_2_4_1_a_wheel_has_37_compartments(changed: dict[str, Any]) -> None:
    with pytest.raises(CompartmentsWrong) as refused:
        equipment.check_wheel(**(WHEEL | changed))
    assert refused.value.rule == "IR 2.4.1"


def test_ir_2_4_2_the_compartments_are_read_from_zero() -> None:
    turned = (*COMPARTMENTS[1:], 0)
    with pytest.raises(CompartmentsWrong, match="The first compartment is marked 32: diagram A has 0 there"):
        equipment.check_wheel(**(WHEEL | {"order": turned}))


@pytest.mark.parametrize(("book", "dice"), [(AC, 2), (SB, 3)])
def test_ac_2_2_4_and_sb_2_2_the_dice_of_the_book_are_taken(book: str, dice: int) -> None:
    equipment.check_dice(book, dice_set="D", seal="S", dice=(DIE,) * dice)


@pytest.mark.parametrize(
    ("book", "dice", "rule"), [(SB, 2, "SB 2.2"), (AC, 3, "AC 2.2.4"), (AC, 1, "AC 2.2.4"), (SB, 0, "SB 2.2")]
)
def test_ac_2_2_4_and_sb_2_2_more_or_fewer_dice_are_refused(book: str, dice: int, rule: str) -> None:
    with pytest.raises(DiceMiscounted) as refused:
        equipment.check_dice(book, dice_set="D", seal="S", dice=(DIE,) * dice)
    assert refused.value.rule == rule


@pytest.mark.parametrize(
    "die",
    [
        ((1, 2), (3, 4), (5, 6)),
        ((1, 6), (2, 4), (3, 5)),
        ((1, 6), (2, 5)),
        ((1, 6), (1, 6), (3, 4)),
        ((0, 7), (2, 5), (3, 4)),
        (),
    ],
)
def test_ac_2_2_4_a_die_whose_opposite_faces_do_not_sum_to_seven_is_refused(die: Die) -> None:
    with pytest.raises(FacesWrong) as refused:
        equipment.check_dice(AC, dice_set="D", seal="S", dice=(DIE, die))
    assert (refused.value.rule, "ie 2" in refused.value.sentence) == ("AC 2.2.4", True)


@given(st.permutations(range(1, 7)))
def test_ac_2_2_4_exactly_the_dice_whose_opposite_faces_sum_to_seven_are_taken(faces: list[int]) -> None:
    die = ((faces[0], faces[1]), (faces[2], faces[3]), (faces[4], faces[5]))
    try:
        equipment.check_dice(AC, dice_set="D", seal="S", dice=(die, die))
    except FacesWrong:
        assert {sum(pair) for pair in die} != {7}
    else:
        assert {sum(pair) for pair in die} == {7}


@pytest.mark.parametrize(("dice_set", "seal"), [("", "S"), ("D", " "), ("", "")])
def test_ac_2_2_4_dice_without_a_seal_are_refused(dice_set: str, seal: str) -> None:
    with pytest.raises(DiceUnsealed) as refused:
        equipment.check_dice(AC, dice_set=dice_set, seal=seal, dice=(DIE, DIE))
    assert refused.value.rule == "AC 2.2.4"


@pytest.mark.parametrize(
    ("book", "part", "rule"),
    [
        (AC, Part.STACKER, "AC 2.2.2"),
        (AC, Part.PRINTER, "AC 2.2.3"),
        (AC, Part.GAME_SYSTEM, "AC 2.2.5"),
        (AC, Part.SOFTWARE, "AC 2.2.5"),
        (IR, Part.STACKER, "IR 2.5.3"),
        (IR, Part.PRINTER, "IR 2.5.4"),
        (IR, Part.GAME_SYSTEM, "IR 2.5.5"),
        (IR, Part.SOFTWARE, "IR 2.5.5"),
        (SB, Part.SOFTWARE, "SB 2.1"),
    ],
)
def test_ac_2_2_and_ir_2_5_a_terminal_without_what_its_book_names_is_refused(book: str, part: Part, rule: str) -> None:
    with pytest.raises(PartMissing) as refused:
        equipment.check_fitted(book, Kind.PLAYER_TERMINAL, FITTED | {part: " "})
    assert (refused.value.rule, refused.value.code) == (rule, "equipment-missing")
    assert part in refused.value.sentence


def test_sb_2_the_sic_bo_book_names_neither_stacker_nor_printer_nor_game_system() -> None:
    none = {Part.STACKER: "", Part.PRINTER: "", Part.GAME_SYSTEM: "", Part.SOFTWARE: "2.14.7"}
    equipment.check_fitted(SB, Kind.PLAYER_TERMINAL, none)


@pytest.mark.parametrize(("book", "diagram"), [(AC, "A"), (SB, "A"), (IR, "B"), (IR, "C"), (IR, "D")])
def test_ac_2_3_ir_2_6_sb_2_3_the_display_is_a_diagram_of_the_book(book: str, diagram: str) -> None:
    equipment.check_layout(book, diagram=diagram, approval="ILGA 2016/118")


@pytest.mark.parametrize(("book", "diagram", "rule"), [(AC, "B", "AC 2.3"), (IR, "A", "IR 2.6"), (SB, "", "SB 2.3")])
def test_ac_2_3_ir_2_6_sb_2_3_any_other_display_is_refused(book: str, diagram: str, rule: str) -> None:
    with pytest.raises(LayoutUnknown) as refused:
        equipment.check_layout(book, diagram=diagram, approval="ILGA 2016/118")
    assert refused.value.rule == rule


def test_ac_2_3_a_display_that_nobody_approved_is_refused() -> None:
    with pytest.raises(PartMissing) as refused:
        equipment.check_layout(AC, diagram="A", approval="")
    assert refused.value.rule == "AC 2.3"


def test_df_2_4_an_entry_terminal_has_keys_1_to_6() -> None:
    equipment.check_keys(DF, (1, 2, 3, 4, 5, 6))
    equipment.check_keys(CC, ())  # the Crown book names no entry terminal


@pytest.mark.parametrize("keys", [(), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6, 7), (0, 1, 2, 3, 4, 5)])
def test_df_2_4_an_entry_terminal_with_other_keys_is_refused(keys: tuple[int, ...]) -> None:
    with pytest.raises(KeysWrong) as refused:
        equipment.check_keys(DF, keys)
    assert refused.value.rule == "DF 2.4"


@pytest.mark.parametrize(
    ("book", "kind", "rule"),
    [
        (DF, Kind.PLAYER_TERMINAL, "AC 2.2.2, IR 2.5.3, SB 2.1"),
        (IR, Kind.DICE_TUMBLER, "AC 2.2.4, SB 2.2"),
        (AC, Kind.ENTRY_TERMINAL, "DF 2.3"),
        ("", Kind.WHEEL, "IR 2.4"),
        ("baccarat", Kind.WHEEL, "IR 2.4"),
    ],
)
def test_a_machine_that_no_game_of_the_book_is_played_with_is_refused(book: str, kind: Kind, rule: str) -> None:
    with pytest.raises(NotOfTheBook) as refused:
        equipment.check_book(book, kind)
    assert refused.value.rule == rule


def test_every_refusal_of_equipment_has_a_code_of_its_own() -> None:
    kinds = EquipmentRefused.__subclasses__()
    assert len({kind.code for kind in kinds}) == len(kinds)
