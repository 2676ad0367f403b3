"""Signed links by which somebody may join: they end by themselves, and can't be made by hand."""

from dataclasses import dataclass, field

from itsdangerous import BadSignature, SignatureExpired, URLSafeTimedSerializer

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
        return str(self._signer.dumps("join"))

    def check(self, token: str) -> None:
        """Return when the token is good; raise Expired or Forged."""
        try:
            self._signer.loads(token, max_age=round(self.hours * 3600))
        except SignatureExpired as error:
            raise Expired from error
        except BadSignature as error:
            raise Forged from error

    @property
    def _signer(self) -> URLSafeTimedSerializer:
        return URLSafeTimedSerializer(self.secret, salt=SALT)
