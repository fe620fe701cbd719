"""Wiring of the app."""

from importlib import import_module

from django.apps import AppConfig


class DevicesConfig(AppConfig):
    """Player terminals and their credit meters, dice tumblers, wheels."""

    name = "devices"

    def ready(self) -> None:
        """Let the app's commands, projections and reactions be known, and its pages be found."""
        import_module("devices.domain.postings")
        import_module("devices.services")
        import_module("devices.projections")
        import_module("devices.reactions")
        import_module("devices.wiring")
