"""What people do in Otrio, allowed or not, and how a record writes it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from rules.game import BadNotation, Slot
from rules.otrio.words import COLOURS, NUMBER, SIZES, Cell, Colour, Size
from rules.text import Text


@dataclass(frozen=True)
class Put:
    """A piece from the reserve is put into a cell.

    >>> str(Put("purple", "large", 4))
    'purple large 4'
    """

    colour: Colour
    size: Size
    cell: Cell

    def __str__(self) -> str:
        return f"{self.colour} {self.size} {self.cell}"


@dataclass(frozen=True)
class Move:
    """A piece on the board is moved to another cell; never allowed, but people do it."""

    origin: Slot
    target: Slot

    def __str__(self) -> str:
        return f"move {self.origin} {self.target}"


@dataclass(frozen=True)
class Take:
    """A piece is taken off the board; never allowed, but people do it."""

    slot: Slot

    def __str__(self) -> str:
        return f"take {self.slot}"


@dataclass(frozen=True)
class Call:
    """The player who placed last calls "Otrio!"; only where the table plays that it must be called."""

    def __str__(self) -> str:
        return "call"


@dataclass(frozen=True)
class Pass:
    """A player does not place."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True)
class Again:
    """The board is cleared for the next game, which the next seat starts."""

    def __str__(self) -> str:
        return "again"


@dataclass(frozen=True)
class Penalty:
    """The table names who failed to block the last game's winner: the seat that plays this colour."""

    colour: Colour

    def __str__(self) -> str:
        return f"penalty {self.colour}"


Action: TypeAlias = Put | Move | Take | Call | Pass | Again | Penalty

UNREADABLE = Text(
    '"{text}" is no action of Otrio; write a colour ({colours}), a size ({sizes}) and a cell from 0 to 8, '
    'as in "purple large 4"',
    "« {text} » n'est pas une action d'Otrio ; écrivez une couleur ({colours}), une taille ({sizes}) et une case "
    "de 0 à 8, comme « purple large 4 »")
_COLOURS: dict[str, Colour] = {colour: colour for colour in COLOURS}
_SIZES: dict[str, Size] = {size: size for size in SIZES}
_WORDS: dict[str, Callable[[], Action]] = {"call": Call, "pass": Pass, "again": Again}


def parse(text: str) -> Action:
    """Return the action that a text names; raise BadNotation.

    A cell outside the board can be named, so that the rules can refuse it.

    >>> parse("purple large 4")
    Put(colour='purple', size='large', cell=4)
    """
    match text.split():
        case [word] if word in _WORDS:
            return _WORDS[word]()
        case ["penalty", colour] if colour in _COLOURS:
            return Penalty(_COLOURS[colour])
        case ["take", slot] if slot in NUMBER:
            return Take(slot)
        case ["move", origin, target] if origin in NUMBER and target in NUMBER and origin != target:
            return Move(origin, target)
        case [colour, size, cell] if colour in _COLOURS and size in _SIZES and _is_number(cell):
            return Put(_COLOURS[colour], _SIZES[size], int(cell))
    raise BadNotation(UNREADABLE.fill(text=text.strip()[:60], colours=", ".join(COLOURS), sizes=", ".join(SIZES)))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 3 and str(int(text)) == text


