"""Who looks at the table, and what each of them may do to it."""

import hmac
from typing import Any

from flask import session

from rules.game import Viewer
from web.table import HOST, SPECTATOR, Who

HOSTS_ALONE = frozenset({"undo", "correct", "play", "new", "next", "report", "erase"})
"""What changes or erases a game on one person's word, or keeps a picture of the table."""
EVERYBODYS = frozenset({"answer", "again"})
"""What anybody who sits at the table may tell the referee."""
COMMANDS = HOSTS_ALONE | EVERYBODYS
_KEY = "viewer"


def who() -> Who:
    """Return who sent this request, by its signed cookie: the host, a seat, or a spectator when it has none."""
    found: Any = session.get(_KEY)
    if found == "host":
        return HOST
    return Who(None, found, False) if type(found) is int and found >= 0 else SPECTATOR


def become(viewer: Viewer) -> None:
    """Remember on this phone, in its signed cookie, who it is from now on."""
    session[_KEY] = viewer
    session.permanent = True


def may(who: Who, command: str) -> bool:
    """Tell whether this person may give this command."""
    return command in EVERYBODYS or (command in HOSTS_ALONE and who.host)


def is_host_secret(told: str, secret: str) -> bool:
    """Tell whether the host link's token is right, in the same time whatever was told."""
    return hmac.compare_digest(told.encode(), secret.encode())
