# Needs Python 3.11 or newer and make, nothing else: `make demo`, `make test`. Another Python: `make PYTHON=python3.12 test`.
PYTHON ?= python3
# The versions we test with; `make CONSTRAINTS= test` takes the newest instead.
CONSTRAINTS ?= -c constraints.txt
PYTEST_ARGS ?=

# A root folder with a py.typed is the package quarterdeck.<folder>. A new one asks for a new install.
MARKERS := $(wildcard */py.typed)
INSTALL_INPUTS := pyproject.toml setup.py constraints.txt $(MARKERS)
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help demo test lint format golden bench clean distclean

help: ## Print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile

demo: .venv-demo/installed ## Fight the pretrained captain against every scripted game master (base install, no torch)
	.venv-demo/bin/quarterdeck demo

test: lint ## Install what the tests need, then lint, check types and run the tests
	$(BIN)/python -m pytest $(PYTEST_ARGS)

lint: .venv/installed build/mypy ## Check style, formatting and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/installed ## Put the code into the house style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

golden: .venv/installed ## Record the golden battles again, after a rule has changed
	$(BIN)/python -m tests.golden

bench: .venv/installed ## Measure the speed of the engine
	$(BIN)/quarterdeck bench

clean: ## Remove what was built and every cache
	rm -rf build dist *.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -not -path './.venv*' -prune -exec rm -rf {} +

distclean: clean ## Remove the virtual environments too
	rm -rf .venv .venv-demo

.venv/installed: EXTRAS := [train,dev]
.venv/installed .venv-demo/installed: $(INSTALL_INPUTS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "quarterdeck needs Python 3.11 or newer: make PYTHON=...")'
	@echo "Installing into $(@D): the first time takes a few minutes"
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/python -m pip install --disable-pip-version-check $(CONSTRAINTS) -e ".$(EXTRAS)"
	@touch $@

# mypy looks for a folder named as the package is, and there is none at the root: give it one made of links.
build/mypy: $(MARKERS)
	@rm -rf $@ && mkdir -p $@/quarterdeck
	@for room in docs $(patsubst %/py.typed,%,$(MARKERS)); do ln -s ../../../$$room $@/quarterdeck/$$room; done
