# make demo: set up, and referee a game on the built-in film.   make test: set up, and pass the tests.
ROOT := $(if $(filter 0,$(shell id -u)),,sudo )
BIN := .venv/bin

.PHONY: setup demo test bench lint test-pi clean

setup: .venv/ready

# On a Pi the camera's libraries are Debian's and were built for Debian's numpy: another one beside it breaks them.
PI := $(shell python3 -c 'import picamera2' 2> /dev/null && echo yes)
NEEDS := import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print(*(n for n in p["dependencies"] + p["optional-dependencies"]["dev"] if n[:5] not in ("numpy", "openc")), sep="\n")
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.venv/ready: pyproject.toml constraints.txt
	@python3 -c 'import ensurepip, venv' 2> /dev/null || $(ROOT)apt-get install -y python3-venv
ifeq ($(PI),yes)
	python3 -m venv --system-site-packages .venv
	python3 -c '$(NEEDS)' > .venv/needs
	$(PIP) -r .venv/needs
	$(PIP) --no-deps 'opencv-python-headless>=4.8,<4.11'
	$(PIP) --no-deps -e .
else
	python3 -m venv .venv
	$(PIP) -c constraints.txt -e '.[dev]'
endif
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
