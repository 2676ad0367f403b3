"""What one person may do to an Otrio table next, allowed or not, for the matching of what the camera sees."""

from collections.abc import Iterator

from rules.game import Future, Table
from rules.otrio.actions import Action, Again, Move, Put, Take
from rules.otrio.play import legal_actions
from rules.otrio.refusals import refusal
from rules.otrio.state import State, colours_now, in_reserve, with_piece
from rules.otrio.words import CELLS, COLOURS, EMPTY, SIZES, SLOTS, Board, Colour, number

WEIGHTS = {"size": 0.2, "turn": 0.2, "unused": 0.05, "stock": 0.01, "moved": 0.05, "taken": 0.05}
"""How often people do it, against 1 for a legal placement: our estimate.

A fourth piece of a size would have to come out of another box."""


def table(board: Board) -> Table:
    """Return what should lie in every slot."""
    return dict(zip(SLOTS, board, strict=True))


def futures(state: State) -> Iterator[Future]:
    """Yield the legal actions, then each single act that is refused: placing, moving, taking off."""
    for action in legal_actions(state):
        yield Future(action, table(_board_after(state, action)))
    yield from _refused_puts(state)
    yield from _refused_moves(state)


def _board_after(state: State, action: Action) -> Board:
    match action:
        case Put():
            return with_piece(state.board, action)
        case Again():
            return EMPTY
    return state.board


def _refused_puts(state: State) -> Iterator[Future]:
    allowed = colours_now(state)
    for cell in CELLS:
        for size in SIZES:
            if state.board[number(cell, size)] is None:
                for colour in COLOURS:
                    put = Put(colour, size, cell)
                    refused = refusal(state, put)
                    if refused is not None:
                        weight = _weight(state, put, allowed)
                        yield Future(put, table(with_piece(state.board, put)), refused, weight)


def _weight(state: State, put: Put, allowed: tuple[Colour, ...]) -> float:
    if not in_reserve(state.board, put.colour, put.size):
        return WEIGHTS["stock"]
    if put.colour not in state.house.colours:
        return WEIGHTS["unused"]
    return WEIGHTS["size" if put.colour in allowed else "turn"]


def _refused_moves(state: State) -> Iterator[Future]:
    here = table(state.board)
    for origin, slot in enumerate(SLOTS):
        if state.board[origin] is None:
            continue
        refused = refusal(state, Take(slot))
        for target in range(origin % 3, len(SLOTS), 3):  # a piece keeps its size
            if state.board[target] is None:
                moved = {**here, slot: None, SLOTS[target]: state.board[origin]}
                yield Future(Move(slot, SLOTS[target]), moved, refused, WEIGHTS["moved"])
        yield Future(Take(slot), {**here, slot: None}, refused, WEIGHTS["taken"])
