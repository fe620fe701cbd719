from __future__ import annotations

from base64 import urlsafe_b64decode
from uuid import UUID

import hypothesis
import pytest
from cryptography.exceptions import InvalidTag
from hypothesis import given
from hypothesis import strategies as st

from casino import keys

ASKED = UUID("00000000-0000-7000-8000-000000000001")
AGAIN = UUID("00000000-0000-7000-8000-000000000002")

pytestmark = pytest.mark.django_db


def test_what_is_sealed_is_read_by_its_own_key_alone() -> None:
    sealed = keys.seal("patron-1", "name", "Ada Quinn", ASKED)
    keys.seal("patron-2", "name", "Ada Quinn", ASKED)
    assert "Quinn" not in sealed  # three letters stand in any ciphertext once in a few thousand runs
    assert b"Ada Quinn" not in urlsafe_b64decode(sealed)
    assert keys.unseal("patron-1", "name", sealed) == "Ada Quinn"
    with pytest.raises(InvalidTag):
        keys.unseal("patron-2", "name", sealed)


def test_one_field_does_not_stand_for_another() -> None:
    with pytest.raises(InvalidTag):
        keys.unseal("patron-1", "address", keys.seal("patron-1", "name", "Ada Quinn", ASKED))


def test_the_same_request_seals_the_same_and_another_never_does() -> None:
    first = keys.seal("patron-1", "name", "Ada Quinn", ASKED)
    assert keys.seal("patron-1", "name", "Ada Quinn", ASKED) == first
    assert keys.seal("patron-1", "name", "Ada Quinn", AGAIN) != first


def test_a_destroyed_key_leaves_noise() -> None:
    sealed = keys.seal("patron-1", "name", "Ada Quinn", ASKED)
    keys.destroy("patron-1")
    assert keys.unseal("patron-1", "name", sealed) is None


def test_a_kept_key_is_of_no_use_to_another_house_or_for_another_thing(settings: object) -> None:
    kept = keys.wrap(b"k" * 32, "device-1")
    assert keys.unwrap(kept, "device-1") == b"k" * 32
    with pytest.raises(ValueError, match="device-2"):
        keys.unwrap(kept, "device-2")


@given(text=st.text(), field=st.sampled_from(["name", "address"]))
@hypothesis.settings(max_examples=20, deadline=None, suppress_health_check=list(hypothesis.HealthCheck))
def test_any_text_comes_back_as_it_was_sealed(text: str, field: str) -> None:
    sealed = keys.seal("patron-1", field, text, ASKED)
    assert keys.unseal("patron-1", field, sealed) == text
    assert keys.unseal_all(field, {"patron-1": sealed, "patron-nobody": sealed}) == {"patron-1": text}
