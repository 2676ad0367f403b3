"""The panel in the browser: its buttons and lights as a page, so that nobody needs wires.

A phone's press counts from its arrival here, and is marked as a phone's: see `device.races` for who may race whom.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from flask import Blueprint, Response, render_template, request

from web import language, roles
from web.errors import Trouble, said
from web.games import renderers
from web.service import current
from web.table import Answer, Who

blueprint = Blueprint("panel", __name__, url_prefix="/panel")
BUTTONS = (*(f"player {n}" for n in range(1, 6)), "stop")
MOST_PRESSES = 20
"""In one request; more is no hand's."""


class PanelService(Protocol):
    """The panel as the web needs it."""

    @property
    def sounds(self) -> Mapping[str, Sequence[tuple[float | None, float]]]:
        """The buzzer's sounds by name: each tone's hertz, None for a rest, and its seconds."""

    def press(self, who: Who, presses: Sequence[tuple[str, float]]) -> Answer:
        """Take presses that have just arrived: each button, and the milliseconds from then to the newest of them.

        Refused when this person may not press one of them: a player presses his own button and the stop button, the
        host any.
        """


@blueprint.get("/")
def show() -> str:
    """Show the buttons and lights."""
    panel = current().panel
    if panel is None:
        raise Trouble(404, "error_no_panel")
    words = dict(language.words(language.wanted(request), "evening", "new", "setup", "tv"))
    return render_template("panel.html", words=words, renderers=renderers(), sounds=panel.sounds)


@blueprint.post("/press")
def press() -> Response:
    """Take presses: {"presses": [{"button": name, "ms_ago": how long before sending}]}."""
    panel = current().panel
    if panel is None:
        raise Trouble(404, "error_no_panel")
    current().limits.presses.check(roles.sender())
    presses = _presses(request.get_json())
    newest = min(ago for _, ago in presses)
    answer = panel.press(roles.who(), [(button, ago - newest) for button, ago in presses])
    return said(answer.ok, answer.text, answer.code, 200 if answer.ok else 403)


def _presses(body: Any) -> list[tuple[str, float]]:
    found = body.get("presses") if isinstance(body, dict) else None
    if not isinstance(found, list) or not 0 < len(found) <= MOST_PRESSES:
        raise Trouble(400, "error_bad")
    return [_press(each) for each in found]


def _press(each: Any) -> tuple[str, float]:
    button, ago = (each.get("button"), each.get("ms_ago", 0)) if isinstance(each, dict) else (None, 0)
    if button not in BUTTONS or type(ago) not in (int, float) or not 0 <= ago < 60_000:  # nan is turned away too
        raise Trouble(400, "error_bad")
    return button, float(ago)
