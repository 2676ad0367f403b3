"""The application of a club's page."""

import hashlib
from collections.abc import Collection

from flask import Flask

from web import install
from web.app import SHORTEST_SECRET, dress
from web.club import pages
from web.club.service import ClubService, ClubWeb
from web.guard import LARGEST_BODY
from web.limit import Limiter, Rate
from web.service import EXTENSION
from web.sessions import Sessions
from web.stream import Streams

WRONG_LINKS = Rate(10, 0.2)


def create_club_app(club: ClubService, *, secret: str, names: Collection[str] = (), streams: int = 64,
                    beat: float = 5.0) -> Flask:
    """Return the application that shows this club; everybody may look.

    `secret` is the token of the organiser's link `/?organiser=TOKEN`, at least 16 characters, else ValueError; all else
    is as in `web.app.create_app`.
    """
    if len(secret) < SHORTEST_SECRET:
        raise ValueError(f"the organiser's secret has {len(secret)} letters; give {SHORTEST_SECRET} or more, at random")
    app = Flask("web")
    app.session_interface = Sessions()
    app.config.update(
        MAX_CONTENT_LENGTH=LARGEST_BODY, SECRET_KEY=hashlib.sha256(b"arbitrio club " + secret.encode()).digest(),
        SESSION_COOKIE_NAME="organiser", SESSION_COOKIE_HTTPONLY=True, SESSION_COOKIE_SAMESITE="Lax")
    app.extensions[EXTENSION] = ClubWeb(club, secret, Streams(streams), beat, Limiter(WRONG_LINKS))
    dress(app, names)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(install.blueprint)
    return app
