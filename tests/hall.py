"""Simulated tables for tests and the benchmark, each with its own connection, will and state at a real broker."""

import json
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Any, Self

from device.mqtt.link import Link
from device.mqtt.topics import OFFLINE, ONLINE, Topics, table_id
from device.settings import MqttSettings


class Hall:
    """Any number of tables; a context manager that returns once all are connected."""

    def __init__(self, port: int, count: int) -> None:
        self._settings = MqttSettings(host="127.0.0.1", port=port)
        self.names = [f"Table {n + 1}" for n in range(count)]
        self._stack = ExitStack()
        self.links: list[Link] = []
        self.topics = [Topics("arbitrio", table_id(name)) for name in self.names]

    def __enter__(self) -> Self:
        for topics in self.topics:
            link = Link(self._settings, f"arbitrio-{topics.table}", will=(topics.availability, OFFLINE))
            self.links.append(self._stack.enter_context(link))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def online(self, table: int) -> bool:
        """Tell the broker that a table is there; False while it is not connected."""
        return self.links[table].tell(self.topics[table].availability, ONLINE, retain=True)

    def tell(self, table: int, players: Sequence[str], *, game: int = 1, n: int = 0, phase: str = "ready",
             won: Sequence[str] = (), call: str | None = None) -> bool:
        """Tell the broker a table's state, and its n-th event."""
        topics = self.topics[table]
        said = {"en": f"Ready for move {n}", "fr": f"Prêt pour le coup {n}"}
        event = {"format": 1, "store": "s", "game": game, "n": n, "name": "otrio", "kind": "action", "text": said,
                 "by": None}
        state: dict[str, Any] = {
            "format": 1, "table": {"id": topics.table, "name": self.names[table], "store": "s",
                                   "address": f"http://192.0.2.{table % 250}/"},
            "game": {"number": game, "name": "otrio", "title": {"en": "Otrio", "fr": "Otrio"}}, "phase": phase,
            "text": said,
            "players": [{"name": name, "title": said, "score": n, "to_play": i == n % 2, "won": name in won}
                        for i, name in enumerate(players)],
            "outcome": {"text": {"en": f"{won[0]} wins", "fr": f"{won[0]} gagne"}} if won else None, "refusal": None,
            "call": None if call is None else {"by": call}, "events": [event]}
        return (self.links[table].tell(topics.event, json.dumps(event))
                and self.links[table].tell(topics.state, json.dumps(state), retain=True))
