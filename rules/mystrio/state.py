"""The state of a game of Mystrio: tokens by identity, so that what a player has seen follows them wherever they go."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules.game import Seat
from rules.mystrio.options import House, most_trios
from rules.mystrio.words import FACES, Cell, Face, Line

Phase: TypeAlias = Literal["shuffle", "lay", "turn", "tidy", "over"]
Token: TypeAlias = int
"""A token, by the order in which it was drawn, counted from 0."""
Reason: TypeAlias = Literal["two mystrios", "last player", "dead end"]
TO_WIN = 2
"""The Mystrios that win [seed]."""
ERRORS_ALLOWED = 1
"""The errors that a player may make [seed]."""


@dataclass(frozen=True)
class State:
    """A game of Mystrio."""

    house: House
    phase: Phase
    turn: Seat
    board: tuple[Token | None, ...]
    """The token in each cell."""
    faces: tuple[Face | None, ...]
    """Each token's face, as far as the engine knows it."""
    seen: tuple[frozenset[Seat], ...]
    """Who has seen each token."""
    trios: tuple[tuple[tuple[Face, ...], ...], ...]
    """The Mystrios that each seat has won."""
    errors: tuple[int, ...]
    laid: int = 0
    """How many tokens have been laid."""
    looking: Token | None = None
    """The token that the player whose turn it is looks at, or looked at last in this turn."""
    consulted: bool = False
    moved: bool = False
    shown: Line | None = None
    """The cells whose tokens lie face up."""
    good: bool = False
    """Whether those are a Mystrio."""
    reason: Reason | None = None
    """How the game ended."""

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that are not eliminated."""
        return tuple(seat for seat, count in enumerate(self.errors) if count <= ERRORS_ALLOWED)

    @property
    def left(self) -> tuple[int, ...]:
        """How many tokens of each face are not won yet, in the order of `FACES`: public, since won ones were shown."""
        won = Counter(face for trios in self.trios for trio in trios for face in trio)
        return tuple(count - won[face] for face, count in zip(FACES, self.house.tokens, strict=True))

    def token(self, cell: Cell) -> Token | None:
        """Return the token in a cell; None also for a cell outside the board."""
        return self.board[cell] if 0 <= cell < len(self.board) else None

    def faces_at(self, cells: Iterable[Cell]) -> tuple[Face | None, ...]:
        """Return the faces of the tokens in some cells, as far as they are known."""
        tokens = [self.token(cell) for cell in cells]
        return tuple(None if token is None else self.faces[token] for token in tokens)


def first_state(house: House) -> State:
    """Return the state before the first action."""
    return State(
        house, "shuffle" if house.known else "lay", 0,
        board=(None,) * house.cells,
        faces=(None,) * house.size,
        seen=(frozenset(),) * house.size,
        trios=((),) * house.players,
        errors=(0,) * house.players)


def is_dead_end(state: State) -> bool:
    """Return whether the tokens left can't make a trio any more [ours]; all of them are on the board."""
    return not most_trios(state.house.level, state.left)


def next_seat(state: State) -> Seat:
    """Return whose turn comes after this one: the next player who is not eliminated."""
    seats = [(state.turn + step) % state.house.players for step in range(1, state.house.players + 1)]
    return next(seat for seat in seats if seat in state.in_play)
