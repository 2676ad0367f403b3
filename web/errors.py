"""Whatever goes wrong, as one clear sentence with its remedy: a page for people, JSON for the page's own requests."""

import logging
from typing import Any

from flask import Flask, Request, Response, jsonify, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from rules.text import Text
from web import language

SENTENCES = {400: "error_bad", 403: "error_elsewhere", 404: "error_missing", 405: "error_missing",
             413: "error_large", 415: "error_bad", 429: "error_often", 500: "error_ours", 503: "error_full"}
_log = logging.getLogger(__name__)


class Trouble(Exception):
    """A request that is turned down: the status, and the key of the sentence that says why."""

    def __init__(self, status: int, key: str, retry_after: int | None = None) -> None:
        super().__init__(key)
        self.status, self.key, self.retry_after = status, key, retry_after


def register(app: Flask) -> None:
    """Answer every kind of trouble of this application."""
    @app.errorhandler(Trouble)
    def turned_down(trouble: Trouble) -> Response:
        response = _answer(trouble.status, trouble.key)
        if trouble.retry_after is not None:
            response.headers["Retry-After"] = str(trouble.retry_after)
        return response

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        status = error.code or 500
        return _answer(status, SENTENCES.get(status, "error_bad"))

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        _log.error("%s %s failed", request.method, request.path, exc_info=error)
        return _answer(500, "error_ours")


def arguments(request: Request) -> dict[str, Any]:
    """Return what a command's sender wrote; raise Trouble when it is no JSON object."""
    told: Any = request.get_json()
    if not isinstance(told, dict):
        raise Trouble(400, "error_bad")
    return told


def said(ok: bool, text: Text | None, code: str, status: int, version: int | None = None) -> Response:
    """Return the answer to a command as the page's code reads it."""
    shown = {} if version is None else {"version": version}
    return make_response(jsonify(ok=ok, text=text and text.json(), code=code, **shown), status)


def _answer(status: int, key: str) -> Response:
    if request.path.startswith("/command/") or request.accept_mimetypes.best == "application/json":
        return said(False, language.text(key), key.removeprefix("error_"), status)
    return make_response(render_template("error.html", status=status, key=key), status)
