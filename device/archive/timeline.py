"""A game event by event, with the ledger after each."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from device.clock import Stamp
from device.events import Event, Ledger, LogLine, fold
from rules.game import GameError
from rules.text import Text

Person: TypeAlias = Mapping[str, str]
"""{"id", "name", "colour"}: somebody as he was called then."""


@dataclass(frozen=True)
class Moment:
    """What happened, and how the game stood then."""

    event: Event
    stamp: Stamp
    line: LogLine
    ledger: Ledger
    """The game after it."""


@dataclass(frozen=True)
class Timeline:
    """A game from its start."""

    moments: tuple[Moment, ...]
    ledger: Ledger
    """The game at its end."""
    fault: Text | None = None
    """Why the rest can't be replayed: the rules have changed since."""

    @property
    def people(self) -> tuple[Person | None, ...]:
        """Who sat at each seat when it was last played; whoever gets up afterwards has played all the same."""
        played = (moment.ledger for moment in reversed(self.moments) if moment.event.kind == "action")
        return next(played, self.ledger).people


def timeline(events: Iterable[tuple[Event, Stamp]]) -> Timeline | None:
    """Return a game's timeline; None when there is no such game, or when today's rules can't even begin it."""
    ledger: Ledger | None = None
    moments: list[Moment] = []
    for event, stamp in events:
        try:
            after = fold(ledger, event)
        except GameError as error:
            return Timeline(tuple(moments), ledger, error.text) if ledger else None
        if after is None:
            return None
        if ledger is None or after.log is not ledger.log:
            moments.append(Moment(event, stamp, after.log[-1], after))
        ledger = after
    return Timeline(tuple(moments), ledger) if ledger else None


def disputes(moments: Sequence[Moment]) -> int:
    """Return how often people took something back or corrected it."""
    return sum(moment.event.kind in ("undo", "correct") for moment in moments)
