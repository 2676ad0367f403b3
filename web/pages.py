"""Every address that phones may ask for."""

from urllib.parse import urlsplit

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from web import language, roles, stream
from web.errors import Trouble, arguments, said
from web.games import renderers
from web.join import join_url, qr_svg
from web.service import current
from web.table import HOST, SPECTATOR, Who

blueprint = Blueprint("pages", __name__)
YEAR = 365 * 24 * 3600
OTHER_PAGES = ("club", "evening", "new", "setup", "tv")
"""The parts whose words only their own pages need: the first page is to be light."""


@blueprint.get("/")
def home() -> AnyResponse:
    """Show the table; the host link's token makes this phone the host's and leaves the address bar."""
    token = request.args.get("host")
    if token is not None:
        _become_host(token)
        return redirect(url_for("pages.home"), 303)
    lang = language.wanted(request)
    words = dict(language.words(lang, *OTHER_PAGES))
    page = render_template("table.html", words=words, renderers=renderers(), join=join_address(),
                           joined=roles.who().person is not None)
    response = make_response(page)
    response.headers["Content-Language"] = lang
    response.headers["Vary"] = "Accept-Language, Cookie"
    roles.stay()
    return response


def _become_host(token: str) -> None:
    """Make this phone's person the host; one who has not joined yet is remembered, and says the name later."""
    if not roles.is_host_secret(token, current().host_secret):
        current().limits.links.check(request.remote_addr)
        raise Trouble(403, "error_host_link")
    id = roles.person() or roles.new_person()
    if not current().table.command(HOST, "host", {"person": id}).ok:
        raise Trouble(503, "error_not_kept")
    roles.become(id)


@blueprint.get("/language/<name>")
def choose_language(name: str) -> AnyResponse:
    """Speak this language on this phone from now on."""
    return choose(name, _page_before())


def choose(name: str, then: str) -> AnyResponse:
    """Remember a language on this phone, and show the page `then`; raise Trouble for one that is not spoken."""
    if language.known(name) is None:
        raise Trouble(404, "error_missing")
    response = redirect(then, 303)
    response.set_cookie(language.COOKIE, name, max_age=YEAR, httponly=True, samesite="Strict")
    return response


def _page_before() -> str:
    """Return the page of this site that asked, the table's own when another site did or none is told."""
    before = urlsplit(request.referrer or "")
    ours = before.netloc == request.host and before.path.startswith("/") and not before.path.startswith("//")
    return f"{before.path}?{before.query}".removesuffix("?") if ours else url_for("pages.home")


@blueprint.get("/state.json")
def state() -> Response:
    """Return the whole state once, for a phone that has no place in the stream."""
    return jsonify(dict(current().table.snapshot(roles.who())))


@blueprint.get("/events")
def events() -> Response:
    """Follow the state as server-sent events; 503 when all places are taken."""
    return stream_to(roles.who())


def stream_to(who: Who) -> Response:
    """Return the stream of what this viewer may know; raise Trouble when all places are taken."""
    web = current()
    return stream.answer(web.streams, lambda over: stream.follow(web.table, who, web.beat, over))


@blueprint.post("/command/<name>")
def command(name: str) -> Response:
    """Carry out a command that a page of this site sent, when this viewer may give it."""
    if name not in roles.COMMANDS:
        raise Trouble(404, "error_missing")
    current().limits.commands.check(roles.sender())
    who = roles.who()
    refused = roles.refusal(who, name)
    if refused is not None:
        raise Trouble(403, refused)
    answer = current().table.command(who, name, arguments(request))
    # the version that shows what was done, so that the page knows when it shows it
    version = current().table.snapshot(who)["version"] if answer.ok else None
    return said(answer.ok, answer.text, answer.code, 200 if answer.ok else 409, version)


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """Return the newest picture of the table with what was seen."""
    jpeg = current().table.picture()
    if jpeg is None:
        raise Trouble(404, "error_no_picture")
    return Response(jpeg, mimetype="image/jpeg")


@blueprint.get("/kept/<int:number>.jpg")
def kept(number: int) -> Response:
    """Return a picture from before or after one of the last moves."""
    jpeg = current().table.kept(number)
    if jpeg is None:
        raise Trouble(404, "error_picture_gone")
    return Response(jpeg, mimetype="image/jpeg")


@blueprint.get("/join.svg")
def join() -> Response:
    """Return the QR code by which another phone joins; it opens the page where a name is asked for."""
    address = join_address()
    return Response(qr_svg(address if "/invite/" in address else address + "#in"), mimetype="image/svg+xml")


@blueprint.get("/healthz")
def health() -> Response:
    """Tell whether the table is served and accepts moves, for a watchdog."""
    web = current()
    snapshot = web.table.snapshot(SPECTATOR)
    fault = snapshot["referee"]["fault"]
    return make_response(jsonify(ok=fault is None, version=snapshot["version"], state=snapshot["referee"]["state"],
                                 fault=fault, notice=snapshot.get("notice"), streams=web.streams.open,
                                 most_streams=web.streams.most, table=roles.mark_of(web.host_secret),
                                 **web.health()),
                         200 if fault is None else 503)


def join_address() -> str:
    """Return the address by which another phone joins; with a fresh invitation where one is needed, and only from who
    may invite: others get the address to watch by."""
    web = current()
    address = join_url(request, str(web.table.snapshot(roles.who())["join"]))
    if web.invites.needed and roles.may_join():
        return address + url_for("people.invited", token=web.invites.token()).lstrip("/")
    return address
