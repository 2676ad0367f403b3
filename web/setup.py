"""The page on which the host sets the table up: what the camera sees, mat, board and light, buttons and lights."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias

from flask import Blueprint, Response, jsonify, request

from web import roles
from web.errors import Trouble, said
from web.evening import page, words
from web.service import current
from web.table import Answer

blueprint = Blueprint("setup", __name__, url_prefix="/setup")
Point: TypeAlias = tuple[float, float]
Step: TypeAlias = Literal["begin", "absent", "end"]
STEPS: tuple[Step, ...] = ("begin", "absent", "end")


class SetupService(Protocol):
    """The machine as the set-up page needs it."""

    def state(self) -> Mapping[str, Any]:
        """Return what is to be shown now, ready for `json.dumps`; while it is asked for, pictures are taken.

            checks   {"camera" | "mat" | "board" | "light": {"level": "ok" | "wait" | "warning" | "fault",
                      "text": text, with its remedy}}
            picture  int: grows with every new picture; 0 when there is none, or none may be shown
            hidden   text or None: why no picture may be shown
            size     [width, height] of the picture in the pixels that all places below are given in, or None
            markers  [{"id": 0 to 3, "corners": [[x, y]] * 4}], those that are seen
            mat      [[x, y]] * 4, or [] when it was not found
            tapped   bool: corners that were tapped are used, not the markers
            mat_mm   [width, height]
            colours  [{"name": piece's colour, "seen": "#rrggbb"}]
            learned  {"taught": bool (the host taught the colours), "pieces": [{"name", "hue": "#rrggbb", "here": bool
                      (learned from what lies on the table now)}]} or None: nothing is learned in this game
            panel    {"simulated": bool, "faults": [text], "buzzer": bool, "lamps": [those that are wired],
                      "buttons": [{"name", "pin", "down": bool, "presses": int}],
                      "check": {"asked": button or None, "report": [text]} or None}
            camera   what `camera` returns
        """

    def picture(self) -> bytes | None:
        """Return the newest picture as JPEG; None when there is none, or it shows what is secret."""

    def use_corners(self, corners: Sequence[Point]) -> Answer:
        """Use these four corners of the mat from now on, and after a restart; the markers when there are none."""

    def camera(self) -> Mapping[str, bool]:
        """Return {"used": a camera looks at the table, "choice": that can be chosen here}."""

    def use_camera(self, used: bool) -> Answer:
        """Look at the table, or play without a camera, from now on and after a restart."""

    def learn(self, on: bool) -> Answer:
        """Take the colours that lie on the board's four sides for the pieces' own, from now on and after a restart;
        or the usual ones again."""

    def light(self, lamp: str) -> Answer:
        """Let a lamp burn for a moment."""

    def sound(self) -> Answer:
        """Let the buzzer sound."""

    def check_buttons(self, step: Step) -> Answer:
        """Begin to ask for one button after the other, go on when one is not there, or end it."""


def _service() -> SetupService:
    """Return the machine, for the host alone; raise Trouble."""
    if not roles.who().host:
        raise Trouble(403, "error_not_host")
    setup = current().setup
    if setup is None:
        raise Trouble(404, "error_no_setup")
    return setup


@blueprint.get("/")
def show() -> Response:
    """Show the page."""
    _service()
    return page("setup.html", words=words("setup"))


@blueprint.get("/state.json")
def state() -> Response:
    """Return what is to be shown now."""
    return jsonify(dict(_service().state()))


@blueprint.get("/picture.jpg")
def picture() -> Response:
    """Return the newest picture."""
    jpeg = _service().picture()
    if jpeg is None:
        raise Trouble(404, "error_no_picture")
    response = Response(jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.post("/<name>")
def command(name: str) -> Response:
    """Carry out what the host asks for: `corners` {"corners": [[x, y]] * 4 or []}, `camera` {"used": bool},
    `colours` {"learn": bool}, `lamp` {"lamp"}, `sound` {}, `buttons` {"step"}."""
    setup = _service()
    current().limits.commands.check(roles.sender())
    args: Any = request.get_json()
    if not isinstance(args, dict):
        raise Trouble(400, "error_bad")
    if name == "corners":
        corners = _corners(args.get("corners"))
        answer = setup.use_corners(corners)
    elif name == "camera" and isinstance(args.get("used"), bool):
        answer = setup.use_camera(args["used"])
    elif name == "colours" and isinstance(args.get("learn"), bool):
        answer = setup.learn(args["learn"])
    elif name == "lamp" and isinstance(args.get("lamp"), str):
        answer = setup.light(args["lamp"])
    elif name == "sound":
        answer = setup.sound()
    elif name == "buttons" and args.get("step") in STEPS:
        answer = setup.check_buttons(args["step"])
    else:
        raise Trouble(400, "error_bad")
    return said(answer.ok, answer.text, answer.code, 200 if answer.ok else 409)


def _corners(told: Any) -> list[Point]:
    if not isinstance(told, list) or len(told) not in (0, 4):
        raise Trouble(400, "error_bad")
    return [_point(each) for each in told]


def _point(told: Any) -> Point:
    if not isinstance(told, list) or len(told) != 2 or not all(
            type(value) in (int, float) and math.isfinite(value) for value in told):
        raise Trouble(400, "error_bad")
    return float(told[0]), float(told[1])
