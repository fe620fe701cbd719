"""Forms about patrons: what a desk asks of a person, and what it is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from casino.domain.exclusion import Ground
from casino.domain.gaming_day import GamingDay
from casino.domain.patron import Document
from casino.forms import CommandForm

PARTS = (("Day", 2), ("Month", 2), ("Year", 4))
EARLIEST_YEAR = 1900


class DateParts(forms.MultiWidget):
    """A date to be typed: day, month and year, each in a field of its own with its label."""

    def __init__(self) -> None:
        super().__init__(
            [
                forms.TextInput(attrs={"inputmode": "numeric", "maxlength": digits, "size": digits, "autocomplete": "off"})
                for _, digits in PARTS
            ]
        )

    def decompress(self, value: date | None) -> list[Any]:
        """A date in its parts."""
        return [value.day, value.month, value.year] if value else ["", "", ""]

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The three fields beside each other."""
        context = self.get_context(name, value, attrs)["widget"]
        parts = format_html_join(
            "",
            '<span class="part"><label for="{}">{}</label>{}</span>',
            (
                (drawn["attrs"]["id"], label, widget.render(drawn["name"], drawn["value"], drawn["attrs"], renderer))
                for (label, _), widget, drawn in zip(PARTS, self.widgets, context["subwidgets"], strict=True)
            ),
        )
        return format_html('<span class="date-parts" id="{}">{}</span>', context["attrs"].get("id", ""), parts)


class DateField(forms.MultiValueField):
    """A date typed as day, month and year."""

    widget = DateParts

    def __init__(self, **options: Any) -> None:
        part = forms.IntegerField(error_messages={"invalid": "Write day, month and year in figures."})
        super().__init__([part, part, part], require_all_fields=True, **options)

    def compress(self, parts: Sequence[Any]) -> date | None:
        """The date of these parts; a year has four figures."""
        if not parts:
            return None
        day, month, year = parts
        try:
            read = date(year, month, day)
        except (ValueError, OverflowError):
            read = date.min
        if read.year < EARLIEST_YEAR:
            raise ValidationError("There is no such day: write it like 27 3 1981.")
        return read


class PatronForm(CommandForm):
    """Who a patron is."""

    name = forms.CharField(label="Name", max_length=200, help_text="As it stands in their document.")
    born_on = DateField(label="Date of birth", error_messages={"required": "Write day, month and year."})
    address = forms.CharField(label="Address", max_length=500, widget=forms.Textarea(attrs={"rows": 3}))
    phone = forms.CharField(label="Telephone", max_length=50, required=False, widget=forms.TextInput(attrs={"inputmode": "tel"}))
    email = forms.EmailField(label="E-mail", max_length=200, required=False)

    def clean_address(self) -> str:
        """Lines end the same way whichever browser has sent them."""
        address: str = self.cleaned_data["address"]
        return address.replace("\r\n", "\n")


class IdentificationForm(CommandForm):
    """A document that was seen."""

    kind = forms.TypedChoiceField(
        label="Document", coerce=Document, choices=[(kind.value, kind.value.capitalize()) for kind in Document]
    )
    number = forms.CharField(label="Number", max_length=50, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    expires_on = DateField(label="Expires", error_messages={"required": "Write day, month and year."})


class ExclusionForm(CommandForm):
    """From what a patron is excluded, by which document and until when."""

    exclusion = forms.ChoiceField(label="Exclusion", widget=forms.RadioSelect)
    reference = forms.CharField(
        label="Document", max_length=200, help_text="The signed request, the order or the report, by its number."
    )
    last_day = DateField(
        label="Last day, may stay empty",
        required=False,
        help_text="Empty: until it is lifted. An exclusion from the game always lasts until it is lifted.",
    )

    def __init__(self, *args: Any, choices: list[tuple[str, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["exclusion"].choices = choices  # type: ignore[attr-defined]

    def clean_last_day(self) -> GamingDay | None:
        """The last gaming day of it."""
        last: date | None = self.cleaned_data["last_day"]
        if last and self.cleaned_data.get("exclusion") not in tuple(Ground):
            raise ValidationError("An exclusion from the game lasts until it is lifted: leave this empty.")
        return GamingDay.of(last) if last else None


class EndExclusionForm(CommandForm):
    """Why an exclusion ends."""

    reference = forms.CharField(label="Document", max_length=200, help_text="What ends it, by its number.")
