from __future__ import annotations

import hashlib
import hmac
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from devices.wire.errors import BadAuthorization, BadMac
from devices.wire.signing import Authorization, SignedRequest, authorize, parse, sign, text_to_sign, verify

KEY = b"k" * 32
REQUEST = SignedRequest("POST", "/api/wagers?table=7", 41, "0b7c", b'{"stake":500}')
printable = st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40)
requests = st.builds(
    SignedRequest, st.sampled_from(["GET", "POST"]), printable, st.integers(0, 10**18 - 1), printable, st.binary(max_size=60)
)


def test_signed_are_five_lines() -> None:
    digest = hashlib.sha256(REQUEST.body).hexdigest()
    assert text_to_sign(REQUEST).decode().split("\n") == ["POST", "/api/wagers?table=7", "41", "0b7c", digest]
    assert sign(REQUEST, key=KEY) == hmac.new(KEY, text_to_sign(REQUEST), "sha256").hexdigest()


@given(requests)
def test_what_a_device_signs_is_verified_with_its_key(request_: SignedRequest) -> None:
    said = parse(authorize(request_, key_id="T0003.2", key=KEY))
    assert (said.key_id, said.sequence) == ("T0003.2", request_.sequence)
    verify(request_, said.signature, keys=[b"old", KEY])


@pytest.mark.parametrize(
    "change",
    [
        {"method": "PUT"},
        {"path": "/api/wagers?table=8"},
        {"sequence": 42},
        {"idempotency_key": "0b7d"},
        {"body": b'{"stake":501}'},
    ],
)
def test_whatever_is_changed_is_noticed(change: dict[str, Any]) -> None:
    with pytest.raises(BadMac, match="not that of the request"):
        verify(msgspec.structs.replace(REQUEST, **change), sign(REQUEST, key=KEY), keys=[KEY])


@given(st.integers(0, 4 * 64 - 1))
def test_one_flipped_bit_of_the_signature_is_always_noticed(bit: int) -> None:
    flipped = f"{int(sign(REQUEST, key=KEY), 16) ^ 1 << bit:064x}"
    with pytest.raises(BadMac):
        verify(REQUEST, flipped, keys=[KEY])


def test_a_device_that_signs_as_another_or_with_a_revoked_key_is_refused() -> None:
    for keys in ([b"another"], []):
        with pytest.raises(BadMac):
            verify(REQUEST, sign(REQUEST, key=KEY), keys=keys)


@pytest.mark.parametrize("change", [{"path": "/a\nb"}, {"idempotency_key": "é"}, {"method": "GET\r"}])
def test_what_does_not_fit_on_a_line_is_not_signed(change: dict[str, Any]) -> None:
    with pytest.raises(BadAuthorization, match="printable ASCII"):
        sign(msgspec.structs.replace(REQUEST, **change), key=KEY)


def test_a_header_is_read_word_for_word() -> None:
    assert parse(f"Pitledger key=T1, seq=7, sig={'0a' * 32}") == Authorization("T1", 7, "0a" * 32)


SIGNATURE = "0a" * 32


@pytest.mark.parametrize(
    "header",
    [
        "",
        "Bearer x",
        f"Pitledger key=T1,seq=7,sig={SIGNATURE}",
        f"Pitledger key=T1, seq=07, sig={SIGNATURE}",
        f"Pitledger key=T1, seq=-1, sig={SIGNATURE}",
        f"Pitledger key=, seq=7, sig={SIGNATURE}",
        f"Pitledger key=T1, seq=7, sig={SIGNATURE.upper()}",
        f"Pitledger key=T1, seq=7, sig={SIGNATURE}\n",
    ],
)
def test_a_header_that_is_not_of_the_form_is_refused(header: str) -> None:
    with pytest.raises(BadAuthorization):
        parse(header)


@given(st.text(), st.text())
def test_any_text_at_all_is_read_or_refused(header: str, signature: str) -> None:
    with suppress(BadAuthorization):
        parse(header)
    with pytest.raises(BadMac):
        verify(REQUEST, signature, keys=[KEY])
