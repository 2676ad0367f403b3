"""Could these pieces have come there turn by turn? What a still table tells about the way to it.

Who can't place once can never place again in that game: cells only fill and reserves only shrink. So a colour that can
still be placed was never skipped, and then the turns are known.
"""

from collections.abc import Iterator
from itertools import product
from typing import Literal, TypeAlias

from rules.game import Seat
from rules.otrio.options import House
from rules.otrio.state import can_place
from rules.otrio.trios import completed_anywhere
from rules.otrio.words import CELLS, Board, Colour, Place

Fault: TypeAlias = Literal["counts", "order"]
MOST_TURNS = 36
"""The turns of the longest game, skipped ones counted: in each, one of 36 pieces is due."""
PATIENCE = 20_000
"""How many half-way boards are looked at before nothing is claimed."""


def can_come_about(house: House, starter: Seat, board: Board) -> Fault | None:
    """Return what no legal play from an empty board can have given; None where it can, or where it can't be told.

    `counts`: the turns don't give these numbers of pieces. `order`: they do, but whatever the order, somebody would
    have placed a piece where it did not fit, or after an Otrio.
    """
    fault: Fault = "counts"
    for colours in _sequences(house, starter, board):
        if colours is None or _fill(house, board, colours):
            return None
        fault = "order"
    return fault


def _sequences(house: House, starter: Seat, board: Board) -> Iterator[tuple[Colour, ...] | None]:
    """Yield each order of colours that gives the board's counts; None for one in which colours were passed over."""
    stuck = {colour for colour in house.colours if not can_place(house, board, colour)}
    seats = len(house.seats)
    for firsts in product(*house.seats):
        for turns in range(MOST_TURNS + 1):
            colours = tuple(_colour(house, firsts, (starter + t) % seats, t // seats) for t in range(turns))
            if all(_counts(house, board, colours, seat, stuck) for seat in house.seats):
                known = all(colours.count(colour) == board.count(colour) for colour in house.colours)
                yield colours if known else None


def _colour(house: House, firsts: tuple[Colour, ...], seat: Seat, turn: int) -> Colour:
    colours = house.seats[seat]
    return colours[(colours.index(firsts[seat]) + turn) % len(colours)]


def _counts(house: House, board: Board, colours: tuple[Colour, ...], seat: tuple[Colour, ...],
            stuck: set[Colour]) -> bool:
    """Say whether a seat's pieces fit its turns: as many, or fewer where it may have been skipped."""
    if house.other_when_stuck and stuck.intersection(seat):  # one colour may have taken the other's turns
        placed = sum(board.count(colour) for colour in seat)
        turns = sum(colours.count(colour) for colour in seat)
        return placed <= turns if stuck.issuperset(seat) else placed == turns
    return all(board.count(colour) <= colours.count(colour) if colour in stuck
               else board.count(colour) == colours.count(colour) for colour in seat)


def _fill(house: House, board: Board, colours: tuple[Colour, ...]) -> bool:
    """Say whether the pieces can be put down in this order of colours; True when it takes too long to tell."""
    last = _last_places(house, board)
    piles = tuple(tuple(p for p in range(3 * cell, 3 * cell + 3) if board[p] is not None) for cell in CELLS)
    if not house.nested:
        return last is None or any(board[place] == colours[-1] for place in last)
    seen: set[tuple[int, ...]] = set()
    waiting = [(0,) * len(piles)]
    while waiting:
        heights = waiting.pop()
        ply = sum(heights)
        if ply == len(colours):
            return True
        if len(seen) > PATIENCE:
            return True
        for cell, height in enumerate(heights):
            if height < len(piles[cell]) and _may_come(board, piles[cell][height], colours, ply, last):
                following = (*heights[:cell], height + 1, *heights[cell + 1:])
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
    return False


def _may_come(board: Board, place: Place, colours: tuple[Colour, ...], ply: int, last: set[Place] | None) -> bool:
    return board[place] == colours[ply] and (ply < len(colours) - 1 or last is None or place in last)


def _last_places(house: House, board: Board) -> set[Place] | None:
    """Return where the last piece must lie, because it completed every Otrio there is; None when there is none."""
    trios = [set(trio) for _, trio in completed_anywhere(board)]
    return None if house.must_call or not trios else set.intersection(*trios)
