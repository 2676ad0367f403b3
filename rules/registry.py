"""The games that there are; nothing else lists them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.game import BadNotation, Game
from rules.mastermind import MASTERMIND
from rules.mito import MITO
from rules.mondrian import MONDRIAN
from rules.mystrio import MYSTRIO
from rules.otrio import OTRIO
from rules.text import Text

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType(
    {game.name: game for game in (OTRIO, MASTERMIND, MONDRIAN, MITO, MYSTRIO)})

UNKNOWN = Text('There is no game "{name}"; choose from {names}',
               "Il n'y a pas de jeu « {name} » ; choisissez parmi {names}")


def game(name: str) -> Game[Any, Any]:
    """Return the game of this name; raise BadNotation, which lists what there is.

    >>> game("otrio").players
    (2, 3, 4)
    """
    if name not in GAMES:
        raise BadNotation(UNKNOWN.fill(name=name[:40], names=", ".join(GAMES)))
    return GAMES[name]
