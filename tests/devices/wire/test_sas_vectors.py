from __future__ import annotations

import pytest

from devices.wire import sas
from devices.wire.sas import Answer, Request
from devices.wire.sas.crc import crc, sealed
from devices.wire.sas.layouts import ANSWERS as ANSWER_LAYOUTS
from devices.wire.sas.layouts import REQUESTS as REQUEST_LAYOUTS
from devices.wire.sas.tickets import GiveNumber, ValidationRecord
from tests.devices.wire.vectors import ANSWERS, BROADCASTS, NUMBER, REQUESTS


def test_the_check_sum_is_crc_16_kermit() -> None:
    assert crc(b"123456789") == 0x2189


@pytest.mark.parametrize("frame", [*(text for text in REQUESTS if len(text) > 5), *BROADCASTS, *ANSWERS])
def test_the_check_sum_of_every_known_frame_is_its_last_two_bytes(frame: str) -> None:
    data = bytes.fromhex(frame)
    assert sealed(data[:-2]) == data


@pytest.mark.parametrize(("frame", "request_"), REQUESTS.items())
def test_the_host_asks_in_these_bytes_and_the_machine_reads_them(frame: str, request_: Request) -> None:
    assert sas.encode_request(request_, address=1) == bytes.fromhex(frame)
    assert sas.decode_request(bytes.fromhex(frame), address=1) == request_


@pytest.mark.parametrize(("frame", "request_"), BROADCASTS.items())
def test_the_host_tells_all_machines_in_these_bytes(frame: str, request_: Request) -> None:
    data = bytes.fromhex(frame)
    assert sas.encode_request(request_, address=sas.BROADCAST) == data
    assert sas.decode_request(data, address=1) == sas.decode_request(data, address=99) == request_
    assert sas.is_broadcast(data)


@pytest.mark.parametrize(("frame", "asked", "answer"), [(frame, *pair) for frame, pair in ANSWERS.items()])
def test_the_machine_answers_in_these_bytes_and_the_host_reads_them(frame: str, asked: Request, answer: Answer) -> None:
    assert sas.encode_answer(answer, address=1) == bytes.fromhex(frame)
    assert sas.decode_answer(bytes.fromhex(frame), address=1, asked=asked) == answer


@pytest.mark.parametrize(
    ("command", "size"),
    [(0x0F, 28), (0x1A, 8), (0x1B, 24), (0x57, 10), (0x58, 5), (0x4D, 35), (0x50, 14), (0x73, 34), (0x74, 40)],
)
def test_an_answer_has_the_length_real_machines_send(command: int, size: int) -> None:
    assert {layout.size for layout in ANSWER_LAYOUTS.layouts.values() if layout.command == command} == {size}


def test_a_ticket_frame_has_21_bytes_both_ways_and_a_number_13() -> None:
    sizes = {
        layout.message.__name__: layout.size
        for layouts in (ANSWER_LAYOUTS, REQUEST_LAYOUTS)
        for layout in layouts.layouts.values()
    }
    assert (sizes["InsertedTicket"], sizes["DecideTicket"], sizes["Redemption"], sizes["GiveNumber"]) == (21, 21, 21, 13)


def test_a_printed_ticket_has_the_18_digits_the_host_gave() -> None:
    record = next(answer for _, answer in ANSWERS.values() if isinstance(answer, ValidationRecord))
    assert record.validation_number == NUMBER == GiveNumber(NUMBER).number


def test_every_question_of_the_subset_is_there() -> None:
    commands = {layout.command for layout in REQUEST_LAYOUTS.layouts.values()}
    listed = "01 02 06 07 0F 1A 1B 94 A8 1F 54 21 2F 6F 57 58 4D 50 70 71 7B 7E 7F 80 86 85 87 73 74 72 A0"
    assert set(bytes.fromhex(listed)) <= commands
