"""What people do in Mastermind, allowed or not, and how a record writes it.

Every action may end in "by 0" or "by 1": who did it, where that is known (a phone, a button), so that the rules can
refuse the wrong player.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import BadNotation, Seat
from rules.mastermind.words import EMPTY_PEG, HOLES, NAMED, Pegs
from rules.text import Text


def _by(seat: Seat | None) -> str:
    return "" if seat is None else f" by {seat}"


def pegs_text(pegs: Pegs) -> str:
    """Return a row as a record writes it: "red - blue green"."""
    return " ".join(peg or EMPTY_PEG for peg in pegs)


@dataclass(frozen=True)
class Hide:
    """The code-maker makes the code; only where the referee may know it."""

    code: Pegs
    by: Seat | None = None

    def __str__(self) -> str:
        return f"hide {pegs_text(self.code)}{_by(self.by)}"


@dataclass(frozen=True)
class Guess:
    """The decoder fills a row.

    >>> str(Guess(0, ("red", "blue", None, "green")))
    'guess 0 red blue - green'
    """

    row: int
    pegs: Pegs
    by: Seat | None = None

    def __str__(self) -> str:
        return f"guess {self.row} {pegs_text(self.pegs)}{_by(self.by)}"


@dataclass(frozen=True)
class Mark:
    """The code-maker answers a row, or changes the answer before the decoder goes on."""

    row: int
    red: int
    white: int
    by: Seat | None = None

    def __str__(self) -> str:
        return f"marks {self.row} {self.red} {self.white}{_by(self.by)}"


@dataclass(frozen=True)
class Reveal:
    """The code is uncovered at the end of a round."""

    code: Pegs
    by: Seat | None = None

    def __str__(self) -> str:
        return f"reveal {pegs_text(self.code)}{_by(self.by)}"


@dataclass(frozen=True)
class Clear:
    """The board is cleared for the next round."""

    by: Seat | None = None

    def __str__(self) -> str:
        return f"clear{_by(self.by)}"


Action: TypeAlias = Hide | Guess | Mark | Reveal | Clear

UNREADABLE = Text(
    '"{text}" is no action of Mastermind; write "guess ROW" or "hide" or "reveal" and 1 to 4 pegs ({colours}, - for an '
    'empty hole), "marks ROW RED WHITE" or "clear", as in "guess 0 red blue green yellow"',
    "« {text} » n'est pas une action de Mastermind ; écrivez « guess LIGNE », « hide » ou « reveal » et 1 à 4 pions "
    "({colours}, - pour un trou vide), « marks LIGNE ROUGE BLANC » ou « clear », comme "
    "« guess 0 red blue green yellow »")
_PEGS: Mapping[str, str | None] = {**NAMED, EMPTY_PEG: None}


def parse(text: str) -> Action:
    """Return the action that a text names; raise BadNotation.

    >>> parse("marks 2 1 3 by 0")
    Mark(row=2, red=1, white=3, by=0)
    >>> parse("guess 0 pink")
    Traceback (most recent call last):
    rules.game.BadNotation: "guess 0 pink" is no action of Mastermind; ...
    """
    words, by = _split(text)
    match words:
        case ["hide", *pegs] if _are_pegs(pegs):
            return Hide(_pegs(pegs), by)
        case ["reveal", *pegs] if _are_pegs(pegs):
            return Reveal(_pegs(pegs), by)
        case ["guess", row, *pegs] if _are_numbers(row) and _are_pegs(pegs):
            return Guess(int(row), _pegs(pegs), by)
        case ["marks", row, red, white] if _are_numbers(row, red, white):
            return Mark(int(row), int(red), int(white), by)
        case ["clear"]:
            return Clear(by)
    raise BadNotation(UNREADABLE.fill(text=text.strip()[:60], colours=", ".join(NAMED)))


def _split(text: str) -> tuple[list[str], Seat | None]:
    match text.split():
        case [*words, "by", ("0" | "1") as seat]:
            return words, int(seat)
        case words:
            return words, None


def _are_numbers(*texts: str) -> bool:
    return all(text.isascii() and text.isdigit() and len(text) < 3 and str(int(text)) == text for text in texts)


def _are_pegs(texts: list[str]) -> bool:
    return 1 <= len(texts) <= HOLES and all(text in _PEGS for text in texts)


def _pegs(texts: list[str]) -> Pegs:
    return tuple(NAMED.get(text) for text in texts)
