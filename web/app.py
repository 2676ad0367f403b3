"""The phones' pages, stream and commands over one table."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from flask import Flask, Response, request

from web import errors, evening, install, language, new_game, pages, people, tv
from web.archive import Archive
from web.guard import LARGEST_BODY, harden, is_ours, is_same_origin
from web.invites import invites_of, key_of
from web.limit import Limits, Rates
from web.panel import PanelService
from web.panel import blueprint as panel_blueprint
from web.service import EXTENSION, Web
from web.sessions import Sessions
from web.setup import SetupService
from web.setup import blueprint as setup_blueprint
from web.stream import Streams
from web.table import TableService

SHORTEST_SECRET = 16
DEFAULT_RATES = Rates()


def create_app(table: TableService, *, host_secret: str, names: Collection[str] = (), streams: int = 64,
               beat: float = 5.0, health: Callable[[], Mapping[str, Any]] = dict,
               archive: Archive | None = None, invited: bool = False, invite_hours: float = 12.0,
               rates: Rates = DEFAULT_RATES, panel: PanelService | None = None,
               setup: SetupService | None = None) -> Flask:
    """Return the application that serves this table.

    `host_secret` is the token of the host link `/?host=TOKEN`, and signs the cookies: at least 16 characters, else
    ValueError. `names` are further names by which this machine may be asked for. `streams` is the most phones that
    may follow at once, `beat` the seconds between signs of life. `health` is what the machine says of itself,
    `archive` the games that were played. With `invited` nobody joins without a signed link, good for `invite_hours`;
    `rates` is how often one phone may do what. `panel` takes the presses of phones, `setup` is the
    machine as the host sets it up.
    """
    if len(host_secret) < SHORTEST_SECRET:
        raise ValueError(f"the host secret has {len(host_secret)} letters; give {SHORTEST_SECRET} or more, at random")
    app = Flask(__name__)
    app.session_interface = Sessions()
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        SECRET_KEY=key_of(host_secret, "viewer"),
        SESSION_COOKIE_NAME="viewer", SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,  # an answer under way must not undo a cookie that was set meanwhile
    )  # Lax, not Strict: a code scanned anew must not make a stranger of who has a seat
    invites = invites_of(host_secret, invited, invite_hours)
    app.extensions[EXTENSION] = Web(table, host_secret, Streams(streams), beat, invites, Limits(rates), archive, health,
                                    panel, setup)
    dress(app, names)
    for part in (pages, people, evening, new_game, tv, install):
        app.register_blueprint(part.blueprint)
    app.register_blueprint(panel_blueprint)
    app.register_blueprint(setup_blueprint)
    return app


def dress(app: Flask, names: Collection[str]) -> None:
    """Give an application of ours what all have: its guard, clear words for what goes wrong, and two languages."""
    _guard(app, frozenset(name.lower() for name in names))
    errors.register(app)
    app.context_processor(lambda: {"lang": (lang := language.wanted(request)), "t": language.words(lang).__getitem__})


def _guard(app: Flask, names: Collection[str]) -> None:
    @app.before_request
    def refuse_others() -> None:
        if not is_ours(request.headers.get("Host", ""), names):
            raise errors.Trouble(421, "error_host")
        if request.method not in ("GET", "HEAD", "OPTIONS") and not is_same_origin(request):
            raise errors.Trouble(403, "error_elsewhere")

    @app.after_request
    def tighten(response: Response) -> Response:
        if request.endpoint == "static":
            response.headers["Cache-Control"] = "no-cache"  # asked again each time, answered by 304 when unchanged
        return harden(response)
