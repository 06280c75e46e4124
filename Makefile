# Everything works on a machine that has only Python ≥ 3.11, make and the network.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: run test lint bench docs clean

run: .venv/ready-run  ## solve every board in examples/, print and verify the answers
	$(BIN)/python tools/run_examples.py
	$(BIN)/solvable warm  # compiles all kernels of this machine, once

test: .venv/ready-dev  ## pass every test
	$(BIN)/python -m pytest -q -n 2

lint: .venv/ready-dev  ## format, style and types, without exceptions
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: .venv/ready-bench  ## time everything that claims to be fast; writes benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

docs: .venv/ready-docs  ## the reference of the Python API, as pages in site/
	$(BIN)/pdoc --output-directory site solvable

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "solvable needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv

.venv/ready-run: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fast]'
	touch $@

.venv/ready-%: .venv/ready-run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fast,$*]'
	touch $@

clean:
	rm -rf .venv site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +
