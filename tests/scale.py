"""How large a test is: SCALE=ci (the default) keeps it short, SCALE=full is what `make faults` runs.

Hypothesis asks the same in every short run, and something else in every full one.
"""

import os

IS_FULL = os.environ.get("SCALE", "ci") == "full"


def sized(*, ci: int, full: int) -> int:
    """The size for this run."""
    return full if IS_FULL else ci
