"""Tells the broker what happens at the table: the state whenever it changes, and every event once and in order."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Self, TypeAlias

from device.content import name_of
from device.events import Ledger
from device.mqtt.home_assistant import discovery
from device.mqtt.link import Link, LinkState
from device.mqtt.state import FORMAT, state_of
from device.mqtt.topics import OFFLINE, ONLINE, Topics, table_id
from device.settings import MqttSettings
from web.table import Snapshot

AT_ONCE = 0.1
"""Seconds between two states at least: a hand that comes and goes tells no broker fifty things a second."""
MEMORY = 2.0
"""Seconds to wait for what the broker remembers of this table: which of its events were told already."""
TAIL = 10
"""Events that the state repeats."""
Told: TypeAlias = Mapping[str, Any]
"""An event as the broker is told it: {"format": 1, "store", "game": its number, "n": the event's own, counted among
those that everybody may know, "name": of the game, "kind", "text": text, "by": as in `web.table.Snapshot`}."""


class Publisher:
    """Follows a table. A context manager; `changed` may be called before it is entered, and never blocks."""

    def __init__(self, settings: MqttSettings, name: str, store: str, snapshot: Callable[[], Snapshot],
                 address: str) -> None:
        """`name` is the table's for people, `store` another for another store of games; `snapshot` returns what a
        spectator may know now."""
        self._settings, self._snapshot, self._address = settings, snapshot, address
        self._table = {"id": table_id(name), "name": name, "store": store}
        self.topics = Topics(settings.prefix, self._table["id"])
        self._events: deque[Told] = deque()
        self._tail: deque[Told] = deque(maxlen=TAIL)
        self._counted: tuple[int | None, int, int] = (None, 0, 0)
        self._wake = threading.Event()
        self._remembered = threading.Event()
        self._last: tuple[int, int] | None = None
        self._greet = True
        self._over = False
        self._link = Link(settings, f"arbitrio-{self._table['id']}", will=(self.topics.availability, OFFLINE),
                          up=self._up, heard=self._heard, follow=(self.topics.state,))
        self._thread = threading.Thread(target=self._run, name="mqtt", daemon=True)

    @property
    def state(self) -> LinkState:
        """How the connection to the broker is."""
        return self._link.state

    def changed(self, number: int | None, ledger: Ledger | None) -> None:
        """Take note of what has happened since the last call; called in the order of the table's changes."""
        if ledger is not None and number is not None:
            of, lines, public = self._counted
            if number != of:
                lines = public = 0
            for line in ledger.log[lines:]:
                if line.audience is None:  # what is hushed is not even counted
                    self._events.append({
                        "format": FORMAT, "store": self._table["store"], "game": number, "n": public,
                        "name": ledger.game.name, "kind": line.kind, "text": line.text.json(), "by": name_of(line.by)})
                    public += 1
            self._counted = (number, len(ledger.log), public)
        self._wake.set()

    def __enter__(self) -> Self:
        self._link.__enter__()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._over = True
        self._wake.set()
        self._thread.join(2)
        self._link.tell(self.topics.availability, OFFLINE, retain=True)
        self._link.close()

    # In the link's thread

    def _up(self) -> None:
        self._greet = True
        self._wake.set()

    def _heard(self, topic: str, payload: bytes) -> None:
        """Learn from the broker's memory which events were told before this program was started."""
        if self._remembered.is_set():
            return
        try:
            state = json.loads(payload)
            if state["events"] and state["table"]["store"] == self._table["store"]:
                self._last = _mark(state["events"][-1])
        except (ValueError, KeyError, TypeError):  # not ours: then nothing is known
            pass
        self._remembered.set()

    # In the publisher's own thread

    def _run(self) -> None:
        told: Mapping[str, Any] | None = None
        while not self._over:
            self._wake.wait()
            self._wake.clear()
            if not self._link.is_up or self._over:
                continue
            self._remembered.wait(MEMORY)
            self._remembered.set()
            if self._greet:
                self._greet, told = False, None
                self._introduce()
            self._tell_events()
            state = state_of(self._snapshot(), self._table, self._tail)
            if state != told and self._link.tell(self.topics.state, json.dumps(state), retain=True):
                told = state
            time.sleep(AT_ONCE)

    def _introduce(self) -> None:
        self._link.tell(self.topics.availability, ONLINE, retain=True)
        if self._settings.home_assistant:
            for topic, config in discovery(self._settings.home_assistant, self.topics, self._table["name"],
                                           self._address).items():
                self._link.tell(topic, json.dumps(config), retain=True)

    def _tell_events(self) -> None:
        while self._events:
            event = self._events[0]
            if self._last is None or _mark(event) > self._last:
                if not self._link.tell(self.topics.event, json.dumps(event)):
                    return  # the broker is away: it waits here
                self._last = _mark(event)
            self._tail.append(self._events.popleft())


def _mark(event: Told) -> tuple[int, int]:
    return int(event["game"]), int(event["n"])
