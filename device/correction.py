"""From a person's word about the table to the moves that lead there."""

from collections.abc import Iterator

from device.events import Ledger
from rules.game import Slot, Table

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
        return
    if not left or _differ(table, goal) == 0:
        return
    for future in game.futures(state):
        if future.refusal is None and _differ(future.table, goal) < _differ(table, goal):
            after = game.apply(state, future.action)
            for rest in _ways(ledger, after, goal, left - 1):
                yield game.notation(future.action), *rest


def _differ(a: Table, b: Table) -> int:
    return len(_slots(a, b))


def _slots(a: Table, b: Table) -> list[Slot]:
    return [slot for slot, piece in a.items() if b.get(slot) != piece]
