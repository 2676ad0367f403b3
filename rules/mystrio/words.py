"""Tokens, faces and lines of Mystrio: their names, and what people call them."""

from itertools import product
from typing import Literal, TypeAlias, get_args

from rules.text import Text

Face: TypeAlias = Literal["red square", "black square", "red triangle", "black triangle"]
FACES: tuple[Face, ...] = get_args(Face)
"""In the order in which token sets are written: "4/4/2/2"."""
Level: TypeAlias = Literal["colour", "symbol", "both"]
Cell: TypeAlias = int
"""A cell, row by row from the top left."""
Line: TypeAlias = tuple[Cell, Cell, Cell]
DOWN = "down"
"""What a face-down token looks like to all."""
CODES: dict[Face, str] = {"red square": "RS", "black square": "BS", "red triangle": "RT", "black triangle": "BT"}
BY_CODE: dict[str, Face] = {code: face for face, code in CODES.items()}
NAMED: dict[str, Face] = {face: face for face in FACES}

FACE_NAMES: dict[Face, Text] = {
    "red square": Text("a red square", "un carré rouge"),
    "black square": Text("a black square", "un carré noir"),
    "red triangle": Text("a red triangle", "un triangle rouge"),
    "black triangle": Text("a black triangle", "un triangle noir"),
}
LEVEL_NAMES: dict[Level, Text] = {
    "colour": Text("three of one colour", "trois de la même couleur"),
    "symbol": Text("three of one symbol", "trois du même symbole"),
    "both": Text("three of one colour and one symbol", "trois de la même couleur et du même symbole"),
}


def cell_name(cell: Cell, columns: int) -> Text:
    """Return what people call a cell.

    >>> cell_name(6, 4).en
    'row 2, column 3'
    """
    row, column = cell // columns + 1, cell % columns + 1
    return Text(f"row {row}, column {column}", f"ligne {row}, colonne {column}")


def seat_name(seat: int) -> Text:
    """Return what a seat is called."""
    return Text(f"Player {seat + 1}", f"Joueur {seat + 1}")


def is_trio(level: Level, faces: tuple[Face, ...]) -> bool:
    """Return whether three faces are alike in what the level asks for [seed].

    >>> is_trio("colour", ("red square", "red triangle", "red square"))
    True
    """
    words = list(zip(*(face.split() for face in faces), strict=True))
    alike = {"colour": words[:1], "symbol": words[1:], "both": words}[level]
    return all(len(set(word)) == 1 for word in alike)


def lines(rows: int, columns: int) -> tuple[Line, ...]:
    """Return all lines of three neighbouring cells: 24 on a board of 4 by 4; the first and last cell in order.

    >>> len(lines(4, 4)), len(lines(3, 4)), len(lines(5, 5))
    (24, 14, 48)
    """
    found: list[Line] = []
    for row, column in product(range(rows), range(columns)):
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if row + 2 * down < rows and 0 <= column + 2 * right < columns:
                a, b, c = ((row + i * down) * columns + column + i * right for i in range(3))
                found.append((a, b, c))
    return tuple(found)


def are_neighbours(a: Cell, b: Cell, columns: int) -> bool:
    """Return whether two cells touch, corners included [seed]."""
    return a != b and abs(a // columns - b // columns) <= 1 and abs(a % columns - b % columns) <= 1
