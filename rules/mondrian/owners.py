"""Who may tell what in Mondrian by his own phone."""

from collections.abc import Collection

from rules.game import Seat
from rules.mondrian.actions import Action
from rules.mondrian.state import State


def owners(state: State, action: Action) -> Collection[Seat] | None:
    """Return the seats that may tell the action: whose colour it names; see `rules.game.Owns`."""
    return [seat for seat, colour in enumerate(state.rules.colours) if colour == action.colour]
