"""What happened on the table? A reading is matched to the futures of the game, in one place for all games."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import exp, log
from typing import Any

from rules.game import Explains, Future, Game, Piece, Slot, Table
from vision.reading import Distribution

FLOOR = 1e-4
"""No single slot may speak louder than this against a table."""
FITS = 0.03
"""A table is possible while no slot gives its piece less than this."""
SURE = 0.9
"""Actions that were missed are believed only when every slot that they changed is as sure as this."""
MARGIN = log(20)
"""How much likelier the best explanation must be than the second."""
MISSED = log(0.05)
"""What each further action that was missed costs."""
LONGEST = 3
"""The most actions that are believed to have happened between two looks."""
UNKNOWN = "?"


@dataclass(frozen=True)
class Same:
    """The table is as the game has it."""


@dataclass(frozen=True)
class Explained:
    """What happened, beyond doubt: actions in their order; only the last can be one that the rules refuse."""

    futures: tuple[Future, ...]


@dataclass(frozen=True)
class Underway:
    """Somebody is in the middle of an action (a half-filled row): nothing is done yet and nothing is wrong."""


@dataclass(frozen=True)
class Unsure:
    """Several explanations are close: the likeliest first, each with its share of the belief; () is "nothing"."""

    explanations: tuple[tuple[tuple[Future, ...], float], ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Unexplained:
    """No single action leads to this table; these slots differ from the game."""

    slots: tuple[Slot, ...]


Verdict = Same | Explained | Underway | Unsure | Unexplained
Slots = Mapping[Slot, Distribution]
Path = tuple[Future, ...]


def likeliest(distribution: Distribution) -> Piece | None:
    """Return the piece (or None: empty) that a slot most likely holds; UNKNOWN when nothing has more than half."""
    piece, belief = max(distribution.items(), key=lambda item: item[1])
    return piece if belief > 0.5 else UNKNOWN


def seen(slots: Slots) -> Table:
    """Return the likeliest table."""
    return {slot: likeliest(distribution) for slot, distribution in slots.items()}


def differing(slots: Slots, table: Table) -> tuple[Slot, ...]:
    """Return the slots in which the likeliest table differs from `table`."""
    return tuple(slot for slot, piece in table.items() if slot in slots and likeliest(slots[slot]) != piece)


def match(game: Game[Any, Any], state: Any, slots: Slots, evidence: Mapping[str, Any] | None = None) -> Verdict:
    """Explain a reading by what may have happened since `state`.

    Tried are: nothing, each single action (legal or not), and a few legal actions that were missed. Raises nothing;
    what can't be told is Unsure (a question to the players) or Unexplained (the table differs).
    """
    expected = game.table(state)
    against = {slot for slot, piece in expected.items() if _belief(slots, slot, piece) < FITS}
    ranked: list[tuple[Path, float]] = [] if against else [((), 0.0)]
    if isinstance(game, Explains):
        ranked += _told(game, state, slots, expected, evidence or {})
    else:
        ranked += _single(game, state, slots, expected, against)
        ranked = ranked or list(_missed(game, state, slots, expected))
    ranked.sort(key=lambda item: -item[1])
    if not ranked:
        return Unexplained(differing(slots, expected))
    (path, best), others = ranked[0], ranked[1:]
    if others and best - others[0][1] < MARGIN:
        return _unsure(ranked, slots, expected)
    return _decided(path)


def _decided(path: Path) -> Verdict:
    if path and path[-1].partial:
        return Explained(path[:-1]) if path[:-1] else Underway()
    return Explained(path) if path else Same()


def _told(game: Explains[Any], state: Any, slots: Slots, expected: Table,
          evidence: Mapping[str, Any]) -> Iterator[tuple[Path, float]]:
    """Score what a game with too many actions to list proposes itself."""
    possible = {slot: tuple(sorted((piece for piece, belief in distribution.items() if belief >= FITS),
                                   key=lambda piece: -distribution[piece]))  # noqa: B023 - used at once
                for slot, distribution in slots.items()}
    for path in game.explain(state, possible, evidence):
        changed = _changed(path, expected)
        yield path, sum(log(future.weight) for future in path) + _gain(slots, path[-1].table, expected, changed)


def _unsure(ranked: list[tuple[Path, float]], slots: Slots, expected: Table) -> Unsure:
    close = [(path, score) for path, score in ranked if ranked[0][1] - score < MARGIN * 2][:6]
    total = sum(exp(score) for _, score in close)
    asked = {slot for path, _ in close for slot in _changed(path, expected)}
    return Unsure(tuple((path, exp(score) / total) for path, score in close), tuple(s for s in expected if s in asked))


def _changed(path: Path, expected: Table) -> list[Slot]:
    return [slot for slot, piece in path[-1].table.items() if expected[slot] != piece] if path else []


def _belief(slots: Slots, slot: Slot, piece: Piece | None) -> float:
    return slots[slot].get(piece, 0.0) if slot in slots else 1.0


def _single(game: Game[Any, Any], state: Any, slots: Slots, expected: Table,
            against: set[Slot]) -> Iterator[tuple[Path, float]]:
    for future in game.futures(state):
        changed = _changed((future,), expected)
        # a slot that speaks against the unchanged table must be among those that the action changes
        if changed and against.issubset(changed) and all(
                _belief(slots, s, future.table[s]) >= FITS for s in changed):
            yield (future,), log(future.weight) + _gain(slots, future.table, expected, changed)


def _gain(slots: Slots, table: Table, expected: Table, changed: list[Slot]) -> float:
    return sum(log(max(_belief(slots, s, table[s]), FLOOR)) - log(max(_belief(slots, s, expected[s]), FLOOR))
               for s in changed)


def _missed(game: Game[Any, Any], state: Any, slots: Slots, expected: Table) -> Iterator[tuple[Path, float]]:
    goal = seen(slots)
    changed = differing(slots, expected)
    if len(changed) <= LONGEST * 2 and all(_belief(slots, s, goal[s]) >= SURE for s in changed):
        for path in _paths(game, state, {**expected, **goal}, LONGEST):
            yield path, MISSED * (len(path) - 1) + sum(log(future.weight) for future in path)


def _paths(game: Game[Any, Any], state: Any, goal: Table, left: int) -> Iterator[Path]:
    table = game.table(state)
    for future in game.futures(state):
        changed = _changed((future,), table)
        if not changed or any(future.table[s] != goal[s] for s in changed):
            continue
        if all(future.table[s] == goal[s] for s in goal):
            yield (future,)
        elif left > 1 and future.refusal is None:
            after = game.apply(state, future.action)
            yield from ((future, *rest) for rest in _paths(game, after, goal, left - 1))
