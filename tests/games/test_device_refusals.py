"""What a terminal is refused, whatever it sends: a sentence and a stable code, on the record, and the money still adds up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from casino import journal
from casino.domain import attempts
from casino.domain.events import AttemptRefused
from casino.domain.money import Cents
from casino.domain.powers import AC, DF, IR, SB
from casino.journal import PlaceId
from devices import services as devices
from devices.domain import device
from games import services
from games.domain.permission import NotAllowedNow
from games.domain.vocabulary import Selection
from games.models import Wager
from games.rules import books
from tests.asking import problem
from tests.casino.asking import entries
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.dealer_table import P1, P2, DealerTable, dealer, engage_people
from tests.games.floor import SECONDS, STAR, Floor, by, check, credits_of, fitted, lock, put_on, take_out
from tests.games.seated import STATE, Seated, on_record, refusal
from tests.games.signing import Signing


@pytest.fixture
def seated(committed: Database) -> Seated:
    return Seated(committed, IR)


# What is refused


def _sign(cents: int) -> dict[str, object]:
    return {"selection": "red", "stake_cents": cents}


def _round(number: str, *, venue: str = "star", name: str = "IR01") -> str:
    return f"/api/device/rounds/{venue}.{name}.20260822.{number}/wagers"


Ask = Callable[[Seated], Any]
NONE_LISTED = "MiniStar Roulette has no wager "
LEAST, MOST = "The minimum on Red is $5.00.", "The maximum on Red is $1,000.00."
NOTHING = "Say an amount above nothing, in whole cents."
NOT_THERE = "There is no such wager on the layout any more."
NO_ROUND = "There is no such round."

REFUSED: list[tuple[str, str, str, Ask]] = [
    ("wager-not-permissible", "IR 3.9", f"{NONE_LISTED}'straight:37'.", lambda seated: seated.place("straight:37")),
    ("wager-not-permissible", "IR 3.9", f"{NONE_LISTED}'dragon'.", lambda seated: seated.place("dragon")),
    ("wager-not-permissible", "IR 3.9", f"{NONE_LISTED}'RED'.", lambda seated: seated.place("RED")),
    ("wager-below-minimum", "IR 3.1", LEAST, lambda seated: seated.place(cents=499)),
    ("wager-above-maximum", "IR 3.1", MOST, lambda seated: seated.place(cents=100_001)),
    ("wager-above-maximum", "IR 3.1", MOST, lambda seated: seated.place(cents=2**53)),
    ("wager-of-nothing", "IR 3.1", NOTHING, lambda seated: seated.place(cents=0)),
    ("wager-of-nothing", "IR 3.1", NOTHING, lambda seated: seated.place(cents=-500)),
    ("wager-of-nothing", "IR 3.1", NOTHING, lambda seated: seated.place(cents=-(2**53))),
    ("credit-meter-not-enough", "IR 3.5", "IR01-1 holds $500.00: not $500.01.", lambda seated: seated.place(cents=50_001)),
    ("wager-not-there", "", NOT_THERE, lambda seated: seated.one.post(f"{seated.wagers}/1/cancel")),
    ("wager-not-there", "", NOT_THERE, lambda seated: seated.one.post(f"{seated.wagers}/7/increase", {"by_cents": 500})),
    ("round-not-opened", "", NO_ROUND, lambda seated: seated.one.post(_round("9999"), _sign(500))),
    ("round-not-opened", "", NO_ROUND, lambda seated: seated.one.post(_round("1", venue="crown"), _sign(500))),
    ("round-not-opened", "", NO_ROUND, lambda seated: seated.one.post(_round("x" * 200), _sign(500))),
    ("round-not-opened", "", NO_ROUND, lambda seated: seated.one.post("/api/device/rounds/red/shoot")),
]


@pytest.mark.parametrize(("code", "rule", "sentence", "ask"), REFUSED)
def test_what_is_refused_says_why_by_which_rule_and_is_on_the_record(
    seated: Seated, code: str, rule: str, sentence: str, ask: Ask
) -> None:
    before = entries()
    assert refusal(ask(seated)) == (code, rule, sentence)
    assert on_record(seated.one.name) == [code]
    assert (entries(), Wager.objects.count()) == (before + 1, 0)
    check({seated.one.name: 50_000})


def _change(act: str, **told: object) -> Ask:
    return lambda seated: seated.one.post(f"{seated.wagers}/1/{act}", told)


NOT_LESS = "There is $10.00 on Red: say a smaller amount to leave there."

REFUSED_CHANGES: list[tuple[str, str, str, Ask]] = [
    ("wager-of-nothing", "IR 3.1", NOTHING, _change("increase", by_cents=0)),
    ("wager-of-nothing", "IR 3.1", NOTHING, _change("increase", by_cents=-100)),
    ("wager-above-maximum", "IR 3.1", MOST, _change("increase", by_cents=2**53)),
    ("credit-meter-not-enough", "IR 3.5", "IR01-1 holds $490.00: not $490.01.", _change("increase", by_cents=49_001)),
    ("wager-not-less", "", NOT_LESS, _change("reduce", to_cents=1_000)),
    ("wager-not-less", "", NOT_LESS, _change("reduce", to_cents=2**53)),
    ("wager-below-minimum", "IR 3.1", LEAST, _change("reduce", to_cents=499)),
    ("wager-of-nothing", "IR 3.1", NOTHING, _change("reduce", to_cents=0)),
    ("wager-of-nothing", "IR 3.1", NOTHING, _change("reduce", to_cents=-(2**53))),
    ("wager-not-permissible", "IR 3.9", f"{NONE_LISTED}'straight:37'.", _change("move", selection="straight:37")),
    ("wager-already-there", "", "There is $10.00 on Red already: add to it.", lambda seated: seated.place("red", 600)),
]


@pytest.mark.parametrize(("code", "rule", "sentence", "ask"), REFUSED_CHANGES)
def test_a_refused_change_leaves_the_wager_as_it_lies(seated: Seated, code: str, rule: str, sentence: str, ask: Ask) -> None:
    seated.place("red", 1_000)
    before = entries()
    assert refusal(ask(seated)) == (code, rule, sentence)
    assert (on_record(seated.one.name), entries()) == ([code], before + 1)
    [lying] = seated.one.get(STATE).json()["wagers"]
    assert (lying["selection"], lying["stake_cents"]) == ("red", 1_000)
    check({seated.one.name: 49_000})


def _sent(text: str | bytes) -> Ask:
    """The first terminal places a wager in these very words."""
    body = text if isinstance(text, bytes) else text.encode()
    return lambda seated: seated.one._send("POST", seated.wagers, body, seated.one.sequence + 1, str(uuid4()))


def _stake(written: str) -> Ask:
    return _sent('{"selection": "red", "stake_cents": ' + written + "}")


UNREADABLE: list[tuple[int, Ask]] = [
    (422, lambda seated: seated.place("")),
    (422, lambda seated: seated.place(cents="500")),
    (422, lambda seated: seated.place(cents=5.0)),
    (422, lambda seated: seated.place(cents=True)),
    (422, lambda seated: seated.place(cents=None)),
    (422, lambda seated: seated.place(cents=10**30)),
    (422, lambda seated: seated.place(cents=-(10**30))),
    (422, lambda seated: seated.place(cents=2**53 + 1)),
    (422, lambda seated: seated.place(cents=[500])),
    (422, _stake("NaN")),
    (422, _stake("-Infinity")),
    (422, _stake("1e400")),
    (422, _stake("5e2")),
    (422, _stake("0500")),
    (422, _stake("9" * 5_000)),
    (422, _sent('{"selection": "red"}')),
    (422, _sent('{"stake_cents": 500}')),
    (422, _sent("null")),
    (422, _sent("")),
    (422, _sent("[" * 100_000)),
    (422, _sent(b'{"selection": "r\xffd", "stake_cents": 500}')),
    (422, _sent(b'{"selection": "\xed\xa0\x80", "stake_cents": 500}')),
    (422, _sent('{"selection": "' + "x" * 1_000_000 + '", "stake_cents": 500}')),
    (413, _sent('{"selection": "red", "stake_cents": 500}' + " " * 1_100_000)),
    (422, lambda seated: seated.one.post(seated.wagers, {"selection": 7, "stake_cents": 500})),
    (422, lambda seated: seated.one.post(seated.wagers, {"selection": "x" * 101, "stake_cents": 500})),
    (422, lambda seated: seated.one.post(seated.wagers, {"selection": "r\0d", "stake_cents": 500})),
    (422, lambda seated: seated.one.post(seated.wagers, ["red", 500])),
    (422, lambda seated: seated.one.post(seated.wagers, text='{"selection": "red"')),
    (422, lambda seated: seated.place(key="no-uuid")),
    (422, lambda seated: seated.one.post(f"{seated.wagers}/1/cancel", text="[]")),
    (415, lambda seated: seated.one.post(seated.wagers, _sign(500), kind="text/plain")),
    (404, lambda seated: seated.one.post(f"{seated.wagers}/{10**40}/cancel")),
    (401, lambda seated: seated.one.post(f"{seated.wagers}/-1/cancel")),  # there is nothing, for whoever is not at work
    (405, lambda seated: seated.one.get(seated.wagers)),
    (401, lambda seated: seated.one.client.post(seated.wagers, _sign(500), content_type="application/json")),
]


@pytest.mark.parametrize(("status", "ask"), UNREADABLE)
def test_what_cannot_be_read_is_no_wager_and_no_bug(seated: Seated, status: int, ask: Ask) -> None:
    before = entries()
    assert problem(ask(seated))[0] == status
    assert (entries(), credits_of(seated.one.name), seated.place().status_code) == (before, 50_000, 201)
    check({seated.one.name: 49_500})


def _forged(seated: Seated) -> None:
    seated.one.key = bytes(len(seated.one.key))


def _of_another_terminal(seated: Seated) -> None:
    seated.one.key = seated.terminals[1].key


def _unknown(seated: Seated) -> None:
    seated.one.key_id = "unknown"


def _revoked(seated: Seated) -> None:
    devices.revoke_key(name=seated.one.name, key_id=seated.one.key_id, origin=OriginFactory.build())


@pytest.mark.parametrize("spoil", [_forged, _of_another_terminal, _unknown, _revoked])
def test_without_a_key_that_holds_nobody_wagers_and_nobody_reads(seated: Seated, spoil: Callable[[Seated], None]) -> None:
    seated.place("red", 500)
    spoil(seated)
    before = entries()
    one = seated.one
    asked = [seated.place("black"), one.post(f"{seated.wagers}/1/cancel"), one.meters(99_000), one.get(STATE)]
    assert {problem(answer) for answer in asked} == {(401, "signature-refused")}
    assert (entries(), Wager.objects.count()) == (before, 1)
    check({one.name: 49_500})


def test_no_electronic_game_freezes_an_area(seated: Seated) -> None:
    assert seated.one.get(STATE).json()["frozen"] == []
    shown = {
        state["shows"] for game in (AC, IR, SB) for each in books.current(game).wagers.values() for state in each.states.values()
    }
    assert "frozen" not in shown


def test_df_09_a_frozen_area_takes_no_chips_and_the_attempt_is_on_the_record(committed: Database) -> None:
    put_on(committed)
    engage_people()
    there = DealerTable(DF)
    there.start()
    there.place(P1, "dragon", 1_000)
    there.give_dice()
    there.throw(3, 4)
    there.start()
    before = entries()
    with pytest.raises(NotAllowedNow, match=r"^Dragon may not be placed as things stand at the table\.$") as raised:
        there.place(P2, "dragon", 500, origin=dealer())
    [attempt] = journal.history(attempts.at(STAR, PlaceId("star.cage1")))
    assert isinstance(attempt.event, AttemptRefused)
    assert (raised.value.code, raised.value.rule) == ("wager-not-allowed-now", "DF 6.2.4")
    assert (entries(), attempt.event.code) == (before + 1, "wager-not-allowed-now")
    assert (there.lying(P1), there.lying(P2), there.won(P2)) == ({"dragon": 1_000}, {}, 0)
    check()


def _expire(seated: Seated) -> None:
    seated.clock.move(SECONDS)


def _expire_and_close(seated: Seated) -> None:
    _expire(seated)
    seated.floor.close()


def _drop(seated: Seated) -> None:
    seated.floor.drop()


CLOSED = "The wagering period of this round is over."
AREAS = {AC: ("field", "any_seven"), IR: ("red", "black"), SB: ("small", "big")}
ENDS = [
    *((game, rule, end) for game, rule in ((AC, "AC 3.3.6"), (SB, "SB 3.8.1")) for end in (_expire, _expire_and_close)),
    *((IR, "IR 3.3.6", end) for end in (_expire, _expire_and_close, _drop)),
]


@pytest.mark.parametrize(("game", "rule", "end"), ENDS)
def test_after_the_end_of_the_period_nothing_is_placed_or_changed(
    committed: Database, game: str, rule: str, end: Callable[[Seated], None]
) -> None:
    seated, (lies, free) = Seated(committed, game), AREAS[game]
    seated.place(lies, 500)
    end(seated)
    one, there, before = seated.one, f"{seated.wagers}/1", entries()
    answers = [
        seated.place(free),
        one.post(f"{there}/increase", {"by_cents": 500}),
        one.post(f"{there}/reduce", {"to_cents": 500}),
        one.post(f"{there}/cancel"),
        one.post(f"{there}/move", {"selection": free}),
    ]
    assert {refusal(answer) for answer in answers} == {("round-wagering-closed", rule, CLOSED)}
    assert (on_record(one.name), entries()) == (["round-wagering-closed"] * 5, before + 5)
    assert [each["selection"] for each in one.get(STATE).json()["wagers"]] == [lies]
    check({one.name: 49_500})


def test_in_a_round_that_is_over_nothing_is_placed_or_taken_back(seated: Seated) -> None:
    seated.place("red", 500)
    over = seated.wagers
    seated.finish(1)
    assert problem(seated.one.post(over, _sign(500))) == (409, "round-wagering-closed")
    assert problem(seated.one.post(f"{over}/1/cancel")) == (409, "round-wagering-closed")
    assert problem(seated.one.post(f"{seated.wagers}/1/cancel")) == (409, "wager-not-there")
    check({seated.one.name: 50_500})


def test_a_locked_terminal_and_one_out_of_service_wager_nothing(seated: Seated) -> None:
    lock(seated.one.name)
    take_out(seated.terminals[1].name)
    assert problem(seated.place()) == (409, "terminal-is-locked")
    assert problem(seated.terminals[1].post(seated.wagers, _sign(500))) == (409, "terminal-not-in-service")
    assert seated.one.get(STATE).json()["credits"]["is_locked"] is True


def test_one_terminal_touches_no_wager_and_no_credits_of_another(seated: Seated) -> None:
    seated.place("red", 500)
    two = seated.terminals[1]
    before = entries()
    assert refusal(two.post(f"{seated.wagers}/1/cancel")) == ("wager-not-there", "", NOT_THERE)
    assert (on_record(two.name), entries()) == (["wager-not-there"], before + 1)
    answer = two.post(seated.wagers, _sign(500) | {"terminal": seated.one.name, "meter": f"star.{seated.one.name}"})
    assert answer.json()["credits"]["cents"] == 49_500
    check({seated.one.name: 49_500, two.name: 49_500})


def test_nobody_wagers_from_the_meter_of_another_terminal(seated: Seated) -> None:
    one, two = seated.terminals
    asked: dict[str, Any] = {"round_id": seated.floor.round, "selection": Selection("red"), "stake_cents": Cents(500)}
    before = entries()
    for origin in (by(two.name), by(seated.floor.machine), OriginFactory.build()):
        with pytest.raises(device.AnotherDevice, match=r"^One machine never acts for another\.$") as raised:
            services.place_wager(terminal=one.name, **asked, origin=origin)
        assert raised.value.code == "device-another"
    assert (entries(), Wager.objects.count()) == (before, 0)
    check({one.name: 50_000, two.name: 50_000})


def test_a_terminal_wagers_only_in_rounds_of_the_table_at_which_it_has_its_place(seated: Seated) -> None:
    other = Floor(IR, name="IR02")
    other.open()
    elsewhere = f"/api/device/rounds/{other.round}/wagers"
    assert problem(seated.one.post(elsewhere, _sign(500))) == (409, "terminal-of-another-game")  # of another wheel
    craps = Floor(AC)
    craps.open()
    assert problem(seated.one.post(f"/api/device/rounds/{craps.round}/wagers", _sign(500))) == (409, "terminal-of-another-game")
    guest = Signing(fitted(AC, "AC01-9"))
    guest.insert(1_000)
    asked = {"selection": "field", "stake_cents": 500}
    assert problem(guest.post(f"/api/device/rounds/{craps.round}/wagers", asked)) == (409, "position-not-taken")
    dealt = DealerTable(DF)
    dealt.start()
    assert problem(seated.one.post(f"/api/device/rounds/{dealt.round}/wagers", _sign(500))) == (409, "terminal-of-another-game")
    check({seated.one.name: 50_000, guest.name: 1_000})


def test_a_machine_that_is_no_terminal_has_no_credits_to_wager(seated: Seated) -> None:
    wheel = Signing(seated.floor.machine)
    assert problem(wheel.post(seated.wagers, _sign(500))) == (409, "credit-meter-not-opened")
    assert problem(wheel.meters(500)) == (409, "credit-meter-not-opened")
    assert problem(wheel.get(STATE)) == (404, "not-found")


def test_ac_7_2_at_a_table_whose_time_to_close_has_come_only_what_lies_there_is_played_on(committed: Database) -> None:
    seated = Seated(committed, AC)
    seated.place("pass_line")
    services.notice_closure(name="AC01", in_minutes=60, origin=OriginFactory.build())
    seated.finish(2, 4)
    closure = seated.floor.state.closure
    assert closure is not None
    assert seated.one.get(STATE).json()["closes_at"] == str(closure.comes_at)
    seated.clock.move(60 * 60)
    seated.finish(1, 2)
    assert seated.one.get(STATE).json()["closed"]["every selection"]["code"] == "table-closing"
    assert problem(seated.place("field")) == (409, "table-closing")
