"""Mystrio in a terminal: the program shuffles the tokens, as there are none on a table."""

from random import Random

from device.terminal.face import Face
from rules.game import Json, Seat

VERBS = ("look", "lay", "consult", "move", "swap", "mystrio", "stop", "tidy")
WORDS = {"regarde": "look", "pose": "lay", "consulte": "consult", "déplace": "move", "échange": "swap",
         "annonce": "mystrio", "fin": "stop", "range": "tidy"}


def chance(notation: str, random: Random) -> str | None:
    """Return the draw pile in an order of chance."""
    verb, *tokens = notation.split()
    if verb != "shuffle":
        return None
    random.shuffle(tokens)
    return " ".join([verb, *tokens])


def meant(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return an action with who does it, where that is left out."""
    words = text.split()
    return f"{text} by {seat}" if seat is not None and words and words[0] in VERBS and "by" not in words else text


FACE = Face(defaults={"faces": "known"}, words=WORDS, chance=chance, meant=meant)
