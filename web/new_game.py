"""The page on which the host chooses the next game and its rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, Response

from web import roles
from web.archive import Archive
from web.errors import Trouble
from web.evening import page, words
from web.games import RENDERERS, renderers
from web.service import current

blueprint = Blueprint("new_game", __name__)


@blueprint.get("/new")
def choose() -> Response:
    """Show the games to choose from, with their rules as they were last chosen."""
    web, who = current(), roles.who()
    if not who.host:
        raise Trouble(403, "error_not_host")
    snapshot = web.table.snapshot(who)
    playing = snapshot["game"]
    games = [game for game in web.table.games() if game["name"] in RENDERERS]
    last = {} if web.archive is None else _last(web.archive)
    return page("new.html", words=words("new", *RENDERERS), renderers=renderers(), games=games,
                last=remembered(games, last), now=playing and playing["name"],
                ends=playing is not None and playing["outcome"] is None, people=len(snapshot["people"]))


def _last(archive: Archive) -> Mapping[str, Mapping[str, str]]:
    try:
        return archive.last_options()
    except OSError:  # a game can be chosen all the same
        return {}


def remembered(games: Sequence[Mapping[str, Any]],
               last: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    """Return, by game, what was chosen last and may still be chosen."""
    return {game["name"]: {option["name"]: value for option in game["options"]
                           if (value := last.get(game["name"], {}).get(option["name"])) is not None
                           and _may_be(option, value)} for game in games}


def _may_be(option: Mapping[str, Any], value: str) -> bool:
    """Tell whether a value may be offered again; what the table decides, such as its deck, it decides anew."""
    return option["default"] in option["choices"] and (option["free"] or value in option["choices"])
