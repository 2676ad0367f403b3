"""Several races in a row: who has won the match, and how each seat fares."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from device.panel import Button
from device.races.race import Result


@dataclass(frozen=True)
class Tally:
    """How one seat fared over several races."""

    button: Button
    races: int = 0
    """In how many it took part."""
    wins: int = 0
    """Races won alone."""
    dead_heats: int = 0
    """Races in which it shared the first place."""
    lasts: int = 0
    false_starts: int = 0
    absent: int = 0
    best_ms: float | None = None
    """Its quickest reaction."""
    median_ms: float | None = None


def winner(result: Result) -> Button | None:
    """Return who has surely won a race; None when nobody has, or several together: such a race is run again."""
    return result.first[0] if len(result.first) == 1 and result.places[0].sure and not result.unsure else None


def champion(results: Iterable[Result], best_of: int) -> Button | None:
    """Return who has won more than half of so many races; None as long as nobody has."""
    wins = Counter(won for result in results if (won := winner(result)) is not None)
    return next((button for button, count in wins.items() if count > best_of // 2), None)


def tallies(results: Sequence[Result]) -> tuple[Tally, ...]:
    """Return how each seat that ever took part fared, in the order of the seats."""
    buttons = sorted({button for result in results for button in _took_part(result)})
    return tuple(_tally(button, results) for button in buttons)


def _took_part(result: Result) -> list[Button]:
    return [*(p.button for p in result.places), *(s.button for s in result.false_starts), *result.absent]


def _tally(button: Button, results: Sequence[Result]) -> Tally:
    ran = [result for result in results if button in _took_part(result)]
    times = [p.reaction_ms for result in ran for p in result.places if p.button == button]
    return Tally(button, len(ran), sum(winner(result) == button for result in ran),
                 sum(len(result.first) > 1 and button in result.first for result in ran),
                 sum(button in result.last and button not in result.first for result in ran),
                 sum(button in [s.button for s in result.false_starts] for result in ran),
                 sum(button in result.absent for result in ran), min(times, default=None),
                 median(times) if times else None)
