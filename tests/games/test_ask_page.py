"""Asking the rule book: the address is the question, every touch adds to it, and the answer is the command's own."""

from __future__ import annotations

import html
import re
from fractions import Fraction
from urllib.parse import parse_qs, urlsplit

import pytest
from django.http import QueryDict
from django.test import Client

from games import answers
from games.ask_forms import FACES, Circumstances, Touches, choices
from games.rules import books, whatif
from games.rules.citations import table_of
from games.rules.edges import edge_of
from games.telling import wager_of

TAG = re.compile(r"<[^>]+>")


def _page(query: str = "", status: int = 200) -> str:
    answer = Client().get(f"/ask/{query}")
    assert answer.status_code == status, query
    return answer.content.decode()


def _words(page: str) -> str:
    return " ".join(html.unescape(TAG.sub(" ", page)).split())


def _href(page: str, id_: str) -> str:
    found = re.search(rf'id="{id_}" href="([^"]+)"', page)
    assert found, id_
    return html.unescape(found[1])


def _asked(address: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def _touched(address: str, book_id: str, wager_id: str) -> Touches:
    wager = wager_of(book_id, wager_id)
    assert wager is not None
    return Touches(QueryDict(address), book_id, wager, None)


def test_a_question_is_built_touch_by_touch_without_a_script() -> None:
    page = _page("?book=aruze_craps&wager=place:6&stake=12.00&point=6")
    for touch in ("face-2", "face-3", "face-4", "face-2"):
        page = _page(_href(page, touch))
    assert _asked(_href(page, "face-1"))["outcomes"] == "2-3, 4-2"
    assert "Place 6 of 1200 cents wins 1400 cents at 7 to 6" in _words(page)
    assert "$26.00" in page
    assert _asked(_href(page, "face-5")) == {
        "book": "aruze_craps", "wager": "place:6", "stake": "12.00", "point": "6", "outcomes": "2-3, 4-2", "dice": "5",
    }  # fmt: skip


def test_three_dice_make_a_roll_and_the_wheel_takes_one_touch() -> None:
    page = _page("?book=aruze_sicbo&wager=triple:4")
    for touch in ("face-4", "face-4"):
        page = _page(_href(page, touch))
    assert "1 more die of this roll" in _words(page)
    assert "stays on the layout undecided" in _words(page)
    assert "190 to 1" in _words(_page(_href(page, "face-4")))
    wheel = _page("?book=interblock_roulette&wager=straight:17")
    assert "wins 35000 cents at 35 to 1" in _words(_page(_href(wheel, "number-17")))


def test_every_touch_of_every_book_can_be_asked_of_its_wagers() -> None:
    for book_id in books.BOOKS:
        for data in table_of(book_id)["wagers"][:: 9 if book_id == "interblock_roulette" else 3]:
            touches = _touched("stake=10.00", book_id, data["id"])
            led = [each["url"] for each in (*touches.numbers(), *touches.events())]
            if touches.table["dice"]:
                led += [f"?outcomes={'-'.join([str(face)] * touches.table['dice'])}" for face in FACES]
            for address in led:
                form = Circumstances(_asked(address), book_id=book_id, wager=data)
                assert form.is_valid(), (address, form.errors)
                assert "error" not in whatif.answer(form.question()), (data["id"], address)


def test_another_book_keeps_the_stake_and_asks_nothing_else_of_the_old_one() -> None:
    page = _page("?book=crown_craps&wager=buy:4&stake=25.00&point=6&outcomes=1-3")
    assert _asked(_href(page, "book-dragon_fire")) == {"book": "dragon_fire", "stake": "25.00"}


def test_one_outcome_is_taken_off_and_the_rest_stays() -> None:
    touches = _touched("outcomes=2-3, cocked, 4-2&point=6", "aruze_craps", "place:6")
    assert [_asked(each["url"])["outcomes"] for each in touches.done([])] == ["cocked, 4-2", "2-3, 4-2", "2-3, cocked"]
    assert "outcomes" not in _asked(touches.anew)


def test_only_what_the_wager_turns_on_is_asked() -> None:
    def asked(book_id: str, wager_id: str) -> set[str]:
        wager = wager_of(book_id, wager_id)
        assert wager is not None
        return set(Circumstances({}, book_id=book_id, wager=wager).fields) - {"stake", "outcomes", "min", "max"}

    assert asked("interblock_roulette", "red") == set()
    assert asked("aruze_sicbo", "small") == set()
    assert asked("dragon_fire", "dragon") >= {"frozen", "chip_unit"}
    assert "eights" in asked("dragon_fire", "dragons_tail")
    assert "frozen" not in asked("dragon_fire", "total:7")
    assert asked("aruze_craps", "odds:6") >= {"point", "base_stake"}
    assert asked("crown_craps", "buy:4") >= {"point", "call", "chip_unit", "variant", "exposed", "warned"}
    assert "was_reduced" in asked("crown_craps", "dont_win_line")
    assert "was_reduced" not in asked("crown_craps", "field")


def test_a_change_that_mini_craps_or_a_reduced_stake_refuses_is_shown_refused() -> None:
    page = _words(
        _page("?book=crown_craps&wager=dont_win_line&stake=20.00&point=5&wager_point=5&was_reduced=on&outcomes=increase+10.00")
    )
    assert "the book refuses that" in page


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("hop 2-5", ["hop:2-5"]),
        ("dragon tail", ["dragons_tail"]),
        ("neighbours of", ["neighbours_of_zero"]),
        ("nothing such", []),
    ],
)
def test_wagers_are_found_by_words(words: str, found: list[str]) -> None:
    ids = [id_ for book_id in books.BOOKS for _, wagers in choices(book_id, words) for id_, _ in wagers]
    assert ids == found


