"""Who may tell what in Mystrio by his own phone."""

from collections.abc import Collection

from rules.game import Seat
from rules.mystrio.actions import Action, Shuffle, Tidy
from rules.mystrio.state import State


def owners(state: State, action: Action) -> Collection[Seat] | None:
    """Return the seats that may tell the action: whose turn it is; see `rules.game.Owns`."""
    match action:
        case Shuffle():
            return ()
        case Tidy():
            return None
    return (state.turn,)
