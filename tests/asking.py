"""Asking the API and the pages as somebody at work does: with their cookie, their token, and a request id of its own."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.test import Client

from casino import services, sessions
from casino.journal import Personal
from casino.people import COOKIE
from tests.factories import OriginFactory

CSRF = "c" * 32


def sit(number: str, desk: str = "floor2", **origin: Any) -> str:
    """Let somebody sit down at a desk; the token their browser holds."""
    token = sessions.new_token()
    asked = OriginFactory.build(actor=f"staff/{number}", role="staff", **origin)
    services.log_in(number=number, desk=desk, token=Personal(token), origin=asked)
    return token


class Program:
    """A program that asks for somebody at work, or for nobody."""

    def __init__(self, number: str | None = None, **origin: Any) -> None:
        self.client = Client(enforce_csrf_checks=True, raise_request_exception=False)
        self.client.cookies["csrftoken"] = CSRF
        if number is not None:
            self.client.cookies[COOKIE] = sit(number, **origin)

    def get(self, path: str, **query: Any) -> Any:
        """Read."""
        return self.client.get(path, query)

    def post(self, path: str, body: object = None, *, key: str | None = None, **headers: str) -> Any:
        """Give a command, with a request id of its own unless one is given."""
        given = {"Idempotency-Key": key if key is not None else str(uuid4()), "X-CSRFToken": CSRF, **headers}
        text = json.dumps(body) if body is not None else ""
        return self.client.post(path, text, content_type="application/json", headers=given)


def problem(response: Any) -> tuple[int, str]:
    """A refusal's status and code; the rest of its shape is checked here."""
    assert response["Content-Type"] == "application/problem+json", (response.status_code, response.content)
    told = json.loads(response.content)
    assert set(told) == {"type", "title", "status", "code", "detail", "rule", "fields"}
    assert told["status"] == response.status_code
    assert told["detail"].strip()
    return response.status_code, told["code"]
