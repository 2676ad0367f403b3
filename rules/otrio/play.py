"""How a state follows from the one before: placing, skipping, winning, drawing, and the games of a match."""

from collections.abc import Iterator
from dataclasses import replace

from rules.game import Seat
from rules.otrio.actions import Action, Again, Call, Pass, Penalty, Put
from rules.otrio.penalty import failed_to_block
from rules.otrio.refusals import refusal
from rules.otrio.state import (
    Ending,
    Ply,
    State,
    choices,
    colours_now,
    first_state,
    other_colour,
    placements,
    with_piece,
)
from rules.otrio.trios import completed
from rules.otrio.words import Colour, number


def legal_actions(state: State) -> Iterator[Action]:
    """Yield every action that `apply` takes now, placements first."""
    for colour in colours_now(state):
        yield from placements(state.house, state.board, colour)
    others: tuple[Action, ...] = (Call(), Pass(), Again(), *(Penalty(colour) for colour in state.house.colours))
    yield from (action for action in others if refusal(state, action) is None)


def apply(state: State, action: Action) -> State:
    """Return the state after the action; raise Refused when a rule forbids it."""
    refused = refusal(state, action)
    if refused is not None:
        raise refused
    match action:
        case Put():
            return _put(state, action)
        case Call():
            return _end(state, _won(state))
        case Pass():
            return _end(state, Ending("draw", None))
        case Again():
            return _again(state)
        case Penalty(colour):
            return _named(state, colour)
    raise AssertionError(f"no rule allows {action}")


def _put(state: State, put: Put) -> State:
    assert state.turn is not None
    seat = state.turn
    after = replace(
        state, board=with_piece(state.board, put), plies=(*state.plies, Ply(seat, put, state.due[seat])),
        due=_with(state.due, seat, other_colour(state.house, seat, put.colour)))
    if not state.house.must_call and completed(after.board, number(put.cell, put.size)):
        return _end(after, _won(after))
    return _next_turn(after, seat)


def _next_turn(state: State, seat: Seat) -> State:
    """Hand the turn on, over those who have no legal move; a skipped seat's due colour alternates all the same."""
    seats, due, skipped = len(state.house.seats), state.due, list[Seat]()
    for step in range(1, 2 * seats + 1):
        following = (seat + step) % seats
        if choices(state.house, state.board, following, due[following]):
            return replace(state, turn=following, due=due, skipped=tuple(skipped))
        skipped.append(following)
        colour = due[following]
        if colour is not None:
            due = _with(due, following, other_colour(state.house, following, colour))
    stopped = replace(state, turn=None, due=due, skipped=())
    return stopped if stopped.uncalled else _end(stopped, Ending("draw", None))


def _won(state: State) -> Ending:
    last = state.plies[-1]
    trios = completed(state.board, number(last.put.cell, last.put.size))
    slots = tuple(sorted({place for _, trio in trios for place in trio}))
    return Ending(trios[0][0], last.seat, slots)


def _end(state: State, ending: Ending) -> State:
    over = replace(state, turn=None, skipped=(), ending=ending)
    if ending.winner is None:
        return over
    over = replace(over, wins=_raised(state.wins, ending.winner))
    loser = failed_to_block(over) if state.house.extreme else None
    return over if loser is None else _penalised(over, ending, loser)


def _penalised(state: State, ending: Ending, loser: Seat) -> State:
    named = replace(ending, penalty=loser)
    after = replace(state, penalties=_raised(state.penalties, loser))
    return replace(after, ending=named) if state.ending else replace(after, last_ending=named)


def _named(state: State, colour: Colour) -> State:
    ending, loser = state.ending or state.last_ending, state.house.seat_of(colour)
    assert ending is not None and loser is not None
    return _penalised(state, ending, loser)


def _again(state: State) -> State:
    starter = (state.starter + 1) % len(state.house.seats)
    return replace(first_state(state.house), turn=starter, starter=starter, number=state.number + 1, wins=state.wins,
                   penalties=state.penalties, last_ending=state.ending)


def _with(values: tuple[Colour | None, ...], seat: Seat, value: Colour) -> tuple[Colour | None, ...]:
    return (*values[:seat], value, *values[seat + 1:])


def _raised(values: tuple[int, ...], seat: Seat) -> tuple[int, ...]:
    return (*values[:seat], values[seat] + 1, *values[seat + 1:])
