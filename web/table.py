"""The table that the pages serve, as `web` needs it; `device` has what fits it."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from rules.game import Viewer
from rules.text import Text

Snapshot: TypeAlias = Mapping[str, Any]
"""The whole state as one viewer may know it, ready for `json.dumps`. Texts are {"en": ..., "fr": ...}.

    version    int, grows with every change; a page that sees a smaller one than it has ignores it
    game       {"name", "title": text, "options": {name: value},
                "view": what rules' `view` returned for this viewer,
                "seats": [{"title": text, "name": str or None}], "to_play": seat or None, "scores": [int],
                "outcome": {"reason", "winners": [seat], "text": text, "slots": [slot]} or None}, or None: no game yet
    referee    {"state": "hand" | "settling" | "ready" | "question" | "mismatch" | "over" | "lost" | "idle",
                "text": text (what it is doing and what the players should do),
                "slots": [slot] (the slots that differ, or that the question is about),
                "seen": {slot: piece or None or "?"} (the table as last seen still),
                "question": {"id": int, "text": text, "answers": [{"id": str, "text": text}]} or None,
                "fault": text or None (the machine can't go on accepting, and why: a full disk)}
    refusal    {"code", "text": text, "action": text} or None: what was refused last and is not put right yet
    log        [{"n": int, "kind": str, "text": text, "by": str}] newest last, at most 30
    undo       text or None: the action that an undo would take back now; the host's only
    host       bool: this viewer may undo and correct
    join       URL for the QR code
    picture    int: grows when there is a new picture of the table; 0 when there is none
"""


@dataclass(frozen=True)
class Answer:
    """What became of a command: `ok`, or the reason with its remedy."""

    ok: bool
    text: Text | None = None
    code: str = ""


class Subscription(Protocol):
    """A viewer's place in the stream of changes; it holds at most one waiting change, the newest."""

    def wait(self, seconds: float) -> Snapshot | None:
        """Return the newest snapshot when there is one that was not handed out yet; None after `seconds`."""


class TableService(Protocol):
    """The referee's table as the web sees it. Every method may be called from any thread."""

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """Return the whole state that this viewer may know."""

    def subscribe(self, viewer: Viewer) -> AbstractContextManager[Subscription]:
        """Follow the state; leaving the context gives the place back."""

    def command(self, viewer: Viewer, name: str, args: Mapping[str, Any]) -> Answer:
        """Carry out a command, and return once it is on the disk or refused.

        Names: `answer` {"question": id, "answer": id}; `undo` {}; `correct` {"table": {slot: piece or None}} (what
        really lies there); `play` {"action": notation} (a move told by phone); `new` {"game": name, "options": {}};
        `again` {} (look at the table again); `report` {"note": text, "table": {slot: piece or None}} (the last read was
        wrong: keep its frame, what was decided, and this, which is right). All but `answer` and `again` are the host's.
        """

    def picture(self) -> bytes | None:
        """Return the newest picture of the table with what was seen drawn on it, as JPEG; None when there is none."""

    def games(self) -> list[Mapping[str, Any]]:
        """Return the games to choose from: name, title, players and options with their choices, texts and `free`."""
