"""Otrio in a terminal: each cell as its large, medium and small piece, by the colours' first letters."""

from device.terminal.face import Face
from rules.game import Json
from rules.text import Language, Text

KEY = Text("each cell: large, medium, small; {colours}", "chaque case : grand, moyen, petit ; {colours}")
RESERVE = Text("{title}: {large} large, {medium} medium, {small} small",
               "{title} : {large} {large|grand|grands}, {medium} {medium|moyen|moyens}, {small} {small|petit|petits}")
NAMES = {"purple": Text("purple", "violet"), "red": Text("red", "rouge"), "green": Text("green", "vert"),
         "blue": Text("blue", "bleu")}
WORDS = {"violet": "purple", "rouge": "red", "vert": "green", "bleu": "blue", "grand": "large", "moyen": "medium",
         "petit": "small", "l": "large", "m": "medium", "s": "small", "p": "purple", "r": "red", "g": "green",
         "b": "blue", "encore": "again", "passe": "pass", "annonce": "call"}
SIZES = ("large", "medium", "small")


def lines(view: Json, language: Language) -> list[str]:
    """Return the board, what the letters mean, and the reserves of the colours in play."""
    rows = ["   ".join(_cell(view, 3 * row + column) for column in range(3)) for row in range(3)]
    played = [colour for seat in view["seats"] for colour in seat["colours"]]
    letters = ", ".join(f"{colour[0].upper()} {getattr(NAMES[colour], language)}" for colour in played)
    reserves = [getattr(RESERVE.fill(title=NAMES[colour], **view["reserve"][colour]), language) for colour in played]
    return [*rows, getattr(KEY.fill(colours=letters), language), *reserves]


def _cell(view: Json, cell: int) -> str:
    won = set(view["winning"])
    pieces = ((view["cells"][cell][size], f"{cell}.{size}" in won) for size in SIZES)
    return f"{cell} [" + "".join(_piece(colour, winning) for colour, winning in pieces) + "]"


def _piece(colour: str | None, winning: bool) -> str:
    """Return a piece of an Otrio in brackets of its own."""
    letter = "." if colour is None else colour[0].upper()
    return f"*{letter}*" if winning else f" {letter} "


FACE = Face(lines, open=True, words=WORDS)
