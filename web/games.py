"""The games that the pages can show: one line each.

A game's part of the page is a module that exports, each taking the snapshot's `game` unless said otherwise:

    create(pick, play)  {element, update(game, referee, host, me), hand}; `pick(place)` opens the sheet that corrects a
                        place, `play(action)` tells an action and returns a promise of whether it was accepted; `me` is
                        what `meOf` in me.js says; `hand`, if any, is shown under the board
    marks(game, seat)   a player's signs; turnMarks the signs of whose turn it is; tone the banner's colour, or null
    headline, note      what the banner says when it is nobody's turn, and under it; null for nothing
    extras(game, me)    what this phone's owner may tell besides tapping the board; see `tellings` in host.js
    byNumber            true where seats are called by numbers or letters: people's names then stand for them
    table               {slot: piece or null} as the game has it
    slotName(slot), pieceName(piece), choiceTitle(option, value), hint()

Pieces that glide carry `data-key`, see motion.js. What belongs to one player alone is in files that begin with the
game's name, such as the hand, and covered by secret.js.
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
