"""One invented evening at The Star: who sits at the desk, and what waits."""

from datetime import UTC, date, datetime
from typing import Any

NOW = datetime(2026, 11, 17, 10, 42, 7, tzinfo=UTC)
HERE = "#main"

CRUMBS: dict[str, list[dict[str, str]]] = {
    "round": [
        {"label": "The Star", "url": HERE},
        {"label": "AC1, Aruze Craps", "url": HERE},
        {"label": "Gaming day 17 Nov 2026"},
    ],
    "rehearsal": [
        {"label": "Irregularities", "url": HERE},
        {"label": "AC2, round 0388", "url": HERE},
        {"label": "Case IRR-0207"},
    ],
    "refusal": [{"label": "Cage", "url": HERE}, {"label": "Desk 3"}],
    "as-at": [{"label": "Journal", "url": HERE}, {"label": "Redeemable tickets"}],
}
CURRENT = {
    "link-lost": "Live floor",
    "loading": "Rounds of play",
    "error": "Rounds of play",
    "round": "Rounds of play",
    "rehearsal": "Irregularities",
    "refusal": "Redeem",
    "as-at": "Tickets and vouchers",
}
LINKED = {
    "link-lost": {"state": "lost", "words": "Not live since 21:40:12"},
    "as-at": {"state": "still", "words": "Standing still at 21:42:07"},
}
AS_AT = {"instant": "Tue 17 Nov 2026, 21:42:07.318", "position": "4,918,274", "now_url": "?"}
LIVE = {"state": "live", "words": "Live, checked 1 s ago"}
MANAGER = {"name": "Helen Vassallo", "role": "Assistant Gaming Manager", "url": HERE}
CASHIER = {"name": "Priya Nair", "role": "Cashier, desk 3", "url": HERE}


def frame(name: str) -> dict[str, Any]:
    """What the frame shows around a page."""
    is_cage = name == "refusal"
    return {
        "venue": "The Star",
        "now": NOW,
        "gaming_day": date(2026, 11, 17),
        "find_url": "/find/",
        "navigation": _navigation(CAGE if is_cage else FLOOR, CURRENT.get(name, "")),
        "person": CASHIER if is_cage else MANAGER,
        "link": LINKED.get(name, LIVE),
        "crumbs": CRUMBS.get(name, []),
        "as_at": AS_AT if name == "as-at" else None,
        "position": "4,918,274",
        "hash": "c41e07b2",
        "keys": CAGE_KEYS if is_cage else [],
    }


def _item(label: str, count: int = 0, go: str = "", *, is_untaken: bool = False) -> dict[str, Any]:
    return {"label": label, "url": HERE, "count": count, "go": go, "is_untaken": is_untaken}


def _navigation(groups: list[tuple[str, list[dict[str, Any]]]], current: str) -> list[dict[str, Any]]:
    return [
        {"name": name, "items": [item | {"is_current": item["label"] == current} for item in items]} for name, items in groups
    ]


FLOOR = [
    ("Now", [_item("Home", 4, "h", is_untaken=True), _item("Live floor", go="f")]),
    (
        "Decide",
        [
            _item("Irregularities", 3, "i"),
            _item("Disputes", 1),
            _item("Contraventions"),
            _item("Limits and signs", 1),
            _item("Approvals", 2),
        ],
    ),
    ("Look up", [_item("Rounds of play"), _item("Player terminals"), _item("Tickets and vouchers"), _item("Journal", go="j")]),
    ("Know", [_item("Reports"), _item("Rule books", go="r")]),
]
CAGE = [
    ("Cage", [_item("Redeem", go="c"), _item("Manual payouts", 2), _item("Withheld", 1), _item("Expired and unclaimed")]),
    ("Desk 3", [_item("Shift"), _item("Transfers and fills"), _item("Slips")]),
    ("Look up", [_item("Tickets and vouchers"), _item("Patron day totals"), _item("Rule books", go="r")]),
]
CAGE_KEYS = [
    {"names": ["F2"], "does": "scan field"},
    {"names": ["F3"], "does": "show that payment"},
    {"names": ["F4"], "does": "other payment"},
    {"names": ["F9"], "does": "withhold"},
    {"names": ["Del"], "does": "take off the last ticket"},
]
