"""Who looks at the table, and what each of them may do to it."""

import hashlib
import hmac
import secrets
from typing import Any

from flask import request, session

from web.service import current
from web.table import PEOPLE_COMMANDS, SPECTATOR, Who

HOSTS_ALONE = frozenset({"undo", "correct", "new", "next", "report", "erase", "film"})
"""What changes or erases a game on one person's word, or keeps a picture of the table."""
PLAYERS = frozenset({"play", "deal", "answer", "again", "takeback", "agree", "call"})
"""What anybody who sits at the table may tell the referee; whose an action is, the table knows."""
COMMANDS = HOSTS_ALONE | PLAYERS | PEOPLE_COMMANDS
_PERSON, _INVITED = "person", "invited"


def mark_of(host_secret: str) -> str:
    """Return what tells a table from all others, and gives nothing of its secret away."""
    return hashlib.sha256(b"arbitrio table " + host_secret.encode()).hexdigest()[:12]


def person() -> str | None:
    """Return the id in this phone's signed cookie; whether the table knows it, the table says."""
    found: Any = session.get(_PERSON)
    return found if isinstance(found, str) else None


def who() -> Who:
    """Return who sent this request: whoever has not joined is a spectator."""
    id = person()
    return SPECTATOR if id is None else current().table.who(id)


def new_person() -> str:
    """Return an id that nobody has."""
    return secrets.token_urlsafe(12)


def become(id: str) -> None:
    """Remember on this phone, in its signed cookie, who it is from now on."""
    session[_PERSON] = id
    session.permanent = True


def stay() -> None:
    """Have the cookie of a phone that comes back last longer again."""
    session.modified = bool(session)


def invite() -> None:
    """Remember on this phone that it was invited."""
    session[_INVITED] = True
    session.permanent = True


def may_join() -> bool:
    """Tell whether this phone may join the table, or invite others to it."""
    return not current().invites.needed or session.get(_INVITED) is True or who().person is not None


def refusal(who: Who, command: str) -> str | None:
    """Return the key of the sentence why this person may not give this command; None when nothing is against it."""
    if who.host or (command in PLAYERS and who.seat is not None):
        return None
    if command in HOSTS_ALONE:
        return "error_not_host"
    if command in PLAYERS:
        return "error_not_seated"
    return None if command == "join" or who.person is not None else "error_not_joined"


def sender() -> str:
    """Return by what this request's phone is told from others: its person, else its address."""
    found = who().person
    return request.remote_addr or "" if found is None else f"person {found}"


def is_host_secret(told: str, secret: str) -> bool:
    """Tell whether the host link's token is right, in the same time whatever was told."""
    return hmac.compare_digest(told.encode(), secret.encode())
