"""Find: the page of what was found, and the suggestions under the field while one types."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from casino import finding
from casino.finding import Hit
from casino.pages import page
from casino.people import AskedBy
from casino.refusing import is_fragment

SUGGESTED = 8


@never_cache
@require_safe
def find(request: AskedBy) -> HttpResponse:
    """Everything found, by kind; what was named exactly is opened at once."""
    words = request.GET.get("q", "").strip()
    hits = finding.find(request.person, words)
    if is_fragment(request):
        return render(
            request,
            "casino/_suggestions.html",
            {"hits": finding.suggested(hits, SUGGESTED), "words": words, "further": len(hits) - SUGGESTED},
        )
    only = finding.the_one(hits)
    if only:
        return HttpResponseRedirect(only.url)
    missing = {
        "what": f"Nothing is found under “{words}”." if words else "What do you look for?",
        "words": "A staff number, a name, a page, a rule such as AC 6.4.1, a reading such as X-01, a wager, a power.",
        "find_url": reverse("find"),
        "typed": words,
    }
    return page(request, "casino/find.html", {"words": words, "groups": _grouped(hits), "count": len(hits), "missing": missing})


def _grouped(hits: list[Hit]) -> list[dict[str, Any]]:
    kinds = list(dict.fromkeys(hit.kind for hit in hits))
    ordered = sorted(hits, key=lambda hit: kinds.index(hit.kind))
    return [{"kind": kind, "hits": list(found)} for kind, found in groupby(ordered, key=lambda hit: hit.kind)]
