"""Lists of one invented evening."""

from fractions import Fraction
from typing import Any

from casino.components.frame import HERE

SHAPES = {"Redeemed": "done", "Refused": "refused", "Withheld": "waits", "Pending": "pending"}


def _row(paid: tuple[str, str, str, str, int, str], *, is_selected: bool = False) -> dict[str, Any]:
    at, number, issuer, state, value, slip = paid
    return {
        "is_selected": is_selected,
        "cells": [
            {"value": at},
            {"kind": "ticket", "value": number},
            {"value": issuer, "url": HERE},
            {"kind": "chip", "shape": SHAPES[state], "value": state},
            {"kind": "money", "value": value, "side": "figure", "url": HERE},
            {"value": slip},
        ],
    }


COLUMNS = [
    {"label": "Time", "kind": "text", "sort": "at"},
    {"label": "Ticket", "kind": "text"},
    {"label": "Issued by", "kind": "text", "sort": "issuer"},
    {"label": "State", "kind": "text"},
    {"label": "Value", "kind": "figure", "sort": "value"},
    {"label": "Slip", "kind": "text"},
]
TABLE: dict[str, Any] = {
    "name": "Last at this desk",
    "columns": COLUMNS,
    "fresh": {"count": 3, "url": HERE},
    "rows": [
        _row(("21:40:31", "017730226490151187", "IR2-03", "Redeemed", 9200, "3-004417")),
        _row(("21:38:12", "015519883044710926", "AC2-01", "Redeemed", 120500, "3-004416"), is_selected=True),
        _row(("21:36:55", "010416775233982201", "SB1-04", "Withheld", 6000, "none, withheld")),
        _row(("21:34:08", "019921330755864410", "IR1-07", "Redeemed", 34050, "3-004415")),
        _row(("21:33:40", "014827119305627748", "AC1-05", "Refused", 48650, "none")),
        _row(("21:31:19", "012287661400937758", "IR2-06", "Redeemed", 200000, "3-004414")),
        _row(("21:29:02", "013150772988460037", "AC1-08", "Pending", 4725, "not yet")),
    ],
    "total": [{"value": "Redeemed"}, {}, {}, {"value": "4 tickets"}, {"kind": "money", "value": 363750, "side": "figure"}, {}],
    "page": {"from": 1, "to": 7, "of": "41", "after": "c-4914400"},
}
STOPPED_TABLE = {name: value for name, value in TABLE.items() if name != "fresh"}
EMPTY_TABLE: dict[str, Any] = {
    "name": "Withheld",
    "columns": COLUMNS,
    "rows": [],
    "empty": {
        "title": "No ticket is withheld.",
        "words": "One stands here from the moment a cashier withholds it until an inspector has reviewed it (AC 4.2).",
        "action": {"label": "Withhold a ticket", "url": HERE},
    },
}
FILTERS: dict[str, Any] = {
    "groups": [
        {
            "name": "state",
            "label": "State",
            "options": [
                {"value": "", "label": "All", "count": 41, "is_on": True},
                {"value": "withheld", "label": "Withheld", "count": 1, "shape": "waits"},
                {"value": "refused", "label": "Refused", "count": 2, "shape": "refused"},
            ],
        },
        {
            "name": "book",
            "label": "Rule book",
            "options": [
                {"value": "", "label": "Every book", "is_on": True},
                *({"value": book.lower(), "label": book} for book in ("AC", "IR", "SB", "DF")),
            ],
        },
    ],
    "search": {"name": "ticket", "label": "Last four digits", "value": ""},
    "set": [{"name": "day", "label": "Gaming day", "value": "17 Nov 2026"}, {"name": "desk", "label": "Desk", "value": "3"}],
    "note": "Filters stay until you change them",
}

METER_COLUMNS = [
    {"label": "Terminal", "kind": "text"},
    *({"label": label, "kind": "figure"} for label in ("Before", "Credited", "After")),
]


def _meter(terminal: str, before: int, credited: int) -> dict[str, Any]:
    return {
        "cells": [
            {"value": terminal, "url": HERE},
            {"kind": "money", "value": before, "side": "figure"},
            {"kind": "change", "value": credited, "side": "figure"},
            {"kind": "money", "value": before + credited, "side": "figure"},
        ]
    }


CREDITED: dict[str, Any] = {
    "name": "Credit meters",
    "columns": METER_COLUMNS,
    "rows": [
        _meter("AC1-01", 41200, 0),
        _meter("AC1-02", 15800, 14400),
        _meter("AC1-05", 64000, 10500),
        _meter("AC1-08", 9125, 8893),
    ],
}


def _wager(name: str, stake: int, odds: str, *, exact: Fraction, paid: int, why: str) -> dict[str, Any]:
    rounding = paid - stake - exact if paid else Fraction(0)
    return {"name": name, "stake": stake, "odds": odds, "exact": exact, "rounding": rounding, "paid": paid, "why": why}


WAGERS: list[dict[str, Any]] = [
    {
        "terminal": "AC1-02",
        "wagers": [
            _wager(
                "Any Seven",
                2000,
                "9 to 2",
                exact=Fraction(9000),
                paid=11000,
                why="Any Seven, dice 3 and 4: 9 to 2 on $20.00 is $90.00, and the stake. Rule 3.10.",
            ),
            _wager(
                "Hop 3-4",
                200,
                "16 to 1",
                exact=Fraction(3200),
                paid=3400,
                why="The chosen combination 3 and 4 was rolled: 16 to 1 on $2.00 is $32.00, and the stake. Rule 3.10.",
            ),
        ],
    },
    {
        "terminal": "AC1-03",
        "wagers": [
            _wager("Place 8", 1200, "", exact=Fraction(0), paid=0, why="A total of 7 before the 8. Rule 3.9.7.2: loses."),
        ],
    },
    {
        "terminal": "AC1-08",
        "wagers": [
            _wager(
                "Place to Lose 10",
                1000,
                "5 to 11",
                exact=Fraction(5000, 11),
                paid=1455,
                why="A total of 7 before the 10: 5 to 11 on $10.00 is $4.54 and 6/11 of a cent, paid up. Rule 3.10.",
            ),
            _wager(
                "Place to Lose 9",
                1500,
                "5 to 8",
                exact=Fraction(1875, 2),
                paid=2438,
                why="A total of 7 before the 9: 5 to 8 on $15.00 is $9.37 and 1/2 of a cent, paid up. Rule 3.10.",
            ),
        ],
    },
]
WAGERS_TOTAL = {
    "stake": 5900,
    "exact": Fraction(12200) + Fraction(5000, 11) + Fraction(1875, 2),
    "rounding": Fraction(21, 22),
    "paid": 18293,
}
