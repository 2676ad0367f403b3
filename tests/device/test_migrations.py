"""Stores of older and newer versions: brought up to date with a backup first, or refused in a sentence."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from device import migrations
from device.clock import Stamp
from device.errors import StoreError
from device.events import Event
from device.store import Store

FIRST_VERSION = """
CREATE TABLE events (
    number INTEGER PRIMARY KEY, game INTEGER NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, by TEXT NOT NULL,
    wall REAL NOT NULL) STRICT;
CREATE INDEX events_by_game ON events (game, number);
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'append only'); END;
INSERT INTO events VALUES (1, 1, 'new', '{"game": "otrio", "options": {}}', 'phone:host', 1234567890.5);
INSERT INTO events VALUES (2, 1, 'action', '{"action": "purple large 4"}', 'table', 1234567999.5);
PRAGMA user_version = 1;
"""
GAME = [Event("new", {"game": "otrio", "options": {}}, "phone:host"), Event("action", {"action": "purple large 4"})]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store as version 1 left it."""
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.executescript(FIRST_VERSION)
    return path


def version(path: Path) -> int:
    with closing(sqlite3.connect(path)) as db:
        return int(db.execute("PRAGMA user_version").fetchone()[0])


def test_a_store_of_version_1_goes_on_and_is_kept_as_it_was(old: Path) -> None:
    with Store(old) as store:
        assert [(event, stamp) for event, stamp in store.timed_events()] == [
            (GAME[0], Stamp(1234567890.5, "", 0)), (GAME[1], Stamp(1234567999.5, "", 0))]
        store.append([Event("undo", {})])
        assert list(store.events()) == [*GAME, Event("undo", {})]
    assert version(old) == migrations.SCHEMA_VERSION
    (kept,) = old.parent.glob("games.sqlite.before-*")
    assert version(kept) == 1
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("SELECT count(*) FROM events").fetchone() == (2,)


def test_an_old_store_is_shown_without_being_touched(old: Path) -> None:
    before = old.read_bytes()
    with Store(old, read_only=True) as store:
        assert list(store.events()) == GAME
        assert store.games() == [(1, "otrio", 1234567890.5)]
    assert old.read_bytes() == before


def test_a_conversion_that_fails_leaves_the_old_version(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "STEPS", (*migrations.STEPS[:2], ("ALTER TABLE nothing ADD COLUMN x",)))
    monkeypatch.setattr(migrations, "SCHEMA_VERSION", 3)
    with pytest.raises(StoreError):
        Store(old)
    assert version(old) == 1


def test_only_the_newest_backups_are_kept(old: Path) -> None:
    for n in (9, 10, 11, 12):
        (old.parent / f"games.sqlite.before-version-{n}").write_bytes(b"old")
    Store(old).close()
    assert sorted(file.name.rpartition("-")[2] for file in old.parent.glob("*.before-*")) == ["10", "11", "12"]


def test_no_room_for_the_backup_is_said_and_nothing_is_changed(old: Path) -> None:
    (old.parent / "games.sqlite.before-version-2").mkdir()
    with pytest.raises(StoreError, match="no room for the backup .*; free some space, nothing has been changed"):
        Store(old)
    assert version(old) == 1
    assert not list(old.parent.glob("*.part"))


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_store_is_refused_in_one_sentence(old: Path, read_only: bool) -> None:
    with closing(sqlite3.connect(old)) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="written by a newer Arbitrio .*; install that version again"):
        Store(old, read_only=read_only)
    assert version(old) == 99


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program's database; name another folder"):
        Store(path)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT name FROM sqlite_master").fetchall() == [("recipes",)]


def test_what_is_stored_says_how_long_a_game_took_without_the_wall_clock(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walls = iter([4e9, 0.0])  # forward by decades, then back to 1970
    monkeypatch.setattr("time.time", lambda: next(walls))
    with Store(tmp_path / "games") as store:
        store.append([GAME[0]])
        store.append([GAME[1]])
        (first, began), (second, ended) = store.timed_events()
    assert (first, second) == (GAME[0], GAME[1])
    assert began.boot == ended.boot != ""
    assert 0 < began.uptime <= ended.uptime < began.uptime + 60
