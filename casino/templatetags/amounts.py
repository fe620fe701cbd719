"""Amounts and ticket numbers as people read them and hear them read."""

from fractions import Fraction

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.domain.money import Cents, dollars

register = template.Library()

MINUS = "\u2212"
ORDINALS = ("", "", "half", "third", "quarter", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth")
TEENS = ("thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth")
UNITS = ("", "first", "second", *ORDINALS[3:4], "fourth", *ORDINALS[5:10])
TENS = ("", "", "twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet")


@register.simple_tag
def money(amount: Cents, url: str = "") -> SafeString:
    """An amount with its two decimals; with an address it opens its events."""
    return _cell(_shown(amount), spoken(amount), url)


@register.simple_tag
def change(amount: Cents, url: str = "") -> SafeString:
    """What an amount goes up or down by: the only place where a plus is written."""
    return _cell(("+" if amount > 0 else "") + _shown(amount), ("plus " if amount > 0 else "") + spoken(amount), url)


@register.simple_tag
def exact(amount: Fraction, url: str = "") -> SafeString:
    """An exact amount in cents: the whole cents below it, and the fraction beside them."""
    whole, rest = divmod(abs(amount), 1)
    if not rest:
        return money(Cents(int(amount)), url)
    shown = format_html("{} <small>+ {} c</small>", _shown(Cents(whole)), rest)
    heard = f"{spoken(Cents(whole))} and {_spoken_fraction(rest)} of a cent"
    if amount < 0:
        return _cell(format_html("{}({})", MINUS, shown), f"minus {heard}", url)
    return _cell(shown, heard, url)


@register.simple_tag
def rounding(amount: Fraction) -> SafeString:
    """The fraction of a cent by which a payment was rounded."""
    if not amount:
        return format_html('<span class="none">{}</span>', "none")
    sign, word = ("+", "plus") if amount > 0 else (MINUS, "minus")
    return _cell(f"{sign} {abs(amount)} c", f"{word} {_spoken_fraction(abs(amount))} of a cent", "")


@register.simple_tag
def unknown(reason: str) -> SafeString:
    """An amount that nobody knows now, and why."""
    return format_html(
        '<span class="money unknown"><span aria-hidden="true">?</span>'
        '<span class="heard">not known,</span> <small>{}</small></span>',
        reason,
    )


@register.simple_tag
def ticket(number: str) -> SafeString:
    """A ticket number in groups of four from the right, read digit by digit."""
    groups = _groups(number)
    heard = ", ".join(" ".join(group) for group in groups)
    return _written("ticket", " ".join(groups), heard)


@register.simple_tag
def masked_ticket(number: str) -> SafeString:
    """A ticket number in a list or before payment: its last four digits."""
    return _written("ticket", f"… {number[-4:]}", f"ending {' '.join(number[-4:])}")


def spoken(amount: Cents) -> str:
    """Say an amount: `1212 dollars`, `4 dollars 20`, `minus 5 cents`."""
    whole, rest = divmod(abs(amount), 100)
    sign = "minus " if amount < 0 else ""
    if rest and not whole:
        return f"{sign}{_counted(rest, 'cent')}"
    return f"{sign}{_counted(whole, 'dollar')}" + (f" {rest:02d}" if rest else "")


def _cell(shown: str, heard: str, url: str) -> SafeString:
    if url:
        return format_html('<a class="opens" href="{}">{}</a>', url, _written("money", shown, heard))
    return _written("money", shown, heard)


def _written(kind: str, shown: str, heard: str) -> SafeString:
    return format_html(
        '<span class="{}"><span aria-hidden="true">{}</span><span class="heard">{}</span></span>', kind, shown, heard
    )


def _shown(amount: Cents) -> str:
    return dollars(amount).replace("-", MINUS)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _spoken_fraction(part: Fraction) -> str:
    if part.denominator == 2:  # noqa: PLR2004 (its plural is halves, and there is never more than one)
        return "1 half"
    ordinal = _ordinal(part.denominator)
    return f"{part.numerator} {ordinal}" if part.numerator == 1 else f"{part.numerator} {ordinal}s"


def _ordinal(number: int) -> str:
    """The word for one part of so many; from a hundred on the plain number."""
    if number < len(ORDINALS):
        return ORDINALS[number]
    if number < len(ORDINALS) + len(TEENS):
        return TEENS[number - len(ORDINALS)]
    tens, unit = divmod(number, 10)
    if tens >= len(TENS):
        return f"{number}th"
    return f"{TENS[tens]}y-{UNITS[unit]}" if unit else f"{TENS[tens]}ieth"


def _groups(number: str) -> list[str]:
    first = len(number) % 4
    return ([number[:first]] if first else []) + [number[start : start + 4] for start in range(first, len(number), 4)]


@register.filter
def first_word(name: str) -> str:
    """What a person is called: the first word of their name."""
    return name.split(" ", maxsplit=1)[0]
