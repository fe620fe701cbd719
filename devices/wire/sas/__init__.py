"""The SAS-compatible subset: what host and player terminal say to each other, byte for byte.

The host:     `encode_request`, `decode_answer`, `decode_event`       (`decode_event` reads the answer to a `GeneralPoll`)
The machine:  `decode_request`, `encode_answer`, `encode_event`

The messages stand in `control`, `meters`, `tickets`, `progressives` and `transfers`: each a frozen class whose annotated
fields are its layout, in order; `@request` and `@answer` say its command. SAS is a protocol and mark of IGT; this subset is
written from public code and byte vectors, and says where something is not verified.
"""

from devices.wire.sas import control, meters, progressives, tickets, transfers
from devices.wire.sas.exceptions import NOTES_ACCEPTED, PRIORITY, QUIET, ExceptionCode
from devices.wire.sas.frames import (
    BROADCAST,
    Acknowledged,
    Busy,
    GeneralPoll,
    NotAcknowledged,
    Silence,
    decode_answer,
    decode_event,
    decode_request,
    encode_answer,
    encode_event,
    encode_request,
    is_broadcast,
)
from devices.wire.sas.layouts import Answer, Request

__all__ = [
    "BROADCAST",
    "NOTES_ACCEPTED",
    "PRIORITY",
    "QUIET",
    "Acknowledged",
    "Answer",
    "Busy",
    "ExceptionCode",
    "GeneralPoll",
    "NotAcknowledged",
    "Request",
    "Silence",
    "control",
    "decode_answer",
    "decode_event",
    "decode_request",
    "encode_answer",
    "encode_event",
    "encode_request",
    "is_broadcast",
    "meters",
    "progressives",
    "tickets",
    "transfers",
]
