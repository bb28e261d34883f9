# make run | test | check | bench | reader | clean; each sets up .venv first, and again only when the pins change
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
export HF_HUB_OFFLINE := 1
export TOKENIZERS_PARALLELISM := false

.PHONY: run install test check bench reader clean

run: install
	$(BIN)/kaoju serve

install: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit("kaoju needs Python 3.11 or newer: make PYTHON=python3.12 $(MAKECMDGOALS)" if sys.version_info < (3, 11) else 0)'
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0 -c constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]' -c constraints.txt
	touch $(STAMP)

test: install
	$(BIN)/python -m pytest

check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

bench: install
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]' -c constraints.txt
	$(BIN)/python -m eval.bench

# needs the public reading sets beside the checkout; two to three hours on two cores, goes on where it was stopped
# a step's memory is kept for the next one: given back, the kernel clears it anew, which takes a third of the time
reader: install
	MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=17179869184 OMP_WAIT_POLICY=PASSIVE $(BIN)/python -m qa.reader.training
	$(BIN)/python -m eval.calibration

clean:
	rm -rf .venv build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache bench-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
