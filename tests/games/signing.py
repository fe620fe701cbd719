"""A terminal that asks the device API for itself: it signs, counts and keeps its own meters."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

from django.test import Client

from casino import selectors
from devices import keyring, services
from devices.wire.signing import SignedRequest, authorize
from tests.factories import OriginFactory


class Signing:
    """A terminal with a key. A number is used up by what was carried out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.key_id = services.issue_key(name=name, origin=OriginFactory.build())
        key = keyring.show_once(self.key_id)
        assert key is not None
        self.key, self.sequence, self.notes_in = key, 0, 0
        self.client = Client(raise_request_exception=False)

    @classmethod
    def of(cls, other: Signing) -> Signing:
        """The same terminal once more, on a line of its own."""
        twin = cls.__new__(cls)
        vars(twin).update(vars(other) | {"client": Client(raise_request_exception=False)})
        return twin

    def get(self, path: str, *, sequence: int | None = None) -> Any:
        """Read, which uses no number up."""
        return self._send("GET", path, b"", self.sequence if sequence is None else sequence, "")

    def post(self, path: str, body: object = None, *, sequence: int | None = None, key: str | None = None, **sent: Any) -> Any:
        """Ask for something, with the next number unless another is given."""
        number = self.sequence + 1 if sequence is None else sequence
        text = sent.get("text", json.dumps({} if body is None else body)).encode()
        answer = self._send("POST", path, text, number, key or str(uuid4()), kind=sent.get("kind", "application/json"))
        if answer.status_code < 300:
            self.sequence = max(self.sequence, number)
        return answer

    def insert(self, cents: int) -> Any:
        """Notes go in, and the terminal says so."""
        if not self.notes_in:
            self.meters(0)
        self.notes_in += cents
        return self.meters(self.notes_in)

    def meters(self, notes_in: int, **told: Any) -> Any:
        """Say where its own meters stand."""
        return self.post("/api/device/meters", {"at": str(selectors.now()), "notes_in_cents": notes_in, **told})

    def _send(self, method: str, path: str, body: bytes, sequence: int, key: str, *, kind: str = "application/json") -> Any:
        header = authorize(SignedRequest(method, path, sequence, key, body), key_id=self.key_id, key=self.key)
        headers = {"Authorization": header} | ({"Idempotency-Key": key} if key else {})
        return self.client.generic(method, path, body, content_type=kind, headers=headers)
