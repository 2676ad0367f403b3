"""One evening between two power cuts: see what the last one left, then play as fast as it goes until the next.

It runs in the guest, started by power.py, and writes into the host's folder, which outlives the guest:

    accepted   what was answered with "accepted", a line each: the game's number in the store, the kind, the action
    shown      the log's lines that a phone was shown, a line each: the game's number, the line's number, its text
    verdict    what became of them, after the cut: one JSON object
    busy       is there once the first command of this evening was accepted
"""

import json
import os
import random
import sqlite3
import subprocess
import threading
import time
from pathlib import Path
from typing import Any

from phone import Phone, links

from device.events import Ledger, fold
from device.store import STORE_NAME, Store
from rules.registry import game as find_game

STORE = Path("/var/lib/arbitrio") / STORE_NAME
ACCEPTED, SHOWN = Path("accepted"), Path("shown")
GAME, OPTIONS = "otrio", {"players": "2", "turns": "purple,red,green,blue"}


class Record:
    """A file of lines that the host has as soon as they are written."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def add(self, *line: Any) -> None:
        os.write(self._file, (json.dumps(line) + "\n").encode())


def read(path: Path) -> list[list[Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def served() -> None:
    """Wait until the service says that it is ready."""
    end = time.monotonic() + 120
    while subprocess.run(["systemctl", "-q", "is-active", "arbitrio"], check=False).returncode:
        assert time.monotonic() < end, "the service does not come up"
        time.sleep(0.1)


def verdict() -> dict[str, Any]:
    """Compare the store with what was accepted and shown before the cut."""
    with sqlite3.connect(f"file:{STORE}?mode=ro", uri=True) as db:
        sound = db.execute("PRAGMA integrity_check").fetchone()[0]
        rows = db.execute("SELECT game, kind, body FROM events WHERE by != 'table' ORDER BY number").fetchall()
        count = db.execute("SELECT count(*) FROM events").fetchone()[0]
    there = [[game, kind, json.loads(body).get("action")] for game, kind, body in rows]
    accepted, shown = read(ACCEPTED), read(SHOWN)
    logs = {number: log_of(number) for number in {line[0] for line in shown}}
    return {
        "sound": sound, "events": count, "accepted": len(accepted), "shown": len(shown),
        "lost": missing(accepted, there),
        "unsaid": [line for line in shown if line[1] >= len(logs[line[0]]) or logs[line[0]][line[1]] != line[2]],
    }


def missing(accepted: list[list[Any]], there: list[list[Any]]) -> list[Any]:
    """Return the accepted lines that are not there in their order."""
    rest = iter(there)
    return [line for line in accepted if not any(line == found for found in rest)]


def log_of(game: int) -> list[str]:
    ledger: Ledger | None = None
    with Store(STORE, read_only=True) as store:
        for event in store.events(game):
            ledger = fold(ledger, event)
    return [line.text.en for line in ledger.log] if ledger is not None else []


def follow(number: int, phone: Phone, shown: Record) -> None:
    """Write down each line of the log that the phone is shown, once."""
    had = -1
    while True:
        for line in phone.state()["log"]:
            if line["n"] > had:
                had = line["n"]
                shown.add(number, had, line["text"]["en"])
        time.sleep(0.05)


def play(phone: Phone, everybody: Phone) -> None:
    """Tell one move after the other, and take some back; the camera goes on looking meanwhile."""
    accepted = Record(ACCEPTED)
    game, chance = find_game(GAME), random.Random()
    assert phone.command("new", game=GAME, options=OPTIONS), "the table does not go on"
    with Store(STORE, read_only=True) as store:
        assert store.game is not None
        number = store.game
    accepted.add(number, "new", None)
    Path("busy").touch()
    threading.Thread(target=follow, args=(number, everybody, Record(SHOWN)), daemon=True).start()
    states = [game.new(OPTIONS)]
    while True:
        moves = list(game.legal_actions(states[-1])) if game.outcome(states[-1]) is None else []
        if len(states) > 1 and (not moves or chance.random() < 0.3):
            if phone.command("undo"):
                accepted.add(number, "undo", None)
                states.pop()
        elif moves:
            move = chance.choice(moves)
            if phone.command("play", action=game.notation(move)):
                accepted.add(number, "action", game.notation(move))
                states.append(game.apply(states[-1], move))


if __name__ == "__main__":
    Path("/run/frames").symlink_to("/work/frames")  # the camera has something to see, too
    served()
    Path("verdict").write_text(json.dumps(verdict()))
    everybody, host = links()
    play(Phone(host, Path("cookies")), Phone(everybody))
