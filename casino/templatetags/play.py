"""Dice and the wheel as they lay and stood: drawn still, with the result in words."""

from collections.abc import Sequence
from math import cos, pi, sin

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

WHEEL = (
    *(0, 32, 15, 19, 4, 21, 2, 25, 17, 34, 6, 27, 13, 36, 11, 30, 8, 23, 10),
    *(5, 24, 16, 33, 1, 20, 14, 31, 9, 22, 18, 29, 7, 28, 12, 35, 3, 26),
)
LOW, MIDDLE, HIGH = 14, 30, 46
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((MIDDLE, MIDDLE),),
    2: ((LOW, LOW), (HIGH, HIGH)),
    3: ((LOW, LOW), (MIDDLE, MIDDLE), (HIGH, HIGH)),
    4: ((LOW, LOW), (HIGH, LOW), (LOW, HIGH), (HIGH, HIGH)),
    5: ((LOW, LOW), (HIGH, LOW), (MIDDLE, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
    6: ((LOW, LOW), (HIGH, LOW), (LOW, MIDDLE), (HIGH, MIDDLE), (LOW, HIGH), (HIGH, HIGH)),
}
DIE_WIDTH, DIE_GAP = 60, 14
RIM, RING, TEXT, BALL = 100.0, 66.0, 85.0, 72.5


@register.simple_tag
def dice(*faces: int) -> SafeString:
    """Dice that lie flat, read from their uppermost faces."""
    return _dice(faces, cocked=0)


@register.simple_tag
def cocked_dice(*faces: int, cocked: int) -> SafeString:
    """Dice of which one, counted from 1, does not lie flat."""
    return _dice(faces, cocked=cocked)


@register.inclusion_tag("components/_wheel.html")
def wheel(winning: int | None = None, state: str = "") -> dict[str, object]:
    """The wheel in the true order of its 37 numbers, with the ball where it came to rest."""
    pockets = [_pocket(place, number, is_winning=number == winning) for place, number in enumerate(WHEEL)]
    result = "no result yet" if winning is None else f"{winning} {colour(winning)}".strip()
    return {"pockets": pockets, "winning": winning, "colour": colour(winning), "state": state, "result": result}


def colour(number: int | None) -> str:
    """Red and black take turns round the wheel, beginning beside zero."""
    if number is None or number == 0:
        return ""
    return "red" if WHEEL.index(number) % 2 else "black"


def _dice(faces: Sequence[int], *, cocked: int) -> SafeString:
    width = len(faces) * (DIE_WIDTH + DIE_GAP) - DIE_GAP
    words = " and ".join(", ".join(str(face) for face in faces).rsplit(", ", 1))
    said = f"Dice {words}" + (f"; die {cocked} is cocked" if cocked else "")
    drawn = [_die(place * (DIE_WIDTH + DIE_GAP), face, is_cocked=place + 1 == cocked) for place, face in enumerate(faces)]
    return format_html(
        '<svg class="dice{}" viewBox="-2 {} {} {}" role="img" aria-label="{}">{}{}</svg>',
        *(" tilted", -20, width + 20, 84) if cocked else ("", -2, width + 4, 64),
        said,
        mark_safe("".join(drawn)),  # noqa: S308 (drawn below)
        format_html('<path class="ground" d="M-2 61.5H{}"/>', width + 18) if cocked else "",
    )


def _die(left: int, face: int, *, is_cocked: bool) -> SafeString:
    pips = format_html_join("", '<circle cx="{}" cy="{}" r="5.4"/>', PIPS[face])
    turn = f"translate({left + 8} -9) rotate(24 30 30)" if is_cocked else f"translate({left} 0)"
    return format_html('<g transform="{}"><rect class="face" width="60" height="60" rx="11"/>{}</g>', turn, pips)


def _pocket(place: int, number: int, *, is_winning: bool) -> dict[str, object]:
    width = 2 * pi / len(WHEEL)
    middle = place * width - pi / 2
    corners = [
        _at(RIM, middle - width / 2),
        _at(RIM, middle + width / 2),
        _at(RING, middle + width / 2),
        _at(RING, middle - width / 2),
    ]
    (a, b), (c, d), (e, f), (g, h) = corners
    text, ball = _at(TEXT, middle), _at(BALL, middle)
    return {
        "number": number,
        "colour": colour(number) or "zero",
        "is_winning": is_winning,
        "outline": f"M{a} {b}A{RIM} {RIM} 0 0 1 {c} {d}L{e} {f}A{RING} {RING} 0 0 0 {g} {h}z",
        "turn": f"translate({text[0]} {text[1]}) rotate({place * 360 / len(WHEEL):.2f})",
        "ball": ball,
    }


def _at(radius: float, angle: float) -> tuple[float, float]:
    return round(radius * cos(angle), 2), round(radius * sin(angle), 2)
