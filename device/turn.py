"""Whose turn it is since when, by the machine's monotonic clock."""

from dataclasses import dataclass
from typing import Any

from device.events import Ledger
from rules.game import Seat


@dataclass(frozen=True)
class Turn:
    """A turn, or a time that is nobody's turn."""

    number: int = 0
    """Counts the turns, so that a page tells a new one from the one that it shows."""
    seat: Seat | None = None
    start: Any = None
    """The game's first state: another game's turn is another turn."""
    began: float = 0.0

    def after(self, ledger: Ledger | None, now: float) -> "Turn":
        """Return the turn that is on once the game stands so."""
        start = None if ledger is None else ledger.states[0]
        over = ledger is None or ledger.game.outcome(ledger.state) is not None
        seat = None if ledger is None or over else ledger.game.to_play(ledger.state)
        same = seat == self.seat and start is self.start
        return self if same else Turn(self.number + 1, seat, start, now)

    def view(self, now: float) -> dict[str, int] | None:
        """Return what the pages are told; None when it is nobody's turn."""
        return None if self.seat is None else {"turn": self.number, "seconds": int(now - self.began)}
