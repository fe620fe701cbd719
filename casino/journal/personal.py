"""An argument that is nobody's business: of a name or a password the record of a request keeps only a keyed hash."""

from __future__ import annotations

import hmac

from django.conf import settings


class Personal:
    """Text that a command takes but never writes down in clear."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "Personal(…)"

    @property
    def fingerprint(self) -> str:
        """What tells two of them apart without telling either."""
        return hmac.new(settings.KEEPING_KEY.encode(), self.text.encode(), "sha256").hexdigest()
