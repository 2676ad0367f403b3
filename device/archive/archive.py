"""The archive of games that the pages show: fits `web.archive.Archive`."""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from device.archive import sheets
from device.archive.notes import NOTES_NAME, Notes
from device.archive.record import record_of
from device.archive.statistics import Played, statistics
from device.archive.summary import Summary, summarise, unreadable
from device.archive.timeline import Timeline, timeline
from device.clock import date_of
from device.content import game_view, name_of
from device.store import STORE_NAME, Head, Store
from rules.evening import hides_nothing
from rules.game import Viewer
from rules.registry import GAMES
from web.archive import Hidden

MOST_OPEN = 4
"""Timelines that are kept in memory: people look at one game at a time."""
PATIENCE = 1.5
"""Seconds that one look may spend on games that nobody has gone through yet; the next look goes on."""


@dataclass(frozen=True)
class Entry:
    """A game in the list."""

    head: Head
    summary: Summary | None
    """None while it was not gone through."""
    on_table: bool

    @property
    def state(self) -> str:
        """Return "running", "over", or "left" for a game that was not played to its end."""
        if self.summary is not None and self.summary.is_over:
            return "over"
        return "running" if self.on_table else "left"


class Archive:
    """The games in a folder. Every method may be called from any thread, and raises StoreError with the remedy."""

    def __init__(self, folder: Path, *, notes: bool = True) -> None:
        """Look at the store in a folder; without `notes` nothing is written there, and more work done again."""
        self._path = folder / STORE_NAME
        self._notes = Notes(folder / NOTES_NAME if notes else None)
        self._timelines: OrderedDict[tuple[int, int], Timeline | None] = OrderedDict()
        self._lock = threading.Lock()  # one at a time: many lookers cost the referee no more than one

    # The list

    def games(self, before: int | None, most: int, name: str | None) -> Mapping[str, Any]:
        """Return a page of the list; see `web.archive.Archive`."""
        with self._reading() as (store, heads):
            wanted = [head for head in _played(heads) if name in (None, head.name)]
            page = [head for head in reversed(wanted) if before is None or head.number < before]
            entries = self._entries(store, heads, page[:most])
            return {"games": [card(entry) for entry in entries], "count": len(wanted),
                    "older": entries[-1].head.number if len(page) > most else None,
                    "names": [game for game in GAMES if any(head.name == game for head in heads)]}

    def evening(self) -> Mapping[str, Any] | None:
        """Return the games of this evening and its score; see `web.archive.Archive`."""
        with self._reading() as (store, heads):
            if not heads:
                return None
            start = max((n for n, head in enumerate(heads) if head.evening), default=0)
            entries = self._entries(store, heads, _played(heads[start:]))
            return {"began": _date(heads[start]), "games": [card(entry) for entry in entries],
                    **statistics(_ended(entries))}

    def statistics(self, name: str | None) -> Mapping[str, Any]:
        """Return the numbers of all games that were played to an end; see `web.archive.Archive`."""
        with self._reading() as (store, heads):
            wanted = [head for head in _played(heads) if name in (None, head.name)]
            entries = self._entries(store, heads, list(reversed(wanted)))
            todo = sum(entry.summary is None for entry in entries)
            return {**statistics(_ended(list(reversed(entries)))), "todo": todo, "count": len(entries),
                    "names": [game for game in GAMES if any(head.name == game for head in heads)]}

    def last_options(self) -> Mapping[str, Mapping[str, str]]:
        """Return, by game, the options with which people last began it."""
        with self._reading() as (store, _):
            return store.last_options()

    # One game

    def game(self, number: int) -> Mapping[str, Any] | None:
        """Return one game with its lines; see `web.archive.Archive`."""
        with self._reading() as (store, heads):
            head = _find(heads, number)
            if head is None:
                return None
            entry, = self._entries(store, heads, [head])
            found = self._timeline(store, head)
            open_now = found is not None and _may_look(entry, found)
            return {**card(entry), "open": open_now, "by_seat": entry.state != "running",
                    "lines": [_line(n, moment) for n, moment in enumerate(found.moments)] if found and open_now else []}

    def steps(self, number: int, eyes: Viewer, first: int, most: int) -> Sequence[Mapping[str, Any]]:
        """Return how the game stood after some of its events; see `web.archive.Archive`."""
        with self._reading() as (store, heads):
            entry, found = self._open(store, heads, number)
            seats = len(found.ledger.game.seats(found.ledger.state))
            if eyes not in ("spectator", *range(seats)) or (entry.state == "running" and eyes != "spectator"):
                raise Hidden
            return [{"n": n, "game": game_view(moment.ledger, eyes)}
                    for n, moment in enumerate(found.moments)][first:first + most]

    def latest(self) -> int | None:
        """Return the number of the game on the table; None before the first."""
        with self._reading() as (_, heads):
            return heads[-1].number if heads else None

    def record(self, number: int, *, secrets: bool = False) -> str:
        """Return the game as a record; see `web.archive.Archive`. With `secrets`, one that goes on too."""
        with self._reading() as (store, heads):
            _, found = self._open(store, heads, number, secrets)
            return record_of(found)

    def sheet(self, number: int, *, secrets: bool = False) -> str:
        """Return the game's events as CSV. With `secrets`, of one that goes on too."""
        with self._reading() as (store, heads):
            _, found = self._open(store, heads, number, secrets)
            return sheets.of_game(found)

    def sheet_of_all(self) -> str:
        """Return a line for each game as CSV."""
        with self._reading() as (store, heads):
            return sheets.of_games([card(entry) for entry in self._entries(store, heads, _played(heads), patient=True)])

    def tidy(self) -> None:
        """Forget what was erased from the store."""
        with self._reading():
            pass

    # Inside

    @contextmanager
    def _reading(self) -> Iterator[tuple[Store, list[Head]]]:
        with self._lock, Store(self._path, read_only=True) as store:
            heads = store.heads()
            self._notes.keep_only(head.number for head in heads)
            self._forget_but({head.number for head in heads})
            yield store, heads

    def _forget_but(self, numbers: set[int]) -> None:
        for key in [key for key in self._timelines if key[0] not in numbers]:
            del self._timelines[key]

    def _entries(self, store: Store, heads: Sequence[Head], wanted: Sequence[Head],
                 patient: bool = False) -> list[Entry]:
        """Return these games; once the time is up, those that have to be gone through stay without a summary."""
        end, made = monotonic() + PATIENCE, list[Summary]()
        entries = []
        for head in wanted:
            on_table = head is heads[-1]
            summary = self._notes.get(head.number, head.last)
            if summary is None and (patient or not made or monotonic() < end):
                found = self._timeline(store, head, keep=on_table)
                summary = unreadable(head) if found is None else summarise(head.number, head.last, found)
                made.append(summary)
            entries.append(Entry(head, summary, on_table))
        self._notes.add(made)
        return entries

    def _timeline(self, store: Store, head: Head, keep: bool = True) -> Timeline | None:
        key = (head.number, head.last)
        if key not in self._timelines:
            found = timeline(store.timed_events(head.number))
            if not keep:
                return found
            self._timelines[key] = found
            while len(self._timelines) > MOST_OPEN:
                self._timelines.popitem(last=False)
        self._timelines.move_to_end(key)
        return self._timelines[key]

    def _open(self, store: Store, heads: Sequence[Head], number: int,
              secrets: bool = False) -> tuple[Entry, Timeline]:
        """Return a game that may be looked through; raise Hidden, or LookupError when there is none."""
        head = _find(heads, number)
        found = None if head is None else self._timeline(store, head)
        if head is None or found is None:
            raise LookupError(number)
        entry, = self._entries(store, heads, [head])
        if not (secrets or _may_look(entry, found)):
            raise Hidden
        return entry, found


