"""Joining the table, by its address or a signed link, with a name and a colour; and the sheet to print."""


from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from rules.text import LANGUAGES
from web import language, roles
from web.errors import Trouble, arguments, said
from web.invites import Expired, Forged
from web.pages import join_address
from web.service import current
from web.table import Who

blueprint = Blueprint("people", __name__)


@blueprint.post("/command/join")
def join() -> Response:
    """Make this phone a person's, or tell again what that person is called; its cookie is set when it went well."""
    current().limits.joins.check(request.remote_addr)
    if not roles.may_join():
        raise Trouble(403, "error_not_invited")
    args = arguments(request)
    id = roles.person() or roles.new_person()
    answer = current().table.command(Who(id, None, False), "join", args)
    if answer.ok:
        roles.become(id)
    return said(answer.ok, answer.text, answer.code, 200 if answer.ok else 409)


@blueprint.get("/invite/<token>")
def invited(token: str) -> AnyResponse:
    """Let this phone join."""
    try:
        current().invites.check(token)
    except (Expired, Forged) as error:
        current().limits.links.check(request.remote_addr)
        raise Trouble(403, "error_expired" if isinstance(error, Expired) else "error_forged") from error
    roles.invite()
    return redirect(url_for("pages.home", _anchor="in"), 303)


@blueprint.get("/print")
def sheet() -> Response:
    """Show a page to print and put beside the table: the code, the address, and what to do, in every language."""
    words = {name: language.words(name) for name in LANGUAGES}
    until = language.text("print_until", hours=round(current().invites.hours))
    return make_response(render_template("print.html", address=join_address(), all_words=words,
                                         needed=current().invites.needed, until=until.json()))
