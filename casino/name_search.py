"""Finding people by name where no name stands in clear: words and their beginnings as keyed hashes."""

from __future__ import annotations

import hmac
import re
import unicodedata

from django.conf import settings

SHORTEST = 3  # letters of a beginning; a shorter word is found whole
LENGTH = 24


def tokens(venue: str, name: str) -> list[str]:
    """What a name is found by: each of its words, and each beginning of three letters or more."""
    beginnings = {word[:end] for word in _words(name) for end in range(min(SHORTEST, len(word)), len(word) + 1)}
    return sorted(_token(venue, each) for each in beginnings)


def wanted(venue: str, words: str) -> list[str]:
    """What a name must have to be found by these words."""
    return sorted({_token(venue, word) for word in _words(words)})


def _words(text: str) -> list[str]:
    """Without capitals, accents and apostrophes: O'Brien is found as obrien, José as jose."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(each))
    return re.findall(r"\w+", plain.replace("'", "").replace("’", ""))


def _token(venue: str, word: str) -> str:
    return hmac.new(settings.KEEPING_KEY.encode(), f"name of a patron:{venue}:{word}".encode(), "sha256").hexdigest()[:LENGTH]
