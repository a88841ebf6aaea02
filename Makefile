# Thin names for what people and CI run. All paths are relative, so the folder may be called anything.

PYTHON ?= $(shell for p in python3.11 python3 python; do \
    $$p -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' 2>/dev/null && echo $$p && break; done)
PY := .venv/bin/python
PIP := $(PY) -m pip --disable-pip-version-check --no-input -qq install

# Half of the tests wait for a device, a process or a disk: one worker more than cores keeps the cores busy.
WORKERS := $(shell $(PYTHON) -c 'import os; print(len(os.sched_getaffinity(0)) + 1)' 2>/dev/null || echo auto)

# The tests start hundreds of processes; without bytecode each of them would compile the whole product again.
unexport PYTHONDONTWRITEBYTECODE

# A tree that was copied or moved carries a .venv that still points at the old place: link it again.
ifneq ($(shell cat .venv/.home 2>/dev/null),$(shell pwd))
MOVED := moved
endif

.DEFAULT_GOAL := help
.PHONY: help table setup run test quick style lint floor bench campaign shots docs clean moved

help:
	@echo "make run        deal at a simulated table (without a display it plays by itself; ARGS=\"--seed 7\" for options)"
	@echo "make test       formatter, linter, strict types, import contracts and tests: what CI runs"
	@echo "make quick      what a change most likely breaks, in about half a minute"
	@echo "make table      make .venv with only what a table needs"
	@echo "make setup      make .venv with everything that development needs"
	@echo "make lint       formatter, linter and strict types only"
	@echo "make floor      a floor and six simulated tables, with what happens printed"
	@echo "make bench      measure the engine, the odds, the log, the floor and idle devices (ARGS=goals: only the goals)"
	@echo "make campaign   the long proofs that make test leaves out"
	@echo "make shots      draw docs/screens again, and what the picture tests compare with"
	@echo "make docs       write the pages of docs that the engine tells about itself"
	@echo "make clean      remove .venv, caches and build leftovers"

table: .venv/.project
	@:

setup: .venv/.project .venv/.dev-packages .venv/.floor-packages
	@:

.venv/.system-libs: tools/system-libs
	@mkdir -p .venv
	@if sh tools/system-libs table; then touch $@; fi

.venv/.test-libs: tools/system-libs
	@mkdir -p .venv
	@if sh tools/system-libs tests; then touch $@; fi

.venv/.packages: constraints.txt | .venv/.system-libs
	@test -n "$(PYTHON)" || { echo "setup: Python 3.11 was not found; install it, or name it: make setup PYTHON=/path/to/python3.11" >&2; exit 1; }
	@echo "setup: making .venv with $(PYTHON)"
	@rm -rf .venv/bin .venv/lib .venv/.packages .venv/.dev-packages .venv/.floor-packages .venv/.campaign .venv/.project
	@$(PYTHON) -m venv .venv
	@echo "setup: installing the $$(grep -c == constraints.txt) packages that a table needs (under a minute)"
	@$(PIP) --only-binary :all: --require-hashes -r constraints.txt
	@touch $@

.venv/.dev-packages: constraints-dev.txt .venv/.packages | .venv/.test-libs
	@echo "setup: installing the $$(grep -c == constraints-dev.txt) packages that development needs"
	@$(PIP) --only-binary :all: --require-hashes -r constraints-dev.txt
	@touch $@

.venv/.floor-packages: constraints-floor.txt .venv/.packages
	@echo "setup: installing the $$(grep -c == constraints-floor.txt) packages that the floor needs"
	@$(PIP) --only-binary :all: --require-hashes -r constraints-floor.txt
	@touch $@

.venv/.project: pyproject.toml .venv/.packages $(MOVED)
	@echo "setup: linking dealer-station into .venv"
	@$(PIP) --no-deps --no-build-isolation -e .
	@pwd > .venv/.home
	@touch $@

run: table
	@$(PY) -m dealer_station run --sim --screen $(ARGS)

style: setup
	@echo "lint: format"; $(PY) -m ruff format --check -q . || { echo "lint: run .venv/bin/ruff format ." >&2; exit 1; }
	@echo "lint: rules"; $(PY) -m ruff check -q .

lint: style
	@echo "lint: types"; $(PY) -m mypy

# The types are checked beside the tests; what is wrong with them is said after the tests and fails the target too.
test: style
	@echo "test: contracts, house and tests, with the types beside them"
	@$(PY) -m mypy > .venv/types.log 2>&1 & types=$$!; \
	$(PY) -m pytest -n $(WORKERS) --dist worksteal $(ARGS); tests=$$?; \
	wait $$types; typed=$$?; \
	[ $$typed = 0 ] || { echo "lint: types"; cat .venv/types.log; } >&2; exit $$((tests || typed))

quick: setup
	@sh tools/quick $(ARGS)

floor: setup
	@$(PY) -m tools.floor_demo $(ARGS)

bench: setup
	@$(PY) -m tools.bench $(ARGS)

.venv/.campaign-libs: tools/system-libs
	@mkdir -p .venv
	@if sh tools/system-libs campaign; then touch $@; fi

# python-etcd and this ydiff are published as source only; they are built with the pinned setuptools.
.venv/.campaign: constraints-campaign.txt .venv/.dev-packages .venv/.floor-packages | .venv/.campaign-libs
	@echo "setup: installing what only the campaign needs"
	@$(PIP) --only-binary :all: --no-binary python-etcd,ydiff --no-build-isolation --require-hashes -r constraints-campaign.txt
	@touch $@

campaign: setup .venv/.campaign
	@$(PY) -m pytest -n auto -m campaign tests $(ARGS)

shots: setup
	@$(PY) -m tools.screenshots
	@$(PY) -m dealer_station run --sim --rounds 3 --seed 7 --speed 0 --svg docs/screens/shift.svg

docs: setup
	@$(PY) -m tools.documents

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
