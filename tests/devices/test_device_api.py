from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from casino import journal, keys
from casino.domain import attempts
from casino.domain.events import VenueId
from casino.environment import ROOT
from casino.journal import verification
from casino.stack.ports import LOOPBACK, free_port
from casino.stack.process import Child, wait_until
from casino.stack.processes import is_answering
from devices import keyring, services
from devices.domain import device
from devices.domain.device import Kind
from devices.models import DeviceKey, WireCount
from devices.wire.signing import SignedRequest, authorize
from tests.asking import Program, problem
from tests.databases import Database
from tests.factories import asked_by, open_house

PATH = "/api/device/announce"
STAR = VenueId("star")


class Machine:
    """A machine with a key, which counts what it asks."""

    def __init__(self, name: str) -> None:
        self.name = name
        services.register_device(name=name, kind=Kind.PLAYER_TERMINAL, origin=asked_by("812"))
        self.take_key()

    def take_key(self) -> None:
        self.key_id = services.issue_key(name=self.name, origin=asked_by("812"))
        key = keyring.show_once(self.key_id)
        assert key is not None
        self.key = key

    def announce(self, sequence: int, software: object = "2.14.7", *, key: str | None = None, **other: str) -> Any:
        request_id = key if key is not None else str(uuid4())
        body = json.dumps({"software": software}).encode()
        signed = SignedRequest("POST", PATH, sequence, request_id, body)
        header = other.get("header") or authorize(signed, key_id=other.get("key_id", self.key_id), key=self.key)
        headers = {"Authorization": header, "Idempotency-Key": request_id}
        sent = other.get("body", body.decode())
        return Client(raise_request_exception=False).post(PATH, sent, content_type="application/json", headers=headers)


@pytest.fixture
def machine(committed: Database) -> Machine:
    open_house()
    return Machine("AC01-T3")


def _written() -> int:
    return verification.verify().events


def test_a_machine_announces_itself_and_is_told_when_that_was_recorded(machine: Machine) -> None:
    told = machine.announce(1).json()
    recorded = list(journal.history(device.at(STAR, machine.name)))[-1]
    assert told == {"device": "star.AC01-T3", "sequence": 1, "recorded_at": recorded.line.recorded_at}
    assert (recorded.line.actor, recorded.line.role) == ("device/star.AC01-T3", "device")


def test_the_same_sequence_with_the_same_request_is_answered_as_the_first_time(machine: Machine) -> None:
    key = str(uuid4())
    first, before = machine.announce(1, key=key).json(), _written()
    assert machine.announce(1, key=key).json() == first
    assert _written() == before
    assert problem(machine.announce(1, "other", key=key)) == (409, "request-reused")


def test_a_gap_is_taken_and_stands_in_the_record(machine: Machine) -> None:
    machine.announce(1)
    assert machine.announce(5).status_code == 200
    assert list(journal.history(device.at(STAR, machine.name)))[-1].event.missed == 3


def test_a_stale_sequence_is_refused_and_the_attempt_is_on_the_record(machine: Machine) -> None:
    machine.announce(7)
    assert problem(machine.announce(7)) == (409, "sequence-replayed")
    assert problem(machine.announce(6)) == (409, "sequence-replayed")
    refused = journal.state(attempts.at(STAR, "star.AC01-T3"))
    assert refused.refused == 2
    assert journal.state(device.at(STAR, machine.name)).last_sequence == 7


def test_an_old_request_sent_again_to_the_byte_is_a_replay_once_a_later_one_was_heard(machine: Machine) -> None:
    key = str(uuid4())
    machine.announce(1, key=key)
    machine.announce(2)
    assert problem(machine.announce(1, key=key)) == (409, "sequence-replayed")
    assert journal.state(attempts.at(STAR, "star.AC01-T3")).refused == 1


