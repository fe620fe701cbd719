"""Wiring of the ground."""

from importlib import import_module

from django.apps import AppConfig


class CasinoConfig(AppConfig):
    """The ground: journal, people, dated law, and what every process needs."""

    name = "casino"

    def ready(self) -> None:
        """Make Celery's app the current one and register the deploy checks."""
        import_module("casino.celery")
        import_module("casino.checks")
        import_module("casino.projections")
        import_module("casino.reactions")
        import_module("casino.wiring")
