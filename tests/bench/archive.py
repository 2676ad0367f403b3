"""How long the pages of the evening take with 2,000 games in the store, at the first look and later."""

import random
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from device.archive.archive import Archive
from device.archive.notes import NOTES_NAME
from device.events import Event
from device.store import STORE_NAME, Store
from rules.registry import GAMES

NUMBER = 2000
KINDS = 4
"""Different games of each kind, which occur again and again."""
MOVES = 60
OPTIONS = {"mastermind": {"rows": "8", "rounds": "4"}}


def table() -> list[tuple[str, ...]]:
    """Return the rows."""
    with tempfile.TemporaryDirectory(dir=Path.home()) as name:
        folder = Path(name)
        _fill(folder)
        archive = Archive(folder)
        first = _timed(lambda: archive.games(None, 20, None))
        counted = _count(archive)
        number = archive.games(None, 20, None)["games"][9]["number"]
        rows = [("what", "ms"),
                ("the store's size, MB", f"{(folder / STORE_NAME).stat().st_size / 1e6:.1f}"),
                ("the notes' size, MB", f"{(folder / NOTES_NAME).stat().st_size / 1e6:.1f}"),
                ("first look at the list", first), ("going through all games once", counted),
                ("the list, later", _timed(lambda: archive.games(None, 20, None))),
                ("the list, after a restart", _timed(lambda: Archive(folder).games(None, 20, None))),
                ("statistics, later", _timed(lambda: archive.statistics(None))),
                ("this evening", _timed(archive.evening)),
                ("one game, opened", _timed(lambda: archive.game(number))),
                ("twenty steps of it", _timed(lambda: archive.steps(number, "spectator", 0, 20))),
                ("all games as CSV", _timed(archive.sheet_of_all))]
    return rows


def _timed(look: Callable[[], Any]) -> str:
    start = time.perf_counter()
    look()
    return f"{(time.perf_counter() - start) * 1000:.0f}"


def _count(archive: Archive) -> str:
    start = time.perf_counter()
    while archive.statistics(None)["todo"]:
        pass
    return f"{(time.perf_counter() - start) * 1000:.0f}"


def _fill(folder: Path) -> None:
    chance = random.Random(1)
    games = [_played(name, chance) for name in GAMES for _ in range(KINDS)]
    with Store(folder / STORE_NAME) as store:
        for number in range(NUMBER):
            new, *actions = games[number % len(games)]
            people = [{"id": str(n), "name": f"Player {n}", "colour": "blue"} for n in chance.sample(range(12), 5)]
            store.append([Event("new", {**new.body, "people": people, "evening": number % 10 == 0}), *actions])


def _played(name: str, chance: random.Random) -> list[Event]:
    """Return a game of legal moves taken at random."""
    game = GAMES[name]
    options = OPTIONS.get(name, {})
    state, events = game.new(options), [Event("new", {"game": name, "options": options})]
    while game.outcome(state) is None and len(events) <= MOVES:
        action = chance.choice(list(islice(game.legal_actions(state), 300)))
        events.append(Event("action", {"action": game.notation(action)}))
        state = game.apply(state, action)
    return events
