"""Tables whose order, filters and place stay in the address."""

from typing import Any

from django import template
from django.http import QueryDict
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import slugify

register = template.Library()

ORDER, PLACES = "sort", ("after", "before")


@register.inclusion_tag("components/_sort_head.html", takes_context=True)
def sort_head(context: template.RequestContext, label: str, column: str, kind: str = "text") -> dict[str, object]:
    """A column head that orders by its column, and the other way round when it does already."""
    given = context["request"].GET
    order = given.get(ORDER, "")
    state = {column: "ascending", f"-{column}": "descending"}.get(order, "none")
    following = f"-{column}" if state == "ascending" else column
    return {"label": label, "kind": kind, "state": state, "address": _address(given, {ORDER: following})}


@register.simple_tag(takes_context=True)
def address_with(context: template.RequestContext, name: str, value: str) -> str:
    """This page's address with one filter set, or taken off when it is empty; the place in the list begins anew."""
    return _address(context["request"].GET, {name: value})


@register.simple_tag(takes_context=True)
def address_at(context: template.RequestContext, place: str, cursor: str) -> str:
    """This page's address further on or back in the list."""
    return _address(context["request"].GET, {place: cursor})


@register.simple_tag(takes_context=True)
def kept_fields(context: template.RequestContext, without: str) -> SafeString:
    """What the address holds besides one field, for a form that asks again."""
    kept = [(name, value) for name, value in _pairs(context["request"].GET) if name != without and name not in PLACES]
    fields = [format_html('<input type="hidden" name="{}" value="{}">', name, value) for name, value in kept]
    return SafeString("".join(fields))


@register.simple_block_tag
def card(content: str, title: str, note: str = "", level: int = 2, kind: str = "") -> SafeString:
    """A thing of its own on a page: its title, perhaps a note at the right, and what it holds."""
    head = format_html("<h{0}>{1}</h{0}>{2}", level, title, format_html('<p class="note">{}</p>', note) if note else "")
    return format_html('<section class="card {}"><header class="head">{}</header>{}</section>', kind, head, content)


@register.simple_block_tag
def specimen(content: str, title: str, words: str = "") -> SafeString:
    """One component on the page that shows them all."""
    note = format_html('<p class="second">{}</p>', words) if words else ""
    anchor = slugify(title)
    return format_html('<section class="specimen" id="{}"><h3>{}</h3>{}{}</section>', anchor, title, note, content)


def _address(given: QueryDict, changed: dict[str, str]) -> str:
    query = given.copy()
    for name in (*PLACES, *changed):
        query.pop(name, None)
    for name, value in changed.items():
        if value:
            query[name] = value
    return f"?{query.urlencode()}"


def _pairs(given: QueryDict) -> list[tuple[str, Any]]:
    return [(name, value) for name, values in given.lists() for value in values]
