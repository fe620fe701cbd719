"""Devices in JSON."""
