"""What a club knows of its tables: what the broker has told of each, taken in once, whatever comes twice or broken."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from device.mqtt.state import State
from device.mqtt.topics import ONLINE

MOST_TABLES = 1000
"""Beyond, further tables are not followed: a broken broker must not fill the memory."""
MOST_EVENTS = 100
"""Events that are kept of each table."""
PATIENCE = 60.0
"""Seconds after which a question, or a table to be put right, is a call for help."""
WAITING = ("question", "mismatch", "lost")
Mark: TypeAlias = tuple[str, int, int]
"""What tells an event of a table from all others: its store, its game's number, its own."""


@dataclass(frozen=True)
class ClubTable:
    """One table."""

    id: str
    state: State | None = None
    """The newest; see `device.mqtt.state`. None until one has come."""
    online: bool = False
    events: Mapping[Mark, Mapping[str, Any]] = field(default_factory=dict)
    waiting_since: float | None = None
    """When, by this machine's monotonic clock, it began to wait for its players."""


Tables: TypeAlias = Mapping[str, ClubTable]
"""By the tables' ids."""


def heard(tables: Tables, prefix: str, topic: str, payload: bytes, now: float) -> Tables:
    """Return the tables after a message; what is no table's word changes nothing. `now` in seconds, monotonic."""
    parts = topic.removeprefix(f"{prefix}/").split("/")
    if not topic.startswith(f"{prefix}/") or len(parts) != 2 or parts[1] not in _HEARD:
        return tables
    id, what = parts
    if id not in tables and len(tables) >= MOST_TABLES:
        return tables
    before = tables.get(id, ClubTable(id))
    try:
        after = _HEARD[what](before, payload, now)
    except (ValueError, KeyError, TypeError, AttributeError):  # somebody else writes there, or a later Arbitrio
        return tables
    return tables if after == before and id in tables else {**tables, id: after}


def _availability(table: ClubTable, payload: bytes, now: float) -> ClubTable:
    online = payload.decode() == ONLINE
    return replace(table, online=online, waiting_since=table.waiting_since if online else None)


def _state(table: ClubTable, payload: bytes, now: float) -> ClubTable:
    state = json.loads(payload)
    if not isinstance(state["table"]["name"], str) or not isinstance(state["phase"], str):
        raise TypeError
    for player in state["players"]:
        if not isinstance(player["name"], str | None) or not isinstance(player["score"], int):
            raise TypeError
    since = table.waiting_since if table.waiting_since is not None else now
    table = replace(table, state=state, waiting_since=since if state["phase"] in WAITING else None)
    for event in state["events"]:  # those that were told while nobody listened
        table = _with(table, event)
    return table


def _event(table: ClubTable, payload: bytes, now: float) -> ClubTable:
    return _with(table, json.loads(payload))


def _with(table: ClubTable, event: Mapping[str, Any]) -> ClubTable:
    mark = (str(event["store"]), int(event["game"]), int(event["n"]))
    if mark in table.events or not isinstance(event["text"]["en"], str):
        return table
    events = {**table.events, mark: event}
    store = mark[0] if table.state is None else table.state["table"]["store"]
    ordered = sorted(events, key=lambda m: (m[0] == store, m[1], m[2]))  # another store's are older
    return replace(table, events={mark: events[mark] for mark in ordered[-MOST_EVENTS:]})


_HEARD = {"availability": _availability, "state": _state, "event": _event}


def call_of(table: ClubTable, now: float) -> str | None:
    """Return why a table needs somebody: "call" (it asks for one), "waiting", "offline" in mid-game; None when not."""
    state = table.state
    if state is None:
        return None
    if not table.online:
        return "offline" if state["game"] and not state["outcome"] else None
    if state.get("call"):
        return "call"
    if table.waiting_since is not None and now - table.waiting_since >= PATIENCE:
        return "waiting"
    return None


def card(table: ClubTable, now: float) -> Mapping[str, Any] | None:
    """Return what the page shows of a table; None when nothing is known of it yet."""
    state = table.state
    if state is None:
        return None
    return {
        "id": table.id, "name": state["table"]["name"], "address": state["table"].get("address"),
        "online": table.online, "phase": state["phase"], "text": state["text"], "game": state["game"],
        "players": state["players"], "outcome": state["outcome"], "refusal": state.get("refusal"),
        "help": call_of(table, now), "call": state.get("call"),
        "events": [{"kind": event["kind"], "text": event["text"], "game": mark[1], "n": mark[2]}
                   for mark, event in list(table.events.items())[-3:]],
    }
