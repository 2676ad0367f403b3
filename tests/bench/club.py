"""How soon a club's page knows what a table has told: two hundred tables on one broker."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from device.club.club import Club
from device.settings import MqttSettings
from tests.broker import Broker
from tests.hall import Hall

TABLES, ROUNDS = 200, 5


def table() -> list[list[str]]:
    """Return the delays, in milliseconds from a table's word to the page's knowing it."""
    with tempfile.TemporaryDirectory() as name:
        broker = Broker(Path(name))
        broker.start()
        try:
            with Club(MqttSettings(host="127.0.0.1", port=broker.port), Path(name), "club") as club:
                with Hall(broker.port, TABLES) as hall:
                    delays = sorted(_delays(club, hall))
        finally:
            broker.kill()
    return [["tables", "states, as fast as can be", "median ms", "95th percentile ms"],
            [str(TABLES), str(len(delays)), f"{statistics.median(delays) * 1e3:.0f}",
             f"{delays[int(len(delays) * 0.95)] * 1e3:.0f}"]]


def _delays(club: Club, hall: Hall) -> Iterator[float]:
    for number in range(TABLES):
        while not hall.online(number):
            time.sleep(0.01)
    for n in range(ROUNDS):
        told = {}
        for number in range(TABLES):
            hall.tell(number, ("Ada", "Ben"), n=n)
            told[hall.topics[number].table] = time.monotonic()
        moment = -1
        while told:
            moment, changed = club.changes(moment, 5)
            now = time.monotonic()
            for card in changed.get("tables", ()):
                if card["players"] and card["players"][0]["score"] == n and card["id"] in told:
                    yield now - told.pop(card["id"])
