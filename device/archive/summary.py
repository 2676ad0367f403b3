"""What is worth knowing of a game without its moves: for the list of games and the statistics."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from device.archive.timeline import Person, Timeline, disputes
from device.clock import Stamp, seconds_between
from device.store import Head
from rules.game import Seat
from rules.text import Text

OTHER_RULES = Text("It was played by rules that this version does not know; install that version again",
                   "Elle suit des règles que cette version ne connaît pas ; installez la version d'alors")
Words = dict[str, str]
"""A text, by language."""


@dataclass(frozen=True)
class Result:
    """How a game, or one of the games of a match, ended."""

    winners: tuple[Seat, ...]
    reason: str
    text: Words
    people: tuple[Person | None, ...] = ()
    """Who sat at each seat then."""


@dataclass(frozen=True)
class Summary:
    """A game in short; plain data, so that it can be kept."""

    number: int
    last: int
    """The number of its newest event; with another one the summary is old."""
    name: str
    seats: tuple[Words, ...]
    people: tuple[Person | None, ...] = ()
    """Who sat at each seat; see `Timeline.people`."""
    moves: int = 0
    refused: tuple[int, ...] = ()
    """How often each seat was refused a move."""
    disputes: int = 0
    results: tuple[Result, ...] = ()
    """Each end of a game; a match has several."""
    scores: tuple[int, ...] = ()
    seconds: float | None = None
    """How long it took; None when the machine was off in between."""
    fault: Words | None = None
    """Why it can't be replayed to its end."""

    def json(self) -> dict[str, Any]:
        """Return what `json.dumps` takes; `summary_of` is the way back."""
        return {**vars(self), "results": [vars(result) for result in self.results]}

    @property
    def is_over(self) -> bool:
        """Whether it was played to an end."""
        return bool(self.results)


def summary_of(kept: dict[str, Any]) -> Summary:
    """Return the summary that `Summary.json` was made of; raise TypeError or KeyError for anything else."""
    results = tuple(Result(tuple(r["winners"]), r["reason"], r["text"], tuple(r["people"])) for r in kept["results"])
    lists = {name: tuple(kept[name]) for name in ("seats", "people", "refused", "scores")}
    return Summary(**{**kept, **lists, "results": results})


def summarise(number: int, last: int, found: Timeline) -> Summary:
    """Return a game in short."""
    ledger = found.ledger
    game, state = ledger.game, ledger.state
    titles = tuple(title.json() for title in game.seats(state))
    return Summary(
        number, last, game.name, titles, found.people, len(ledger.actions), _refused(found, len(titles)),
        disputes(found.moments), tuple(_results(found)), tuple(game.scores(state)), _seconds(found),
        None if found.fault is None else found.fault.json())


def unreadable(head: Head) -> Summary:
    """Return what is left to say of a game that today's rules can't even begin."""
    return Summary(head.number, head.last, head.name, (), fault=OTHER_RULES.json())


def _results(found: Timeline) -> Iterator[Result]:
    """Yield each end that was reached and was not taken back."""
    game, before = found.ledger.game, None
    then = {id(moment.ledger.state): moment.ledger.people for moment in reversed(found.moments)}
    for state in found.ledger.states:
        outcome = game.outcome(state)
        if outcome is not None and before is None:
            yield Result(outcome.winners, outcome.reason, outcome.text.json(), then.get(id(state), found.people))
        before = outcome


def _refused(found: Timeline, seats: int) -> tuple[int, ...]:
    counts = [0] * seats
    for moment in found.moments:
        seat = moment.ledger.game.to_play(moment.ledger.state) if moment.event.kind == "illegal" else None
        if seat is not None and seat < seats:
            counts[seat] += 1
    return tuple(counts)


def _seconds(found: Timeline) -> float | None:
    stamps: list[Stamp] = [moment.stamp for moment in found.moments]
    return seconds_between(stamps[0], stamps[-1])
