"""Pages about devices."""
