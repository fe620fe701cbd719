"""Pages that have nothing to show, not yet, or not any more."""

from typing import Any

from casino.components.frame import HERE

EMPTY: dict[str, Any] = {
    "title": "No dispute is open.",
    "words": "A dispute stands here from the patron’s complaint until it is decided (AC 7.14).",
    "action": {"label": "Record a dispute", "url": HERE},
}
LOADING: dict[str, Any] = {
    "what": "Fetching rounds of play",
    "columns": ["Round", "Outcome", "Wagers", "Staked", "Paid"],
    "rows": range(5),
}
ERROR = {
    "what": "The list of rounds could not be made.",
    "words": "Our record did not answer in time. Nothing was written.",
    "request_id": "01JD7Q4M2K8Z5V3N1R6T9W0XYB",
    "retry_url": HERE,
}
LINK_LOST = {
    "shape": "no-link",
    "title": "Not live since 21:40:12",
    "words": "Figures on this page are as of that moment. Money can still be paid: payments do not need the live link.",
}
UNREACHABLE: dict[str, Any] = {
    "shape": "refused",
    "title": "The server cannot be reached",
    "words": "Nothing is kept in this browser to be sent later. What you typed stays.",
    "action": {"label": "Pay $1,212.00 cash", "why_not": "no connection to the server"},
}
ASKING = {
    "shape": "pending",
    "title": "Asking what happened",
    "words": "The payment was sent at 21:42:07 and the answer was lost. The same request is asked about; it is never sent twice.",
}
MISSING = {
    "what": "There is no round AC1-9412",
    "words": "The last round of AC1 is 0412. Nothing is ever deleted, so it has not been.",
    "typed": "AC1-9412",
    "find_url": "/find/",
}
EXPIRED: dict[str, Any] = {
    "words": "AC2-03 collected $20.00 while you were reading. Nothing was signed.",
    "lines": [
        {"label": "Returned to AC2-03", "old": 4200, "new": 4200},
        {"label": "Credit meter of AC2-03 after", "old": 16050, "new": 14050},
    ],
    "action": {"label": "Show the new preview", "url": HERE},
}
LINKS = [
    {"state": "live", "words": "Live, checked 1 s ago"},
    {"state": "asking", "words": "Linking"},
    {"state": "lost", "words": "Not live since 21:40:12"},
    {"state": "still", "words": "As at, standing still"},
]
