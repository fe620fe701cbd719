"""Rules and readings as tags that open their pages."""

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from casino.domain.powers import BOOK_LETTERS
from casino.templatetags.shapes import rule
from games.rules.readings import readings

register = template.Library()


@register.simple_tag
def cite(book_id: str, number: str) -> SafeString:
    """A rule of a book: `AC 3.9.1`."""
    return rule(f"{BOOK_LETTERS[book_id]} {number}", reverse("rules-rule", args=[book_id, number.partition(" ")[0]]))


@register.simple_tag
def cite_reading(reading_id: str) -> SafeString:
    """A reading: `AC-12`, and whether it is contested."""
    contested = ", contested" if readings()[reading_id].is_contested else ""
    url = reverse("rules-reading", args=[reading_id])
    return format_html('<a class="tag" href="{}"><span class="heard">reading </span>{}{}</a>', url, reading_id, contested)