def test_whatever_is_not_signed_as_it_was_sent_is_refused_alike_and_nothing_is_written(machine: Machine) -> None:
    other = Machine("AC01-T4")
    before = _written()
    forged = f"Pitledger key={machine.key_id}, seq=1, sig={'0' * 64}"
    answers: list[Any] = [
        machine.announce(1, header=forged),
        machine.announce(1, header="Pitledger nonsense"),
        machine.announce(1, header="Bearer abc"),
        machine.announce(1, key_id="unknown"),
        machine.announce(1, key_id=other.key_id),  # one machine never acts for another
        machine.announce(1, body='{"software": "changed"}'),
        Client().post(PATH, "{}", content_type="application/json"),
        Program("812").post(PATH, {"software": "2"}),  # no cookie lets anybody in here
    ]
    assert {problem(answer) for answer in answers} == {(401, "signature-refused")}
    assert len({json.loads(answer.content)["detail"] for answer in answers}) == 1
    assert _written() == before + 1  # Ruth sat down
    counted = dict(WireCount.objects.filter(kind="signature refused").values_list("device", "times"))
    assert counted == {"star.AC01-T3": 2, "star.AC01-T4": 1, "nobody": 1}
    assert "Requests that nobody could prove" in Program("812").get("/devices/").content.decode()
    assert "Signature refused" in Program("812").get("/devices/AC01-T4/").content.decode()


def test_a_revoked_key_is_refused_and_destroyed_and_the_one_that_replaced_it_goes_on(machine: Machine) -> None:
    old = machine.key_id, machine.key
    machine.announce(1)
    machine.take_key()
    assert machine.announce(2).status_code == 200
    services.revoke_key(name=machine.name, key_id=old[0], origin=asked_by("812"))
    assert not DeviceKey.objects.filter(key_id=old[0]).exists()
    assert machine.announce(3).status_code == 200
    machine.key_id, machine.key = old
    assert problem(machine.announce(4)) == (401, "signature-refused")


def test_one_machine_never_acts_for_another_even_by_the_service(machine: Machine) -> None:
    Machine("AC01-T4")
    with pytest.raises(device.AnotherDevice):
        services.announce(name="AC01-T4", software="2", sequence=1, origin=asked_by("812"))


@pytest.mark.parametrize("software", [7, None, "", "a\0b", ["2"], "x" * 101])
def test_software_that_cannot_be_read_is_refused(machine: Machine, software: object) -> None:
    before = _written()
    assert problem(machine.announce(1, software)) == (422, "not-readable")
    assert _written() == before


def test_a_signed_request_needs_an_id_that_is_a_uuid(machine: Machine) -> None:
    assert problem(machine.announce(1, key="no-uuid")) == (422, "not-readable")


def test_a_body_of_ten_megabytes_is_refused(machine: Machine) -> None:
    assert problem(machine.announce(1, body=" " * 10_000_000)) == (413, "too-large")


def test_a_script_for_software_is_stored_and_shown_as_text(machine: Machine) -> None:
    script = "<script>alert(1)</script>"
    assert machine.announce(1, script).status_code == 200
    program = Program("812")
    assert program.get("/api/devices/AC01-T3").json()["software"] == script
    shown = program.get("/devices/AC01-T3/").content.decode()
    assert script not in shown
    assert "&lt;script&gt;" in shown


def test_the_key_is_told_once_and_kept_only_encrypted(machine: Machine) -> None:
    assert keyring.show_once(machine.key_id) is None
    row = DeviceKey.objects.get(key_id=machine.key_id)
    assert machine.key not in bytes(row.wrapped)
    lines = " ".join(str(each.line) for each in journal.history(device.at(STAR, machine.name)))
    assert machine.key.hex() not in lines


def test_a_key_moved_to_another_machine_opens_nothing(machine: Machine) -> None:
    Machine("AC01-T4")
    DeviceKey.objects.filter(key_id=machine.key_id).update(device="star.AC01-T4")
    assert problem(machine.announce(1)) == (401, "signature-refused")


def test_people_register_machines_and_keep_their_keys_by_the_api(machine: Machine) -> None:
    program, key = Program("812"), str(uuid4())
    assert program.post("/api/devices", {"name": "IR01", "kind": "wheel"}).json() == {"name": "IR01"}
    first = program.post("/api/devices/IR01/keys", key=key).json()
    again = program.post("/api/devices/IR01/keys", key=key).json()
    assert (len(first["key"]), again) == (64, {"key_id": first["key_id"], "key": None})
    program.post("/api/devices/IR01/keys")
    assert problem(program.post("/api/devices/IR01/keys")) == (409, "device-keys-at-most-two")
    assert program.post(f"/api/devices/IR01/keys/{first['key_id']}/revoke").status_code == 204
    assert problem(program.post(f"/api/devices/IR01/keys/{first['key_id']}/revoke")) == (409, "device-key-not-valid")
    assert len(program.get("/api/devices/IR01").json()["key_ids"]) == 1
    assert problem(program.post("/api/devices/nothing/keys")) == (409, "device-not-registered")
    assert problem(program.post("/api/devices", {"name": "IR01", "kind": "wheel"})) == (409, "device-registered")


