"""Counts side by side, drawn by the server, and the same counts as a table."""

from collections.abc import Sequence

from django import template

register = template.Library()

WIDTH, LEFT, TOP, BOTTOM = 900, 56, 16, 150


@register.inclusion_tag("components/_bars.html")
def bars(title: str, counts: Sequence[tuple[str, int]], along: str, figure: str) -> dict[str, object]:
    """One bar a count; the highest fills the height, and says its figure."""
    most = max((count for _, count in counts), default=0)
    step = (WIDTH - LEFT) / max(len(counts), 1)
    drawn = [_bar(place, step, word, count, most) for place, (word, count) in enumerate(counts)]
    total = sum(count for _, count in counts)
    return {
        "title": title,
        "along": along,
        "figure": figure,
        "bars": drawn,
        "rows": counts,
        "total": total,
        "floor": BOTTOM,
        "summary": f"{total:,} over {len(counts)}, at most {most:,}",
    }


def _bar(place: int, step: float, word: str, count: int, most: int) -> dict[str, object]:
    height = (BOTTOM - TOP) * count / most if most else 0
    return {
        "x": round(LEFT + place * step + step * 0.15, 1),
        "width": round(step * 0.7, 1),
        "y": round(BOTTOM - height, 1),
        "height": round(height, 1),
        "middle": round(LEFT + place * step + step / 2, 1),
        "above": round(BOTTOM - height - 5, 1),
        "word": word,
        "count": count,
    }
