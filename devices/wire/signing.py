"""How a device signs a request to the JSON API: `Authorization: Pitledger key=<id>, seq=<n>, sig=<hex>`.

Signed are method, path with query, sequence, `Idempotency-Key` and the SHA-256 of the body, each on a line, with
HMAC-SHA-256. What a sequence means to the server is the server's to decide.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable
from hashlib import sha256

import msgspec

from devices.wire.errors import BadAuthorization, BadMac

HEADER = re.compile(r"Pitledger key=([A-Za-z0-9._-]{1,64}), seq=(0|[1-9][0-9]{0,17}), sig=([0-9a-f]{64})")


class SignedRequest(msgspec.Struct, frozen=True):
    """All that a signature covers."""

    method: str
    path: str
    sequence: int
    idempotency_key: str
    body: bytes


class Authorization(msgspec.Struct, frozen=True):
    """What the header says."""

    key_id: str
    sequence: int
    signature: str


def text_to_sign(request: SignedRequest) -> bytes:
    """The five lines."""
    lines = [request.method, request.path, str(request.sequence), request.idempotency_key, sha256(request.body).hexdigest()]
    if not all(line.isascii() and line.isprintable() for line in lines):
        raise BadAuthorization("A part of the request is not printable ASCII, so it cannot be signed on a line.")
    return "\n".join(lines).encode()


def sign(request: SignedRequest, *, key: bytes) -> str:
    """The signature, in lower-case hexadecimal."""
    return hmac.new(key, text_to_sign(request), sha256).hexdigest()


def authorize(request: SignedRequest, *, key_id: str, key: bytes) -> str:
    """The header of a signed request."""
    header = f"Pitledger key={key_id}, seq={request.sequence}, sig={sign(request, key=key)}"
    parse(header)
    return header


def parse(header: str) -> Authorization:
    """What a header says; nothing about whether it is true."""
    match = HEADER.fullmatch(header)
    if match is None:
        raise BadAuthorization("The Authorization header is not of the form `Pitledger key=…, seq=…, sig=…`.")
    return Authorization(match[1], int(match[2]), match[3])


def verify(request: SignedRequest, signature: str, *, keys: Iterable[bytes]) -> None:
    """Compare in constant time with each of the keys that are valid at present: two while one is being replaced."""
    matches = [hmac.compare_digest(sign(request, key=key).encode(), signature.encode(errors="replace")) for key in keys]
    if not any(matches):
        raise BadMac("The signature is not that of the request.")
