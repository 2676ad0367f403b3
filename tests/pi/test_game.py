"""A whole game: the film's pictures through the real picamera2, lamps on kernel pins, events in the store."""

import contextlib
import itertools
import shutil
import signal
import sqlite3
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from device.events import Event, Ledger, fold
from device.pins import lamps
from device.settings import PinSettings
from device.store import STORE_NAME, Store
from tests.films import truth

support = import_module("conftest")
RUN = "from device.cli import main; raise SystemExit(main())"
WIRING = lamps(PinSettings())
PAUSE = "0.15"
"""Seconds: with the camera's four buffers about five pictures a second, as the film was taken."""
KEYS = ("kind", "why", "colour", "size", "cell", "wins")
SETTINGS = """
[game]
name = "otrio"
options = {players = "2", turns = "purple,red,green,blue"}
[camera]
source = "picamera2"
patience_seconds = 20
[web]
port = 8091
"""


@pytest.fixture
def film() -> Iterator[None]:
    """The film's pictures before the virtual camera."""
    shutil.rmtree(support.FRAMES, ignore_errors=True)
    shutil.copytree("frames", support.FRAMES)
    yield
    shutil.rmtree(support.FRAMES)


def _lines(events: list[Event]) -> list[dict[str, Any]]:
    """Return the events as the film's truth names them."""
    lines, ledger = [], None
    for event in events:
        before, ledger = ledger, fold(ledger, event)
        if event.kind != "new":
            assert before is not None and ledger is not None
            lines.append(_line(before, event, ledger))
    return lines


def _line(before: Ledger, event: Event, after: Ledger) -> dict[str, Any]:
    if event.kind == "action":
        return dict(before.game.line(before.state, before.game.parse(event.body["action"]), after.state))
    if event.kind == "illegal" and after.refusal is not None:
        return dict(before.game.refused_line(before.state, after.refusal.action, after.refusal.refused))
    return {"kind": event.kind}


def _count(folder: Path) -> int:
    """Return how many events are on the disk, while the table runs and holds the store."""
    if not (folder / STORE_NAME).exists():
        return 0
    with contextlib.closing(sqlite3.connect(f"file:{folder / STORE_NAME}?mode=ro", uri=True)) as store:
        try:
            return int(store.execute("SELECT count(*) FROM events").fetchone()[0])
        except sqlite3.OperationalError:  # the table is just being made
            return 0


def test_the_film_through_picamera2_gives_the_films_events_and_lamps_follow(film: None, tmp_path: Path) -> None:
    want = [{key: event[key] for key in KEYS if key in event} for event in truth("otrio")]
    folder, settings = tmp_path / "games", tmp_path / "settings.toml"
    settings.write_text(f'{SETTINGS}[store]\nfolder = "{folder}"\n')
    table = support.python(RUN, "run", "--settings", str(settings), VIRTUAL_CAMERA_PAUSE=PAUSE)
    seen: list[frozenset[str]] = []
    try:
        end = time.monotonic() + 150
        count = 0
        while count <= len(want) and time.monotonic() < end and table.poll() is None:
            seen.append(frozenset(lamp for lamp, pin in WIRING.items() if support.level(pin)))
            count = _count(folder) if len(seen) % 20 == 0 else count
            time.sleep(0.02)
    finally:
        table.send_signal(signal.SIGTERM)
        output, errors = table.communicate(timeout=20)
    with Store(folder / STORE_NAME) as store:
        lines = [{key: line[key] for key in KEYS if key in line} for line in _lines(list(store.events()))]
    assert lines[:len(want)] == want, errors
    assert table.returncode == 0, errors
    assert not any(support.level(pin) for pin in WIRING.values()), "a lamp still burns"
    _assert_lamps_followed(seen, sum(line["kind"] == "move" for line in want))


def _assert_lamps_followed(seen: list[frozenset[str]], moves: int) -> None:
    """The turn's lamp went from one player to the other with every move, and red burned for each refusal."""
    players = [shown & {"player 1", "player 2"} for shown in seen]
    turns = [turn for turn, _ in itertools.groupby(next(iter(lit)) for lit in players if len(lit) == 1)]
    assert turns == [f"player {1 + move % 2}" for move in range(moves)]
    playing = seen[players.index(frozenset({"player 2"})):]  # before that, red says that there is no camera yet
    reds = [sum(1 for _ in run) for red, run in itertools.groupby("red" in shown for shown in playing) if red]
    assert sum(samples > 10 for samples in reds) == 2, reds
