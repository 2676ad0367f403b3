"""Watches a film of the table: decides by itself when a hand has gone and everything lies still, and reads then."""

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from vision.reading import Frame, Reading, Status
from vision.stillness import Look, changed, look, reaches_in

SETTLE_S = 0.35
"""How long nothing must have moved before the table is read."""
_MOTION = 6
"""Small pixels that change between two frames when something moves; noise and light change none."""
_OTHER = 4
"""Small pixels that differ from the last read table when something is other than it was."""
_HAND = 200
"""More than a piece, moved from one place to another, can change."""
_ALL = 0.6
"""Above this share of the picture it is the camera that moves."""
_AGAIN_S = {"still": 2.0, "hand": 1.0, "moving": 0.0, "lost": 1.0}
"""After so many seconds an unchanged table is read again, in case the difference was too faint to be seen."""


_ARM_S = 3.0
"""What reached in over the edge and lies as still as this is no arm, and the table is read beside it."""


class _Reader(Protocol):
    def read(self, frame: Frame, stopwatch: Callable[[], float] | None = None) -> Reading: ...

    def forget(self) -> None: ...


class Watcher:
    """Sees one frame after another; reads the table only when it has come to rest.

    It has no clock: every frame comes with its own time. It keeps two small pictures and one reading, no more.
    """

    def __init__(self, reader: _Reader, settle_s: float = SETTLE_S) -> None:
        self._reader = reader
        self._settle_s = settle_s
        self.restart()

    def restart(self) -> None:
        """Begin anew, as for another camera or table."""
        self._reader.forget()
        self._shape: tuple[int, ...] = ()
        self._before: Look | None = None
        self._rest_from: float | None = None
        self._read_look: Look | None = None
        self._read_at = 0.0
        self._reading: Reading | None = None
        self._clear: Look | None = None
        """The last read table that nothing covered."""

    def see(self, frame: Frame, seconds: float, stopwatch: Callable[[], float] | None = None) -> Reading:
        """Return what is known now, `frame` (BGR) having been taken at `seconds`.

        `still`: the table's last read, which holds as long as nothing changes; `hand` and `moving` before that;
        `lost` with a fault. A frame of another size starts everything anew.
        """
        if frame.shape != self._shape:
            self.restart()
            self._shape = frame.shape
        if frame.ndim != 3 or 0 in frame.shape:
            return self._reader.read(frame, stopwatch)
        began = stopwatch() if stopwatch else 0.0
        now = look(frame)
        if self._moves(now, seconds):
            return Reading(self._kind(now))
        if self._holds(now, seconds) and self._reading is not None:
            spent = {"stillness": (stopwatch() - began) * 1000} if stopwatch else {}
            return replace(self._reading, ms=spent)
        if self._rest_from is None or seconds - self._rest_from < self._settle_s - 1e-6:
            return Reading(self._kind(now))
        if self._clear is not None and seconds - self._rest_from < _ARM_S and reaches_in(now, self._clear):
            return Reading("hand")
        return self._look_closely(frame, now, seconds, stopwatch)

    def _moves(self, now: Look, seconds: float) -> bool:
        """Take the new picture in; return whether something moved since the last one."""
        before, self._before = self._before, now
        moves = before is None or changed(now, before) >= _MOTION
        if moves or self._rest_from is None or seconds < self._rest_from:
            self._rest_from = seconds
        return moves and before is not None

    def _holds(self, now: Look, seconds: float) -> bool:
        """Return whether the last reading still says what lies there."""
        if self._reading is None or self._read_look is None or not 0 <= seconds - self._read_at < _AGAIN_S[
                self._reading.status]:
            return False
        return changed(now, self._read_look) < _OTHER

    def _kind(self, now: Look) -> Status:
        """Return whether what moves, or has not yet settled, is as large as a hand."""
        if self._reading is None or self._read_look is None or self._reading.status == "lost":
            return "moving"
        if self._reading.status == "hand":
            return "hand"
        return "hand" if _HAND <= changed(now, self._read_look) < _ALL * now.level[..., 0].size else "moving"

    def _look_closely(self, frame: Frame, now: Look, seconds: float, stopwatch: Callable[[], float] | None) -> Reading:
        self._reading = self._reader.read(frame, stopwatch)
        self._read_look, self._read_at = now, seconds
        if self._reading.status == "still":
            self._clear = now
        return self._reading
