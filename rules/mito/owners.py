"""Who may tell what in Mito by his own phone."""

from collections.abc import Collection

from rules.game import Seat
from rules.mito.actions import Action, Count, Deal, First, Race, Shuffle, Slap, Throw
from rules.mito.state import State


def owners(state: State, action: Action) -> Collection[Seat] | None:
    """Return the seats that may tell the action: his own each player; see `rules.game.Owns`.

    Who was last says so himself, or the one who laid the mosquito and only watches the race.
    """
    layer = state.pending.seat if state.pending is not None else None
    match action:
        case Deal() | Shuffle() if state.rules.digital:
            return ()
        case Deal():
            return (state.guard,)
        case Slap() | Throw() | First() if not state.rules.told:
            return None  # all have seen it, and nothing depends on it
        case Slap(seat) | Throw(seat):
            return [teller for teller in (seat, layer) if teller is not None]
        case First():
            return ()
        case Count() | Race() | Shuffle():
            return None
    return (action.seat,)
