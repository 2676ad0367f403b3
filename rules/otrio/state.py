"""The state of Otrio: a position, how it came about, and the match around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.game import Seat
from rules.otrio.actions import Put
from rules.otrio.options import EXTREME_POINTS, House
from rules.otrio.trios import Trio, Way, completed
from rules.otrio.words import CELLS, EACH, EMPTY, SIZES, Board, Cell, Colour, Place, Size, number

Reason: TypeAlias = Way | Literal["draw"]


@dataclass(frozen=True)
class Ply:
    """One placement that was made."""

    seat: Seat
    put: Put
    due: Colour | None
    """The colour that the seat had to play then; None where it was free to choose."""


@dataclass(frozen=True)
class Ending:
    """How a game of the match ended."""

    reason: Reason
    winner: Seat | None
    slots: tuple[Place, ...] = ()
    """The slots of every Otrio that the last placement completed."""
    penalty: Seat | None = None
    """Who lost a point for not blocking it."""


@dataclass(frozen=True)
class State:
    """A game of Otrio at one moment, with the match it belongs to."""

    house: House
    board: Board
    turn: Seat | None
    """Whose turn it is; None when the game is over, or when only a call can still come."""
    due: tuple[Colour | None, ...]
    """For each seat the colour that it must play next; None where it is free to choose."""
    wins: tuple[int, ...]
    penalties: tuple[int, ...]
    """How many points each seat has lost."""
    plies: tuple[Ply, ...] = ()
    skipped: tuple[Seat, ...] = ()
    """The seats that had no legal move since the last placement, in order."""
    ending: Ending | None = None
    last_ending: Ending | None = None
    """How the game before this one ended."""
    starter: Seat = 0
    number: int = 1
    """Which game of the match this is, from 1."""

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points: games won, less the penalties."""
        return tuple(won - lost for won, lost in zip(self.wins, self.penalties, strict=True))

    @property
    def match_winner(self) -> Seat | None:
        """Who has won Otrio Extreme; None while it goes on, and where no match is played."""
        best = max(self.scores)
        return self.scores.index(best) if self.house.extreme and best >= EXTREME_POINTS else None

    @property
    def uncalled(self) -> "tuple[tuple[Way, Trio], ...]":
        """The Otrios of the last placement that its player may still call."""
        if not self.house.must_call or self.ending or not self.plies:
            return ()
        put = self.plies[-1].put
        return completed(self.board, number(put.cell, put.size))


def first_state(house: House) -> State:
    """Return the state before the first placement."""
    zeros = (0,) * len(house.seats)
    return State(house, EMPTY, turn=0, due=(None,) * len(house.seats), wins=zeros, penalties=zeros)


def with_piece(board: Board, put: Put) -> Board:
    """Return the board with the piece put down, whatever the rules say."""
    place = number(put.cell, put.size)
    return (*board[:place], put.colour, *board[place + 1:])


def in_reserve(board: Board, colour: Colour, size: Size) -> int:
    """Return how many pieces of this colour and size are not on the board."""
    return EACH - board[SIZES.index(size)::3].count(colour)


def fits(house: House, board: Board, cell: Cell, size: Size) -> bool:
    """Say whether a piece of this size, of any colour, may go into the cell.

    Nested: it must be smaller than every piece there; free: its own slot must be free. [rules.md 4.3]
    """
    place = number(cell, size)
    if place == house.banned:
        return False
    end = 3 * cell + 3
    return not any(board[place:end]) if house.nested else board[place] is None


def placements(house: House, board: Board, colour: Colour) -> Iterator[Put]:
    """Yield where a colour's pieces may go, cell by cell, the large ones first."""
    sizes = [size for size in SIZES if in_reserve(board, colour, size) > 0]
    for cell in CELLS:
        for size in sizes:
            if fits(house, board, cell, size):
                yield Put(colour, size, cell)


def can_place(house: House, board: Board, colour: Colour) -> bool:
    """Say whether a colour has any placement."""
    return next(placements(house, board, colour), None) is not None


def other_colour(house: House, seat: Seat, colour: Colour) -> Colour:
    """Return the colour that comes after this one for the seat; the same where it has only one."""
    colours = house.seats[seat]
    return colours[(colours.index(colour) + 1) % len(colours)]


def choices(house: House, board: Board, seat: Seat, due: Colour | None) -> tuple[Colour, ...]:
    """Return the colours that a seat may place now; empty when it has no legal move. [rules.md 4.3, A-2, A-3]"""
    wanted = house.seats[seat] if due is None else (due,)
    found = tuple(colour for colour in wanted if can_place(house, board, colour))
    if found or due is None or not house.other_when_stuck:
        return found
    return tuple(colour for colour in house.seats[seat] if can_place(house, board, colour))


def colours_now(state: State) -> tuple[Colour, ...]:
    """Return the colours that may be placed now; empty when the game is over."""
    return () if state.turn is None else choices(state.house, state.board, state.turn, state.due[state.turn])
