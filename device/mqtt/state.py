"""A table's state as the broker is told it: nothing but what a spectator may know."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from web.table import Snapshot

FORMAT = 1
State: TypeAlias = Mapping[str, Any]
"""Ready for `json.dumps`; texts are {"en": ..., "fr": ...}.

    format     1; a later one may hold more, never less
    table      {"id", "name", "store": another for another store of games, "address": URL of its page}
    game       {"number": int, counted by the table, "name", "title": text} or None
    phase      the referee's state, as in `web.table.Snapshot`; `text`: it in words
    players    [{"name": str or None, "title": text, "score": int, "to_play": bool, "won": bool}] in the order of seats
    outcome    {"text": text} when the game is over, else None
    refusal    text of what was refused and is not put right yet, else None
    call       {"by": name} when somebody at the table has called for help, else None
    events     the last of its events as they were told, at most 10, newest last: who was away misses none
"""


def state_of(snapshot: Snapshot, table: Mapping[str, str], events: Sequence[Mapping[str, Any]]) -> State:
    """Return what the broker is told of a spectator's snapshot."""
    game, referee, refusal = snapshot["game"], snapshot["referee"], snapshot["refusal"]
    outcome = game and game["outcome"]
    return {
        "format": FORMAT, "table": {**table, "address": snapshot["join"]},
        "game": game and {"number": snapshot["number"], "name": game["name"], "title": game["title"]},
        "phase": referee["state"], "text": referee["text"],
        "players": [] if game is None else _players(game),
        "outcome": outcome and {"text": outcome["text"]},
        "refusal": refusal and refusal["text"], "call": snapshot["call"],
        "events": list(events),
    }


def _players(game: Mapping[str, Any]) -> list[dict[str, Any]]:
    winners = game["outcome"]["winners"] if game["outcome"] else ()
    return [{"name": seat["name"], "title": seat["title"], "score": game["scores"][number],
             "to_play": game["to_play"] == number, "won": number in winners}
            for number, seat in enumerate(game["seats"])]
