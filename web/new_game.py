"""The page on which the host chooses the next game and its rules."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from flask import Blueprint, Response

from web import roles
from web.archive import Archive
from web.errors import Trouble
from web.evening import page, words
from web.games import RENDERERS, renderers
from web.service import current

blueprint = Blueprint("new_game", __name__)
SAME_EVENING = timedelta(hours=8)
"""How long after a game's start the next one still belongs to its evening, unless the host says otherwise."""


@blueprint.get("/new")
def choose() -> Response:
    """Show the games to choose from, with their rules as they were last chosen."""
    web, who = current(), roles.who()
    if not who.host:
        raise Trouble(403, "error_not_host")
    snapshot = web.table.snapshot(who)
    playing = snapshot["game"]
    games = [game for game in web.table.games() if game["name"] in RENDERERS]
    last, fresh = ({}, False) if web.archive is None else _before(web.archive)
    return page("new.html", words=words("new", *RENDERERS), renderers=renderers(), games=games,
                last=remembered(games, last), now=playing and playing["name"],
                ends=playing is not None and playing["outcome"] is None, fresh=fresh, people=len(snapshot["people"]),
                camera=None if web.setup is None else web.setup.camera(), absent=snapshot["camera"] == "absent")


def _before(archive: Archive) -> tuple[Mapping[str, Mapping[str, str]], bool]:
    """Return the options of the last games, and whether it is so long ago that another evening begins."""
    try:
        games = archive.games(None, 1, None)["games"]
        return archive.last_options(), bool(games) and is_long_ago(games[0]["date"], datetime.now())
    except OSError:  # a game can be chosen all the same
        return {}, False


def is_long_ago(date: str | None, now: datetime) -> bool:
    """Tell whether a date, None where it is not known, lies in another evening than now.

    >>> is_long_ago("2026-12-01T23:30", datetime(2026, 12, 2, 1, 0))
    False
    """
    return date is not None and now - datetime.fromisoformat(date) > SAME_EVENING


def remembered(games: Sequence[Mapping[str, Any]],
               last: Mapping[str, Mapping[str, str]]) -> Mapping[str, Mapping[str, str]]:
    """Return, by game, what was chosen last and may still be chosen."""
    return {game["name"]: {option["name"]: value for option in game["options"]
                           if (value := last.get(game["name"], {}).get(option["name"])) is not None
                           and _may_be(option, value)} for game in games}


def _may_be(option: Mapping[str, Any], value: str) -> bool:
    """Tell whether a value may be offered again; what the table decides, such as its deck, it decides anew."""
    return option["default"] in option["choices"] and (option["free"] or value in option["choices"])
