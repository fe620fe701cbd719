"""Pages of the ground: each parses, calls one service or selector, and renders."""
