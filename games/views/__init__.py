"""Pages of the games."""
