"""Home: what needs me now."""

from __future__ import annotations

from dataclasses import asdict

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from casino import homes, selectors
from casino.homes import Need
from casino.pages import page
from casino.people import AskedBy
from casino.sessions import Person

WORDS = ("Nothing needs", "One thing needs", "Two things need", "Three things need", "Four things need", "Five things need")
NOON, EVENING = 12, 18
LATELY = 8


@require_safe
def home(request: AskedBy) -> HttpResponse:
    """What waits for this person, the figures of the day, the clocks, and what they did lately."""
    person = request.person
    waiting = homes.needs(person)
    context = {
        "greeting": _greeting(person),
        "needs": [_shown(need, person) for need in waiting],
        "needs_words": f"{WORDS[len(waiting)] if len(waiting) < len(WORDS) else f'{len(waiting)} things need'} you now.",
        "kinds": homes.KINDS,
        "tally": [asdict(figure) for ask in homes.FIGURES for figure in ask(person)],
        "clocks": [clock for ask in homes.CLOCKS for clock in ask(person)],
        "done": [
            {"at": f"{timezone.localtime(each.recorded_at):%H:%M}", "title": each.title}
            for each in selectors.deeds_of(person.actor, at_most=LATELY)
        ],
    }
    return page(request, "casino/home.html", context)


def _shown(need: Need, person: Person) -> dict[str, object]:
    since = {"since": str(need.since), "age": homes.age(need.since, person.now)} if need.since else {}
    return {
        "title": need.title,
        "words": need.words,
        "verb": need.verb,
        "url": need.url,
        "row": f"{need.url} {need.about}".strip(),
        "shape": need.shape,
        "rule": need.rule,
        **since,
    }


def _greeting(person: Person) -> str:
    hour = timezone.localtime(person.now).hour
    return "Good morning" if hour < NOON else "Good afternoon" if hour < EVENING else "Good evening"
