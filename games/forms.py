"""Ask the book: stake, circumstances and rolls as a person types them, into the question that `manage.py whatif` answers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms

from games.rules.citations import table_of

POINTS = [("", "none"), *((str(point), str(point)) for point in (4, 5, 6, 8, 9, 10))]
DEALER = ("dragon_fire", "crown_craps")
ROLL = re.compile(r"\d+(?:-\d+)*\Z")
INSTEAD = re.compile(r"(\S+) instead of (\S+)\Z")
MONEY = re.compile(r"\$?(\d{1,9})(?:\.(\d\d))?\Z")
FIRST_STAKE = "10.00"
LONGEST_SAID = 500


class AskForm(forms.Form):
    """A what-if question about one wager; only what can matter to it is asked."""

    stake = forms.DecimalField(label="Stake in dollars", min_value=0, max_digits=11, decimal_places=2, initial=FIRST_STAKE)
    outcomes = forms.CharField(
        label="What happens, oldest first",
        required=False,
        max_length=LONGEST_SAID,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, book_id: str, wager: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.book_id, self.wager = book_id, wager
        table = table_of(book_id)
        self.fields["outcomes"].help_text = _hint(table)
        asked = {key for context, _ in wager["entries"] for key in context}
        if table["points"]:
            self.fields["point"] = forms.ChoiceField(label="Point on the table", choices=POINTS, required=False)
        if "wager_point" in asked:
            self.fields["wager_point"] = forms.ChoiceField(label="Number it stands on", choices=POINTS, required=False)
        if "call" in asked:
            self.fields["call"] = forms.ChoiceField(
                label="Called", choices=[("", "no"), ("ON", "ON"), ("OFF", "OFF")], required=False
            )
        if "frozen" in asked:
            self.fields["frozen"] = forms.BooleanField(label="Already frozen", required=False)
        if "eights" in asked:
            eights = [("", "none"), ("1", "one"), ("2", "two")]
            self.fields["eights"] = forms.ChoiceField(label="Eights in a row", choices=eights, required=False)
        if wager["odds_limit"]:
            self.fields["base_stake"] = _dollars("Flat wager behind it")
        self.fields["min"], self.fields["max"] = _dollars("Minimum on the sign"), _dollars("Maximum on the sign")
        if book_id in DEALER:
            self.fields["chip_unit"] = _dollars("Smallest chip")

    def question(self) -> dict[str, Any]:
        """The question as `manage.py whatif` reads it."""
        given = self.cleaned_data
        return {
            "id": "page",
            "kind": "settle",
            "game": self.book_id,
            "wager": self.wager["id"],
            "stake_cents": int(given["stake"] * 100),
            "context": {name: value for name in self.fields if (value := self._told(name)) is not None},
            "outcomes": [read_outcome(each) for each in re.split(r"[,;\n]+", given["outcomes"]) if each.strip()],
        }

    def _told(self, name: str) -> int | str | bool | None:
        value = self.cleaned_data.get(name)
        if name in ("stake", "outcomes") or value in (None, "", False):
            return None
        if name in ("base_stake", "min", "max", "chip_unit"):
            return int(value * 100)
        return int(value) if isinstance(value, str) and value.isdigit() else value


def read_outcome(written: str) -> Any:
    """`2-3`, `17`, `2-3 instead of 2-4`, `call off`, `reduce 5.00`, `no roll`: as the question has it."""
    text = " ".join(written.split()).lower()
    if ROLL.match(text):
        return _roll(text)
    corrected = INSTEAD.match(text)
    if corrected and all(ROLL.match(part) for part in corrected.groups()):
        return {"actual": _roll(corrected[1]), "recorded": _roll(corrected[2])}
    verb, _, rest = text.partition(" ")
    amount = MONEY.match(rest)
    if verb in ("reduce", "increase") and amount:
        return {"ev": verb, "to" if verb == "reduce" else "by": int(amount[1]) * 100 + int(amount[2] or 0)}
    if verb == "call":
        return {"ev": "call", "to": rest.upper()}
    if text == "invalidate forfeit":
        return {"ev": "invalidate", "forfeit": True}
    return {"ev": text.replace(" ", "_")}


def _roll(text: str) -> int | list[int]:
    faces = [int(face[:9]) for face in text.split("-")]
    return faces if len(faces) > 1 else faces[0]


def _dollars(label: str) -> forms.DecimalField:
    return forms.DecimalField(label=label, min_value=0, max_digits=11, decimal_places=2, required=False)


def _hint(table: Mapping[str, Any]) -> str:
    roll = {0: "17, 0", 2: "2-3, 4-2", 3: "1-2-2"}[table["dice"]]
    has_calls = any(state["calls"] for wager in table["wagers"] for state in wager["states"].values())
    events = [event.replace("_", " ") for event in table["grounds"]] + ["call off"] * has_calls
    return f"As {roll}; or {', '.join(events)}, remove, reduce 5.00, increase 5.00."
