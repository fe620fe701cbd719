"""Redeemable tickets, payout vouchers, manual payouts, the cage."""
