"""The phones' pages, stream and commands over one table."""

import datetime
import hashlib
from collections.abc import Callable, Collection, Mapping
from typing import Any

from flask import Flask, Response, request

from web import errors, evening, install, language, new_game, pages, tv
from web.archive import Archive
from web.guard import LARGEST_BODY, harden, is_ours
from web.service import EXTENSION, Web
from web.stream import Streams
from web.table import TableService

SHORTEST_SECRET = 16
REMEMBERED = datetime.timedelta(days=30)


def create_app(table: TableService, *, host_secret: str, names: Collection[str] = (), streams: int = 64,
               beat: float = 5.0, health: Callable[[], Mapping[str, Any]] = dict,
               archive: Archive | None = None) -> Flask:
    """Return the application that serves this table.

    `host_secret` is the token of the host link `/?host=TOKEN`, and signs the cookies: at least 16 characters, else
    ValueError. `names` are further names by which this machine may be asked for. `streams` is the most phones that
    may follow at once, `beat` the seconds between signs of life. `health` is what the machine says of itself,
    `archive` the games that were played.
    """
    if len(host_secret) < SHORTEST_SECRET:
        raise ValueError(f"the host secret has {len(host_secret)} letters; give {SHORTEST_SECRET} or more, at random")
    app = Flask(__name__)
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY, PERMANENT_SESSION_LIFETIME=REMEMBERED,
        SECRET_KEY=hashlib.sha256(b"arbitrio viewer " + host_secret.encode()).digest(),
        SESSION_COOKIE_NAME="viewer", SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Strict",
    )
    app.extensions[EXTENSION] = Web(table, host_secret, Streams(streams), beat, archive, health)
    _guard(app, frozenset(name.lower() for name in names))
    for part in (pages, evening, new_game, tv, install):
        app.register_blueprint(part.blueprint)
    errors.register(app)
    app.context_processor(lambda: {"lang": (lang := language.wanted(request)), "t": language.words(lang).__getitem__})
    return app


def _guard(app: Flask, names: Collection[str]) -> None:
    @app.before_request
    def refuse_other_names() -> None:
        if not is_ours(request.headers.get("Host", ""), names):
            raise errors.Trouble(421, "error_host")

    @app.after_request
    def tighten(response: Response) -> Response:
        if request.endpoint == "static":
            response.headers["Cache-Control"] = "no-cache"  # asked again each time, answered by 304 when unchanged
        return harden(response)
