"""Counts over the games that were played to an end: for each player, for each game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean, median
from typing import Any

from device.archive.summary import Result, Summary
from device.archive.timeline import Person
from rules.registry import GAMES

BINS = 8
"""Bars of a histogram, at most."""


@dataclass(frozen=True)
class Played:
    """A game that was played to an end."""

    summary: Summary
    date: str | None


@dataclass
class _Player:
    """One player's count; without a name a seat is its own player."""

    name: Mapping[str, str] | str
    colour: str | None
    person: str | None
    played: int = 0
    won: int = 0
    refused: int = 0
    curve: list[tuple[int, int]] = field(default_factory=list)
    """How many games were won after each game of the evening that was played along."""
    games: Counter[str] = field(default_factory=Counter)
    wins: Counter[str] = field(default_factory=Counter)


def statistics(games: Sequence[Played]) -> Mapping[str, Any]:
    """Return the numbers of these games, which are in the order of play; see `web.archive.Archive`.

    A match counts each of its games.
    """
    return {"players": _players(games), "by_game": [_of_game(name, games) for name in GAMES
                                                   if any(played.summary.name == name for played in games)]}


def _players(games: Sequence[Played]) -> list[Mapping[str, Any]]:
    found: dict[tuple[str, ...], _Player] = {}
    count = 0
    for played in games:
        summary = played.summary
        for player, refused in zip(_seated(found, summary, summary.people), summary.refused, strict=False):
            player.refused += refused
        for result in summary.results:
            count += 1
            _count(_seated(found, summary, result.people), summary.name, result, count)
    ranked = sorted(found.values(), key=lambda player: (-player.won, player.played))
    return [{"name": player.name, "colour": player.colour, "person": player.person, "played": player.played,
             "won": player.won, "refused": player.refused, "curve": player.curve,
             "games": [{"name": name, "played": player.games[name], "won": player.wins[name]}
                       for name in GAMES if player.games[name]]} for player in ranked]


def _count(seats: Sequence[_Player], name: str, result: Result, count: int) -> None:
    for seat, player in enumerate(seats):
        player.played += 1
        player.games[name] += 1
        if seat in result.winners:
            player.won += 1
            player.wins[name] += 1
        player.curve.append((count, player.won))


def _seated(found: dict[tuple[str, ...], _Player], summary: Summary,
            people: Sequence[Person | None]) -> list[_Player]:
    """Return who sat at each seat, with the name and colour as they were then: the newest hold."""
    seats = []
    title = GAMES[summary.name].title.json()
    for seat, person in zip(summary.seats, people, strict=True):
        if person:
            player = found.setdefault(("person", person["id"]), _Player(person["name"], person["colour"], person["id"]))
            player.name, player.colour = person["name"], person["colour"]
        else:
            name = {lang: f"{words} ({title[lang]})" for lang, words in seat.items()}
            player = found.setdefault(("seat", summary.name, seat["en"]), _Player(name, None, None))
        seats.append(player)
    return seats


def _of_game(name: str, games: Sequence[Played]) -> Mapping[str, Any]:
    summaries = [played.summary for played in games if played.summary.name == name]
    results = [result for summary in summaries for result in summary.results]
    minutes = [summary.seconds / 60 for summary in summaries if summary.seconds is not None]
    moves = [summary.moves for summary in summaries]
    return {
        "name": name, "title": GAMES[name].title.json(), "played": len(results), "moves": round(mean(moves)),
        "minutes": round(median(minutes)) if minutes else None,
        "refused": sum(sum(summary.refused) for summary in summaries),
        "disputes": sum(summary.disputes for summary in summaries),
        "reasons": _counted(result.reason for result in results),
        "order": _by_order(summaries), "lengths": histogram(moves)}


def _counted(words: Iterable[str]) -> list[Mapping[str, Any]]:
    return [{"reason": reason, "count": count} for reason, count in Counter(words).most_common()]


def _by_order(summaries: Sequence[Summary]) -> list[Mapping[str, Any]]:
    """Return for each place in the order of play how often it played, and won."""
    rows: list[Mapping[str, Any]] = []
    for seat in range(max(len(summary.seats) for summary in summaries)):
        results = [result for summary in summaries if seat < len(summary.seats) for result in summary.results]
        rows.append({"place": seat + 1, "played": len(results), "won": sum(seat in r.winners for r in results)})
    return rows


def histogram(values: Sequence[int]) -> list[Mapping[str, int]]:
    """Return how many values lie in each of at most eight ranges of one width, the ends included.

    >>> histogram([3, 4, 4, 20])[:2]
    [{'least': 3, 'most': 5, 'count': 3}, {'least': 6, 'most': 8, 'count': 0}]
    """
    low, high = min(values), max(values)
    width = (high - low) // BINS + 1
    starts = range(low, high + 1, width)
    return [{"least": start, "most": start + width - 1, "count": sum(start <= v < start + width for v in values)}
            for start in starts]
