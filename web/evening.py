"""The evening: the games of this table and their score, each again move by move, statistics, export and erasing."""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from rules.game import Viewer
from rules.registry import GAMES
from web import language, roles
from web.archive import Archive, Hidden
from web.charts import Charts
from web.errors import Trouble
from web.games import PICTURES, renderers
from web.service import current

blueprint = Blueprint("evening", __name__, url_prefix="/history")
PAGE = 20
"""Games on a page of the list."""
STEPS = 20
"""Steps of a replay in one answer."""
T = TypeVar("T")


def _ask(read: Callable[[Archive], T]) -> T:
    """Return what is read of the archive, or say why it can't be."""
    archive = current().archive
    if archive is None:
        raise Trouble(404, "error_no_archive")
    try:
        return read(archive)
    except Hidden as hidden:
        raise Trouble(403, "error_still_played") from hidden
    except LookupError as missing:
        raise Trouble(404, "error_no_game") from missing
    except OSError as broken:
        raise Trouble(503, "error_archive") from broken


@blueprint.get("/")
def history() -> Response:
    """Show this evening's score and the list of games."""
    before, name = request.args.get("before", type=int), request.args.get("game")
    found = _ask(lambda archive: archive.games(before, PAGE, name))
    tonight = _ask(lambda archive: archive.evening()) if before is None and name is None else None
    return page("history.html", found=found, tonight=tonight, name=name, before=before, words=words())


@blueprint.get("/<int:number>")
def replay(number: int) -> Response:
    """Show one game, move by move."""
    found = _ask(lambda archive: archive.game(number))
    if found is None:
        raise Trouble(404, "error_no_game")
    needed = words("evening", "live", "people", found["name"])
    return page("replay.html", game=found, words=needed, renderers=renderers())


@blueprint.get("/<int:number>/steps.json")
def steps(number: int) -> Response:
    """Return some steps of a game, with the eyes of a seat or a spectator."""
    eyes, first = request.args.get("eyes", "spectator"), request.args.get("first", 0, type=int)
    viewer: Viewer = int(eyes) if eyes.isascii() and eyes.isdigit() and len(eyes) < 3 else "spectator"
    found = _ask(lambda archive: archive.steps(number, viewer, max(first, 0), STEPS))
    return jsonify(list(found))


@blueprint.get("/<int:number>/record.txt")
def record(number: int) -> Response:
    """Hand out the game as a record."""
    return _file(_ask(lambda archive: archive.record(number)), "text/plain", f"arbitrio-{number}.txt")


@blueprint.get("/<int:number>/game.csv")
def sheet(number: int) -> Response:
    """Hand out the game's events for a spreadsheet."""
    return _file(_ask(lambda archive: archive.sheet(number)), "text/csv", f"arbitrio-{number}.csv")


@blueprint.get("/games.csv")
def sheet_of_all() -> Response:
    """Hand out the list of games for a spreadsheet."""
    return _file(_ask(lambda archive: archive.sheet_of_all()), "text/csv", "arbitrio-games.csv")


@blueprint.get("/statistics")
def statistics() -> Response:
    """Show what the games add up to."""
    name = request.args.get("game")
    return page("statistics.html", found=_ask(lambda archive: archive.statistics(name)), name=name)


def words(*wanted: str) -> dict[str, str]:
    """Return the words in the phone's language that a page's code needs: everybody's, and those of some parts."""
    return dict(language.words(language.wanted(request), *sorted(language.parts().difference(wanted))))


def page(template: str, **parts: Any) -> Response:
    """Return a page beside the table, in the phone's language, with what these pages share."""
    lang = language.wanted(request)

    def say(text: Any) -> str:
        return text if isinstance(text, str) else str(text[lang])

    def phrase(key: str, **filled: str | int) -> str:
        return say(language.text(key, **filled).json())

    titles = {game.name: say(game.title.json()) for game in GAMES.values()}
    response = make_response(render_template(
        template, host=roles.who().host, pictures=PICTURES, titles=titles, say=say, phrase=phrase,
        cap=lambda words: words[:1].upper() + words[1:], charts=Charts(say, phrase), **parts))
    response.headers["Content-Language"] = lang
    response.headers["Vary"] = "Accept-Language, Cookie"
    return response


def _file(text: str, kind: str, name: str) -> Response:
    response = Response(text, mimetype=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
