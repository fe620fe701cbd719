"""The number that every request of a terminal carries: used up once, never again, and a gap is seen by somebody."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connections

from casino import journal, selectors
from casino.domain.powers import AC, IR
from devices import services as devices
from devices.domain import credit_meter, device
from devices.domain.events import CreditsCancelled, RequestsMissed
from devices.models import Alert
from games.models import Wager
from tests.asking import problem
from tests.casino.asking import entries, react
from tests.databases import Database
from tests.games.floor import SECONDS, STAR, by, check, credits_of
from tests.games.seated import STATE, Seated, meter, on_record, refusal
from tests.games.signing import Signing

WAGER = {"selection": "red", "stake_cents": 500}


@pytest.fixture
def seated(committed: Database) -> Seated:
    return Seated(committed, IR)


def test_a_request_uses_its_number_up_on_the_credit_meter_and_a_refused_one_uses_none(seated: Seated) -> None:
    number = seated.one.sequence + 1
    assert problem(seated.place(cents=1)) == (409, "wager-below-minimum")
    assert meter(seated.one.name).last_sequence == number - 1
    assert seated.place(sequence=number).status_code == 201
    assert meter(seated.one.name).last_sequence == number
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
    used, before = seated.one.sequence, entries()
    said = f"{seated.one.name} sent sequence {used} after {used}: this is a replay, or its count was lost."
    assert refusal(seated.place("black", sequence=used)) == ("sequence-replayed", "", said)
    assert (entries(), credits_of(seated.one.name), Wager.objects.count()) == (before + 1, 49_500, 1)
    assert problem(seated.one.post("/api/device/tables/IR01/give-up-place", sequence=used)) == (409, "sequence-replayed")
    seated.place("black")
    assert problem(seated.place(sequence=used, key=key)) == (409, "sequence-replayed")  # to the byte, but later
    assert problem(seated.place("odd", sequence=1)) == (409, "sequence-replayed")
    assert on_record(seated.one.name) == ["sequence-replayed"] * 4
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
    bodies: list[object] = [{"software": "4"}, None, {"at": str(selectors.now()), "notes_in_cents": 0}, WAGER]
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
                answer = Signing.of(seated.one).post(seated.wagers, {"selection": selection, "stake_cents": 500}, sequence=number)
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
