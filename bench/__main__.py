"""`python -m bench [name,name]`: measure, show, write var/bench/results.json; exit status 1 if one misses its bar."""

import gc
import os
import sys
from importlib import import_module

import django

# Before Django reads its settings: nothing of a stack that runs on this machine may reach the benchmarks.
UNREACHABLE = "postgresql://nobody@127.0.0.1:1/benchmarks-start-their-own-server"
ENVIRONMENT = {
    "DJANGO_SETTINGS_MODULE": "casino.settings",
    "ENV_FILE": os.devnull,
    "ENVIRONMENT": "demo",
    "LOG_LEVEL": "ERROR",
    "SECRET_KEY": "demo-key-of-the-benchmarks",
    "DATABASE_URL": UNREACHABLE,
    "OWNER_DATABASE_URL": UNREACHABLE,
    "REDIS_URL": "redis://127.0.0.1:1/0",
}
THEMES = (
    "appending",
    "peer",
    "reading",
    "memory",
    "rules",
    "wire",
    "requests",
    "live",
    "polling",
    "win",
    "placing",
    "settling",
)  # one file each; a benchmark registers itself when its file is imported
SEED = 417


def main(names: list[str]) -> int:
    """Run the named benchmarks, or all."""
    os.environ.update(ENVIRONMENT)
    django.setup()
    for theme in THEMES:
        import_module(f"bench.{theme}")
    gc.freeze()  # as the workers do
    status: int = import_module("bench.run").run(names, size=float(os.environ.get("SIZE", "1")), seed=SEED)
    return status


if __name__ == "__main__":
    sys.exit(main([name for argument in sys.argv[1:] for name in argument.split(",") if name]))
