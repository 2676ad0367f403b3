# make demo: set up, and referee a game on the built-in film.   make test: set up, and pass the tests.
# sudo make install: make it this machine's service; NAME=table3 names the table.   sudo make kiosk: on a screen here.
# sudo make uninstall: take it off; the games stay unless PURGE=yes.
ROOT := $(if $(filter 0,$(shell id -u)),,sudo )
BIN := .venv/bin

.PHONY: setup demo test bench lint test-pi test-power test-kills soak install uninstall kiosk clean

setup: .venv/ready

# On a Pi the camera's libraries are Debian's and were built for Debian's numpy: another one beside it breaks them.
PI := $(shell python3 -c 'import picamera2' 2> /dev/null && echo yes)
PIP := $(BIN)/pip install --quiet --disable-pip-version-check

.venv/ready: pyproject.toml constraints.txt
	@echo "setting up .venv: a minute or two the first time, and it needs the internet"
	@python3 -c 'import ensurepip, venv' 2> /dev/null || $(ROOT)apt-get install -y python3-venv
ifeq ($(PI),yes)
	python3 -m venv --system-site-packages .venv
	systemd/needs dev > .venv/needs
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

test: setup lint .venv/chromium .venv/systemd .venv/mosquitto
	$(BIN)/pytest -n auto --dist loadfile

.venv/chromium: .venv/ready
	@command -v chromium > /dev/null || { $(ROOT)apt-get update -qq && $(ROOT)apt-get install -y --no-install-recommends chromium; }
	@touch $@

.venv/mosquitto: .venv/ready
	@test -x /usr/sbin/mosquitto || { $(ROOT)apt-get update -qq && $(ROOT)apt-get install -y --no-install-recommends mosquitto; }
	@touch $@

.venv/systemd: .venv/ready
	@command -v systemd-analyze > /dev/null || { $(ROOT)apt-get update -qq && $(ROOT)apt-get install -y --no-install-recommends systemd; }
	@touch $@

bench: setup
	$(BIN)/python -m tests.bench

test-pi: setup
	tests/pi/run

# fifty power cuts, where test-pi makes five: a quarter of an hour
test-power: setup
	CUTS=50 tests/pi/run -k makes_a_service

# 200 kills of a busy game at random moments: a quarter of an hour
test-kills: setup
	$(BIN)/python -m tests.kills

# a 24-hour evening in short, 200,000 frames and 2,000 games: an hour or more
soak: setup
	nice -n 19 $(BIN)/python -m tests.soak

install uninstall kiosk:
	systemd/install $@

clean:
	rm -rf .venv build .mypy_cache .ruff_cache .pytest_cache
