"""The API's documentation: every operation of the schema on one page, served by us."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator

from casino.pages import page
from casino.people import AskedBy


@require_safe
def documentation(request: AskedBy) -> HttpResponse:
    """What a program may ask, in which words, and how it is answered."""
    return page(request, "casino/api.html", {"groups": _groups()})


@cache
def _groups() -> list[dict[str, Any]]:
    schema = SchemaGenerator().get_schema(public=True)  # type: ignore[no-untyped-call]
    parts = schema["components"]["schemas"]
    operations = [
        _shown(path, method, told, parts) for path, methods in schema["paths"].items() for method, told in methods.items()
    ]
    ordered = sorted(operations, key=lambda each: (each["tag"], each["path"]))
    return [{"name": tag, "operations": list(several)} for tag, several in groupby(ordered, key=lambda each: each["tag"])]


def _shown(path: str, method: str, told: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = [(status, _content(answer)) for status, answer in told["responses"].items() if status.startswith("2")]
    return {
        "id": told["operationId"],
        "tag": told["tags"][0],
        "method": method.upper(),
        "path": path,
        "words": told.get("description", ""),
        "parameters": [
            {
                "name": each["name"],
                "where": each["in"],
                "is_required": each.get("required", False),
                "words": each.get("description", ""),
            }
            for each in told.get("parameters", [])
        ],
        "body": _fields(body, parts),
        "answers": [{"status": status, "fields": _fields(schema, parts)} for status, schema in answers],
        "refused": [
            {"status": status, "words": answer.get("description", "")}
            for status, answer in told["responses"].items()
            if not status.startswith("2")
        ],
    }


def _content(answer: dict[str, Any]) -> dict[str, Any] | None:
    content: dict[str, Any] = answer.get("content", {}).get("application/json", {})
    return content.get("schema")


def _fields(schema: dict[str, Any] | None, parts: dict[str, Any], prefix: str = "") -> list[dict[str, str]]:
    """The fields of a shape, those within a list or an object under the name of what they stand in."""
    whole = _resolved(schema or {}, parts)
    found = []
    for name, field in whole.get("properties", {}).items():
        inner = _resolved(field, parts)
        within = inner.get("items", {}) if inner.get("type") == "array" else field
        mark = "[]" if inner.get("type") == "array" else ""
        found.append({"name": f"{prefix}{name}{mark}", "kind": _kind(inner), "words": field.get("description", "")})
        found += _fields(within, parts, f"{prefix}{name}{mark}.")
    return found


def _resolved(schema: dict[str, Any], parts: dict[str, Any]) -> dict[str, Any]:
    options = schema.get("oneOf") or schema.get("allOf") or [schema]
    named = next((each for each in options if "$ref" in each), None)
    return parts[named["$ref"].rpartition("/")[2]] if named else schema


def _kind(schema: dict[str, Any]) -> str:
    kinds = schema.get("type", "")
    words = " or ".join(kinds) if isinstance(kinds, list) else kinds
    known = schema.get("enum") or []
    return f"one of {', '.join(map(str, known))}" if known else " ".join(filter(None, [words, schema.get("format", "")]))
