"""The 49 ways in which three slots make an Otrio [seed; rules.md 4.4]."""

from typing import Literal, TypeAlias

from rules.otrio.words import CELLS, SIZES, SLOTS, Board, Place, number

Way: TypeAlias = Literal["same size", "ascending", "concentric"]
Trio: TypeAlias = tuple[Place, Place, Place]

LINES: tuple[tuple[int, int, int], ...] = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def _trios() -> list[tuple[Way, Trio]]:
    same: list[tuple[Way, Trio]] = [
        ("same size", (number(a, size), number(b, size), number(c, size))) for a, b, c in LINES for size in SIZES]
    ascending: list[tuple[Way, Trio]] = [
        ("ascending", (number(x, "large"), number(b, "medium"), number(y, "small")))
        for a, b, c in LINES for x, y in ((a, c), (c, a))]
    concentric: list[tuple[Way, Trio]] = [
        ("concentric", (number(c, "large"), number(c, "medium"), number(c, "small"))) for c in CELLS]
    return same + ascending + concentric


TRIOS: tuple[tuple[Way, Trio], ...] = tuple(_trios())
"""All of them; where one placement completes several, the first of them here names the way."""
THROUGH: tuple[tuple[tuple[Way, Trio], ...], ...] = tuple(
    tuple((way, trio) for way, trio in TRIOS if place in trio) for place in range(len(SLOTS)))
"""For each slot, those that need it."""


def completed(board: Board, place: Place) -> tuple[tuple[Way, Trio], ...]:
    """Return the Otrios that the piece in this slot is part of; empty when it makes none.

    >>> board = list(27 * [None])
    >>> board[0], board[4], board[8] = "red", "red", "red"  # large top left, medium top middle, small top right
    >>> completed(tuple(board), 4)
    (('ascending', (0, 4, 8)),)
    """
    colour = board[place]
    if colour is None:
        return ()
    return tuple((way, trio) for way, trio in THROUGH[place] if all(board[p] == colour for p in trio))


def completed_anywhere(board: Board) -> tuple[tuple[Way, Trio], ...]:
    """Return all Otrios on a board, whoever has them."""
    return tuple((way, (a, b, c)) for way, (a, b, c) in TRIOS
                 if board[a] is not None and board[a] == board[b] == board[c])
