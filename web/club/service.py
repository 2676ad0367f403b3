"""The club as its pages need it; `device` has what fits it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, cast

from flask import current_app

from web.limit import Limiter
from web.service import EXTENSION
from web.stream import Streams
from web.table import Answer


class ClubService(Protocol):
    """A club. Every method may be called from any thread. Texts are {"en": ..., "fr": ...}."""

    def changes(self, since: int, seconds: float) -> tuple[int, Mapping[str, Any]]:
        """Return the moment now, and what has changed since an earlier one (-1: all of it), after waiting for a change.

        Nothing when `seconds` pass without one; else {"tables": [card], those that have changed, "tournament": all of
        it or None, "broker": {"kind": "connecting" | "up" | "away" | "down", "text": text}}.

        A card: {"id", "name", "address", "online": bool, "phase", "text": text, "game": {"number", "name", "title":
        text} or None, "players": [{"name", "title": text, "score", "to_play", "won"}], "outcome": {"text": text} or
        None, "refusal": text or None, "help": "call" | "waiting" | "offline" | None, "call": {"by"} or None,
        "events": [{"kind", "text": text, "game", "n"}], the newest last}.

        A tournament: {"system", "size", "rounds", "round": so many are drawn, "round_over", "over": bool,
        "meetings": [{"players", "table": id or None, "winners": [player] or None, "told": "table" | "hand" | None,
        "doubt": bool (the table's game is over, but others played it)}],
        "standings": [{"player", "place", "points", "wins", "buchholz", "here": bool}]}.
        """

    def command(self, name: str, args: Mapping[str, Any]) -> Answer:
        """Carry out what the organiser wants, and return once it is on the disk or refused.

        Names: `begin` {"players": [name], "system": "swiss" | "round robin", "rounds": int, "size": int}; `draw` {}
        (the next round); `table` {"meeting": int, "table": id or None}; `result` {"meeting": int, "winners":
        [player]}; `player` {"player", "here": bool}; `end` {}.
        """

    def sheet(self) -> str:
        """Return the standings as CSV."""


@dataclass(frozen=True)
class ClubWeb:
    """What all requests share."""

    club: ClubService
    secret: str
    streams: Streams
    beat: float
    links: Limiter


def current() -> ClubWeb:
    """Return what the running request belongs to."""
    return cast(ClubWeb, current_app.extensions[EXTENSION])
