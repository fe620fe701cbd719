# Pitledger. `make help` says what there is.

SHELL := /bin/bash
PYTHON ?= python3
PY := .venv/bin/python
INSTALLED := .venv/installed

export PYTHON PORT YES

.DEFAULT_GOAL := help

##@ Run
run: $(INSTALLED) ## Start everything and print the address (PORT=8000)
	@exec $(PY) -m casino.stack run

stop: $(INSTALLED) ## Stop what `make run` started
	@$(PY) -m casino.stack stop

reset: $(INSTALLED) ## Stop and delete the database, not the backups (asks first; YES=1 does not)
	@$(PY) -m casino.stack reset

setup: $(INSTALLED) ## Only install: virtual environment and pinned requirements

##@ Keep
backup: $(INSTALLED) ## Copy database, WAL and secrets to var/backups/<time>
	@$(PY) -m casino.stack backup

restore: $(INSTALLED) ## Put a backup in place and verify it (FROM=var/backups/<time>)
	@$(PY) -m casino.stack restore $(FROM)

##@ Check
test: lint ## Lint, then all tests on throw-away servers (ARGS="-k name" narrows)
	@$(PY) -m pytest $(ARGS)

lint: $(INSTALLED) ## ruff, mypy, import-linter, djlint
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check --quiet . || { echo "Some files are not formatted: run .venv/bin/ruff format ."; exit 1; }
	@.venv/bin/mypy
	@.venv/bin/lint-imports --no-logo
	@.venv/bin/djlint --lint --quiet templates

faults: $(INSTALLED) ## Kill servers and processes at full size; writes var/faults/results.json
	@SCALE=full $(PY) -m pytest tests/faults $(ARGS)

bench: $(INSTALLED) ## Measure against limits taken in the same run (ONLY=name,name); writes var/bench/results.json
	@$(PY) -m bench $(ONLY)

soak: $(INSTALLED) ## A day of 100 tables and a million wagers, then every check; writes var/soak/results.json (SCALE=ci: a minute)
	@$(PY) -m bench.soak

##@ Help
help: ## This list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

$(INSTALLED): requirements/base.txt requirements/dev.txt requirements/constraints.txt requirements/install
	@requirements/install
	@touch $@

.PHONY: run stop reset setup backup restore test lint faults bench soak help