def _played(heads: Sequence[Head]) -> list[Head]:
    """Leave out the games that were begun and left before anything happened, but for the one on the table."""
    return [head for head in heads if head.last > head.number or head is heads[-1]]


def _find(heads: Sequence[Head], number: int) -> Head | None:
    return next((head for head in heads if head.number == number), None)


def _may_look(entry: Entry, found: Timeline) -> bool:
    """Tell whether all may look through the game: it is over, or it has no secrets."""
    return entry.state != "running" or hides_nothing(found.ledger.game, found.ledger.state)


def _ended(entries: Sequence[Entry]) -> list[Played]:
    return [Played(entry.summary, _date(entry.head)) for entry in entries
            if entry.summary is not None and entry.summary.is_over]


def _date(head: Head) -> str | None:
    date = date_of(head.began.wall)
    return None if date is None else date.isoformat(timespec="minutes")


def card(entry: Entry) -> dict[str, Any]:
    """Return a game as the list shows it; of one that goes on, only who plays."""
    head, summary = entry.head, entry.summary
    title = GAMES[head.name].title.json() if head.name in GAMES else {"en": head.name, "fr": head.name}
    shown: dict[str, Any] = {
        "number": head.number, "name": head.name, "title": title, "date": _date(head), "state": entry.state,
        "on_table": entry.on_table, "seats": [] if summary is None else _seats(summary),
        "known": summary is not None}
    if summary is None or entry.state == "running":
        return shown
    return shown | {
        "moves": summary.moves, "refused": sum(summary.refused), "disputes": summary.disputes,
        "results": [{"winners": r.winners, "reason": r.reason, "text": r.text} for r in summary.results],
        "scores": list(summary.scores),
        "minutes": None if summary.seconds is None else round(summary.seconds / 60), "fault": summary.fault}


def _seats(summary: Summary) -> list[dict[str, Any]]:
    return [{"title": title, "name": person and person["name"], "colour": person and person["colour"]}
            for title, person in zip(summary.seats, summary.people, strict=True)]


def _line(n: int, moment: Any) -> dict[str, Any]:
    return {"n": n, "kind": moment.event.kind, "text": moment.line.text.json(), "by": name_of(moment.event.by)}
