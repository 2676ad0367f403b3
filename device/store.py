"""The append-only log of events, in SQLite: an event is accepted only once it is on the disk."""

import contextlib
import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from device.clock import Stamp, now
from device.errors import DamagedStore, DiskTrouble, StoreError
from device.events import PEOPLES, Event
from device.migrations import (
    SCHEMA_VERSION,
    backup,
    backup_of,
    damaged_stores,
    known_version,
    migrate,
    older_stores,
    remove_store,
)

NO_GAME = 0
"""The number under which the events of the people lie, who outlast every game."""
STORE_NAME = "games.sqlite"
"""The store's file in the games' folder."""
ERASED: Literal["erased"] = "erased"
"""The kind of the only event that is left of an erased game."""
_HEADS = """
SELECT number, json_extract(body, '$.game'), last, coalesce(json_extract(body, '$.evening'), 0), by, wall, boot, uptime
FROM events JOIN (SELECT game AS of, max(number) AS last FROM events GROUP BY game) ON of = number
WHERE kind = 'new' ORDER BY number
"""


@dataclass(frozen=True)
class Head:
    """Where a game lies in the store."""

    number: int
    name: str
    last: int
    """The number of its newest event."""
    evening: bool
    """Whether an evening begins with it."""
    by: str
    began: Stamp


