"""Colours, pegs and marks of Mastermind: their names, and what people call them."""

from typing import Literal, TypeAlias, get_args

from rules.text import Text, listed

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "white", "black", "orange", "purple"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
Peg: TypeAlias = Colour | None
"""What is in one hole; None is a hole left empty."""
Pegs: TypeAlias = tuple[Peg, ...]
"""One row's holes, or the code's, from left to right as the decoder sees them."""
Marks: TypeAlias = tuple[int, int]
"""Red (right colour in the right place) and white (right colour in a wrong place)."""
HOLES = 4
"""The holes of a row on the real board."""
NAMED: dict[str, Colour] = {colour: colour for colour in COLOURS}

COLOUR_NAMES: dict[Colour, Text] = {
    "red": Text("red", "rouge"),
    "blue": Text("blue", "bleu"),
    "green": Text("green", "vert"),
    "yellow": Text("yellow", "jaune"),
    "white": Text("white", "blanc"),
    "black": Text("black", "noir"),
    "orange": Text("orange", "orange"),
    "purple": Text("purple", "violet"),
}
EMPTY = Text("empty", "vide")
EMPTY_PEG = "-"
SEATS: tuple[Text, ...] = (Text("Player A", "Joueur A"), Text("Player B", "Joueur B"))


def pegs_name(pegs: Pegs) -> Text:
    """Return a row in words.

    >>> pegs_name(("red", None)).fr
    'rouge, vide'
    """
    return listed(EMPTY if peg is None else COLOUR_NAMES[peg] for peg in pegs)
