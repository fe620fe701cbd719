"""Wiring of the app."""

from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Rule books, tables, rounds of play, wagers, settlement, irregularities, jackpots, tournaments, disputes."""

    name = "games"

    def ready(self) -> None:
        """Let the rule books be found."""
        import_module("games.wiring")
