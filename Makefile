# Everything works on a machine that has only Python ≥ 3.11, make and the network.

PYTHON ?= python3
BIN := .venv/bin

PYODIDE := 314.0.7
AXE := 4.14.1
TYPESCRIPT := 7.0.2
NPM := build/npm/node_modules

KERNELS := src/solvable/kernels
KERNEL_SOURCES := $(shell find $(KERNELS)/cpp -name "*.py" -o -name "*.hpp" -o -name "*.cpp")

.PHONY: run check test lint style kernels bench wheels docs site pyodide lint-page axe clean

run: .venv/ready-run kernels  ## solve every board in examples/, print and verify the answers
	$(BIN)/python tools/run_examples.py

# Python keeps what it compiles: tests start many programs.
PYTEST = env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -m pytest -q -n 2 --dist worksteal

check: style kernels  ## a minute's loop: format, style, types of Python, and the tests that are fast
	$(PYTEST) -m "not slow and not browser and not cluster"

test: .venv/ready-dev kernels  ## pass every test
	$(PYTEST)

kernels: .venv/kernels  ## compile the C++ kernels anew if their sources have changed

.venv/kernels: .venv/bin/python $(KERNEL_SOURCES)
	$(BIN)/python $(KERNELS)/cpp/build.py || { test $$? = 3 && \
		$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt ziglang && \
		$(BIN)/python $(KERNELS)/cpp/build.py; }
	touch $@

TIDY = $(BIN)/clang-tidy --quiet
TIDY_FLAGS = --target=x86_64-linux-gnu -std=c++20 -march=x86-64-v3 -mpclmul -ffreestanding -fno-exceptions -fno-rtti \
	-I$(KERNELS)/cpp

style: .venv/ready-dev
	$(BIN)/clang-format --dry-run --Werror $(filter %.hpp %.cpp,$(KERNEL_SOURCES))
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

lint: style  ## format, style and types, without exceptions
	@echo "clang-tidy on $(words $(filter %.cpp,$(KERNEL_SOURCES))) sources"
	@echo $(filter %.cpp,$(KERNEL_SOURCES)) | xargs -n 6 -P 2 sh -c '$(TIDY) "$$@" -- $(TIDY_FLAGS) 2>/dev/null' tidy
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory lint-page; \
		else echo "the types of the page were not checked: npm is not installed"; fi

TSC = $(NPM)/.bin/tsc --noEmit --allowJs --checkJs --strict --target es2024 --module esnext --moduleResolution bundler
STATIC := src/solvable/web/static
IN_WORKERS := $(STATIC)/engine/worker.js $(STATIC)/sw.js

lint-page: $(NPM)/pyodide-$(PYODIDE)  ## the types of the page's modules; those of workers apart, their names clash
	$(TSC) --lib es2024,dom,dom.iterable $(filter-out $(IN_WORKERS),$(wildcard $(STATIC)/*.js $(STATIC)/*/*.js))
	$(TSC) --lib es2024,webworker $(IN_WORKERS)

bench: .venv/ready-bench  ## time everything that claims to be fast; writes benchmarks/RESULTS.md
	$(BIN)/python -m benchmarks

wheels: .venv/ready-wheels  ## in dist/: the source distribution, and from it the wheel of each platform and a pure one
	$(BIN)/python -m tools.make_wheels dist

docs: .venv/ready-docs  ## the documentation, in English and Chinese, in site/docs/; a warning is an error
	$(BIN)/python -m tools.docs site/docs

site: .venv/ready-wheels $(NPM)/pyodide-$(PYODIDE)  ## the page that solves in the browser, for any static host, in site/, and the docs
	$(BIN)/python -m tools.make_site site --pyodide $(NPM)/pyodide
	$(MAKE) --no-print-directory docs

pyodide: $(NPM)/pyodide-$(PYODIDE)  ## fetch the runtime of the browser, and say where it is
	@echo $(CURDIR)/$(NPM)/pyodide

axe: build/axe/node_modules/axe-core-$(AXE)  ## fetch what the tests judge accessibility by, and say where it is
	@echo $(CURDIR)/build/axe/node_modules/axe-core/axe.min.js

build/axe/node_modules/axe-core-$(AXE):
	npm install --prefix build/axe --no-save --no-audit --no-fund --ignore-scripts --silent axe-core@$(AXE)
	touch $@

$(NPM)/pyodide-$(PYODIDE):
	npm install --prefix build/npm --no-save --no-audit --no-fund --ignore-scripts --silent \
		pyodide@$(PYODIDE) typescript@$(TYPESCRIPT)
	touch $@

.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "solvable needs Python 3.11 or newer; set PYTHON=…")'
	$(PYTHON) -m venv .venv

.venv/ready-run: .venv/bin/python pyproject.toml constraints.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[arrays]'
	touch $@

.venv/ready-%: .venv/ready-run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[arrays,$*]'
	touch $@

clean:
	rm -rf .venv build dist site .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find src tests benchmarks tools -name __pycache__ -prune -exec rm -rf {} +
