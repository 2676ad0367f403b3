"""Who looks at the table, and what each of them may do to it."""

import hmac
from typing import Any, cast

from flask import session

from rules.game import Viewer

HOSTS_ALONE = frozenset({"undo", "correct", "play", "new", "report"})
"""What changes the game on one person's word, or keeps a picture of the table."""
EVERYBODYS = frozenset({"answer", "again"})
"""What anybody who sits at the table may tell the referee."""
COMMANDS = HOSTS_ALONE | EVERYBODYS
_KEY = "viewer"


def viewer() -> Viewer:
    """Return who sent this request, by its signed cookie: the host, a seat, or a spectator when it has none."""
    found: Any = session.get(_KEY)
    if found == "host" or (type(found) is int and found >= 0):
        return cast(Viewer, found)
    return "spectator"


def become(who: Viewer) -> None:
    """Remember on this phone, in its signed cookie, who it is from now on."""
    session[_KEY] = who
    session.permanent = True


def may(who: Viewer, command: str) -> bool:
    """Tell whether this viewer may give this command."""
    return command in EVERYBODYS or (command in HOSTS_ALONE and who == "host")


def is_host_secret(told: str, secret: str) -> bool:
    """Tell whether the host link's token is right, in the same time whatever was told."""
    return hmac.compare_digest(told.encode(), secret.encode())
