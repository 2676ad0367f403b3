"""Every address that a club's page has."""

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response as AnyResponse

from web import language, roles, stream
from web.club.service import ClubWeb, current
from web.errors import Trouble, arguments, said
from web.pages import choose

blueprint = Blueprint("pages", __name__)
COMMANDS = frozenset({"begin", "draw", "table", "result", "player", "end"})
CALM = 0.2
"""Seconds between two changes that a page is sent: two hundred tables are not drawn at every touch of a piece."""
_ORGANISER = "organiser"
OUR_WORDS = frozenset(json.loads((language.FOLDER / "club" / "en.json").read_text(encoding="utf-8"))) | {
    "close", "live", "not_live", "stale_lost", "stale_full", "no_answer"}
"""The words that the page's code needs, and no game's."""


@blueprint.get("/")
def home() -> AnyResponse:
    """Show the club; the organiser's link makes this browser the organiser's and leaves the address bar."""
    token = request.args.get("organiser")
    if token is not None:
        if not roles.is_host_secret(token, current().secret):
            current().links.check(request.remote_addr)
            raise Trouble(403, "error_organiser_link")
        session[_ORGANISER] = True
        session.permanent = True
        return redirect(url_for("pages.home"), 303)
    words = {key: word for key, word in language.words(language.wanted(request)).items() if key in OUR_WORDS}
    return make_response(render_template("club.html", words=words, organiser=_is_organiser()))


def _is_organiser() -> bool:
    return session.get(_ORGANISER) is True


@blueprint.get("/language/<name>")
def choose_language(name: str) -> AnyResponse:
    """Speak this language in this browser from now on."""
    return choose(name, url_for("pages.home"))


@blueprint.get("/state.json")
def state() -> Response:
    """Return everything once, for a page that has no place in the stream."""
    return jsonify(_whole(*current().club.changes(-1, 0)))


@blueprint.get("/events")
def events() -> Response:
    """Follow the club as server-sent events; 503 when all places are taken."""
    web = current()
    return stream.answer(web.streams, lambda over: _follow(web, over))


def _whole(moment: int, changed: Any) -> dict[str, Any]:
    return {"version": moment, **changed}


def _follow(web: ClubWeb, over: Callable[[], bool]) -> Iterator[str]:
    """Yield everything, then what has changed, and a beat in every silence."""
    moment, changed = web.club.changes(-1, 0)
    spoke = time.monotonic()
    yield stream.RETRY + stream.event(_whole(moment, changed))
    while not over():
        now, changed = web.club.changes(moment, min(stream.SLICE, web.beat))
        if changed:
            moment, spoke = now, time.monotonic()
            yield stream.event(_whole(moment, changed))
            time.sleep(CALM)
        elif time.monotonic() - spoke >= web.beat:
            spoke = time.monotonic()
            yield stream.BEAT


@blueprint.post("/command/<name>")
def command(name: str) -> Response:
    """Carry out what the organiser wants."""
    if name not in COMMANDS:
        raise Trouble(404, "error_missing")
    if not _is_organiser():
        raise Trouble(403, "error_not_organiser")
    answer = current().club.command(name, arguments(request))
    return said(answer.ok, answer.text, answer.code, 200 if answer.ok else 409)


@blueprint.get("/standings.csv")
def sheet() -> Response:
    """Hand out the standings for a spreadsheet."""
    response = Response(current().club.sheet(), mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="standings.csv"'
    return response


@blueprint.get("/healthz")
def health() -> Response:
    """Tell whether the page is served and the broker there."""
    _, changed = current().club.changes(-1, 0)
    return make_response(jsonify(ok=changed["broker"]["kind"] == "up", tables=len(changed["tables"]),
                                 broker=changed["broker"]), 200)
