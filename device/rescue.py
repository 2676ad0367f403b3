"""Opens the store whatever state its file is in: a damaged one is set aside, and what can be saved is saved.

The set-aside file is `<store>.damaged-<n>`. The rescued store is built beside it as `<store>.rescued`, and takes the
store's name only when it is whole; a power cut leaves one or the other, and the next start goes on from there.
"""

import json
import logging
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeAlias

from device import sentences
from device.errors import DamagedStore, StoreError
from device.files import settle, sync_folder
from device.migrations import backup_of, damaged_stores, remove_store
from device.store import ERASED, NO_GAME, Store, locked
from rules.text import Text

_log = logging.getLogger(__name__)
Rows: TypeAlias = dict[int, tuple[Any, ...]]
"""Events by number, each as the columns of `COLUMNS`."""
COLUMNS = ("number", "game", "kind", "body", "by", "wall", "boot", "uptime")
_FIRST_COLUMNS = COLUMNS[:6]
"""Those of version 1."""
KEPT = 5
"""How many damaged files are kept."""
_SMALLEST_ROW = 24
"""Bytes; bounds how many rows a file can hold."""


def open_store(path: Path | str) -> tuple[Store, Text | None]:
    """Return the store at `path`, and what had to be done to open it, if anything; raise StoreError.

    Each time that the store is found sound, and has grown since, a copy of it is kept as `<store>.backup`.
    """
    if path == ":memory:":
        return Store(path), None
    path, notice = Path(path), None
    if _rescued(path).exists():
        with locked(path):
            _finish(path)
    try:
        store = Store(path)
    except DamagedStore as error:
        notice = mend(path, error)
        store = Store(path)
    _keep_copy(store, path)
    return store, notice


def mend(path: Path, error: StoreError) -> Text:
    """Set a damaged store aside, put what can be saved of it in its place, and say so; raise StoreError.

    Nobody may have the store open.
    """
    _log.error("%s", error)
    with locked(path):
        return _mended(path)


def _mended(path: Path) -> Text:
    saved = _whole_games(_saved(path))
    target = _rescued(path)
    part = target.with_name(target.name + ".part")
    remove_store(part)
    try:
        with Store(part) as fresh:
            fresh.restore(list(saved.values()))
        settle(part, target)
        remove_store(part)  # its lock
        aside = _finish(path)
    except OSError as trouble:
        raise StoreError(f"the store {path} is damaged, and what can be saved can't be written ({trouble}); "
                         "free some space or replace the card, nothing has been thrown away") from trouble
    text = sentences.MENDED.fill(saved=str(len(saved)), file="" if aside is None else aside.name)
    _log.error("%s", text)
    return text


def _rescued(path: Path) -> Path:
    return path.with_name(path.name + ".rescued")


def _finish(path: Path) -> Path | None:
    """Give a whole rescued store the store's name, if there is one, and return where the damaged one now is."""
    target, aside = _rescued(path), None
    if target.exists():
        aside = _set_aside(path)
        settle(target, path)
    return aside


def _set_aside(path: Path) -> Path:
    """Rename the damaged store, its journal first: a journal beside another store would be played into that one."""
    taken = [int(file.name.rpartition("-")[2]) for file in damaged_stores(path)]
    aside = path.with_name(f"{path.name}.damaged-{max(taken, default=0) + 1}")
    for tail in ("-wal", "-shm", ""):
        with suppress(FileNotFoundError):
            path.with_name(path.name + tail).rename(aside.with_name(aside.name + tail))
    sync_folder(path.parent)
    for file in damaged_stores(path)[:-KEPT]:
        remove_store(file)
    return aside


# What can be saved


def _saved(path: Path) -> Rows:
    """Return every event that can still be read, from the damaged file itself before its last backup."""
    rows: Rows = {}
    erased: set[int] = set()
    for found in (_read_rows(path), _read_rows(backup_of(path))):
        rows = {**{number: row for number, row in found.items() if row[1] not in erased}, **rows}
        erased |= {row[1] for row in rows.values() if row[2] == ERASED}
    return dict(sorted(rows.items()))


def _read_rows(path: Path) -> Rows:
    """Return the events of a file, row by row around what is broken."""
    if not path.exists():
        return {}
    # where there is no journal to read, nothing is made beside the file
    still = "" if path.with_name(path.name + "-wal").exists() else "&immutable=1"
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro{still}", uri=True)) as db:
            db.text_factory = bytes  # broken text is found out below
            columns = _columns(db)
            return {row[0]: row for row in map(_sound, _between(db, columns, 1, _most(db, path))) if row is not None}
    except sqlite3.Error as error:
        _log.warning("nothing can be read in %s (%s)", path, error)
        return {}


def _columns(db: sqlite3.Connection) -> tuple[str, ...]:
    there = {name.decode() for _, name, *_ in db.execute("PRAGMA table_info(events)")}
    return COLUMNS if there >= set(COLUMNS) else _FIRST_COLUMNS


def _most(db: sqlite3.Connection, path: Path) -> int:
    """Return a number that no event's is above."""
    with suppress(sqlite3.Error):
        return int(db.execute("SELECT max(number) FROM events").fetchone()[0] or 0)
    files = [path, path.with_name(path.name + "-wal")]
    return sum(file.stat().st_size for file in files if file.exists()) // _SMALLEST_ROW


def _between(db: sqlite3.Connection, columns: tuple[str, ...], first: int, last: int) -> Iterator[tuple[Any, ...]]:
    """Yield the readable events of a range of numbers: where one is broken, those of each half."""
    if last < first:
        return
    try:
        found = db.execute(f"SELECT {', '.join(columns)} FROM events NOT INDEXED WHERE number BETWEEN ? AND ?",
                           (first, last)).fetchall()
    except sqlite3.Error:
        if first < last:
            middle = (first + last) // 2
            yield from _between(db, columns, first, middle)
            yield from _between(db, columns, middle + 1, last)
        return
    yield from found


def _sound(row: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return an event's row as it was written; None when it can't be what was written."""
    number, game, *texts = row
    try:
        kind, body, by = (text.decode() for text in texts[:3])
        stamp = [float(texts[3]), texts[4].decode(), float(texts[5])] if len(texts) > 4 else [float(texts[3]), "", 0.0]
        whole = isinstance(json.loads(body), Mapping) and NO_GAME <= game <= number
    except (ValueError, AttributeError, TypeError):
        return None
    return (number, game, kind, body, by, *stamp) if whole else None


def _whole_games(rows: Rows) -> Rows:
    """Return the events without those that follow a gap in their game: they can't be replayed to what happened."""
    kept: Rows = {}
    broken: set[int] = set()
    before = 0
    for number, row in rows.items():
        game = row[1]
        if row[2] != ERASED and game not in (number, NO_GAME) and (number != before + 1 or game not in kept):
            broken.add(game)
        if game not in broken:
            kept[number] = row
        before = number
    return kept


def _keep_copy(store: Store, path: Path) -> None:
    target = backup_of(path)
    try:
        with Store(target, read_only=True) as copy:
            if copy.last() == store.last():
                return
    except StoreError:
        pass  # there is none yet, or none that is of use
    try:
        store.back_up(target)
    except StoreError as error:
        _log.warning("no backup: %s", error)
