"""Keys of persons: personal fields stand in entries only encrypted under them. A key destroyed, the person is forgotten."""

from __future__ import annotations

import hmac
import os
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import cache
from uuid import UUID

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from casino.domain.events import Sealed
from casino.models import SubjectKey

NONCE = 12
KEY = 32


def seal(subject: str, field: str, text: str, request_id: UUID) -> Sealed:
    """Encrypt a personal field under its person's key, made when first needed; asked again, the same request seals the same."""
    key = _key(subject) or _new_key(subject)
    nonce = hmac.digest(key, f"{request_id}:{field}:{text}".encode(), "sha256")[:NONCE]
    return Sealed(urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, text.encode(), field.encode())).decode())


def unseal(subject: str, field: str, sealed: Sealed) -> str | None:
    """Read a personal field; None once the person has been forgotten."""
    return unseal_all(field, {subject: sealed}).get(subject)


def unseal_all(field: str, sealed: Mapping[str, Sealed]) -> dict[str, str]:
    """Read a personal field of many persons at once; whoever has been forgotten is left out."""
    rows = SubjectKey.objects.filter(subject__in=list(sealed))
    return {row.subject: unseal_with(bytes(row.wrapped), row.subject, field, sealed[row.subject]) for row in rows}


def unseal_with(wrapped: bytes, subject: str, field: str, sealed: Sealed) -> str:
    """Read a personal field with its person's kept key."""
    whole = urlsafe_b64decode(sealed)
    return AESGCM(unwrap(wrapped, subject)).decrypt(whole[:NONCE], whole[NONCE:], field.encode()).decode()


def destroy(subject: str) -> None:
    """Destroy a person's key: what was sealed under it is noise from now on."""
    SubjectKey.objects.filter(subject=subject).delete()


def wrap(secret: bytes, about: str) -> bytes:
    """Encrypt a key for keeping, bound to what it is about."""
    nonce = os.urandom(NONCE)
    return nonce + AESGCM(_house_key()).encrypt(nonce, secret, about.encode())


def unwrap(wrapped: bytes, about: str) -> bytes:
    """A kept key again; of another house or about something else, it raises."""
    try:
        return AESGCM(_house_key()).decrypt(wrapped[:NONCE], wrapped[NONCE:], about.encode())
    except InvalidTag as error:
        raise ValueError(f"The key of {about} was not kept under this KEEPING_KEY.") from error


def _key(subject: str) -> bytes | None:
    row = SubjectKey.objects.filter(subject=subject).first()
    return unwrap(bytes(row.wrapped), subject) if row else None


def _new_key(subject: str) -> bytes:
    row, _ = SubjectKey.objects.get_or_create(subject=subject, defaults={"wrapped": wrap(os.urandom(KEY), subject)})
    return unwrap(bytes(row.wrapped), subject)


@cache
def _house_key() -> bytes:
    return HKDF(SHA256(), KEY, salt=None, info=b"pitledger keeping").derive(settings.KEEPING_KEY.encode())
