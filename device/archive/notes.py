"""Summaries that were made once, kept in a file of their own: a game is gone through only once, not at each look.

The file holds nothing that the store does not: it may be deleted at any time, and a broken one is made anew.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterable
from pathlib import Path

from device.archive.summary import Summary, summary_of

NOTES_NAME = "summaries.sqlite"
EDITION = 1
"""Grows when a summary holds something else than before, so that all are made anew."""


class Notes:
    """The kept summaries, for one thread at a time. What the disk does not take is only remembered."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[int, Summary] | None = None

    def get(self, number: int, last: int) -> Summary | None:
        """Return the summary of a game whose newest event is `last`; None when it has to be made."""
        if self._known is None:
            self._known = self._read()
        found = self._known.get(number)
        return found if found is not None and found.last == last else None

    def add(self, summaries: Iterable[Summary]) -> None:
        """Keep these."""
        made = list(summaries)
        self._known = {**(self._known or {}), **{summary.number: summary for summary in made}}
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._open()) as db, db:
            db.executemany("INSERT OR REPLACE INTO summaries VALUES (?, ?)",
                           [(summary.number, json.dumps(summary.json())) for summary in made])

    def keep_only(self, numbers: Iterable[int]) -> None:
        """Forget every game but these."""
        kept = set(numbers)
        gone = [number for number in self._known or {} if number not in kept]
        if not gone or self._known is None:
            return
        self._known = {number: summary for number, summary in self._known.items() if number in kept}
        with contextlib.suppress(sqlite3.Error), contextlib.closing(self._open()) as db, db:
            db.executemany("DELETE FROM summaries WHERE number = ?", [(number,) for number in gone])

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(":memory:" if self._path is None else self._path, timeout=1)
        db.execute("PRAGMA secure_delete = ON")
        db.execute("PRAGMA synchronous = OFF")  # it can be made anew
        if db.execute("PRAGMA user_version").fetchone()[0] != EDITION:
            db.execute("DROP TABLE IF EXISTS summaries")
        db.execute("CREATE TABLE IF NOT EXISTS summaries (number INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT")
        db.execute(f"PRAGMA user_version = {EDITION}")
        return db

    def _read(self) -> dict[int, Summary]:
        try:
            with contextlib.closing(self._open()) as db:
                rows = db.execute("SELECT body FROM summaries").fetchall()
            made = [summary_of(json.loads(body)) for (body,) in rows]
        except sqlite3.DatabaseError:
            if self._path is not None:
                with contextlib.suppress(OSError):
                    self._path.unlink(missing_ok=True)
            return {}
        except (ValueError, TypeError, KeyError):
            return {}
        return {summary.number: summary for summary in made}
