"""The page of a race by itself: big buttons for whoever has no wires. See `arbitrio race --phones`."""

import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from flask import Blueprint, Flask, Response, current_app, jsonify, render_template, request

from web import install, language
from web.app import dress
from web.errors import Trouble
from web.service import EXTENSION
from web.stream import SLICE, Streams

blueprint = Blueprint("pages", __name__)  # named as the table's: a page of an error leads home
PHONES = 32
"""The most that may follow at once."""
LONGEST_NAME = 32
"""Characters of what a phone calls itself."""
LONGEST_WAIT = 10.0
"""Seconds after which a phone is answered, though nothing has changed."""


class RaceService(Protocol):
    """The races as the web needs them."""

    def wait(self, after: int, seconds: float, phone: str = "") -> Mapping[str, Any]:
        """Return to a phone what is shown, once its number `n` is another than `after`, or after so many seconds.

        {"n": int, "phase": "waiting" | "arming" | "armed" | "running" | "over", "seats": [{"button": str, "name": str,
        "pressed": bool, "wins": int}], "lines": [text], "missing": how many phones are waited for, "winner": text (who
        has won the match) or None, "fared": [text] (everybody's statistics, at the end)}
        """

    def press(self, button: str) -> bool:
        """Take a press that has just arrived; False when no such button takes part."""

    def begin(self) -> None:
        """Begin the next race, when it is waited for."""


@dataclass(frozen=True)
class Served:
    """What all requests share; the server ends the waiting by its streams."""

    races: RaceService
    streams: Streams


def create_race_app(service: RaceService, names: Collection[str] = ()) -> Flask:
    """Return the application that serves the race's page; `names` as in `web.app.create_app`."""
    app = Flask(__name__)
    app.extensions[EXTENSION] = Served(service, Streams(PHONES))
    app.config["MAX_CONTENT_LENGTH"] = 1000
    dress(app, names)
    for part in (blueprint, install.blueprint):
        app.register_blueprint(part)
    return app


def _served() -> Served:
    return cast(Served, current_app.extensions[EXTENSION])


@blueprint.get("/")
def home() -> str:
    """Show the buttons."""
    words = language.words(language.wanted(request))
    used = {key: words[key] for key in words if key.startswith("race_")}
    return render_template("race.html", words=used)


@blueprint.get("/state.json")
def state() -> Response:
    """Return what is shown to the phone that calls itself `phone`, as soon as its number is another than `after`."""
    after, end = request.args.get("after", -1, type=int), time.monotonic() + LONGEST_WAIT
    phone = request.args.get("phone", "")[:LONGEST_NAME]
    while True:
        shown = _served().races.wait(after, SLICE, phone)
        if shown["n"] != after or _served().streams.closing or time.monotonic() > end:
            return jsonify(shown)


@blueprint.post("/press")
def press() -> Response:
    """Take a press: {"button": name}."""
    told = request.get_json(silent=True)
    if not isinstance(told, dict) or not _served().races.press(str(told.get("button"))):
        raise Trouble(400, "error_bad")
    return jsonify(ok=True)


@blueprint.post("/begin")
def begin() -> Response:
    """Begin the next race."""
    _served().races.begin()
    return jsonify(ok=True)
