"""The state of a game of Mastermind, and what follows from it directly."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from rules.game import Seat
from rules.mastermind.codes import fitting
from rules.mastermind.options import House
from rules.mastermind.words import COLOURS, Colour, Marks, Pegs

Phase: TypeAlias = Literal["hide", "guess", "marks", "reveal", "clear", "over"]
"""What comes next; a round whose code nobody tells the engine begins with "guess"."""


@dataclass(frozen=True)
class Row:
    """A row that the decoder has filled."""

    pegs: Pegs
    answer: Marks | None = None


@dataclass(frozen=True)
class Wrong:
    """Marks that were found to be wrong."""

    row: int | None
    """The first wrong row; None when it is only certain that one of them is: no code fits all."""
    shown: Marks | None = None
    true: Marks | None = None


@dataclass(frozen=True)
class Past:
    """A round that is over."""

    maker: Seat
    rows: tuple[Row, ...]
    code: Pegs | None
    """None when the round was void before the code was shown."""
    points: tuple[int, int]
    """What the round gave each seat."""
    wrong: Wrong | None = None


@dataclass(frozen=True)
class State:
    """A game of Mastermind; seat 0 makes the first code."""

    house: House
    phase: Phase
    number: int = 0
    """The round, counted from 0; a replayed round keeps its number."""
    rows: tuple[Row, ...] = ()
    code: Pegs | None = None
    """The round's code, as far as the engine knows it."""
    scores: tuple[int, int] = (0, 0)
    past: tuple[Past, ...] = ()

    @property
    def maker(self) -> Seat:
        """Who makes this round's code: the roles change every round [seed]."""
        return self.number % 2

    @property
    def decoder(self) -> Seat:
        """Who guesses this round."""
        return 1 - self.maker

    @property
    def open(self) -> bool:
        """Whether the code has been shown to all."""
        return self.phase in ("clear", "over") and self.past[-1].code is not None

    @property
    def wrong(self) -> Wrong | None:
        """The wrong marks that ended the round which still lies on the table."""
        return self.past[-1].wrong if self.phase in ("clear", "over") else None

    @property
    def found(self) -> bool:
        """Whether the last answer says that the code is found."""
        return bool(self.rows) and self.rows[-1].answer == (self.house.kind.holes, 0)

    @property
    def answers(self) -> tuple[tuple[Pegs, Marks], ...]:
        """This round's rows that have marks."""
        return tuple((row.pegs, row.answer) for row in self.rows if row.answer is not None)


def first_state(house: House) -> State:
    """Return the state before the first action."""
    return State(house, first_phase(house))


def first_phase(house: House) -> Phase:
    """Return what a round begins with: the code is told to the engine, or made out of its sight."""
    return "hide" if house.known else "guess"


def answered(state: State, red: int, white: int) -> State:
    """Return the state with the last row's marks, whatever they lead to."""
    return replace(state, rows=(*state.rows[:-1], Row(state.rows[-1].pegs, (red, white))))


def rows_fit(state: State) -> bool:
    """Return whether any code at all fits this round's answers."""
    return bool(fitting(state.house.kind, state.answers).size)


def used(state: State) -> Counter[Colour]:
    """Return how many pegs of each colour are on the board, the code's own included where it is known."""
    pegs: Iterable[Pegs] = (*(row.pegs for row in state.rows), *([state.code] if state.code else []))
    return Counter(peg for row in pegs for peg in row if peg is not None)


def supply(state: State) -> dict[Colour, int]:
    """Return how many pegs of each colour of the game are left in the tray."""
    there = used(state)
    each = 10_000 if state.house.each is None else state.house.each
    return {colour: each - there[colour] for colour in COLOURS[: state.house.kind.colours]}


def has_room(state: State, rows: int) -> bool:
    """Return whether the pegs that are left fill so many rows more, a code that is still private among them."""
    kind, left = state.house.kind, supply(state)
    if state.code is None:
        rows += 1
    if kind.blank != "no":
        return True
    # where a row takes each colour once, so many rows take no more of it than there are rows
    return sum(count if kind.repeats else min(count, rows) for count in left.values()) >= rows * kind.holes
