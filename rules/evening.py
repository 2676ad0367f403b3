"""What lasts longer than one game: the next one among the same players, and what may be shown of one that goes on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from rules.game import Game, Seat

S_in = TypeVar("S_in", contravariant=True)
T = TypeVar("T")


@dataclass(frozen=True)
class Next:
    """The next game."""

    options: Mapping[str, str]
    seats: tuple[Seat, ...]
    """For each of its seats, the seat that the same player had before."""
    action: str | None = None
    """Where the game itself goes on to the next one: the action that does it; then no other game begins."""


@runtime_checkable
class Rematches(Protocol[S_in]):
    """What a game offers beside `Game` when its next one is more than the same with another to begin."""

    def rematch(self, state: S_in) -> Next:
        """Return the next game among the same players, as the rules hand on the first turn."""


@runtime_checkable
class HidesNothing(Protocol[S_in]):
    """What a game offers beside `Game` when it may be played without secrets."""

    def hides_nothing(self, state: S_in) -> bool:
        """Tell whether every player may know all that the state and its past hold, and look it up during play."""


def rematch(game: Game[Any, Any], state: Any) -> Next:
    """Return the next game: the player after the one who began begins, with the same options."""
    if isinstance(game, Rematches):
        return game.rematch(state)
    return Next(dict(game.chosen(state)), turned(range(len(game.seats(state)))))


def turned(seats: Sequence[T]) -> tuple[T, ...]:
    """Return the order in which the second comes first and the first last.

    >>> turned((0, 1, 2))
    (1, 2, 0)
    """
    return (*seats[1:], *seats[:1])


def hides_nothing(game: Game[Any, Any], state: Any) -> bool:
    """Tell whether a game that goes on may be looked through by anybody; of one that does not say so, no."""
    return isinstance(game, HidesNothing) and game.hides_nothing(state)
