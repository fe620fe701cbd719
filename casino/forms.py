"""Forms for people: each carries the id of its request, keeps what was typed, and shows a refusal in its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib.auth import password_validation
from django.http import QueryDict

from casino import refusing
from casino.domain.gaming_day import DayRule, GamingDay
from casino.domain.parameters import Unit
from casino.domain.powers import BOOK_NAMES, EQUIPMENT, GRANTS, Role
from casino.domain.refusals import Refusal
from casino.domain.staff import NUMBER
from casino.edge import FIELD, new_request_id

WHOLE, DOLLARS = re.compile(r"[0-9]+\Z"), re.compile(r"([0-9]+)(?:\.([0-9]{1,2}))?\Z")
DESK = r"^[a-z0-9]{1,20}\Z"
PIN, EASY_STEPS = r"^[0-9]{6}\Z", ({0}, {1}, {9})
GIVEN = {role for grants in GRANTS.values() for each in grants.values() for grant in each for role in grant.roles}
STAFF_ROLES = sorted(GIVEN - EQUIPMENT)


class CommandForm(forms.Form):
    """A form that asks for one command, once however often it is sent."""

    request_id = forms.UUIDField(widget=forms.HiddenInput, initial=new_request_id)
    refusal: dict[str, Any] | None = None

    def attempt(self, command: Callable[[], object]) -> bool:
        """Give the command; a refusal is shown above what was typed, which may then be sent as a new request."""
        try:
            command()
        except Refusal as refusal:
            self.refuse(refusal)
            return False
        return True

    def refuse(self, refusal: Refusal) -> None:
        """Show a refusal and make ready for another try."""
        self.refusal = refusing.shown(refusal)
        again = QueryDict(mutable=True)
        again.update(self.data)
        again[FIELD] = new_request_id()
        self.data = again


class LogInForm(forms.Form):
    """Who you are, and where you sit."""

    number = forms.RegexField(
        NUMBER,
        label="Staff number",
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
    password = forms.CharField(
        label="Password", strip=False, max_length=200, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    desk = forms.ChoiceField(label="This desk", error_messages={"required": "Say at which desk you are."})
    there = forms.CharField(widget=forms.HiddenInput, required=False)
    refusal: dict[str, Any] | None = None

    def __init__(self, *args: Any, desks: list[tuple[str, list[tuple[str, str]]]], **options: Any) -> None:
        super().__init__(*args, **options)
        several = (
            sum(len(each) for _, each in desks) > 1
        )  # where one stands is on the record, so nobody stands anywhere by chance
        self.fields["desk"].choices = [("", "Choose"), *desks] if several else desks  # type: ignore[attr-defined]


class NewPasswordForm(CommandForm):
    """A new password of one's own."""

    old = forms.CharField(
        label="Password now", strip=False, max_length=200, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    new = forms.CharField(
        label="New password",
        strip=False,
        max_length=200,
        help_text="At least 12 characters, and not one that many people use.",
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_new(self) -> str:
        """Not too short and not too common."""
        new: str = self.cleaned_data["new"]
        password_validation.validate_password(new)
        return new


class PinField(forms.RegexField):
    """A PIN as it is keyed: six digits that nobody reads over a shoulder."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            PIN,
            strip=False,
            error_messages={"invalid": "Six digits."},
            widget=forms.PasswordInput(attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 6, "size": 8}),
            **options,
        )


class NewPinForm(CommandForm):
    """A new PIN of one's own."""

    password = forms.CharField(
        label="Your password", strip=False, max_length=200, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    new = PinField(label="New PIN", help_text="Six digits; not one of them six times, and not six in a row like 234567.")
    again = PinField(label="The same again")

    def clean_new(self) -> str:
        """Not one that everybody tries first."""
        new: str = self.cleaned_data["new"]
        if {(int(after) - int(before)) % 10 for before, after in pairwise(new)} in EASY_STEPS:
            raise forms.ValidationError("That one is tried first: choose another.")
        return new

    def clean_again(self) -> str:
        """As it was meant."""
        again: str = self.cleaned_data["again"]
        if self.cleaned_data.get("new", again) != again:
            raise forms.ValidationError("That is another PIN than above.")
        return again


class EngageForm(CommandForm):
    """A new member of staff."""

    number = forms.RegexField(NUMBER, label="Staff number", error_messages={"invalid": "Letters and digits, at most twelve."})
    name = forms.CharField(label="Name", max_length=100)
    password = forms.CharField(
        label="First password",
        strip=False,
        max_length=200,
        help_text="They must change it when they first log in.",
        widget=forms.PasswordInput,
    )

    def clean_password(self) -> str:
        """Not too short and not too common."""
        password: str = self.cleaned_data["password"]
        password_validation.validate_password(password)
        return password


class DutyForm(CommandForm):
    """A role, and where it is held."""

    role = forms.TypedChoiceField(
        label="Role", coerce=Role, choices=[(role.value, role.value.capitalize()) for role in STAFF_ROLES]
    )
    books = forms.MultipleChoiceField(
        label="For",
        choices=[(book, name[0].upper() + name[1:]) for book, name in BOOK_NAMES.items()],
        widget=forms.CheckboxSelectMultiple,
    )


class ConfirmForm(CommandForm):
    """Nothing to say but yes."""


class UnlockForm(forms.Form):
    """The password of whoever sits here."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password", "autofocus": True}),
    )


class SignForm(CommandForm):
    """The preview that is signed: the hash of what was on the screen."""

    preview = forms.RegexField(r"^[0-9a-f]{64}\Z", widget=forms.HiddenInput)


class DeclineForm(CommandForm):
    """Why not."""

    reason = forms.CharField(label="Reason, kept for ever", max_length=500, widget=forms.Textarea(attrs={"rows": 2}))


class RehearsedForm(CommandForm):
    """A form that is shown what it would do before it does it, and then does exactly that."""

    preview = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput)

    def keep_preview(self, preview: str) -> None:
        """Remember what was shown, for whoever asks for exactly that."""
        again = QueryDict(mutable=True)
        again.update(self.data)
        again["preview"] = preview
        self.data = again


class ProposalForm(RehearsedForm):
    """A value of dated law: how much, from which gaming day, and who says so."""

    value = forms.CharField(label="Value", max_length=20, widget=forms.TextInput(attrs={"inputmode": "decimal"}))
    from_day = forms.DateField(label="From gaming day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    source = forms.CharField(label="Source", max_length=300, help_text="The Act, rule or direction that says so.")
    reason = forms.CharField(label="Reason, kept for ever", max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, unit: Unit, earliest: GamingDay, **options: Any) -> None:
        super().__init__(*args, **options)
        self.unit = unit
        self.fields["value"].label = f"Value in {'dollars' if unit is Unit.CENTS else unit.value}"
        self.fields["from_day"].help_text = f"{earliest:%d %b %Y} at the earliest: a day ends under the law it began under."

    def clean_value(self) -> int:
        """A whole number in the parameter's unit; dollars may have cents."""
        text = self.cleaned_data["value"].replace(",", "").replace("$", "").strip()
        if self.unit is Unit.CENTS and (dollars := DOLLARS.match(text)):
            return int(dollars[1]) * 100 + int((dollars[2] or "").ljust(2, "0"))
        if self.unit is not Unit.CENTS and WHOLE.match(text):
            return int(text)
        raise forms.ValidationError("Write 1000.00 for a thousand dollars." if self.unit is Unit.CENTS else "A whole number.")

    def clean_from_day(self) -> GamingDay:
        """The gaming day that begins on this date."""
        return GamingDay.of(self.cleaned_data["from_day"])


class GamingDayForm(RehearsedForm):
    """From which gaming day on the day changes at which hour, where, and why."""

    from_day = forms.DateField(label="From gaming day", widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    hour = forms.TypedChoiceField(label="Changes at", coerce=int, choices=[(hour, f"{hour:02d}:00") for hour in range(24)])
    zone = forms.ChoiceField(label="Zone")
    reason = forms.CharField(label="Reason, kept for ever", max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, rule: DayRule, earliest: GamingDay, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial = {"from_day": earliest, "hour": rule.hour, "zone": rule.zone}
        near = {zone for zone in available_timezones() if zone.partition("/")[0] == rule.zone.partition("/")[0]}
        self.fields["zone"].choices = [(zone, zone) for zone in sorted({rule.zone, *near})]  # type: ignore[attr-defined]
        self.fields["from_day"].help_text = f"{earliest:%d %b %Y} at the earliest: a day that has begun keeps its hours."

    def clean_from_day(self) -> GamingDay:
        """The gaming day that begins on this date."""
        return GamingDay.of(self.cleaned_data["from_day"])

    @property
    def move(self) -> dict[str, Any]:
        """What is asked for."""
        return {name: self.cleaned_data[name] for name in ("from_day", "zone", "hour")}


class DeskForm(CommandForm):
    """A place at which people work."""

    desk = forms.RegexField(
        DESK,
        label="Short name, for ever",
        help_text="Stands in every entry made there, like floor2.",
        error_messages={"invalid": "Small letters and digits, at most twenty."},
    )
    name = forms.CharField(label="Name", max_length=100, help_text="As people say it; may be changed.")