def test_wagers_stand_in_groups_and_a_search_asks_about_the_first_it_finds() -> None:
    page = _page("?book=interblock_roulette")
    assert page.count("<option") >= 248
    assert '<optgroup label="Straight Up, 37 areas">' in page
    assert "Orphans of 1000 cents" in _words(_page("?book=interblock_roulette&wager=red&q=orphans"))
    assert "Red of 1000 cents" in _words(_page("?book=interblock_roulette&wager=red&q=zzz"))
    assert "is found by “zzz”: here are all" in _words(_page("?book=interblock_roulette&wager=red&q=zzz"))


def test_the_exact_edge_stands_beside_the_answer() -> None:
    page = _words(_page("?book=aruze_craps&wager=place:6&stake=12.00"))
    edge = edge_of(books.current("aruze_craps"), "place:6")
    assert f"Exact edge {edge.edge}" in page
    assert f"Wins {edge.hit_frequency}" in page
    assert "$0.18 + 2/11 c" in page  # a stake of $12.00 at 1 in 66


def _told(**question: object) -> dict[str, object]:
    return answers.answer({"id": "1", "kind": "settle", "context": {}, **question})


def _lines(told: dict[str, object]) -> dict[str, tuple[str, Fraction]]:
    return {line["label"]: (line["how"], line["amount"]) for line in told["arithmetic"]}  # type: ignore[attr-defined]


def test_the_arithmetic_leads_exactly_from_the_stake_to_what_is_paid() -> None:
    told = _told(game="aruze_craps", wager="place_to_lose:4", stake_cents=1000, context={"point": 6}, outcomes=[[3, 4]])
    lines = _lines(told)
    assert lines["Winnings"] == ("$10.00 × 5/11", Fraction(5000, 11))
    assert lines["Stake returned"] == ("the whole", Fraction(1000))
    assert lines["Rounded up"] == ("to the next cent, X-01", Fraction(5, 11))
    assert lines["Paid"][1] == 1455
    assert lines["Winnings"][1] + lines["Stake returned"][1] + lines["Rounded up"][1] == lines["Paid"][1]


