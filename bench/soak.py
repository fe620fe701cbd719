"""`python -m bench.soak`: a day of a hundred tables and a million wagers, then the checks; writes var/soak/results.json."""

import os
import sys
from importlib import import_module

import django

from bench.__main__ import ENVIRONMENT, SEED

if __name__ == "__main__":
    os.environ.update(ENVIRONMENT)
    django.setup()
    sys.exit(import_module("bench.day").soak(os.environ.get("SCALE", "full"), seed=SEED))
