"""A terminal's key and its count of requests. A number is used up by what was carried out."""

from __future__ import annotations

from uuid import uuid4

import msgspec

from devices.wire.signing import SignedRequest, authorize


class Request(msgspec.Struct, frozen=True):
    """One request as it is sent, and sent again if no answer came: under the same number and the same id."""

    method: str
    path: str
    sequence: int
    id: str
    body: bytes


class Signer:
    """Signs for one terminal, from the number on that the house has heard last."""

    def __init__(self, key_id: str, *, key: bytes, sequence: int) -> None:
        self.sequence = sequence
        self._key_id = key_id
        self._key = key

    def look(self, path: str) -> Request:
        """A request that changes nothing and uses up no number."""
        return Request("GET", path, self.sequence, "", b"")

    def tell(self, path: str, body: object) -> Request:
        """A request that is to change something, under the next number."""
        return Request("POST", path, self.sequence + 1, str(uuid4()), msgspec.json.encode(body))

    def use_up(self, request: Request) -> None:
        """The number of that request was used up."""
        self.sequence = max(self.sequence, request.sequence)

    def signed(self, request: Request, *, host: str) -> bytes:
        """As it goes over the wire."""
        covered = SignedRequest(request.method, request.path, request.sequence, request.id, request.body)
        lines = [
            f"{request.method} {request.path} HTTP/1.1",
            f"Host: {host}",
            f"Authorization: {authorize(covered, key_id=self._key_id, key=self._key)}",
        ]
        if request.method == "POST":
            length = len(request.body)
            lines += [f"Idempotency-Key: {request.id}", "Content-Type: application/json", f"Content-Length: {length}"]
        return "\r\n".join([*lines, "", ""]).encode() + request.body
