"""What a table is made of before anything is played at it."""

from __future__ import annotations

import pytest

from devices.domain.device import Device, Kind
from games.domain import commissioning, table, terminal
from games.domain.table import Table
from games.rules import books
from tests.games.domain.at_the_table import AC, CC, DF, IR, SB, TABLE, in_play


@pytest.mark.parametrize(
    ("book", "kind"), [(AC, Kind.DICE_TUMBLER), (SB, Kind.DICE_TUMBLER), (IR, Kind.WHEEL), (DF, Kind.ENTRY_TERMINAL)]
)
def test_2_2_2_4_and_df_2_3_a_tables_outcomes_are_sensed_by_machines_of_its_own_book(book: str, kind: Kind) -> None:
    commissioning.require_equipment({"M1": Device(kind=kind, book=book)}, book=book)
    other = SB if book != SB else AC
    with pytest.raises(commissioning.EquipmentUnfit, match="is not fitted out for"):
        commissioning.require_equipment({"M1": Device(kind=kind, book=other)}, book=book)
    with pytest.raises(commissioning.EquipmentUnfit, match="it senses no outcome"):
        commissioning.require_equipment({"T1": Device(kind=Kind.PLAYER_TERMINAL, book=book)}, book=book)


@pytest.mark.parametrize(
    ("book", "kind", "said", "rule"),
    [
        (AC, Kind.DICE_TUMBLER, "Aruze Craps has one dice tumbler", "AC 2.2.4"),
        (IR, Kind.WHEEL, "MiniStar Roulette has one wheel", "IR 2.5.1"),
        (SB, Kind.DICE_TUMBLER, "Aruze Sic Bo has one dice tumbler", "SB 2.2"),
    ],
)
def test_ac_2_2_4_ir_2_5_1_and_sb_2_2_an_electronic_table_has_the_one_machine_that_decides_it(
    book: str, kind: Kind, said: str, rule: str
) -> None:
    for names in ((), ("M1", "M2")):
        with pytest.raises(commissioning.EquipmentUnfit, match=said) as refused:
            commissioning.require_equipment({name: Device(kind=kind, book=book) for name in names}, book=book)
        assert refused.value.rule == rule
    commissioning.require_equipment({}, book=CC)


def test_ac_2_2_4_a_machine_of_another_table_is_refused() -> None:
    commissioning.require_unshared(["M1"], taken={"M2": "AC01"})
    with pytest.raises(commissioning.EquipmentUnfit, match="M1 senses the outcomes of AC01 already"):
        commissioning.require_unshared(["M1"], taken={"M1": "AC01"})


def test_2_1_only_the_five_books_are_played() -> None:
    commissioning.require_book(CC)
    with pytest.raises(commissioning.NoSuchBook):
        commissioning.require_book("baccarat")


def test_2_1_a_machine_says_what_was_sensed_at_its_own_table_only() -> None:
    there = in_play(AC, equipment=["TUMBLER1"])
    terminal.require_sensing(there, "TUMBLER1")
    with pytest.raises(terminal.NotOfThisTable):
        terminal.require_sensing(there, "TUMBLER2")


@pytest.mark.parametrize(("book", "variant", "layout"), [(DF, "", "A"), (CC, "", "B"), (CC, "mini", "B")])
def test_df_2_1_cc_2_1_and_7_2_1_a_dealers_table_is_on_the_books_with_variant_and_layout(
    book: str, variant: str, layout: str
) -> None:
    on_the_books = table.commission(Table(), id=TABLE, book=books.current(book), variant=variant, layout=layout)
    assert (on_the_books.table, on_the_books.variant, on_the_books.layout) == (TABLE, variant, layout)
    assert on_the_books.book == books.current(book).version
    for other in {AC, IR, SB, DF} - {book}:
        with pytest.raises(table.NoSuchVariant):
            table.commission(Table(), id=TABLE, book=books.current(other), variant="mini", layout="B")
