"""The store's schema, version by version: an older store is brought up to date, with a backup first."""

import contextlib
import sqlite3
from pathlib import Path

from device.errors import StoreError
from device.files import settle

_FIRST = ("""
CREATE TABLE IF NOT EXISTS events (
    number INTEGER PRIMARY KEY,           -- the order of events; never a clock's
    game INTEGER NOT NULL,                -- the number of the game's `new` event
    kind TEXT NOT NULL,
    body TEXT NOT NULL,                   -- JSON
    by TEXT NOT NULL,
    wall REAL NOT NULL                    -- what the clock said, for people; a Pi's may be wrong by years
) STRICT
""",
          "CREATE INDEX IF NOT EXISTS events_by_game ON events (game, number)",
          "CREATE TRIGGER IF NOT EXISTS events_stay BEFORE UPDATE ON events "
          "BEGIN SELECT RAISE(ABORT, 'append only'); END")
_TIMES = (
    "ALTER TABLE events ADD COLUMN boot TEXT NOT NULL DEFAULT ''",  # which run of the machine: see device.clock.Stamp
    "ALTER TABLE events ADD COLUMN uptime REAL NOT NULL DEFAULT 0",  # seconds since that run's start, for durations
)
_ERASING = (
    # only a game that is marked as erased may go, and never the one that is on the table
    "CREATE TRIGGER IF NOT EXISTS events_last BEFORE DELETE ON events "
    "WHEN OLD.game = (SELECT max(number) FROM events WHERE kind = 'new') "
    "OR NOT EXISTS (SELECT 1 FROM events WHERE game = OLD.game AND kind = 'erased') "
    "BEGIN SELECT RAISE(ABORT, 'append only'); END",
)
STEPS = (_FIRST, _TIMES, _ERASING)
"""Step n brings a store of version n to version n + 1. A step that was published is never changed."""
SCHEMA_VERSION = len(STEPS)
KEPT = 3
"""How many backups of older versions are kept."""


def known_version(db: sqlite3.Connection, path: Path | str) -> int:
    """Return the version of an open store, 0 for an empty file; raise StoreError when it is newer than this program."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > SCHEMA_VERSION:
        raise StoreError(f"{path} was written by a newer Arbitrio (store version {version}, this one knows "
                         f"{SCHEMA_VERSION}); install that version again, or name another folder under [store]")
    return version


def migrate(db: sqlite3.Connection, path: Path | str) -> None:
    """Bring the store that is open as `db` to today's version, all steps or none; raise StoreError.

    The store as it was is kept beside it, as `<store>.before-version-<n>`.
    """
    version = known_version(db, path)
    if version == SCHEMA_VERSION:
        return
    if version == 0:
        _refuse_others(db, path)
    elif path != ":memory:":
        _keep_old(db, Path(path), version)
    db.execute("BEGIN IMMEDIATE")
    try:
        for step in STEPS[version:]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def _refuse_others(db: sqlite3.Connection, path: Path | str) -> None:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    if tables and "events" not in tables:
        raise StoreError(f"{path} is another program's database; name another folder under [store] in the settings")


def _keep_old(db: sqlite3.Connection, path: Path, version: int) -> None:
    target = path.with_name(f"{path.name}.before-version-{version + 1}")
    try:
        backup(db, target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"the store {path} is of an older version, and there is no room for the backup that is kept "
                         f"before it is converted ({error}); free some space, nothing has been changed") from error
    for file in older_stores(path)[:-KEPT]:
        file.unlink()


def older_stores(path: Path) -> list[Path]:
    """Return the backups that were kept when a store was converted, the oldest version first."""
    return sorted(path.parent.glob(f"{path.name}.before-version-*"), key=_number)


def backup_of(path: Path) -> Path:
    """Return where the last sound copy of a store is kept; see `device.rescue`."""
    return path.with_name(path.name + ".backup")


def damaged_stores(path: Path) -> list[Path]:
    """Return the damaged files that were set aside, the oldest first; see `device.rescue`."""
    found = path.parent.glob(f"{path.name}.damaged-*")
    return sorted((file for file in found if file.name.rpartition("-")[2].isdecimal()), key=_number)


def remove_store(path: Path) -> None:
    """Delete a store's file, and all that SQLite and we keep beside it."""
    for tail in ("", "-wal", "-shm", ".lock"):
        path.with_name(path.name + tail).unlink(missing_ok=True)


def _number(file: Path) -> int:
    digits = file.name.rpartition("-")[2]
    return int(digits) if digits.isdecimal() else 0


def backup(db: sqlite3.Connection, target: Path) -> None:
    """Copy an open store to the file `target`, which is whole or not there, even after a power cut."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    try:
        with contextlib.closing(sqlite3.connect(part)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a WAL beside it
        settle(part, target)
    except (sqlite3.Error, OSError):
        part.unlink(missing_ok=True)
        raise
