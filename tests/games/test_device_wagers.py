"""The device API of wagers: what a terminal asks for itself, and what it is refused; the money adds up whatever it sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from rest_framework.serializers import ListSerializer, Serializer

from casino import journal, selectors
from casino.domain import attempts
from casino.domain.events import AttemptRefused
from casino.domain.powers import AC, IR, SB
from devices import services as devices
from devices.domain import credit_meter, device
from devices.domain.events import CreditsCancelled, CreditsIncremented, RequestHeard, RequestsMissed
from devices.models import Alert
from games import services
from games.models import Wager
from games.serializers import ShownTableSerializer
from tests.asking import problem
from tests.casino.asking import entries, react
from tests.databases import Database
from tests.factories import OriginFactory
from tests.games.floor import SECONDS, STAR, Clock, Floor, by, check, credits_of, fitted, lock, put_on, take_out
from tests.games.signing import Signing

STATE = "/api/device/table"
MOST_QUERIES = 8


class Seated:
    """A table of a game in an open round, its terminals with a key and $500 each."""

    def __init__(self, database: Database, game: str, *, terminals: int = 2, cents: int = 50_000) -> None:
        self.clock: Clock = put_on(database)
        self.floor = Floor(game, terminals=terminals)
        self.terminals = [Signing(name) for name in self.floor.terminals]
        for terminal in self.terminals:
            assert terminal.insert(cents).status_code == 204
        self.floor.open()

    @property
    def one(self) -> Signing:
        """The first terminal."""
        return self.terminals[0]

    @property
    def wagers(self) -> str:
        """Where wagers of the round are placed."""
        return f"/api/device/rounds/{self.floor.round}/wagers"

    def place(self, selection: str = "red", cents: object = 500, **sent: Any) -> Any:
        """The first terminal places a wager."""
        return self.one.post(self.wagers, {"selection": selection, "stake_cents": cents}, **sent)

    def finish(self, *shown: int) -> None:
        """The round comes to its end and the next begins."""
        self.floor.finish(self.clock, *shown)
        react()


@pytest.fixture
def seated(committed: Database) -> Seated:
    return Seated(committed, IR)


def _on_record(terminal: str) -> list[str]:
    """The codes under which attempts of a terminal at money are on record."""
    told = [each.event for each in journal.history(attempts.at(STAR, f"{STAR}.{terminal}"))]
    return [event.code for event in told if isinstance(event, AttemptRefused)]


def _meter(terminal: str) -> credit_meter.CreditMeter:
    return journal.state(credit_meter.at(STAR, terminal))


# Wagers


def test_ir_3_3_4_a_wager_is_placed_and_the_answer_says_what_stands_on_meter_and_layout(seated: Seated) -> None:
    answer = seated.place("straight:17", 500)
    assert answer.status_code == 201
    told = answer.json()
    lying = {"number": 1, "selection": "straight:17", "stake_kind": "chip", "stake_cents": 500, "commission_cents": 0}
    state = {"state": "next outcome", "shows": "inactive", "round": seated.floor.round}
    version = list(journal.history(credit_meter.at(STAR, seated.one.name)))[-1].version
    assert told == {"wager": 1, "credits": {"cents": 49_500, "version": version}, "wagers": [lying | state]}
    check({seated.one.name: 49_500})


def test_ac_3_5_1_wagers_are_increased_reduced_moved_and_taken_down(committed: Database) -> None:
    seated = Seated(committed, AC)
    assert seated.place("buy:4", 2_000).json()["credits"]["cents"] == 50_000 - 2_100
    one, there = seated.one, f"{seated.wagers}/1"
    assert one.post(f"{there}/increase", {"by_cents": 1_000}).json()["credits"]["cents"] == 50_000 - 3_150
    assert one.post(f"{there}/reduce", {"to_cents": 2_000}).json()["credits"]["cents"] == 50_000 - 2_100
    moved = one.post(f"{there}/move", {"selection": "place:6"}).json()
    assert (moved["wager"], moved["credits"]["cents"], [each["selection"] for each in moved["wagers"]]) == (2, 48_000, ["place:6"])
    gone = one.post(f"{seated.wagers}/2/cancel").json()
    assert (gone["wager"], gone["credits"]["cents"], gone["wagers"]) == (None, 50_000, [])
    check({one.name: 50_000})


def test_a_terminal_takes_a_place_and_gives_it_up(seated: Seated) -> None:
    late = Signing(fitted(IR, "IR01-9", seated.floor.machine))
    late.insert(1_000)
    assert problem(late.get(STATE)) == (404, "not-found")
    assert late.post("/api/device/tables/IR01/take-place").status_code == 204
    assert late.get(STATE).json()["seat"] == "IR01-9"
    assert problem(late.post("/api/device/tables/IR01/take-place")) == (409, "position-taken")
    assert late.post("/api/device/tables/IR01/give-up-place").status_code == 204
    assert problem(late.post("/api/device/tables/IR01/give-up-place")) == (409, "position-not-taken")
    assert problem(late.get(STATE)) == (404, "not-found")


def test_ac_3_11_only_the_shooter_presses_the_button(committed: Database) -> None:
    seated = Seated(committed, AC)
    seated.place("pass_line", 500)
    played = seated.floor.round
    one, two = seated.terminals
    button = f"/api/device/rounds/{played}/shoot"
    assert problem(one.post(button)) == (409, "round-wagering-open")
    seated.clock.move(SECONDS)
    seated.floor.close()
    react()
    shown = one.get(STATE).json()["round"]
    assert (shown["shooter"], shown["is_shooter"], two.get(STATE).json()["round"]["is_shooter"]) == (one.name, True, False)
    assert shown["shoot_by"] > shown["closed_at"]
    assert problem(two.post(button)) == (409, "round-not-the-shooter")
    assert one.post(button).status_code == 204
    assert problem(one.post(button)) == (409, "round-dice-shot")
    assert one.get(STATE).json()["round"]["shoot_by"] is None


# What a terminal shows


def test_a_terminal_shows_its_table_as_documented_from_few_queries(committed: Database) -> None:
    seated = Seated(committed, AC)
    seated.place("pass_line", 500)
    seated.place("any_seven", 500)
    seated.finish(3, 4)
    seated.place("field", 500)
    with CaptureQueriesContext(connection) as asked:
        shown = seated.one.get(STATE).json()
    assert len(asked) <= MOST_QUERIES, [each["sql"] for each in asked]
    _require_shape(shown, ShownTableSerializer(), "table")
    assert (shown["table"], shown["game"], shown["seat"], shown["is_open"]) == ("AC01", AC, "AC01-1", True)
    assert (shown["round"]["number"], shown["round"]["stage"]) == (2, "place your bets")
    assert shown["limits"]["every selection"]["minimum_cents"] == 500
    assert [each["selection"] for each in shown["wagers"]] == ["field"]
    assert shown["closed"]["odds:4"]["rule"] == "AC 3.9.2"
    assert shown["credits"]["cents"] == credits_of(seated.one.name)


def _require_shape(told: Any, kind: Any, where: str) -> None:
    """What is told has exactly the fields that are documented."""
    if isinstance(kind, ListSerializer):
        for each in told:
            _require_shape(each, kind.child, where)
    elif isinstance(kind, Serializer) and told is not None:
        assert set(told) == set(kind.fields), where
        for name, field in kind.fields.items():
            _require_shape(told[name], field, f"{where}.{name}")
    elif hasattr(kind, "child") and isinstance(kind.child, Serializer):
        for each in told.values():
            _require_shape(each, kind.child, where)


@pytest.mark.parametrize(
    ("game", "selection", "shown", "sentence"),
    [
        (AC, "any_seven", (3, 4), "Any Seven, dice 3 and 4, rule AC 3.9.17: 9 to 2 (AC 3.10) on $5.00 is $22.50, and the stake."),
        (IR, "red", (17,), "Red, number 17, rule IR 3.9.1.12, readings IR-11 and IR-08: it loses its stake of $5.00."),
        (SB, "small", (1, 2, 3), "Small, dice 1, 2 and 3, rule SB 3.9.1.1, reading SB-05: 1 to 1 (SB 3.9.10) on $5.00 is $5.00, and the stake."),
    ],
)  # fmt: skip
def test_a_settled_wager_is_shown_with_the_sentence_that_explains_it(
    committed: Database, game: str, selection: str, shown: tuple[int, ...], sentence: str
) -> None:
    seated = Seated(committed, game)
    seated.place(selection, 500)
    played = seated.floor.round
    seated.finish(*shown)
    told = seated.one.get(STATE).json()
    [ended] = told["last"]["wagers"]
    assert (told["last"]["round"], ended["because"]) == (played, sentence)
    assert told["outcomes"] == ["-".join(map(str, shown))]
    assert told["last"]["won_cents"] + told["last"]["returned_cents"] == ended["paid_cents"]
    assert credits_of(seated.one.name) == 49_500 + ended["paid_cents"]
    assert seated.terminals[1].get(STATE).json()["last"]["wagers"] == []


def test_the_last_result_is_of_the_last_round_alone_whatever_was_done_since(seated: Seated) -> None:
    seated.place("red", 500)
    seated.finish(1)
    for _ in range(3):
        seated.place("black", 500)
        seated.one.post(f"{seated.wagers}/{seated.one.get(STATE).json()['wagers'][0]['number']}/cancel")
    seated.place("straight:5", 500)
    assert [each["selection"] for each in seated.one.get(STATE).json()["last"]["wagers"]] == ["red"]
    seated.finish(5)
    told = seated.one.get(STATE).json()
    assert [each["selection"] for each in told["last"]["wagers"]] == ["straight:5"]
    assert told["outcomes"] == ["5", "1"]


@pytest.mark.parametrize(
    ("code", "happen"),
    [
        ("round-wagering-closed", lambda seated: seated.clock.move(SECONDS)),
        ("terminal-is-locked", lambda seated: lock(seated.one.name)),
        ("terminal-not-in-service", lambda seated: take_out(seated.one.name)),
        ("round-not-opened", lambda seated: _suspend_after_the_round(seated)),
    ],
)
def test_when_nothing_may_be_placed_at_all_every_selection_is_closed_and_so_it_is_refused(
    seated: Seated, code: str, happen: Callable[[Seated], None]
) -> None:
    played = seated.wagers
    happen(seated)
    closed = seated.one.get(STATE).json()["closed"]
    assert list(closed) == ["every selection"]
    assert closed["every selection"]["code"] == code
    refused = seated.one.post(played, {"selection": "red", "stake_cents": 500})
    assert problem(refused)[1] in {code, "round-wagering-closed"}
    check({seated.one.name: 50_000})


def _suspend_after_the_round(seated: Seated) -> None:
    services.suspend_table(name="IR01", reason="The wheel stands askew", origin=OriginFactory.build())
    seated.finish(5)


# What is refused


def _sign(cents: int) -> dict[str, object]:
    return {"selection": "red", "stake_cents": cents}


REFUSED: list[tuple[str, str, Callable[[Seated], Any]]] = [
    ("wager-not-permissible", "IR 3.9", lambda seated: seated.place("straight:37")),
    ("wager-below-minimum", "IR 3.1", lambda seated: seated.place(cents=499)),
    ("wager-above-maximum", "IR 3.1", lambda seated: seated.place(cents=100_001)),
    ("wager-above-maximum", "IR 3.1", lambda seated: seated.place(cents=2**53)),
    ("wager-of-nothing", "IR 3.1", lambda seated: seated.place(cents=0)),
    ("wager-of-nothing", "IR 3.1", lambda seated: seated.place(cents=-500)),
    ("credit-meter-not-enough", "", lambda seated: seated.place(cents=50_001)),
    ("wager-not-there", "", lambda seated: seated.one.post(f"{seated.wagers}/1/cancel")),
    ("wager-not-there", "", lambda seated: seated.one.post(f"{seated.wagers}/7/increase", {"by_cents": 500})),
    ("round-not-opened", "", lambda seated: seated.one.post(_round("9999"), _sign(500))),
    ("round-not-opened", "", lambda seated: seated.one.post(_round("1", venue="crown"), _sign(500))),
    ("round-not-opened", "", lambda seated: seated.one.post(_round("x" * 200), _sign(500))),
    ("round-not-opened", "", lambda seated: seated.one.post("/api/device/rounds/red/shoot")),
]


def _round(number: str, *, venue: str = "star", name: str = "IR01") -> str:
    return f"/api/device/rounds/{venue}.{name}.20260822.{number}/wagers"


@pytest.mark.parametrize(("code", "rule", "ask"), REFUSED)
def test_what_is_refused_says_why_by_which_rule_and_is_on_the_record(
    seated: Seated, code: str, rule: str, ask: Callable[[Seated], Any]
) -> None:
    before = entries()
    answer = ask(seated)
    assert problem(answer) == (409, code)
    assert json.loads(answer.content)["rule"].startswith(rule)
    assert _on_record(seated.one.name) == [code]
    assert (entries(), Wager.objects.count()) == (before + 1, 0)
    check({seated.one.name: 50_000})


UNREADABLE: list[tuple[int, Callable[[Seated], Any]]] = [
    (422, lambda seated: seated.place("")),
    (422, lambda seated: seated.place(cents="500")),
    (422, lambda seated: seated.place(cents=5.0)),
    (422, lambda seated: seated.place(cents=True)),
    (422, lambda seated: seated.place(cents=None)),
    (422, lambda seated: seated.place(cents=10**30)),
    (422, lambda seated: seated.place(cents=[500])),
    (422, lambda seated: seated.one.post(seated.wagers, {"selection": 7, "stake_cents": 500})),
    (422, lambda seated: seated.one.post(seated.wagers, {"selection": "x" * 101, "stake_cents": 500})),
    (422, lambda seated: seated.one.post(seated.wagers, {"selection": "r\0d", "stake_cents": 500})),
    (422, lambda seated: seated.one.post(seated.wagers, ["red", 500])),
    (422, lambda seated: seated.one.post(seated.wagers, text='{"selection": "red"')),
    (422, lambda seated: seated.one.post(seated.wagers, text="\ud800".encode("utf-8", "surrogatepass").decode("latin1"))),
    (422, lambda seated: seated.place(key="no-uuid")),
    (422, lambda seated: seated.one.post(f"{seated.wagers}/1/cancel", text="[]")),
    (415, lambda seated: seated.one.post(seated.wagers, _sign(500), kind="text/plain")),
    (404, lambda seated: seated.one.post(f"{seated.wagers}/{10**40}/cancel")),
    (401, lambda seated: seated.one.post(f"{seated.wagers}/-1/cancel")),  # there is nothing, for whoever is not at work
    (405, lambda seated: seated.one.get(seated.wagers)),
    (401, lambda seated: seated.one.client.post(seated.wagers, _sign(500), content_type="application/json")),
]


@pytest.mark.parametrize(("status", "ask"), UNREADABLE)
def test_what_cannot_be_read_is_no_wager_and_no_bug(seated: Seated, status: int, ask: Callable[[Seated], Any]) -> None:
    before = entries()
    assert problem(ask(seated))[0] == status
    assert (entries(), credits_of(seated.one.name), seated.place().status_code) == (before, 50_000, 201)


def test_a_frozen_area_takes_no_wager(seated: Seated) -> None:
    """No electronic game freezes an area; what is frozen is refused by the same decision (see test_areas)."""
    assert seated.one.get(STATE).json()["frozen"] == []


def test_after_the_end_of_the_period_nothing_is_placed_or_changed(seated: Seated) -> None:
    seated.place("red", 500)
    seated.clock.move(SECONDS)
    one, there = seated.one, f"{seated.wagers}/1"
    answers = [
        seated.place("black"),
        one.post(f"{there}/increase", {"by_cents": 500}),
        one.post(f"{there}/reduce", {"to_cents": 500}),
        one.post(f"{there}/cancel"),
        one.post(f"{there}/move", {"selection": "black"}),
    ]
    assert {problem(answer) for answer in answers} == {(409, "round-wagering-closed")}
    assert {json.loads(answer.content)["rule"] for answer in answers} == {"IR 3.3.6"}
    assert len(_on_record(one.name)) == 5
    check({one.name: 49_500})


def test_a_locked_terminal_and_one_out_of_service_wager_nothing(seated: Seated) -> None:
    lock(seated.one.name)
    take_out(seated.terminals[1].name)
    assert problem(seated.place()) == (409, "terminal-is-locked")
    assert problem(seated.terminals[1].post(seated.wagers, _sign(500))) == (409, "terminal-not-in-service")
    assert seated.one.get(STATE).json()["credits"]["is_locked"] is True


def test_one_terminal_touches_no_wager_and_no_credits_of_another(seated: Seated) -> None:
    seated.place("red", 500)
    two = seated.terminals[1]
    assert problem(two.post(f"{seated.wagers}/1/cancel")) == (409, "wager-not-there")
    answer = two.post(seated.wagers, _sign(500) | {"terminal": seated.one.name, "meter": f"star.{seated.one.name}"})
    assert answer.json()["credits"]["cents"] == 49_500
    check({seated.one.name: 49_500, two.name: 49_500})


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
    assert seated.one.get(STATE).json()["closes_at"] == str(seated.floor.state.closure.comes_at)
    seated.clock.move(60 * 60)
    seated.finish(1, 2)
    assert seated.one.get(STATE).json()["closed"]["every selection"]["code"] == "table-closing"
    assert problem(seated.place("field")) == (409, "table-closing")


# The number of a request


def test_a_request_uses_its_number_up_on_the_credit_meter_and_a_refused_one_uses_none(seated: Seated) -> None:
    number = seated.one.sequence + 1
    assert problem(seated.place(cents=1)) == (409, "wager-below-minimum")
    assert _meter(seated.one.name).last_sequence == number - 1
    assert seated.place(sequence=number).status_code == 201
    assert _meter(seated.one.name).last_sequence == number
    [*_, staked] = journal.history(credit_meter.at(STAR, seated.one.name))
    assert isinstance(staked.event, CreditsCancelled)
    assert staked.event.sequence == number
    assert not Alert.objects.exists()


def test_the_same_number_with_the_same_request_is_answered_as_the_first_time(seated: Seated) -> None:
    number, key = seated.one.sequence + 1, str(uuid4())
    first = seated.place(sequence=number, key=key)
    before = entries()
    assert seated.place(sequence=number, key=key).json() == first.json()
    assert (entries(), credits_of(seated.one.name)) == (before, 49_500)
    assert problem(seated.place("black", sequence=number, key=key)) == (409, "request-reused")


def test_a_number_that_was_used_up_is_a_replay_and_on_the_record(seated: Seated) -> None:
    key = str(uuid4())
    seated.place(key=key)
    used = seated.one.sequence
    assert problem(seated.place("black", sequence=used)) == (409, "sequence-replayed")
    assert problem(seated.one.post("/api/device/tables/IR01/give-up-place", sequence=used)) == (409, "sequence-replayed")
    seated.place("black")
    assert problem(seated.place(sequence=used, key=key)) == (409, "sequence-replayed")  # to the byte, but later
    assert problem(seated.place("odd", sequence=1)) == (409, "sequence-replayed")
    assert _on_record(seated.one.name) == ["sequence-replayed"] * 4
    check({seated.one.name: 49_000})


@pytest.mark.parametrize("what", ["announce", "take-place", "shoot", "meters", "wager"])
def test_whatever_a_terminal_has_done_uses_its_number_up_for_everything_else(committed: Database, what: str) -> None:
    seated = Seated(committed, AC)
    one = seated.one
    match what:
        case "announce":
            answer = one.post("/api/device/announce", {"software": "3"})
        case "take-place":
            one.post("/api/device/tables/AC01/give-up-place")
            answer = one.post("/api/device/tables/AC01/take-place")
        case "shoot":
            seated.place("pass_line")
            seated.clock.move(SECONDS)
            seated.floor.close()
            react()
            answer = one.post(f"/api/device/rounds/{seated.floor.round}/shoot")
        case "meters":
            answer = one.meters(one.notes_in)
        case _:
            answer = seated.place("field")
    assert answer.status_code < 300
    used = one.sequence
    others = ["/api/device/announce", "/api/device/tables/AC01/give-up-place", "/api/device/meters", seated.wagers]
    bodies: list[object] = [{"software": "4"}, None, {"at": str(selectors.now()), "notes_in_cents": 0}, _sign(500)]
    for path, body in zip(others, bodies, strict=True):
        assert problem(one.post(path, body, sequence=used)) == (409, "sequence-replayed"), path
    assert not Alert.objects.exists()


def test_a_gap_is_taken_and_becomes_an_alert_that_somebody_takes_up(seated: Seated) -> None:
    assert seated.place(sequence=seated.one.sequence + 4).status_code == 201
    missed = [each.event for each in journal.history(credit_meter.at(STAR, seated.one.name))][-2]
    assert missed == RequestsMissed(missed=3)
    react()
    alert = Alert.objects.get()
    assert (alert.name, alert.device, alert.is_open) == ("requests missed", f"{STAR}.{seated.one.name}", True)
    seated.place("black", sequence=seated.one.sequence + 2)
    react()
    assert [each.name for each in journal.state(device.at(STAR, seated.one.name)).alerts] == ["requests missed"]
    check({seated.one.name: 49_000})


def test_only_the_system_says_that_requests_were_missed(seated: Seated) -> None:
    with pytest.raises(device.AnotherDevice):
        devices.note_missed_requests(name=seated.one.name, origin=by(seated.one.name))


def test_reading_uses_no_number_up_but_an_old_one_reads_nothing(seated: Seated) -> None:
    used = seated.one.sequence
    assert [seated.one.get(STATE).status_code for _ in range(2)] == [200, 200]
    assert seated.one.get("/api/device/ping").status_code == 204
    assert seated.place(sequence=used + 1).status_code == 201
    before = entries()
    assert problem(seated.one.get(STATE, sequence=used)) == (409, "sequence-replayed")
    assert entries() == before


@pytest.mark.slow(reason="two requests race for one number again and again")
def test_of_two_requests_with_one_number_at_once_only_one_counts(seated: Seated) -> None:
    for _ in range(10):
        number = seated.one.sequence + 1

        def ask(selection: str, number: int = number) -> tuple[int, str]:
            seated.clock.show()
            try:
                answer = Signing.of(seated.one).post(
                    seated.wagers, {"selection": selection, "stake_cents": 500}, sequence=number
                )
                return answer.status_code, json.loads(answer.content).get("code", "")
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as pair:
            answers = sorted(pair.map(ask, [f"straight:{number % 36}", f"straight:{(number + 1) % 36}"]))
        assert answers == [(201, ""), (409, "sequence-replayed")]
        seated.one.sequence = number
        [lying] = seated.one.get(STATE).json()["wagers"]
        seated.one.post(f"{seated.wagers}/{lying['number']}/cancel")
    check({seated.one.name: 50_000})


# A terminal's own meters


def test_ir_3_4_1_notes_that_a_terminal_tells_of_are_credited_once(seated: Seated) -> None:
    one = seated.one
    assert one.meters(52_000, notes={"2000": 1}).status_code == 204
    assert one.meters(52_000, notes={"2000": 1}).status_code == 204
    assert credits_of(one.name) == 52_000
    [*_, heard] = [each.event for each in journal.history(credit_meter.at(STAR, one.name))]
    assert heard == RequestHeard(sequence=one.sequence)
    check({one.name: 52_000})


def test_a_terminal_whose_notes_contradict_its_meter_is_believed_in_neither(seated: Seated) -> None:
    one = seated.one
    one.meters(50_000, notes={"5000": 10})
    one.meters(52_000, notes={"5000": 11})
    assert credits_of(one.name) == 50_000
    one.meters(57_000, notes={"5000": 12})
    assert credits_of(one.name) == 55_000


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("reading-refused", {"at": "2999-01-01T00:00:00Z"}),
        ("reading-refused", {"notes": {"1700": 1}}),
        ("reading-refused", {"notes_in_cents": 10**10}),
        ("reading-refused", {"notes": {"2000": 10**10}}),
        ("not-readable", {"at": "yesterday"}),
        ("not-readable", {"at": 7}),
        ("not-readable", {"notes_in_cents": -1}),
        ("not-readable", {"notes_in_cents": "500"}),
        ("not-readable", {"notes_in_cents": 10**30}),
        ("not-readable", {"notes": {"2000": 1.5}}),
        ("not-readable", {"notes": [1]}),
    ],
)
def test_meters_that_cannot_stand_so_are_refused(seated: Seated, code: str, told: dict[str, object]) -> None:
    body = {"at": str(selectors.now()), "notes_in_cents": 60_000} | told
    assert problem(seated.one.post("/api/device/meters", body))[1] == code
    assert credits_of(seated.one.name) == 50_000
    assert seated.one.meters(51_000).status_code == 204  # and what comes after is counted
    assert credits_of(seated.one.name) == 51_000


def test_meters_that_were_cleared_begin_at_zero_and_take_nothing_away(seated: Seated) -> None:
    seated.one.meters(0)
    check({seated.one.name: 50_000})
    seated.one.meters(500)
    assert credits_of(seated.one.name) == 50_500


def test_credits_that_came_back_carry_the_number_too(seated: Seated) -> None:
    seated.place()
    seated.one.post(f"{seated.wagers}/1/cancel")
    [*_, back] = [each.event for each in journal.history(credit_meter.at(STAR, seated.one.name))]
    assert isinstance(back, CreditsIncremented)
    assert back.sequence == seated.one.sequence