class Store:
    """The games of one table. A context manager; use it from the thread that opened it.

    Every `append` is one synchronous transaction: when it returns, the events survive a power cut.
    """

    def __init__(self, path: Path | str, *, read_only: bool = False) -> None:
        """Open the store at `path`, or make it there (":memory:" keeps nothing); raise StoreError.

        One program at a time may write; `read_only` looks at a store that another one may be writing.
        """
        self.path = path
        self._lock = None if read_only or path == ":memory:" else _lock(path)
        self._db = _connect(path, read_only)
        self._unwiped = False
        try:
            if not read_only:
                self._prepare()
            elif known_version(self._db, path) != SCHEMA_VERSION:
                self._db = _converted(self._db)
            row = self._db.execute("SELECT max(number) FROM events WHERE kind = 'new'").fetchone()
        except (sqlite3.Error, StoreError) as error:
            self.close()
            raise error if isinstance(error, StoreError) else _explained(error, path) from error
        self.game: int | None = row[0]
        """The number of the game that goes on; None before the first."""

    def _prepare(self) -> None:
        # FULL, not NORMAL: with NORMAL a power cut takes back what was already acknowledged
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = FULL")
        self._db.execute("PRAGMA secure_delete = ON")  # what is erased is overwritten, not only forgotten
        found = self.trouble()
        if found is not None:
            raise _explained(sqlite3.DatabaseError(f"malformed: {found}"), self.path)
        migrate(self._db, self.path)

    def append(self, events: Sequence[Event]) -> None:
        """Write the events, all or none; raise StoreError when the disk does not take them."""
        game = self.game
        try:
            self._db.execute("BEGIN IMMEDIATE")
            for event in events:
                game = self._insert(event, game)
            self._db.execute("COMMIT")
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        self.game = game
        if self._unwiped:
            self._wipe()

    def erase(self, game: int, by: str) -> bool:
        """Remove a game for good, from older backups too, and leave a mark; False when there is no such game to remove.

        The game that is on the table stays, whatever is asked. All of it goes, or none; raise StoreError when the disk
        does not do it.
        """
        if game == self.game or not any(number == game for number, _, _ in self.games()):
            return False
        try:
            for older in [*older_stores(Path(self.path)), backup_of(Path(self.path))]:
                _erase_from(older, game)
            for damaged in damaged_stores(Path(self.path)):
                remove_store(damaged)  # nothing in it can be erased for sure, and what could be saved was
            self._db.execute("BEGIN IMMEDIATE")
            self._insert(Event(ERASED, {}, by), game)
            self._db.execute("DELETE FROM events WHERE game = ? AND kind <> ?", (game, ERASED))
            self._db.execute("COMMIT")
        except (sqlite3.Error, OSError) as error:
            raise _explained(error, self.path) from error
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
        self._wipe()
        return True

    def _wipe(self) -> None:
        """Empty the journal, which still holds what was erased; while somebody reads it, at the next chance."""
        self._db.execute("PRAGMA busy_timeout = 0")
        try:
            busy, *_ = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._unwiped = bool(busy)
        except sqlite3.Error:  # a full disk: the game is erased, and the journal is emptied later
            self._unwiped = True
        finally:
            self._db.execute("PRAGMA busy_timeout = 5000")

    def _insert(self, event: Event, game: int | None) -> int | None:
        number = self._db.execute("SELECT coalesce(max(number), 0) + 1 FROM events").fetchone()[0]
        if event.kind == "new" or (game is None and event.kind not in PEOPLES):
            game = number
        of = NO_GAME if event.kind in PEOPLES else game
        body, stamp = json.dumps(event.body, ensure_ascii=False), now()
        self._db.execute("INSERT INTO events (number, game, kind, body, by, wall, boot, uptime) "
                         "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                         (number, of, event.kind, body, event.by, stamp.wall, stamp.boot, stamp.uptime))
        return game

    def events(self, game: int | None = None) -> Iterator[Event]:
        """Yield the events of a game (the one that goes on, by default) in their order; raise StoreError."""
        for event, _ in self.timed_events(game):
            yield event

    def timed_events(self, game: int | None = None) -> Iterator[tuple[Event, Stamp]]:
        """Yield the events of a game as `events` does, each with when it was accepted."""
        number = self.game if game is None else game
        try:
            rows = self._db.execute("SELECT kind, body, by, wall, boot, uptime FROM events WHERE game = ? "
                                    "ORDER BY number", (number,))
            for kind, body, by, *stamp in rows:
                yield Event(kind, json.loads(body), by), Stamp(*stamp)
        except json.JSONDecodeError as error:
            raise _explained(sqlite3.DatabaseError("malformed event"), self.path) from error
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    def trouble(self) -> str | None:
        """Return what is broken in the file; None when it is sound."""
        found = str(self._db.execute("PRAGMA integrity_check(1)").fetchone()[0])
        if found != "ok":
            return found
        there = self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone()
        row = there and self._db.execute("SELECT number FROM events WHERE NOT json_valid(body) LIMIT 1").fetchone()
        return f"event {row[0]} can't be read" if row else None

    def probe(self) -> None:
        """Write what is there already; raise StoreError when the disk does not take it."""
        try:
            self._db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    def last(self) -> tuple[int, int]:
        """Return the newest event's number, and how many events there are."""
        number, count = self._db.execute("SELECT coalesce(max(number), 0), count(*) FROM events").fetchone()
        return int(number), int(count)

    def restore(self, rows: Sequence[Sequence[object]]) -> None:
        """Put rescued events into an empty store, each with all its columns; raise StoreError."""
        try:
            with self._db:
                self._db.execute("BEGIN IMMEDIATE")
                self._db.executemany("INSERT INTO events (number, game, kind, body, by, wall, boot, uptime) "
                                     "VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error

    def back_up(self, target: Path) -> None:
        """Copy the store to `target`; raise StoreError."""
        try:
            backup(self._db, target)
        except (sqlite3.Error, OSError) as error:
            raise _explained(error, target) from error

    def heads(self) -> list[Head]:
        """Return where each game begins and ends, the oldest first; raise StoreError."""
        try:
            rows = self._db.execute(_HEADS).fetchall()
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error
        return [Head(number, name, last, bool(evening), by, Stamp(*stamp))
                for number, name, last, evening, by, *stamp in rows]

    def last_options(self) -> dict[str, dict[str, str]]:
        """Return, by game, the options with which people last began it; raise StoreError."""
        try:
            rows = self._db.execute("SELECT json_extract(body, '$.game'), json_extract(body, '$.options'), max(number) "
                                    "FROM events WHERE kind = 'new' AND json_extract(body, '$.adopted') IS NULL "
                                    "GROUP BY 1").fetchall()
        except sqlite3.Error as error:
            raise _explained(error, self.path) from error
        return {name: json.loads(options) for name, options, _ in rows}

    def games(self) -> list[tuple[int, str, float]]:
        """Return every game's number, name and wall-clock start, the oldest first."""
        rows = self._db.execute("SELECT number, body, wall FROM events WHERE kind = 'new' ORDER BY number")
        return [(number, json.loads(body)["game"], wall) for number, body, wall in rows]

    def close(self) -> None:
        """Close the store; may be called twice."""
        self._db.close()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def _erase_from(path: Path, game: int) -> None:
    """Remove a game from a kept copy, past the trigger that guards a store."""
    if not path.exists():
        return
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA secure_delete = ON")
        db.execute("DROP TRIGGER IF EXISTS events_last")
        db.execute("DELETE FROM events WHERE game = ?", (game,))


def _connect(path: Path | str, read_only: bool) -> sqlite3.Connection:
    if read_only and not Path(path).exists():
        raise StoreError(f"there is no store at {path}; play a game first, or name its folder under [store]")
    if not read_only:
        return sqlite3.connect(path, isolation_level=None)
    # where SQLite may not make its own files beside the store, nobody writes either
    still = "" if os.access(Path(path).parent, os.W_OK) else "&immutable=1"
    return sqlite3.connect(f"file:{path}?mode=ro{still}", isolation_level=None, uri=True)


def _converted(db: sqlite3.Connection) -> sqlite3.Connection:
    """Return a copy in memory, brought to today's version, of an older store that may only be looked at."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with contextlib.closing(db):
        db.backup(copy)
    migrate(copy, ":memory:")
    return copy


@contextlib.contextmanager
def locked(path: Path | str) -> Iterator[None]:
    """Have the right to write the store without having it open; raise StoreError when another program has it."""
    handle = _lock(path)
    try:
        yield
    finally:
        os.close(handle)


def _lock(path: Path | str) -> int:
    """Take the right to write the store; the kernel gives it back when the process ends, however it ends."""
    try:
        handle = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise _explained(error, path) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise StoreError(f"another arbitrio uses the store {path}; stop that one, "
                         "or name another folder under [store] in the settings") from error
    return handle


_REMEDIES = {
    "read-only": "the disk or the file is read-only: make it writable, or name another folder under [store]",
    "readonly": "the disk or the file is read-only: make it writable, or name another folder under [store]",
    "full": "the disk is full: free some space; the game goes on from its last accepted event",
    "no such file": "make the folder, or name another under [store]",
    "permission denied": "give this user the right to write there, or name another folder under [store]",
    "no space": "the disk is full: free some space; the game goes on from its last accepted event",
    "unable to open": "make the folder, give this user the right to write there, or name another under [store]",
    "locked": "another arbitrio uses this store: stop that one, or name another folder under [store]",
    "not a database": "that file is no store of ours: move it away, or name another folder under [store]",
    "malformed": "the store is damaged: move the file away to start afresh, and keep it for rescue",
    "i/o error": "the disk does not answer: check the card, then start again",
}


_KINDS = {DamagedStore: ("not a database", "malformed"),
          DiskTrouble: ("read-only", "readonly", "full", "no space", "i/o error")}


def _explained(error: Exception, path: Path | str) -> StoreError:
    words = str(error).lower()
    remedy = next((r for sign, r in _REMEDIES.items() if sign in words), "check the disk, then start again")
    kind = next((kind for kind, signs in _KINDS.items() if any(sign in words for sign in signs)), StoreError)
    reason = str(error.strerror).lower() if isinstance(error, OSError) else error
    return kind(f"the store {path} does not work ({reason}); {remedy}")
