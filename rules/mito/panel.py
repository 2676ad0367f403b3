"""What the panel's buttons mean in Mito.

Who did what, or has what is asked for, presses his own button; the stop button stops, and says no to what is asked. So
each presses what costs himself a card: the accused "I cheated", the guard "he did not".
"""

from collections.abc import Sequence

from rules.game import Button, Finish, Seat
from rules.mito.actions import Action, Answer, First, Give, Keep, Race, Slap, Stop, Throw, Withdraw
from rules.mito.cards import MOSQUITO
from rules.mito.questions import question
from rules.mito.state import Accusation, State


def pressed(state: State, button: Button, by: Seat | None = None) -> Action | None:
    """Return what a press means now; see `rules.game.Presses`."""
    if state.phase != "play":
        return None
    if state.accusation is not None:
        return _accusing(state, state.accusation, button)
    if button == "stop":
        return Stop(state.guard if by is None else by)
    if not state.rules.told:
        return Race(MOSQUITO) if state.pending is None and button < state.players else None
    return None if state.rules.digital or button >= state.players else _giving(state, button)


def _accusing(state: State, accusation: Accusation, button: Button) -> Action | None:
    guard, accused = accusation.guard, accusation.accused
    if accused is None:
        if button == "stop" or button >= state.players:
            return None
        return Withdraw(guard) if button == guard else Stop(guard, button)
    if accusation.guilty:
        given = button == guard and not state.rules.digital
        return Give(guard, accused) if given else Keep(guard) if button == "stop" else None
    return Answer(accused, button == accused) if button in (accused, "stop") else None


def _giving(state: State, button: Seat) -> Action | None:
    """Return the gift of a real card: a forfeit's giver presses, or the one to whom a spider's player gives."""
    pending = state.pending
    if pending is None:
        return None
    if pending.kind == "spider" and pending.seat is not None:
        return Keep(button) if button == pending.seat else Give(pending.seat, button)
    if pending.kind == "forfeit" and pending.to is not None and button in pending.owing:
        return Give(button, pending.to)
    return None


def finished(state: State, finish: Finish) -> Sequence[Action]:
    """Return what a race's end may mean; see `rules.game.Presses`."""
    asked = question(state)
    if asked is None or asked.race is None:
        return ()
    if finish.false_starts and state.rules["false_start"] == "race again":
        return ()
    return _slapped(state, finish) if asked.kind == "mosquito" else _thrown(state, finish)


def _slapped(state: State, finish: Finish) -> Sequence[Action]:
    """Return who was last: who started too early, else who did not press, else who pressed last [ours].

    Where nobody pressed, people tell; where no cards are told that would change nothing, and play goes on.
    """
    if not finish.places and not finish.false_starts:
        return () if state.rules.told else [Slap(None)]
    last = finish.false_starts or finish.absent or finish.places[-1]
    return [Slap(seat) for seat in last] if len(last) == 1 else [*map(Slap, last), Slap(None)]


def _thrown(state: State, finish: Finish) -> Sequence[Action]:
    """Return who was first and who after him, as far as nobody shares a place."""
    if not finish.places:
        return () if state.rules.told else [Throw(None)]
    order: list[Seat] = []
    for place in finish.places:
        if len(place) > 1:
            break
        order += place
    return [First(tuple(order))] if order else [*(First((seat,)) for seat in finish.places[0]), Throw(None)]
