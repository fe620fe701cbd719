"""Wiring of the app."""

from django.apps import AppConfig


class PayoutsConfig(AppConfig):
    """Redeemable tickets, payout vouchers, manual payouts, the cage."""

    name = "payouts"
