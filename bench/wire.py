"""How fast frames are read: a machine's answers decoded into messages, against their check sums alone."""

from __future__ import annotations

import time
from binascii import crc_hqx

from bench.ground import ROUNDS, Ground
from bench.registry import Measured, benchmark
from devices.wire.sas import Request, decode_answer
from devices.wire.sas.crc import REVERSED
from tests.devices.wire.vectors import ANSWERS

FRAMES = 50_000


@benchmark(bar=0.12, aim=0.2, better="higher", unit="of their check sums")
def wire_codec(ground: Ground) -> Measured:
    """Frames a second: checked, decoded and put into messages, against a loop that only computes their KERMIT check sum."""
    known = [(bytes.fromhex(frame), asked) for frame, (asked, _) in ANSWERS.items()]
    pairs = known * max(1, round(FRAMES * ground.size / len(known)))
    frames = [frame for frame, _ in pairs]
    return Measured([(len(pairs) / _seconds_to_decode(pairs), len(pairs) / _seconds_to_check(frames)) for _ in range(3 * ROUNDS)])


def _seconds_to_decode(pairs: list[tuple[bytes, Request]]) -> float:
    start = time.process_time()
    for frame, asked in pairs:
        decode_answer(frame, address=1, asked=asked)
    return time.process_time() - start


def _seconds_to_check(frames: list[bytes]) -> float:
    turn = REVERSED
    start = time.process_time()
    for frame in frames:
        turned = crc_hqx(frame[:-2].translate(turn), 0)
        turn[turned & 0xFF] << 8 | turn[turned >> 8]
    return time.process_time() - start
