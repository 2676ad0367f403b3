"""Signed links by which somebody may join: they end by themselves, and can't be made by hand."""

import hashlib
import secrets
import time
from dataclasses import dataclass, field

from itsdangerous import BadSignature, URLSafeTimedSerializer

RUN = secrets.token_hex(8)
"""Tells this run of the program from all others."""
SALT = "arbitrio invitation"


class Expired(Exception):
    """The link was good once."""


class Forged(Exception):
    """The link was not made by this table."""


@dataclass(frozen=True)
class Invites:
    """The invitations of one table."""

    secret: str = field(repr=False)
    needed: bool = False
    """Whether nobody may join without one; then those who have none may watch."""
    hours: float = 12.0
    """How long a link is good."""

    def token(self) -> str:
        """Return a new link's token."""
        return str(self._signer.dumps([RUN, time.monotonic()]))

    def check(self, token: str) -> None:
        """Return when the token is good; raise Expired or Forged."""
        try:
            (run, at), signed = self._signer.loads(token, return_timestamp=True)
        except (BadSignature, ValueError, TypeError) as error:
            raise Forged from error
        # the wall clock may jump by years when the network comes: it is asked only about links of an earlier run
        age = time.monotonic() - at if run == RUN else time.time() - signed.timestamp()
        if age > self.hours * 3600:
            raise Expired

    @property
    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt=SALT)


def key_of(host_secret: str, use: str) -> bytes:
    """Return the key that signs one kind of thing, made of the table's secret."""
    return hashlib.sha256(f"arbitrio {use} {host_secret}".encode()).digest()


def invites_of(host_secret: str, needed: bool, hours: float) -> Invites:
    """Return the invitations of the table with this secret."""
    return Invites(key_of(host_secret, "invitation").hex(), needed, hours)
