"""How long an event takes to the disk, and a message through the referee."""

import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from device.events import Event
from device.referee import Command, Look, Referee, step
from device.store import Store
from rules.registry import GAMES
from vision.reading import Reading

EVENTS = 500


def table() -> list[tuple[str, ...]]:
    """Return the rows."""
    return [("what", "ms (median)", "99 %"), *_append(), *_judge()]


def _append() -> list[tuple[str, ...]]:
    with tempfile.TemporaryDirectory(dir=Path.home()) as folder, Store(Path(folder) / "games") as store:
        store.append([Event("new", {"game": "otrio", "options": {}})])
        times = []
        for number in range(EVENTS):
            start = time.perf_counter()
            store.append([Event("action", {"action": f"purple large {number}"})])
            times.append((time.perf_counter() - start) * 1000)
    return [("an event to the disk (synchronous)", f"{median(times):.2f}", f"{quantiles(times, n=100)[-1]:.2f}")]


def _judge() -> list[tuple[str, ...]]:
    referee = step(Referee(), Command("new", {"game": "otrio"}, "bench")).referee
    game = GAMES["otrio"]
    assert referee.ledger is not None
    times = []
    for _ in range(20):
        state = referee.ledger.state
        action = next(iter(game.legal_actions(state)), None)
        if action is None or game.outcome(state) is not None:
            break
        seen = game.table(game.apply(state, action))
        reading = Reading("still", {slot: {piece: 0.99, "none": 0.01} for slot, piece in seen.items()})
        start = time.perf_counter()
        referee = step(referee, Look(reading)).referee
        times.append((time.perf_counter() - start) * 1000)
        assert referee.ledger is not None
    return [(f"a still look judged, otrio ({len(times)} moves)", f"{median(times):.2f}", f"{max(times):.2f}")]
