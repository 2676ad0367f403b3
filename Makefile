# make demo: set up, and referee a game on the built-in film.   make test: set up, and pass the tests.
ROOT := $(if $(filter 0,$(shell id -u)),,sudo )
BIN := .venv/bin

.PHONY: setup demo test bench lint test-pi clean

setup: .venv/ready

.venv/ready: pyproject.toml constraints.txt
	@python3 -c 'import ensurepip, venv' 2> /dev/null || $(ROOT)apt-get install -y python3-venv
	python3 -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

demo: setup
	$(BIN)/arbitrio demo

lint: setup
	$(BIN)/ruff check device vision rules web tests
	$(BIN)/mypy
	$(BIN)/lint-imports

test: setup lint .venv/chromium
	$(BIN)/pytest

.venv/chromium: .venv/ready
	@command -v chromium > /dev/null || { $(ROOT)apt-get update -qq && $(ROOT)apt-get install -y --no-install-recommends chromium; }
	@touch $@

bench: setup
	$(BIN)/python -m tests.bench

test-pi: setup
	tests/pi/run

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache
