# Each target sets up what it needs: .venv, its packages and the system's libraries (.ci/setup).
# PYTHON=python3.12 chooses the interpreter, TESTS="tests/rules -k share" what `make test` runs.

python := .venv/bin/python
TESTS  ?= -n auto --maxprocesses 8 --dist loadscope

.DEFAULT_GOAL := help
.PHONY: help setup demo test stories cover proofs bench format map pictures translations release lock clean

# What another project left in the environment must not be imported here. Tests begin some hundred
# processes: each would compile what it imports where no bytecode may be written.
unexport PYTHONHOME PYTHONPATH PYTHONDONTWRITEBYTECODE

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-8s %s\n", $$1, $$2 }' Makefile

setup: ## Make .venv ready; all the others begin with it
	@sh .ci/setup

demo: setup ## Build a sample of everything in build/demo
	$(python) -m listbuilder demo

test: setup ## Check format, lint and types, of the data too, and run the tests
	$(python) -m ruff format --check
	$(python) -m ruff check
	$(python) -m mypy
	$(python) -m listbuilder fmt --check catalogues
	$(python) -m listbuilder lint --strict --no-proofs catalogues
	$(python) -m pytest $(TESTS)

stories: setup ## Live the stories of players in a built site, without a net (needs npm and Chromium)
	$(python) -m pytest -m site

cover: setup ## Measure which branches of the code the tests take
	$(python) -m pytest $(TESTS) --cov --cov-report=term

proofs: setup ## Prove the data's claims, run the exhaustive tests, and properties with all their examples
	$(python) -m listbuilder lint --strict catalogues
	$(python) -m pytest -m "proof or hypothesis" --hypothesis-profile=proofs -n auto || [ $$? -eq 5 ]

bench: setup ## Measure judging, linting, solving, printing, serving and start-up
	$(python) tests/benchmarks/run.py
	$(python) -m tests.benchmarks.inbox
	$(python) -m tests.benchmarks.batch
	$(python) tests/benchmarks/lint.py
	$(python) tests/benchmarks/solve.py
	$(python) tests/benchmarks/completions.py
	$(python) tests/benchmarks/repairs.py
	$(python) tests/benchmarks/print.py
	$(python) tests/benchmarks/web.py
	$(python) -m tests.benchmarks.site_start

format: setup ## Format the code and mend what lint can mend
	$(python) -m ruff format
	$(python) -m ruff check --fix

map: setup ## Draw the rooms of the package and their imports, for docs/architecture.md
	$(python) -m tests.map

pictures: setup ## Take the pictures of the README and the guide of the running program (needs Chromium)
	$(python) -m tests.pictures

translations: setup ## Gather the messages for translators, and compile what they wrote
	$(python) -m tests.translations

release: setup ## Build what a release gives out, twice, and try it (at its tag; needs npm)
	$(python) -m tests.release $(RELEASE)

lock: ## Bring requirements.lock up to pyproject.toml (needs uv; UV_FLAGS=--upgrade renews all)
	uv pip compile --extra dev --universal --python-version 3.11 --generate-hashes \
	    --no-header --quiet --no-strip-extras $(UV_FLAGS) --output-file requirements.lock pyproject.toml

clean: ## Remove all that the targets above made
	rm -rf .venv build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
