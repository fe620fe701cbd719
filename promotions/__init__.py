"""Promotional prizes and their terms, entries, prize draws, claims."""
