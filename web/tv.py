"""The big screen: a television that everybody sees, so that it is told what a spectator may know and nothing more."""

from flask import Blueprint, Response, jsonify, render_template, request

from web import language
from web.games import renderers
from web.pages import join_address, stream_to
from web.service import current
from web.table import SPECTATOR

blueprint = Blueprint("tv", __name__, url_prefix="/tv")


@blueprint.get("/")
def show() -> str:
    """Show the table to the whole room."""
    words = dict(language.words(language.wanted(request), "evening", "new", "setup"))
    return render_template("tv.html", words=words, renderers=renderers(), join=join_address())


@blueprint.get("/events")
def events() -> Response:
    """Follow the state as a spectator, whoever this browser may be."""
    return stream_to(SPECTATOR)


@blueprint.get("/state.json")
def state() -> Response:
    """Return the state as a spectator may know it."""
    return jsonify(dict(current().table.snapshot(SPECTATOR)))
