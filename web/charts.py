"""The plots of the statistics page, from what the archive counted."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from web.plots import Bar, Line, bars, lines

Numbers = Mapping[str, Any]
MOST_BARS = 12


@dataclass(frozen=True)
class Charts:
    """Draws in one language: `say` gives a name or text in it, `phrase` a sentence of the pages by its key."""

    say: Callable[[Any], str]
    phrase: Callable[..., str]

    def players(self, players: Sequence[Numbers]) -> Markup:
        """Return each player's won games out of those played."""
        return bars(self.phrase("statistics_players"),
                    [Bar(self._name(p), p["played"], p["won"], self._of(p)) for p in players[:MOST_BARS]])

    def curve(self, players: Sequence[Numbers]) -> Markup:
        """Return how many games each player had won after each game."""
        series = [Line(self._name(p), p["curve"]) for p in players]
        return lines(self.phrase("statistics_curve"), self.phrase("statistics_games"), series)

    def reasons(self, game: Numbers) -> Markup:
        """Return how games of one kind ended."""
        return bars(self.phrase("statistics_reasons"),
                    [Bar(self._reason(row["reason"]), row["count"]) for row in game["reasons"]])

    def order(self, game: Numbers) -> Markup:
        """Return how often who played first, second, ... won."""
        return bars(self.phrase("statistics_order"), [
            Bar(self.phrase("statistics_place", place=row["place"]), row["played"], row["won"], self._of(row))
            for row in game["order"]])

    def lengths(self, game: Numbers) -> Markup:
        """Return how many games had how many moves."""
        return bars(self.phrase("statistics_lengths"), [
            Bar(str(row["least"]) if row["least"] == row["most"] else f"{row['least']} – {row['most']}", row["count"])
            for row in game["lengths"]])

    def _reason(self, reason: str) -> str:
        try:
            return self.phrase(f"reason_{reason}")
        except KeyError:  # a game may end in ways that the pages have no words for
            return reason

    def _name(self, player: Numbers) -> str:
        name = self.say(player["name"])
        return name[:1].upper() + name[1:]

    def _of(self, row: Numbers) -> str:
        return self.phrase("statistics_of", won=row["won"], played=row["played"])
