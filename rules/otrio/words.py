"""Colours, sizes, cells and slots of Otrio: their names, and what people call them."""

from typing import Literal, TypeAlias, get_args

from rules.game import Slot
from rules.text import AND, Text, listed

Colour: TypeAlias = Literal["purple", "red", "green", "blue"]
Size: TypeAlias = Literal["large", "medium", "small"]
Cell: TypeAlias = int
"""0 to 8, row by row from the top left as the camera sees the board."""
Place: TypeAlias = int
"""A slot as a number: 3 * cell + the size's rank (0 large, 1 medium, 2 small)."""
Board: TypeAlias = tuple[Colour | None, ...]
"""What lies in each of the 27 slots, by number."""

COLOURS: tuple[Colour, ...] = get_args(Colour)
"""Clockwise around the board as sold."""
SIZES: tuple[Size, ...] = get_args(Size)
CELLS = range(9)
CENTRE: Cell = 4
EACH = 3
"""How many pieces a colour has of each size [seed]."""
EMPTY: Board = (None,) * 27
RANK: dict[str, int] = {size: rank for rank, size in enumerate(SIZES)}
SLOTS: tuple[Slot, ...] = tuple(f"{cell}.{size}" for cell in CELLS for size in SIZES)
NUMBER: dict[Slot, Place] = {slot: number for number, slot in enumerate(SLOTS)}


def number(cell: Cell, size: Size) -> Place:
    """Return a slot's number.

    >>> SLOTS[number(4, "large")]
    '4.large'
    """
    return 3 * cell + RANK[size]


COLOUR_NAMES: dict[Colour, Text] = {
    "purple": Text("purple", "violet"),
    "red": Text("red", "rouge"),
    "green": Text("green", "vert"),
    "blue": Text("blue", "bleu"),
}
PIECE_NAMES: dict[Size, Text] = {
    "large": Text("large ring", "grand anneau"),
    "medium": Text("medium ring", "anneau moyen"),
    "small": Text("small peg", "petit pion"),
}
PLURAL_NAMES: dict[Size, Text] = {
    "large": Text("large rings", "grands anneaux"),
    "medium": Text("medium rings", "anneaux moyens"),
    "small": Text("small pegs", "petits pions"),
}
THE_PIECES: dict[Size, Text] = {
    "large": Text("the {colour} large ring", "le grand anneau {colour}"),
    "medium": Text("the {colour} medium ring", "l'anneau moyen {colour}"),
    "small": Text("the {colour} small peg", "le petit pion {colour}"),
}
CELL_NAMES: tuple[Text, ...] = (
    Text("the top left cell", "la case en haut à gauche"),
    Text("the top middle cell", "la case en haut au milieu"),
    Text("the top right cell", "la case en haut à droite"),
    Text("the middle left cell", "la case du milieu à gauche"),
    Text("the centre cell", "la case centrale"),
    Text("the middle right cell", "la case du milieu à droite"),
    Text("the bottom left cell", "la case en bas à gauche"),
    Text("the bottom middle cell", "la case en bas au milieu"),
    Text("the bottom right cell", "la case en bas à droite"),
)
_PIECE = Text("{colour} {size}", "{size} {colour}")


def piece_name(colour: Colour, size: Size) -> Text:
    """Return what a piece is called.

    >>> piece_name("green", "medium").fr
    'anneau moyen vert'
    """
    return _PIECE.fill(colour=COLOUR_NAMES[colour], size=PIECE_NAMES[size])


def the_piece(colour: Colour, size: Size) -> Text:
    """Return what a certain piece is called.

    >>> the_piece("green", "medium").fr
    "l'anneau moyen vert"
    """
    return THE_PIECES[size].fill(colour=COLOUR_NAMES[colour])


def joined(names: "list[Text]") -> Text:
    """Return names as a list in words.

    >>> joined([Text("a", "a"), Text("b", "b"), Text("c", "c")]).fr
    'a, b et c'
    """
    if len(names) == 1:
        return names[0]
    return listed([listed(names[:-1]), names[-1]], AND)


def colours_name(colours: "tuple[Colour, ...]") -> Text:
    """Return what a seat with these colours is called.

    >>> colours_name(("purple", "green")).en
    'purple and green'
    """
    return joined([COLOUR_NAMES[colour] for colour in colours])
