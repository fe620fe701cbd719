"""Wiring of the app."""

from django.apps import AppConfig


class PromotionsConfig(AppConfig):
    """Promotional prizes and their terms, entries, prize draws, claims."""

    name = "promotions"
