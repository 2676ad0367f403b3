"""What a person may be called: one short line, safe beside any other text, and told from everybody else's."""

import re
import unicodedata
from collections.abc import Collection

from device import sentences
from rules.game import GameError

MOST_LETTERS = 24
_JOINERS = "\u200d\ufe0f"
"""Invisible, but what holds an emoji together."""
_RIGHT_TO_LEFT = frozenset({"R", "AL", "AN"})
_ISOLATE, _END = "\u2068", "\u2069"


def clean(told: object) -> str:
    """Return a name in its one normal form; raise GameError when there is nothing to read, or too much.

    Characters that can't be seen, or that turn the writing direction of what follows, are left out, and so are marks
    piled on one letter.

    >>> clean("  Zoe\\u0308\\u202e  M. ")
    'Zoë M.'
    """
    if not isinstance(told, str):
        raise GameError(sentences.BAD_COMMAND)
    line = re.sub(r"\s+", " ", unicodedata.normalize("NFC", told[: 50 * MOST_LETTERS]))
    seen = "".join(c for c in line if c in _JOINERS or unicodedata.category(c)[0] != "C")
    name = re.sub(r"(\w[̀-ͯ]{2})[̀-ͯ]+", r"\1", seen).strip(" " + _JOINERS)
    if not any(unicodedata.category(c)[0] in "LNS" for c in name):
        raise GameError(sentences.NO_NAME)
    if len(name) > MOST_LETTERS:
        raise GameError(sentences.LONG_NAME.fill(letters=len(told), most=MOST_LETTERS))
    return name


def distinct(name: str, others: Collection[str]) -> str:
    """Return the name, with a number behind it when somebody else is called the same to the eye.

    >>> distinct("anna", ["Anna", "Anna 2"])
    'anna 3'
    """
    taken = {_folded(other) for other in others}
    number, found = 1, name
    while _folded(found) in taken:
        number += 1
        found = f"{name[: MOST_LETTERS - 4].rstrip()} {number}"
    return found


def shown(name: str) -> str:
    """Return the name so that its writing direction stays its own among other words."""
    if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in name):
        return f"{_ISOLATE}{name}{_END}"
    return name


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
