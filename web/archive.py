"""The archive of games, as the pages need it; `device` has what fits it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from rules.game import Viewer


class Hidden(Exception):
    """A game that is still played, and has secrets: nobody may look through it."""


class Archive(Protocol):
    """The games of this table. Every method may be called from any thread. Texts are {"en": ..., "fr": ...}.

    A *card* is a game in the list: {"number", "name", "title": text, "date": ISO text or None (the clock was not set),
    "state": "running" | "over" | "left" (not played to its end), "on_table": bool (it can't be erased),
    "known": bool (False: nobody has gone through it yet), "seats": [{"title": text, "name", "colour"}]}; unless it is
    running or not known, also {"moves", "refused", "disputes", "minutes": int or None, "scores": [int],
    "results": [{"winners": [seat], "reason", "text": text}], "fault": text or None (the rules have changed since)}.

    `Hidden` is raised for a game that must not be looked through yet, LookupError for one that is not there.
    """

    def games(self, before: int | None, most: int, name: str | None) -> Mapping[str, Any]:
        """Return {"games": [card], newest first, "count": of all, "older": number or None, "names": [game]}.

        `before` is the `older` of the page before; `name` the game to keep to.
        """

    def evening(self) -> Mapping[str, Any] | None:
        """Return {"began": date, "games": [card], oldest first}, and what `statistics` returns, of this evening."""

    def statistics(self, name: str | None) -> Mapping[str, Any]:
        """Return the numbers of all games, or of those with this name, that were played to an end.

        {"players": [{"name": str or text, "colour", "person": id or None, "played", "won", "refused",
                      "curve": [(games of all so far, won)], "games": [{"name", "played", "won"}]}], the best first,
         "by_game": [{"name", "title": text, "played", "moves", "minutes": int or None, "refused", "disputes",
                      "reasons": [{"reason", "count"}], "order": [{"place", "played", "won"}],
                      "lengths": [{"least", "most", "count"}]}],
         "todo": games out of "count" that are not counted yet: look again soon, "names": [game]}
        """

    def last_options(self) -> Mapping[str, Mapping[str, str]]:
        """Return, by game, the options with which people last began it."""

    def game(self, number: int) -> Mapping[str, Any] | None:
        """Return a card with "open" (it may be looked through), "by_seat" (with any seat's eyes) and its "lines"."""

    def steps(self, number: int, eyes: Viewer, first: int, most: int) -> Sequence[Mapping[str, Any]]:
        """Return {"n", "game": as in `web.table.Snapshot`} after some events, from the first-th, as `eyes` see it."""

    def record(self, number: int) -> str:
        """Return the game as a record that `arbitrio replay` reads."""

    def sheet(self, number: int) -> str:
        """Return the game's events as CSV."""

    def sheet_of_all(self) -> str:
        """Return all games as CSV, one a line."""
