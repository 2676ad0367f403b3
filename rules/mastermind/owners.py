"""Who may tell what in Mastermind by his own phone."""

from collections.abc import Collection

from rules.game import Seat
from rules.mastermind.actions import Action, Clear, Guess
from rules.mastermind.state import State


def owners(state: State, action: Action) -> Collection[Seat] | None:
    """Return the seats that may tell the action: the code and the marks are the maker's; see `rules.game.Owns`."""
    match action:
        case Guess():
            return (state.decoder,)
        case Clear():
            return None
    return (state.maker,)
