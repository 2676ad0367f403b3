"""Marks, and all the codes of a table's rules as numbers, so that whole sets of codes are compared at once.

A peg is a number: 0 is an empty hole, 1 to 8 the colours in the order of `COLOURS`. A set of codes is an array of
shape (codes, holes), uint8; a pair of marks is one number, `red * (holes + 1) + white`.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.mastermind.words import COLOURS, Marks, Pegs

Codes: TypeAlias = NDArray[np.uint8]
Indices: TypeAlias = NDArray[np.intp]
Blank: TypeAlias = Literal["no", "colour", "ignored"]
FEW = 16
"""So few guesses are marked directly, before the marks of each code against each are worked out and kept: 43 MB at
most."""


@dataclass(frozen=True)
class Kind:
    """Which codes and guesses a table allows."""

    holes: int = 4
    colours: int = 8
    repeats: bool = False
    blank: Blank = "no"
    """Whether a hole may stay empty, and whether it then counts as a colour or is ignored by the marks."""


def marks(code: Pegs, guess: Pegs, blank: Blank = "colour") -> Marks:
    """Return the red and white marks that a guess deserves [seed], repeats by the usual definition [rules.md 3.3].

    Where empty holes are ignored, the code itself still earns a red mark for every hole, so a round can end [ours].

    >>> marks(("red", "red", "blue", "blue"), ("blue", "blue", "red", "blue"))
    (1, 2)
    """
    if blank == "ignored" and code == guess:
        return len(code), 0
    counts = [[(peg if peg is not None or blank != "ignored" else (side, hole)) for hole, peg in enumerate(pegs)]
              for side, pegs in enumerate((code, guess))]
    red = sum(a == b for a, b in zip(*counts, strict=True))
    return red, (Counter(counts[0]) & Counter(counts[1])).total() - red


def possible_marks(holes: int) -> tuple[Marks, ...]:
    """Return all pairs that some guess can deserve: 14 with four holes.

    >>> len(possible_marks(4)), (3, 1) in possible_marks(4)
    (14, False)
    """
    return tuple((red, white) for red in range(holes + 1) for white in range(holes + 1 - red)
                 if (red, white) != (holes - 1, 1))


def to_numbers(pegs: Pegs) -> Codes:
    """Return one row as numbers, shape (holes,)."""
    return np.array([0 if peg is None else COLOURS.index(peg) + 1 for peg in pegs], dtype=np.uint8)


def to_pegs(numbers: Codes) -> Pegs:
    """Return the row that the numbers stand for."""
    return tuple(COLOURS[number - 1] if number else None for number in numbers)


@lru_cache(maxsize=16)
def all_codes(kind: Kind) -> Codes:
    """Return every code of a kind in a fixed order, shape (codes, holes)."""
    pegs = range(0 if kind.blank != "no" else 1, kind.colours + 1)
    rows = [row for row in product(pegs, repeat=kind.holes) if kind.repeats or _different(row)]
    codes = np.array(rows, dtype=np.uint8)
    codes.setflags(write=False)
    return codes


def _different(row: tuple[int, ...]) -> bool:
    pegs = [peg for peg in row if peg]
    return len(set(pegs)) == len(pegs)


def code_index(kind: Kind, pegs: Pegs) -> int | None:
    """Return a code's place in `all_codes`; None when the kind does not have it."""
    found = np.flatnonzero((all_codes(kind) == to_numbers(pegs)).all(axis=1))
    return int(found[0]) if found.size else None


@lru_cache(maxsize=8)
def _features(kind: Kind) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return two codings of all codes whose products count equal holes and common pegs."""
    codes, least = all_codes(kind), 1 if kind.blank == "ignored" else 0
    pegs = np.arange(least, kind.colours + 1)
    placed = (codes[:, :, None] == pegs).reshape(len(codes), -1)
    counts = (codes[:, :, None] == pegs).sum(axis=1)
    # min(a, b) is the number of levels that both counts reach, so common pegs are a product as well
    levels = (counts[:, :, None] > np.arange(kind.holes)).reshape(len(codes), -1)
    return placed.astype(np.float32), levels.astype(np.float32)


def marks_between(kind: Kind, guesses: Indices, codes: Indices) -> NDArray[np.uint8]:
    """Return the marks of guesses (rows) against codes (columns), both as places in `all_codes`."""
    if len(guesses) <= FEW and len(codes) == len(all_codes(kind)):
        return _marks_between(kind, guesses, codes)
    return marks_table(kind)[np.ix_(guesses, codes)]


@lru_cache(maxsize=2)
def marks_table(kind: Kind) -> NDArray[np.uint8]:
    """Return the marks of every code against every code, shape (codes, codes)."""
    everything = np.arange(len(all_codes(kind)))
    table = np.concatenate([_marks_between(kind, part, everything)
                            for part in np.array_split(everything, max(1, len(everything) // 512))])
    table.setflags(write=False)
    return table


def _marks_between(kind: Kind, guesses: Indices, codes: Indices) -> NDArray[np.uint8]:
    placed, levels = _features(kind)
    red = placed[guesses] @ placed[codes].T
    common = levels[guesses] @ levels[codes].T
    found = red * kind.holes + common  # red * (holes + 1) + (common - red)
    if kind.blank == "ignored":
        found[guesses[:, None] == codes[None, :]] = kind.holes * (kind.holes + 1)
    return found.astype(np.uint8)


def answer_index(kind: Kind, answer: Marks) -> int:
    """Return the number that stands for a pair of marks."""
    return answer[0] * (kind.holes + 1) + answer[1]


def fitting(kind: Kind, rows: tuple[tuple[Pegs, Marks], ...]) -> Indices:
    """Return the places in `all_codes` of the codes for which every row's marks are right."""
    left = np.arange(len(all_codes(kind)))
    for pegs, answer in rows:
        left = left[_marks_of(kind, pegs, left) == answer_index(kind, answer)]
    return left


def _marks_of(kind: Kind, pegs: Pegs, codes: Indices) -> NDArray[np.uint8]:
    """Return one guess's marks against codes; few columns are worked out without the whole table."""
    index = code_index(kind, pegs)
    if index is None:
        raise ValueError(f"{pegs} is no row of {kind}; give one that the options allow")
    answers: NDArray[np.uint8] = _marks_between(kind, np.array([index]), codes)[0]
    return answers
