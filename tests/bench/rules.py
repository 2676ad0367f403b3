"""How many legal actions a second each game finds, and how many it applies: random legal play from a fixed seed.

Where a game knows every card or code it is measured so, as that is the most work.
"""

import time
from itertools import islice
from random import Random
from typing import Any

from device.terminal.face import face_of
from rules.game import Game
from rules.registry import GAMES

SECONDS = 3.0
"""How long each game is played."""
MOST = 5000
"""How many actions of one state are listed."""


def table() -> list[tuple[str, ...]]:
    """Return a row a game."""
    return [("game", "actions found a second", "applied a second", "states", "games"),
            *(_game(game) for game in GAMES.values())]


def _game(game: Game[Any, Any]) -> tuple[str, ...]:
    random, face = Random(1), face_of(game.name)
    finding = applying = 0.0
    found = applied = games = 0
    state = game.new(face.defaults)
    while finding + applying < SECONDS:
        start = time.perf_counter()
        actions = list(islice(game.legal_actions(state), MOST))
        finding += time.perf_counter() - start
        found += len(actions)
        if not actions or game.outcome(state) is not None:
            state, games = game.new(face.defaults), games + 1
            continue
        dealt = face.chance(game.notation(actions[0]), random)
        action = random.choice(actions) if dealt is None else game.parse(dealt)
        start = time.perf_counter()
        state = game.apply(state, action)
        applying += time.perf_counter() - start
        applied += 1
    return (f"{game.name}", f"{found / finding:,.0f}", f"{applied / applying:,.0f}", f"{applied:,}", f"{games}")
