"""Who may tell what in Otrio by his own phone."""

from collections.abc import Collection

from rules.game import Seat
from rules.otrio.actions import Action, Call, Pass, Penalty, Put
from rules.otrio.state import State


def owners(state: State, action: Action) -> Collection[Seat] | None:
    """Return the seats that may tell the action; see `rules.game.Owns`. A penalty is the whole table's word."""
    match action:
        case Put(colour):
            return [seat for seat, colours in enumerate(state.house.seats) if colour in colours]
        case Call():
            return [ply.seat for ply in state.plies[-1:]]
        case Pass():
            return () if state.turn is None else (state.turn,)
        case Penalty():
            return ()
    return None
