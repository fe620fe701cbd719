"""Amounts, meters, clocks and the record of one invented evening."""

from fractions import Fraction
from typing import Any

from casino.components.frame import HERE

TICKET = "014827119305627748"
LOSES = Fraction(5000, 11)  # 5 to 11 on $10.00: $4.54 and 6/11 of a cent
EXACT_HOUSE = Fraction(-453025, 22)  # $205.92 and 1/22 of a cent, out of the house
HALF_A_CENT = Fraction(1, 2)
ROUNDED_UP = Fraction(5, 11)
NONE = Fraction(0)

X_01: dict[str, Any] = {
    "id": "X-01",
    "title": "Fractions of a cent on terminals",
    "text": "Compute exactly; credit winnings and the returned stake of each wager up to the next whole cent.",
    "url": HERE,
}
AC_12: dict[str, Any] = {
    "id": "AC-12",
    "title": "Cocked dice and wagers carried over",
    "text": "Every wager on the layout in that round is void and refunded, with commission.",
    "is_contested": True,
    "url": HERE,
}

METERS: list[dict[str, Any]] = [
    {"name": "Notes in", "code": "drop, LP 0F", "state": "equal", "theirs": 40000, "ours": 40000, "difference": 0},
    {"name": "Staked", "code": "coin in, LP 0F", "state": "equal", "theirs": 124000, "ours": 124000, "difference": 0},
    {
        "name": "Paid on wins, stake included",
        "code": "coin out, LP 0F",
        "state": "differs",
        "theirs": 104420,
        "ours": 104000,
        "difference": 420,
        "words": "Round 0407, Place to Lose 9: credited at 4 to 5, the odds of 6 or 8. Ground 6.2.1.",
    },
    {"name": "Tickets out", "code": "0086, LP 6F", "state": "equal", "theirs": 0, "ours": 0, "difference": 0},
    {
        "name": "Credit meter now",
        "code": "LP 1A",
        "state": "unread",
        "ours": 21400,
        "reason": "no answer to 3 polls",
        "age": "0:41 ago",
    },
]

TALLY = [
    {"label": "Tables playing", "value": "5 of 7", "url": HERE, "words": "AC2 halted, DF2 opens 22:00"},
    {"label": "Terminals in play", "value": "28 of 40", "url": HERE, "words": "1 locked, 1 no link"},
    {"label": "Staked this gaming day", "value": "$318,442.50", "url": HERE, "words": "to 21:42"},
    {"label": "House win", "value": "$9,871.20", "url": HERE, "words": "theory $10,204.66, within band"},
    {"label": "Tickets outstanding", "value": "$41,206.75", "url": HERE, "words": "312 tickets"},
]

COUNTDOWNS: list[dict[str, Any]] = [
    {"as": "bar", "what": "Wagering period", "ends": "2026-11-17T10:42:18Z", "of": 24, "left": 11, "figure": "0:11"},
    {
        "as": "ring",
        "what": "Wagering closes in",
        "ends": "2026-11-17T10:42:34Z",
        "of": 40,
        "left": 27,
        "offset": 32,
        "figure": "0:27",
    },
    {"as": "bar", "what": "Wagering period", "ends": "2026-11-17T10:42:07Z", "of": 24, "left": 0, "figure": "closing"},
    {"as": "bar", "what": "Wagering period", "closed": True, "of": 24, "left": 0},
]

STAGES: list[dict[str, Any]] = [
    {"name": "Opened", "at": "21:41:33.020", "words": "by settlement of 0411", "state": "past"},
    {"name": "Wagering closed", "at": "21:42:18.004", "words": "15 wagers, 1 late refused", "state": "past"},
    {"name": "Dice shot", "at": "21:42:23.871", "words": "AC1-05 pressed, 5.9 s of 10 s", "state": "past"},
    {"name": "Outcome sensed", "at": "21:42:27.440", "words": "tumbler T-AC1, both flat", "state": "past"},
    {"name": "Settled", "at": "21:42:27.618", "words": "15 wagers, 178 ms", "state": "past"},
    {"name": "Credited", "at": "21:42:27.702", "words": "5 terminals", "state": "past"},
]
STAGES_RUNNING: list[dict[str, Any]] = [
    *STAGES[:2],
    {"name": "Dice shot", "at": "21:42:23.871", "words": "AC1-05 pressed", "state": "now"},
    {"name": "Outcome sensed", "at": "", "words": "tumbler T-AC1", "state": "ahead"},
    {"name": "Settled", "at": "", "words": "", "state": "ahead"},
]

STORY: list[dict[str, Any]] = [
    {
        "title": "Credits collected at AC1-05",
        "at": "21:18:03",
        "kind": "past",
        "words": "With no wager standing.",
        "rule": "AC 3.7",
        "links": [{"label": "round AC1-0398", "url": HERE}],
    },
    {
        "title": "Issued for $486.50",
        "at": "21:18:04",
        "kind": "past",
        "words": "The meter went from $486.50 to $0.00 in the same transaction.",
        "rule": "AC 3.8",
    },
    {"title": "Printed", "at": "21:18:06", "kind": "past", "words": "The terminal confirmed it (3D, record 12)."},
    {
        "title": "Redeemed at cage desk 1",
        "at": "21:31:47",
        "kind": "open",
        "words": "$486.50 in cash.",
        "rule": "AC 4.3",
        "links": [{"label": "slip 1-003977", "url": HERE}],
    },
    {
        "title": "Refused at cage desk 3",
        "at": "21:42:07",
        "kind": "refused",
        "words": "Scanned again. Nothing was paid.",
        "code": "ticket.already-redeemed",
    },
    {"title": "Expires", "kind": "ahead", "words": "Wed 17 Nov 2027, if it had not been paid."},
]

FACTS: list[dict[str, Any]] = [
    {"label": "Issued by", "value": "AC1-05", "url": HERE, "note": "Aruze Craps"},
    {"label": "Issued", "value": "Tue 17 Nov 2026, 21:18:04"},
    {"label": "Printed", "value": "confirmed 21:18:06", "note": "record 12"},
    {"label": "Expires", "value": "Wed 17 Nov 2027", "decides": True},
    {"label": "Came from", "value": "credits after round AC1-0398", "url": HERE},
]

STORED = {
    "title": "Entry 4,916,880",
    "lines": '{"stream":"ticket/014827119305627748","version":5,\n'
    ' "type":"payouts.ticket-redeemed","v":1,\n'
    ' "data":{"amount_cents":48650,"form":"cash",\n'
    '   "slip":"1-003977"},\n'
    ' "rule":"AC 4.3","gaming_day":"2026-11-17",\n'
    ' "recorded_at":"2026-11-17T10:31:47.902114Z",\n'
    ' "prev":"c41e07b2…9a60"}',
}

PROOFS: list[dict[str, Any]] = [
    {
        "is_sealed": True,
        "leaf": "4,916,880",
        "checkpoint": "49,169",
        "signed": "21:31:48",
        "witness": "21:31:51",
        "save_url": HERE,
    },
    {"is_sealed": False},
    {
        "is_sealed": True,
        "is_open": True,
        "words": "Sealed, leaf 4,918,391",
        "leaf": "4,918,391, 23 hashes",
        "checkpoint": "49,184",
        "signed": "21:42:28",
        "witness": "cosigned 21:42:31",
        "save_url": HERE,
    },
]
