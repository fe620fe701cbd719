"""Wiring of the app."""

from importlib import import_module

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Rule books, tables, rounds of play, wagers, settlement, irregularities, jackpots, tournaments, disputes."""

    name = "games"

    def ready(self) -> None:
        """Let facts be read and posted, commands, projections and reactions be known, and the rule books be found."""
        for module in ("postings", "position", "round_of_play", "table"):
            import_module(f"games.domain.{module}")
        for module in ("services", "projections", "tallies", "reactions", "wiring"):
            import_module(f"games.{module}")
