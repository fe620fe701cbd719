"""What people decide, sign, refuse and are told, on one invented evening."""

from typing import Any

from casino.components.figures import AC_12
from casino.components.frame import HERE

REFUSAL: dict[str, Any] = {
    "title": "Do not pay. Already redeemed.",
    "sentence": "This ticket was paid at 9:31 tonight at desk 1. I cannot pay it again.",
    "amount": 48650,
    "rule": "AC 1.1",
    "code": "ticket.already-redeemed",
    "kept": "This attempt is on the record, 21:42:07. The batch is as it was.",
    "facts": [
        {"label": "Redeemed", "value": "Tue 17 Nov 2026, 21:31:47", "decides": True},
        {"label": "Issued by", "value": "AC1-05", "url": HERE, "note": "Aruze Craps"},
        {"label": "Where", "value": "Cage desk 1", "decides": True},
        {"label": "Issued", "value": "Tue 17 Nov 2026, 21:18:04"},
        {"label": "Paid", "value": "slip 1-003977", "url": HERE, "note": "$486.50 cash"},
        {"label": "Expires", "value": "Wed 17 Nov 2027"},
    ],
    "actions": [
        {"label": "Clear and scan next", "key": "Esc", "url": HERE, "is_primary": True},
        {"label": "Show that payment", "key": "F3", "url": HERE},
        {"label": "Patron disputes it, AC 7.14", "key": "F10", "url": HERE},
    ],
}
NO_POWER: dict[str, Any] = {
    "title": "You may not declare a round void.",
    "sentence": "An Assistant Gaming Manager has to decide this. I am calling one now.",
    "rule": "AC 6.4",
    "code": "authority.not-held",
    "kept": "Nothing was written.",
    "facts": [
        {"label": "Who may", "value": "Assistant Gaming Manager", "decides": True},
        {"label": "On duty", "value": "Helen Vassallo, Tomasz Wielgosz"},
        {"label": "You hold", "value": "Electronic gaming attendant, AC"},
    ],
    "actions": [{"label": "Call the manager", "url": HERE, "is_primary": True}],
}

CONFIRM: dict[str, Any] = {
    "key": "Enter",
    "verb": "Pay",
    "amount": 121200,
    "form": "cash",
    "action": HERE,
    "request_id": "01JD0000000000000000000001",
    "lines": [
        {"label": "Pays", "value": "$1,212.00 in cash", "note": "from drawer 3", "decides": True},
        {"label": "By", "value": "Priya Nair, cashier"},
        {"label": "Under", "value": "AC 4.3, paid immediately"},
        {"label": "Then", "value": "3 tickets are redeemed for good; slip 3-004418 prints"},
        {"label": "Patron", "value": "Not identified. Needed from $5,000.00", "note": "AML/CTF Act, in force 31 Mar 2026"},
    ],
    "others": [
        {"label": "Other payment", "key": "F4", "url": HERE},
        {"label": "Identify", "key": "F5", "url": HERE},
        {"label": "Clear", "key": "Esc", "url": HERE},
    ],
}
CONFIRM_REFUSED = CONFIRM | {
    "amount": 72550,
    "why_not": "clear the refusal first",
    "others": [],
    "lines": [CONFIRM["lines"][0] | {"value": "$725.50 in cash"}, *CONFIRM["lines"][1:3]],
}
CONFIRM_CHANGED = CONFIRM | {
    "changed": "ticket … 9951 was redeemed at desk 1 at 21:42:05.",
    "why_not": "the batch changed",
    "others": [{"label": "Show the batch as it is now", "url": HERE}],
    "lines": CONFIRM["lines"][:3],
}


def _void(place: str, name: str, note: str, stake: int, back: int | None = None, *, reading: Any = None) -> dict[str, Any]:
    return {
        "place": place,
        "name": name,
        "note": note,
        "before": stake,
        "word": "Void",
        "change": back or stake,
        "reading": reading,
    }


def _meter(place: str, before: int, change: int, **more: Any) -> dict[str, Any]:
    return {"place": place, "name": "Credit meter", "before": before, "after": before + change, "change": change, **more}


REHEARSAL: dict[str, Any] = {
    "hash": "9f3c71aa",
    "until": "21:52:07",
    "groups": [
        {
            "name": "Wagers",
            "note": "8 of 8 on the layout; what each gets back",
            "rows": [
                _void("AC2-01", "Pass Line", "carried, point 8 since 0386", 2500, reading=AC_12),
                _void("AC2-01", "Odds 8", "carried since 0387", 5000),
                _void("AC2-03", "Buy 4", "commission $2.00 at placement", 4000, 4200),
                _void("AC2-04", "Don’t Pass Line", "carried, point 8 since 0386", 1000, reading=AC_12),
                _void("AC2-06", "Field", "", 1500),
                _void("AC2-06", "Any Seven", "", 500),
                _void("AC2-07", "Hard 8", "carried since 0387", 1000, reading=AC_12),
                _void("AC2-07", "Hop 4-4", "", 200),
            ],
            "total": {"words": "Stakes $157.00 and commission $2.00", "before": 15700, "word": "8 void", "change": 15900},
        },
        {
            "name": "Credit meters",
            "note": "before, after, change",
            "rows": [
                _meter("AC2-01", 34000, 7500),
                _meter("AC2-03", 11850, 4200),
                _meter("AC2-04", 6200, 1000),
                _meter("AC2-06", 20525, 2000),
                _meter("AC2-07", 148000, 1200),
            ],
            "total": {"words": "5 meters", "before": 220575, "after": 236475, "change": 15900},
        },
    ],
    "untouched": ["Tickets, vouchers and payouts", "Jackpots", "Prize draw entries"],
    "sum": "−$157.00 −$2.00 +$159.00 = $0.00",
}
REHEARSAL_REDRAWN: dict[str, Any] = REHEARSAL | {
    "hash": "41d80c2e",
    "redrawn": "AC2-03 collected $20.00 at 21:42:31.",
    "groups": [
        REHEARSAL["groups"][1]
        | {
            "name": "Credit meters, as they are now",
            "rows": [_meter("AC2-03", 9850, 4200, is_changed=True, was="$118.50"), _meter("AC2-04", 6200, 1000)],
            "total": {"words": "2 meters", "before": 16050, "after": 21250, "change": 5200},
        }
    ],
}

