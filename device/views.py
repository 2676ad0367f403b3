"""What each phone was shown last, counted by its own changes: what is hushed must not even be counted."""

import hashlib
import json
import threading
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.game import Viewer
from web.table import Snapshot, Who

Content = Mapping[str, Any]
MOST = 2000
"""Phones that are remembered; beyond, those that were not shown the newest are forgotten."""


@dataclass(frozen=True)
class _View:
    moment: int
    version: int
    content: Content


class Views:
    """Snapshots by phone. What phones of one seat share is made once a moment, and its parts are never made anew while
    nothing in them has changed. May be used from any thread."""

    def __init__(self, shared: Callable[[Viewer, bool], Content], own: Callable[[Who], Content]) -> None:
        """`shared` makes what all with the same eyes and powers see, `own` what one phone alone does."""
        self._shared, self._own = shared, own
        self._common: dict[tuple[Viewer, bool], tuple[int, Content]] = {}
        self._views: dict[Hashable, _View] = {}
        self._lock = threading.Lock()

    def snapshot(self, moment: int, key: Hashable, who: Who) -> Snapshot:
        """Return what the phone that is known by `key` may know; `moment` counts all changes of the table."""
        with self._lock:
            view = self._views.get(key)
            if view is None or view.moment != moment:
                content = {**self._of(moment, who), **self._own(who)}
                version = 0 if view is None else view.version + (view.content != content)
                if len(self._views) >= MOST:
                    self._views = {other: old for other, old in self._views.items() if old.moment >= moment - 1}
                self._views[key] = view = _View(moment, version, content)
        return {**view.content, "version": view.version}

    def _of(self, moment: int, who: Who) -> Content:
        eyes = (who.viewer, who.host)
        made, before = self._common.get(eyes, (-1, {}))
        if made == moment:
            return before
        now = {key: before[key] if key in before and before[key] == part else part
               for key, part in self._shared(*eyes).items()}
        self._common[eyes] = (moment, now)
        return now


def stamp(game: Mapping[str, Any] | None) -> str:
    """Return a short text that is another whenever the game, as a viewer may know it, is another.

    Who sits where does not count: a new name must not turn a move away.
    """
    known = None if game is None else {key: part for key, part in game.items() if key != "seats"}
    return hashlib.blake2s(json.dumps(known, sort_keys=True).encode(), digest_size=8).hexdigest()
