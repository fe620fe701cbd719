"""What can be foreseen to go wrong around the servers."""


class StackFault(Exception):
    """One sentence: what is wrong and what to do about it."""
