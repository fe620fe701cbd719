"""Long lists come in pages; each names where the next begins, and nothing is skipped or told twice while rows are added."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

M = TypeVar("M", bound=Model)
PAGE = 50
AFTER = OpenApiParameter("after", str, description="Where the page begins; taken from `next` of the page before.")


def page(request: Request, rows: QuerySet[M], shown: Callable[[M], Any]) -> Response:
    """A page of a read model, in the order of its key."""
    after = request.query_params.get("after", "")
    found = rows.order_by("pk").filter(pk__gt=after) if after else rows.order_by("pk")
    several = list(found[: PAGE + 1])
    last = str(several[PAGE - 1].pk) if len(several) > PAGE else None
    return paged(request, [shown(each) for each in several[:PAGE]], last)


def paged(request: Request, items: Any, last: str | int | None) -> Response:
    """A page, and the address of the next; there is none after the last."""
    return Response({"next": None if last is None else _address(request, last), "items": items})


def page_of(kind: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """What a page of these looks like."""
    name = kind.__name__.removesuffix("Serializer")
    return inline_serializer(f"{name}Page", {"next": serializers.CharField(allow_null=True), "items": kind(many=True)})


def _address(request: Request, after: str | int) -> str:
    query = request.query_params.copy()
    query["after"] = str(after)
    return f"{request.path}?{query.urlencode()}"
