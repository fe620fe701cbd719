"""Find: anything by a few letters of it, for whoever may see it. Apps add what can be found, in `apps.py`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice

from casino.sessions import Person

LONGEST = 100  # of what is looked for: more was pasted by mistake
EACH = 20  # of what one finder may bring
OF_A_KIND = 3  # suggested before another kind has its turn


@dataclass(frozen=True)
class Hit:
    """Something found: of which kind, its title, a few words, its address; exact if it is what was typed and nothing else is."""

    kind: str
    title: str
    words: str
    url: str
    is_exact: bool = False


Finder = Callable[[Person, str], Iterable[Hit]]
FINDERS: list[Finder] = []


def find(person: Person, words: str) -> list[Hit]:
    """What these words find, what they name exactly first, each address once."""
    wanted = " ".join("".join(each if each.isprintable() else " " for each in words[:LONGEST]).split())
    if not wanted:
        return []
    found = {hit.url + hit.title: hit for finder in FINDERS for hit in islice(finder(person, wanted), EACH)}
    return sorted(found.values(), key=lambda hit: not hit.is_exact)


def suggested(hits: Iterable[Hit], at_most: int) -> list[Hit]:
    """A few of many: some of each kind before more of one."""
    counted: Counter[str] = Counter()
    ranked = []
    for place, hit in enumerate(hits):
        counted[hit.kind] += 1
        ranked.append(((counted[hit.kind] - 1) // OF_A_KIND, place, hit))
    return [hit for _, _, hit in sorted(ranked, key=lambda each: each[:2])[:at_most]]


def the_one(hits: Iterable[Hit]) -> Hit | None:
    """What was named exactly, if it is one thing."""
    exact = [hit for hit in hits if hit.is_exact]
    return exact[0] if len({hit.url for hit in exact}) == 1 else None


def matches(words: str, *texts: str) -> bool:
    """Whether every word stands somewhere in the texts."""
    text = " ".join(texts).casefold()
    return all(word in text for word in words.casefold().split())
