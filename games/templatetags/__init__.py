"""Tags of the games."""
