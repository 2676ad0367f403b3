"""Otrio Extreme's penalty: who was the last that could have blocked the winner [rules.md 4.7]."""

from collections.abc import Iterator

from rules.game import Seat
from rules.otrio.actions import Put
from rules.otrio.state import Ply, State, choices, fits, in_reserve, placements, with_piece
from rules.otrio.trios import completed
from rules.otrio.words import EMPTY, Board, number


def failed_to_block(state: State) -> Seat | None:
    """Return the seat that loses a point for the win that the last placement made; None when nobody does.

    The penalty modes `manual` and `off` find nobody: there the table decides.
    """
    winner = state.plies[-1].seat
    match state.house.penalty:
        case "previous":
            return (winner - 1) % len(state.house.seats)
        case "victory" | "slot":
            return next((state.plies[i].seat for i in _since_last_turn(state.plies) if _could_block(state, i)), None)
    return None


def _since_last_turn(plies: tuple[Ply, ...]) -> Iterator[int]:
    """Yield the placements between the winner's last two, the newest first."""
    for i in range(len(plies) - 2, -1, -1):
        if plies[i].seat == plies[-1].seat:
            return
        yield i


def _could_block(state: State, i: int) -> bool:
    """Say whether another placement at ply `i`, all others as they were, would have stopped the winner."""
    before = _board(state.plies[:i])
    played = state.plies[i]
    return any(_blocks(state, i, before, put) for colour in choices(state.house, before, played.seat, played.due)
               for put in placements(state.house, before, colour) if put != played.put)


def _board(plies: tuple[Ply, ...]) -> Board:
    board = EMPTY
    for ply in plies:
        board = with_piece(board, ply.put)
    return board


def _blocks(state: State, i: int, before: Board, instead: Put) -> bool:
    board = with_piece(before, instead)
    if _makes_otrio(board, instead):  # he would have won himself
        return True
    for ply in state.plies[i + 1:-1]:
        if _is_legal(state, board, ply.put):  # otherwise the turn counts as skipped
            board = with_piece(board, ply.put)
            if _makes_otrio(board, ply.put):
                return True
    if state.house.penalty == "slot":
        return not _is_legal(state, board, state.plies[-1].put)
    return not _can_win(state, board)


def _can_win(state: State, board: Board) -> bool:
    """Say whether the winner would still have had a winning placement."""
    last = state.plies[-1]
    return any(_makes_otrio(with_piece(board, put), put) for colour in choices(state.house, board, last.seat, last.due)
               for put in placements(state.house, board, colour))


def _is_legal(state: State, board: Board, put: Put) -> bool:
    return in_reserve(board, put.colour, put.size) > 0 and fits(state.house, board, put.cell, put.size)


def _makes_otrio(board: Board, put: Put) -> bool:
    return bool(completed(board, number(put.cell, put.size)))
