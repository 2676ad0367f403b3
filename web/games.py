"""The games that the pages can show: one line each.

A game's part of the page is a module that exports, each taking the snapshot's `game` unless said otherwise:

    create(pick)      {element, update(game, referee, host)}; `pick(place)` opens the sheet that corrects a place
    marks(game, seat) a player's signs; turnMarks the signs of whose turn it is; tone the banner's colour, or null
    headline, note    what the banner says when it is nobody's turn, and under it; null for nothing
    extras            what the host may tell that no camera sees; see `tellings` in host.js
    table             {slot: piece or null} as the game has it
    slotName(slot), pieceName(piece), choiceTitle(option, value), hint()
"""

from collections.abc import Mapping

from flask import url_for

RENDERERS: Mapping[str, str] = {
    "otrio": "games/otrio.js",
    "mastermind": "games/mastermind.js",
    "mito": "games/mito.js",
    "mondrian": "games/mondrian.js",
    "mystrio": "games/mystrio.js",
}
"""A game's name, and the part of the page that draws it."""
PICTURES: Mapping[str, str] = {name: f"games/{name}.svg" for name in RENDERERS}
"""A game's name, and the picture by which people know it."""


def renderers() -> dict[str, str]:
    """Return the address of each game's part, for the page that is being answered."""
    return {name: url_for("static", filename=path) for name, path in RENDERERS.items()}
