"""The store as the live table writes it: one that is found damaged is mended on the spot, and the game goes on."""

import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from device.errors import DamagedStore, DiskTrouble, StoreError
from device.events import PEOPLES, Event
from device.rescue import mend, open_store
from device.store import NO_GAME, Store
from rules.text import Text

AGAIN = 1.0
"""Seconds after which a disk that took nothing is tried again."""


class Journal:
    """An open store, and in memory what goes on: a damaged disk can't take that back.

    A context manager; use it from the thread that opened it.
    """

    def __init__(self, path: Path | str) -> None:
        """Open the store at `path`, mended if need be; raise StoreError.

        Where the disk takes nothing the store is only looked at, and what is to be written waits: see `fault`.
        """
        self._path = path
        self.store: Store
        self.notice: Text | None
        """What was done to the store, for people to know; None when nothing had to be."""
        self._still: StoreError | None = None
        """Why the store can only be looked at."""
        self._probed = time.monotonic()
        try:
            self.store, self.notice = open_store(path)
        except DiskTrouble as error:
            if not Path(path).exists():
                raise
            self.store, self.notice, self._still = Store(path, read_only=True), None, error
        self.events = list(self.store.events())
        """The events of the game that goes on."""
        self.of_people = list(self.store.events(NO_GAME))
        """The events of the people, of all times."""

    def append(self, events: Sequence[Event]) -> None:
        """Write the events, all or none; raise StoreError when the disk does not take them."""
        self._open_again()
        try:
            self.store.append(events)
        except DamagedStore as error:
            self._mend(error)
            self.store.append(events)
        for event in events:
            if event.kind in PEOPLES:
                self.of_people.append(event)
            elif event.kind == "new":
                self.events = [event]
            else:
                self.events.append(event)

    def fault(self) -> StoreError | None:
        """Try the disk, at most once in a while; return why it takes nothing."""
        self._probed = time.monotonic()
        try:
            self._open_again()
            self.store.probe()
        except StoreError as error:
            return error
        return None

    @property
    def rested(self) -> bool:
        """Whether it is time to try the disk again."""
        return time.monotonic() - self._probed >= AGAIN

    def _open_again(self) -> None:
        """Open a store that could only be looked at; raise StoreError when that is still so."""
        if self._still is None:
            return
        store, notice = open_store(self._path)
        self.store.close()
        self.store, self._still = store, None
        self.notice = notice or self.notice

    def _mend(self, error: StoreError) -> None:
        """Put a rescued store in place of the damaged one, and what it lacks of the game that goes on into it."""
        self.store.close()
        self.notice = mend(Path(self._path), error)
        self.store, _ = open_store(self._path)
        for known, kept in ((self.events, self.store.events()), (self.of_people, self.store.events(NO_GAME))):
            lacking = _after(list(kept), known)
            if lacking:
                self.store.append(lacking)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.store.close()


def _after(kept: list[Event], known: list[Event]) -> list[Event]:
    """Return what must be written after `kept` for all that is known to be there; all of it after another beginning."""
    return known[len(kept):] if kept == known[:len(kept)] else known
