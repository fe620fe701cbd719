"""The Celery app as the workers have it, with the reactions of the fault proofs: `celery -A tests.faults.worker:app`."""

from importlib import import_module

import django

from casino.celery import app

django.setup()
import_module("tests.faults.domain")

__all__ = ["app"]