def test_the_list_of_machines_comes_in_pages_and_none_is_told_twice(machine: Machine) -> None:
    for number in range(60):
        services.register_device(name=f"T{number:02}", kind=Kind.KIOSK, origin=asked_by("812"))
    program = Program("812")
    first = program.get("/api/devices").json()
    second = program.client.get(first["next"]).json()
    names = [each["name"] for each in first["items"] + second["items"]]
    assert (len(first["items"]), len(names), len(set(names)), second["next"]) == (50, 61, 61, None)


def test_pages_register_a_machine_and_show_its_key_once(machine: Machine) -> None:
    client = Program("812").client
    token = {"csrfmiddlewaretoken": "c" * 32, "request_id": str(uuid4())}
    assert client.post("/devices/register/", {**token, "name": "KIOSK-1", "kind": "kiosk"}).status_code == 302
    issue = {**token, "request_id": str(uuid4())}
    shown = client.post("/devices/KIOSK-1/issue-key/", issue).content.decode()
    again = client.post("/devices/KIOSK-1/issue-key/", issue).content.decode()
    assert ('class="secret"' in shown, 'class="secret"' in again) == (True, False)
    key_id = journal.state(device.at(STAR, "KIOSK-1")).keys[0]
    revoke = f"/devices/KIOSK-1/revoke-key/{key_id}/"
    assert client.post(revoke, {**token, "request_id": str(uuid4())}).status_code == 302
    assert journal.state(device.at(STAR, "KIOSK-1")).keys == ()


def test_a_machine_is_shown_as_it_stood_and_then_nothing_can_be_done(machine: Machine) -> None:
    ref = device.at(STAR, machine.name)
    registered = next(iter(journal.history(ref))).line.recorded_at
    machine.announce(1)
    shown = Program("812").get(f"/devices/{machine.name}/", at=registered).content.decode()
    assert "not heard of yet" in shown
    assert "issue-key" not in shown
    assert "revoke-key" not in shown


@pytest.fixture
def web(committed: Database, tmp_path: Path) -> Iterator[str]:
    port = free_port()
    server = Child(
        "web",
        [sys.executable, "-m", "uvicorn", "casino.asgi:application", f"--port={port}", "--lifespan=off"],
        log=tmp_path / "web.log",
        record=tmp_path / "web.json",
        environment=os.environ | committed.environment,
        folder=ROOT,
        grace_seconds=2,
    )
    server.start()
    assert wait_until(lambda: is_answering(f"http://{LOOPBACK}:{port}/healthz"), 20), (tmp_path / "web.log").read_text()
    yield f"http://{LOOPBACK}:{port}"
    server.stop()


def _run_client(web: str, machine: Machine, sequence: int, request_id: str) -> dict[str, object]:
    program = [sys.executable, str(ROOT / "docs" / "device-client.py")]
    given = [web, machine.key_id, str(sequence), "2.14.7", request_id]
    done = subprocess.run([*program, *given], input=machine.key.hex(), capture_output=True, text=True, check=False)
    told: dict[str, object] = json.loads(done.stdout)
    return told


@pytest.mark.slow(reason="starts a web server and the client as a process, three times")
def test_the_documented_client_signs_sends_and_reads_the_answer(machine: Machine, web: str) -> None:
    request_id = str(uuid4())
    first = _run_client(web, machine, 1, request_id)
    assert (first["device"], first["sequence"]) == ("star.AC01-T3", 1)
    assert _run_client(web, machine, 1, request_id) == first
    assert _run_client(web, machine, 1, str(uuid4()))["code"] == "sequence-replayed"


def test_the_documented_client_is_short_and_needs_nothing_but_python() -> None:
    text = (ROOT / "docs" / "device-client.py").read_text()
    assert len(text.splitlines()) <= 80
    imported = {line.split()[1].partition(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))}
    assert imported <= set(sys.stdlib_module_names)


def test_the_house_key_is_what_keeps_a_device_key(machine: Machine) -> None:
    row = DeviceKey.objects.get(key_id=machine.key_id)
    with pytest.raises(ValueError, match="not kept under"):
        keys.unwrap(bytes(row.wrapped), "something else")
