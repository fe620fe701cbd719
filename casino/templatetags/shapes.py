"""Signs: a shape, a word and a tint, so that colour is never the only one. Shapes are drawn on a grid of 14."""

from uuid import uuid4

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

SHAPES = {
    "done": '<circle cx="7" cy="7" r="7"/><path class="cut" d="M3.9 7.2 6.1 9.4 10.1 4.9"/>',
    "waits": '<path class="round" d="M7 1.3 13.2 12.4H0.8z"/><path class="cut" d="M7 5.2v3.3M7 10.6v0.1"/>',
    "refused": '<path d="M4.1 0h5.8L14 4.1v5.8L9.9 14H4.1L0 9.9V4.1z"/><path class="cut" d="M4.7 4.7 9.3 9.3M9.3 4.7 4.7 9.3"/>',
    "running": '<circle class="line" cx="7" cy="7" r="6"/><circle cx="7" cy="7" r="2.9"/>',
    "pending": '<circle class="line" cx="7" cy="7" r="6" stroke-dasharray="2.6 2.11"/>',
    "idle": '<circle class="line" cx="7" cy="7" r="5.6"/>',
    "locked": '<rect x="2" y="6" width="10" height="7.6" rx="1.4"/><path class="line" d="M4.2 6.4V4.1a2.8 2.8 0 0 1 5.6 0v2.3"/>',
    "differs": '<path class="line" d="M1.2 4.9h11.6M1.2 9.1h11.6M9.6 1.2 4.4 12.8"/>',
    "no-link": '<path class="line" d="M0.5 7h3.6M9.9 7h3.6M4.4 4.6 6.2 7 4.4 9.4M9.6 4.6 7.8 7l1.8 2.4"/>',
    "note": '<rect class="line" x="0.9" y="2.9" width="12.2" height="8.2" rx="1.3"/><circle cx="7" cy="7" r="2"/>',
    "clock": '<circle class="line" cx="7" cy="7" r="6"/><path class="line" d="M7 3.6V7l2.3 1.5"/>',
    "eye": '<path class="line" d="M0.8 7C3.4 2.4 10.6 2.4 13.2 7 10.6 11.6 3.4 11.6 0.8 7z"/><circle cx="7" cy="7" r="2.1"/>',
    "hidden": '<path class="line" d="M0.8 7C3.4 2.4 10.6 2.4 13.2 7 10.6 11.6 3.4 11.6 0.8 7zM2.4 12.4 11.6 1.6"/>',
    "find": '<circle class="line" cx="5.8" cy="5.8" r="4.6"/><path class="line" d="M9.2 9.2 13.2 13.2"/>',
    "shield": '<path d="M7 0.2 12.9 2.2v4.5c0 3.5-2.4 6-5.9 7.1C3.5 12.7 1.1 10.2 1.1 6.7V2.2z"/>'
    '<path class="cut" d="M4.2 7 6.3 9.1 9.9 5.1"/>',
    "diamond": '<path d="M7 0.6 13.4 7 7 13.4 0.6 7z"/>',
    "square": '<rect x="1" y="1" width="12" height="12" rx="1.5"/>',
    "arrow": '<path class="line" d="M1.5 7h10.6M8.2 3 12.2 7l-4 4"/>',
    "back": '<path class="line" d="M12.5 7H1.9M5.8 3 1.8 7l4 4"/>',
    "up": '<path class="line" d="M7 12V2.4M3.2 6 7 2.2 10.8 6"/>',
    "down": '<path class="line" d="M7 2v9.6M3.2 8 7 11.8 10.8 8"/>',
    "close": '<path class="line" d="M2.8 2.8 11.2 11.2M11.2 2.8 2.8 11.2"/>',
    "menu": '<path class="line" d="M1 3h12M1 7h12M1 11h12"/>',
    "download": '<path class="line" d="M7 1v7.6M3.6 5.6 7 9l3.4-3.4M1.4 12.6h11.2"/>',
    "barcode": '<path d="M0 1h1.4v12H0zM2.4 1h.7v12h-.7zM4 1h1.8v12H4zM6.8 1h.7v12h-.7zM8.4 1h1.4v12H8.4z'
    'M10.6 1h.7v12h-.7zM12.2 1H14v12h-1.8z"/>',
}

TONES = {"done": "ok", "waits": "warn", "refused": "stop", "differs": "stop", "no-link": "stop", "note": "warn", "running": "now"}


@register.simple_tag
def icon(shape: str, name: str = "", tone: str = "") -> SafeString:
    """A shape; it has a name of its own only where no word stands beside it."""
    drawn = mark_safe(SHAPES[shape])  # noqa: S308 (drawn above)
    if name:
        return format_html('<svg class="icon {}" viewBox="0 0 14 14" role="img" aria-label="{}">{}</svg>', tone, name, drawn)
    return format_html('<svg class="icon {}" viewBox="0 0 14 14" aria-hidden="true">{}</svg>', tone, drawn)


@register.simple_tag
def sign(shape: str, name: str = "") -> SafeString:
    """A shape in the tone that goes with it."""
    return icon(shape, name, TONES.get(shape, ""))


@register.simple_tag
def chip(shape: str, word: str, tone: str | None = None) -> SafeString:
    """The status of a thing: shape, word and tint."""
    return format_html('<span class="chip {}">{}{}</span>', TONES.get(shape, "") if tone is None else tone, icon(shape), word)


@register.simple_tag
def key(*names: str) -> SafeString:
    """The key that does the same as the button or line it stands in; the button itself says so to screen readers."""
    drawn = (format_html("<kbd>{}</kbd>", name) for name in names)
    return format_html('<span class="keys" aria-hidden="true">{}</span>', mark_safe("".join(drawn)))  # noqa: S308 (escaped)


@register.simple_tag
def rule(number: str, url: str = "") -> SafeString:
    """The rule that gives a power, an amount or a refusal."""
    if url:
        return format_html('<a class="tag" href="{}"><span class="heard">rule </span>{}</a>', url, number)
    return format_html('<span class="tag"><span class="heard">rule </span>{}</span>', number)


@register.inclusion_tag("components/_reading.html")
def reading(cited: object) -> dict[str, object]:
    """Our reading of a rule where the book is silent or wrong; opens its text. The same one may be cited often on a page."""
    return {"reading": cited, "place": f"reading-{uuid4().hex[:10]}"}
