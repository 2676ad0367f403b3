"""What people do in Mystrio, allowed or not, and how a record writes it.

Every action may end in "by SEAT": who did it, where that is known, so that the rules can refuse the wrong player.
"""

from dataclasses import dataclass
from typing import TypeAlias

from rules.game import BadNotation, Seat
from rules.mystrio.words import BY_CODE, CODES, Cell, Face
from rules.text import Text


def _by(seat: Seat | None) -> str:
    return "" if seat is None else f" by {seat}"


@dataclass(frozen=True)
class Shuffle:
    """The draw pile, its top first; only where the referee knows the faces.

    >>> str(Shuffle(("red square", "black triangle")))
    'shuffle RS BT'
    """

    pile: tuple[Face, ...]

    def __str__(self) -> str:
        return " ".join(["shuffle", *(CODES[face] for face in self.pile)])


@dataclass(frozen=True)
class Look:
    """A player looks at the token just drawn."""

    by: Seat | None = None

    def __str__(self) -> str:
        return f"look{_by(self.by)}"


@dataclass(frozen=True)
class Lay:
    """A player puts the token drawn face down into a cell."""

    cell: Cell
    by: Seat | None = None

    def __str__(self) -> str:
        return f"lay {self.cell}{_by(self.by)}"


@dataclass(frozen=True)
class Consult:
    """A player looks at a token on the board; None when nobody saw which."""

    cell: Cell | None
    by: Seat | None = None

    def __str__(self) -> str:
        return f"consult {'?' if self.cell is None else self.cell}{_by(self.by)}"


@dataclass(frozen=True)
class Move:
    """A token goes from one cell to another."""

    a: Cell
    b: Cell
    by: Seat | None = None

    def __str__(self) -> str:
        return f"move {self.a} {self.b}{_by(self.by)}"


@dataclass(frozen=True)
class Swap:
    """Two tokens change places; the smaller cell first."""

    a: Cell
    b: Cell
    by: Seat | None = None

    def __str__(self) -> str:
        return f"swap {self.a} {self.b}{_by(self.by)}"


@dataclass(frozen=True)
class Announce:
    """A player announces a Mystrio and turns three tokens over.

    >>> str(Announce((0, 1, 2), ("red square", "red square", "black square"), by=1))
    'mystrio 0 1 2 RS RS BS by 1'
    """

    cells: tuple[Cell, ...]
    faces: tuple[Face, ...] | None = None
    """What the tokens show, in the order of the cells; None where the referee knows the faces."""
    by: Seat | None = None

    def __str__(self) -> str:
        faces = [CODES[face] for face in self.faces or ()]
        return " ".join(["mystrio", *map(str, self.cells), *faces]) + _by(self.by)


@dataclass(frozen=True)
class Stop:
    """A player ends the turn without an announcement."""

    by: Seat | None = None

    def __str__(self) -> str:
        return f"stop{_by(self.by)}"


@dataclass(frozen=True)
class Tidy:
    """The tokens of an announcement are taken off the board, or turned face down again."""

    by: Seat | None = None

    def __str__(self) -> str:
        return f"tidy{_by(self.by)}"


Action: TypeAlias = Shuffle | Look | Lay | Consult | Move | Swap | Announce | Stop | Tidy

UNREADABLE = Text(
    '"{text}" is no action of Mystrio; write "look", "lay CELL", "consult CELL" (or ?), "move CELL CELL", "swap CELL '
    'CELL", "mystrio CELL CELL CELL" with the faces RS, BS, RT or BT, "stop" or "tidy", as in "mystrio 0 1 2 RS RS RT"',
    "« {text} » n'est pas une action de Mystrio ; écrivez « look », « lay CASE », « consult CASE » (ou ?), « move CASE "
    "CASE », « swap CASE CASE », « mystrio CASE CASE CASE » avec les faces RS, BS, RT ou BT, « stop » ou « tidy », "
    "comme « mystrio 0 1 2 RS RS RT »")


def parse(text: str) -> Action:
    """Return the action that a text names; raise BadNotation.

    >>> parse("swap 5 1")
    Swap(a=1, b=5, by=None)
    >>> parse("consult ?")
    Consult(cell=None, by=None)
    """
    words, by = _split(text)
    match words:
        case ["shuffle", first, *rest] if by is None and all(code in BY_CODE for code in (first, *rest)):
            return Shuffle(tuple(BY_CODE[code] for code in (first, *rest)))
        case ["look"]:
            return Look(by)
        case ["stop"]:
            return Stop(by)
        case ["tidy"]:
            return Tidy(by)
        case ["consult", "?"]:
            return Consult(None, by)
        case ["mystrio", *rest]:
            return _announce(text, rest, by)
        case [word, *cells] if all(map(_is_cell, cells)):
            return _at_cells(text, word, [int(cell) for cell in cells], by)
    raise _unreadable(text)


def _at_cells(text: str, word: str, cells: list[Cell], by: Seat | None) -> Action:
    match word, cells:
        case "lay", [cell]:
            return Lay(cell, by)
        case "consult", [cell]:
            return Consult(cell, by)
        case "move", [a, b]:
            return Move(a, b, by)
        case "swap", [a, b]:
            return Swap(min(a, b), max(a, b), by)
    raise _unreadable(text)


def _announce(text: str, words: list[str], by: Seat | None) -> Announce:
    cells, faces = words[:3], words[3:]
    if len(cells) != 3 or not all(map(_is_cell, cells)) or len(faces) not in (0, 3) or set(faces) - set(BY_CODE):
        raise _unreadable(text)
    return Announce(tuple(map(int, cells)), tuple(BY_CODE[code] for code in faces) or None, by)


def _unreadable(text: str) -> BadNotation:
    return BadNotation(UNREADABLE.fill(text=text.strip()[:60]))


def _split(text: str) -> tuple[list[str], Seat | None]:
    match text.split():
        case [*words, "by", ("0" | "1" | "2" | "3") as seat]:
            return words, int(seat)
        case words:
            return words, None


def _is_cell(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4 and str(int(text)) == text
