"""Who a phone is, in its signed cookie, for as long as it keeps it: no clock of the table's can end that.

A Pi has no clock of its own. After a power cut it may be years back until the network comes; cookies that were signed
"in the future", or that end "in 1971", would make strangers of all who sit at the table.
"""

from datetime import UTC, datetime

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface, SessionMixin
from itsdangerous import BadSignature

FOR_GOOD = datetime(2037, 12, 31, tzinfo=UTC)
"""As far as every browser can count; each keeps a cookie for as long as it allows, by its own clock."""


class Sessions(SecureCookieSessionInterface):
    """Flask's signed cookies, without an age."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return what the phone's cookie holds, whenever it was signed."""
        serializer = self.get_signing_serializer(app)
        value = request.cookies.get(self.get_cookie_name(app))
        if serializer is None or not value:
            return super().open_session(app, request)
        try:
            return self.session_class(serializer.loads(value))
        except BadSignature:
            return self.session_class()

    def get_expiration_time(self, app: Flask, session: SessionMixin) -> datetime | None:
        """Return until when a browser keeps the cookie; None until it is closed."""
        return FOR_GOOD if session.permanent else None
