"""One module, one command."""