def test_money_above_a_maximum_and_a_chip_are_lines_of_their_own() -> None:
    context = {"max": 1000, "chip_unit": 500, "point": 6}
    lines = _lines(
        _told(
            game="crown_craps", wager="place:5", stake_cents=1200, context=context, outcomes=[{"ev": "call", "to": "ON"}, [2, 3]]
        )
    )
    assert lines["Winnings"] == ("$10.00 × 7/5", Fraction(1400))
    assert lines["Above the maximum"][1] == 200
    assert lines["Rounded up"] == ("to the next chip, X-10", Fraction(400))
    assert (
        sum(lines[name][1] for name in ("Winnings", "Stake returned", "Above the maximum", "Rounded up"))
        == lines["Paid"][1]
        == 3000
    )


def test_every_kind_of_answer_has_arithmetic_that_adds_up() -> None:
    for book_id in books.BOOKS:
        table = books.current(book_id)
        shown = [[1, 1, 2][: table.dice], [6, 6, 1][: table.dice], [3, 4, 4][: table.dice]] if table.dice else [0, 17, 32]
        for wager in table.wagers.values():
            told = _told(game=book_id, wager=wager.id, stake_cents=1234, outcomes=shown)
            assert len(told["steps"]) == len(shown)  # type: ignore[arg-type]
            lines = _lines(told)
            if lines:
                parts = ("Winnings", "Stake returned", "Above the maximum", "Rounded up")
                assert sum(lines[name][1] for name in parts if name in lines) == lines["Paid"][1], wager.id


def test_steps_tell_what_each_outcome_did_and_under_which_rule() -> None:
    told = _told(game="aruze_craps", wager="pass_line", stake_cents=1000, outcomes=[[2, 2], {"ev": "remove"}, [3, 1], [6, 6]])
    assert [(step["words"], bool(step["rule"])) for step in told["steps"]] == [  # type: ignore[attr-defined]
        ("stays, undecided", True),
        ("the book refuses that, it stays as it was", True),
        ("wins", True),
        ("changes nothing, it is closed", False),
    ]


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?book=interblock_roulette&wager=red&outcomes=99", "99 is no outcome of interblock_roulette"),
        ("?book=aruze_craps&wager=field&outcomes=<b>", "'<b>' is no event of aruze_craps"),
        ("?book=aruze_craps&wager=field&stake=0", "stake_cents must be more than nothing"),
        ("?book=aruze_craps&wager=field&stake=much", "Enter a number."),
        ("?book=aruze_craps&wager=field&point=7", "7 is not one of the available choices"),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_sentence(query: str, sentence: str) -> None:
    assert sentence in _words(_page(query))


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("?book=baccarat", "There is no such rule book here."),
        ("?book=dragon_fire&wager=banco", "Dragon Fire has no wager called banco."),
    ],
)
def test_what_no_book_has_is_not_found(query: str, sentence: str) -> None:
    assert sentence in _words(_page(query, 404))


@pytest.mark.parametrize("said", ["²", "٣", "9" * 400, "1-²", "-", "reduce", "17 instead of 18", "call"])
def test_rubbish_is_answered_too(said: str) -> None:
    for book in ("interblock_roulette", "aruze_craps"):
        assert Client().get("/ask/", {"book": book, "outcomes": said, "stake": "0.01"}).status_code == 200


@pytest.mark.parametrize("dice", ["9", "1-2-3-4", "x", "-", "0"])
def test_dice_that_cannot_lie_there_are_not_taken_up(dice: str) -> None:
    touches = _touched(f"dice={dice}", "aruze_craps", "field")
    assert len(touches.shown) <= 1
    assert all(face in FACES for face in touches.shown)


@pytest.mark.parametrize("said", ["9" * 4_301, ",".join(["17"] * 5_000)])
def test_what_is_too_long_to_be_asked_is_refused_and_makes_no_addresses(said: str) -> None:
    page = _page(f"?book=interblock_roulette&wager=red&outcomes={said}")
    assert "at most 500 characters" in _words(page)
    assert "Take off" not in _words(page)
    assert _asked(_href(page, "number-4"))["outcomes"] == "4"
