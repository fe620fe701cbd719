"""Parts of a page that are fetched anew when one of their topics has changed."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def live(context: template.RequestContext, part: str, topics: str | Iterable[str], pace: int = 0) -> SafeString:
    """What makes a part live: streams (`staff-812`) or kinds of them at the person's venue (`staff`). As at, it stands still.

    With a pace it is fetched at most once in so many milliseconds, however often its topics change.
    """
    if not context.get("person") or context["frame"].get("as_at"):
        return format_html('id="{}"', part)
    given = topics.split() if isinstance(topics, str) else list(topics)
    named = [topic if "-" in topic else f"{context['person'].venue}/{topic}" for topic in given]
    return format_html(
        'id="{0}" data-live="{1}" hx-get="{2}" hx-trigger="live" hx-select="#{0} > *" hx-swap="innerHTML" hx-sync="{3}"{4}',
        part,
        " ".join(named),
        context["request"].get_full_path(),
        "this:queue last",
        format_html(' data-pace="{}"', pace) if pace else "",
    )