SIGNATURES: list[dict[str, Any]] = [
    {"state": "here", "name": "Helen Vassallo", "role": "AGM", "words": "you, now, with your security key"},
    {"state": "awaited", "name": "Another AGM for AC", "words": "on duty: Tomasz Wielgosz, Ana Petrov"},
]
SIGNATURES_SIGNED: list[dict[str, Any]] = [
    {"state": "signed", "name": "Helen Vassallo", "role": "AGM", "words": "signed 21:42:40, key 7c1e, preview 9f3c71aa"},
    {"state": "signed", "name": "Ana Petrov", "role": "AGM", "words": "signed 21:43:02, key 02b9, preview 9f3c71aa"},
]

GATES: list[dict[str, Any]] = [
    {"state": "passed", "text": "Terms 5.7.1 to 5.7.9", "rule": "5.7"},
    {"state": "missing", "text": "How results are published", "rule": "5.7.10", "url": HERE},
    {"state": "missing", "text": "Scrutineer named: prize over $10,000", "rule": "5.2", "url": HERE},
    {"state": "passed", "text": "No prohibited prize", "rule": "5.5"},
    {"state": "waits", "text": "Lodged 24 h before commencement", "rule": "5.9"},
]

ALERTS: list[dict[str, Any]] = [
    {
        "shape": "refused",
        "title": "AC2 cocked dice",
        "since": "2026-11-17T10:40:43Z",
        "age": "1:24",
        "words": "Round 0388: tumbler T-AC2 reports die 2 not flat. All wagers wait.",
        "link": {"label": "Rehearse the void", "url": HERE},
        "rule": "AC 6.4.1",
        "has_ring": True,
        "url": HERE,
        "acknowledge_url": HERE,
    },
    {
        "shape": "no-link",
        "title": "IR2-08 no link",
        "since": "2026-11-17T10:41:26Z",
        "age": "0:41",
        "words": "No answer to 3 polls; meter last seen $214.00.",
        "rule": "IR 7.2.2",
        "url": HERE,
        "acknowledge_url": HERE,
    },
    {
        "shape": "note",
        "title": "IR2-04 hand-pay",
        "since": "2026-11-17T10:37:17Z",
        "age": "4:50",
        "words": "$12,600.00: 35 to 1 on $350.00, straight 32, spin 1095. Form MP-0932 waits for a witness.",
        "rule": "IR 5.1",
        "by": "Sefa Tuilagi, 21:38",
    },
    {
        "shape": "differs",
        "title": "AC1-06 differs by $4.20",
        "since": "2026-11-17T10:31:05Z",
        "age": "11:02",
        "words": "Device $304.20, ours $300.00. Locked at 21:31.",
        "rule": "AC 6.2.1",
        "by": "Helen Vassallo, 21:31",
    },
]

NOTICES: list[dict[str, Any]] = [
    {
        "tone": "stop",
        "shape": "differs",
        "strong": "The terminal credited $4.20 more than the odds give.",
        "words": "Round 0407, Place to Lose 9, $24.00 and a total of 7. Rule 3.10: 5 to 8 is $15.00. The terminal credited "
        "$19.20, which is 4 to 5, the odds of 6 or 8. Ground 6.2.1, credits not in keeping with the settlement odds.",
        "note": "found 21:31:04 by the poller",
    },
    {
        "tone": "warn",
        "shape": "waits",
        "strong": "This cannot be undone.",
        "words": "A void is put right only by a further event that names it. Credits returned may be collected at once.",
    },
    {"tone": "ok", "shape": "done", "strong": "The record agrees with itself.", "words": "4,918,274 entries verified at 21:40."},
]

TOASTS: list[dict[str, Any]] = [
    {"shape": "done", "title": "Acknowledged.", "words": "AC2 cocked dice stays until the dice are decided."},
    {
        "shape": "running",
        "title": "The bundle is being made.",
        "words": "You may leave this page.",
        "link": {"label": "Audit bundles", "url": HERE},
    },
]

TOLD = [
    {"label": "On signing", "value": "Players at 5 terminals: “Dice cocked. Round void. Stakes returned.”"},
    {"label": "On signing", "value": "Inspector’s inbox, for review. Rule 6.4 sets no clock."},
    {"label": "By 22:10", "value": "Surveillance keeps video 21:39:20 to 21:43:00."},
]
