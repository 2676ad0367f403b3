"""From a person's word about the table to the moves that lead there."""

from collections.abc import Iterator

from device.events import Ledger
from rules.game import Explains, Table

FARTHEST = 3
"""The most actions that a correction takes back, and the most that it puts in their place."""


def find_correction(ledger: Ledger, table: Table) -> tuple[int, tuple[str, ...]] | None:
    """Return how many actions to take back and which to play so that `table` should lie there; None if there is no way.

    The way that takes back the fewest actions wins, and among those the one that plays the fewest.
    """
    for undone in range(min(FARTHEST, len(ledger.actions)) + 1):
        state = ledger.states[len(ledger.states) - 1 - undone]
        for most in range(FARTHEST + 1):
            for actions in _ways(ledger, state, table, most):
                return undone, actions
    return None


def _ways(ledger: Ledger, state: object, goal: Table, left: int) -> Iterator[tuple[str, ...]]:
    game = ledger.game
    table = game.table(state)
    if table == goal:
        if not left:
            yield ()
    elif isinstance(game, Explains):
        yield from _explained(ledger, state, goal) if left == FARTHEST else ()
    elif left:
        for future in game.futures(state):
            if future.refusal is None and _differ(future.table, goal) < _differ(table, goal):
                after = game.apply(state, future.action)
                for rest in _ways(ledger, after, goal, left - 1):
                    yield game.notation(future.action), *rest


def _explained(ledger: Ledger, state: object, goal: Table) -> Iterator[tuple[str, ...]]:
    """Ask a game with too many actions to list for its own way."""
    game = ledger.game
    assert isinstance(game, Explains)
    for path in game.explain(state, {slot: (piece,) for slot, piece in goal.items()}, {}):
        if path[-1].table == goal and all(future.refusal is None and not future.partial for future in path):
            yield tuple(game.notation(future.action) for future in path)


def _differ(a: Table, b: Table) -> int:
    return sum(b.get(slot) != piece for slot, piece in a.items())
