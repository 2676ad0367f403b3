"""Power cuts on a busy table: `python -m tests.kills [COUNT]`.

A program plays a game - looks of the camera, phones' actions and undos, people who come, change their names and seats,
new games - and says each event that it was told is accepted. It is killed at a random moment, again and again, on the
same store; each time what it said must be there, in its order, the store sound, and the game must go on.
"""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from device.events import Event
from device.referee import Look
from device.service import LiveTable
from device.store import Store
from rules.registry import game
from vision.reading import Reading
from web.table import HOST, Who

PLAYER = [sys.executable, "-c", "from tests.kills import play; import sys; play(sys.argv[1], int(sys.argv[2]))"]
OTRIO = game("otrio")
ROOT = Path(__file__).parent.parent
LONGEST = 0.5
"""Seconds of play until the blow, at most."""


def play(path: str, seed: int) -> None:
    """Play for ever, and print each event once it has been accepted."""
    chance = random.Random(seed)

    def tell(_: object, events: tuple[Event, ...]) -> None:
        for event in events:
            os.write(1, (json.dumps([event.kind, event.body, event.by]) + "\n").encode())

    with LiveTable(path, tell) as table:
        while True:
            _act(table, chance)


def _act(table: LiveTable, chance: random.Random) -> None:
    """Do one of the things that people do."""
    ledger = table.referee.ledger
    who = Who(f"person {chance.randrange(4)}", None, False)
    actions = [] if ledger is None else list(OTRIO.legal_actions(ledger.state))
    if ledger is None or not actions or chance.random() < 0.03:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
    elif chance.random() < 0.2:
        table.command(who, "join", {"name": f"Ada {chance.randrange(99)}"})
    elif chance.random() < 0.2:
        table.command(HOST, "undo", {})
    elif chance.random() < 0.5:
        after = OTRIO.table(OTRIO.apply(ledger.state, chance.choice(actions)))
        table.show(Look(Reading("still", {slot: {piece: 1.0} for slot, piece in after.items()})))
    else:
        table.command(HOST, "play", {"action": OTRIO.notation(chance.choice(actions))})


def kill(path: Path, count: int, seed: int) -> list[str]:
    """Kill a busy game `count` times; return what went wrong, and say on the way how many events there are."""
    chance, faults = random.Random(seed), list[str]()
    for number in range(count):
        with Store(path) as store:
            before = store.last()[1]
        said = _until_killed(path, chance.randrange(10**9), chance.random() * LONGEST)
        faults += [f"kill {number + 1}: {fault}" for fault in _what_is_wrong(path, before, said)]
        if faults:
            break
    return faults


def _until_killed(path: Path, seed: int, seconds: float) -> list[Event]:
    """Let the program play for a random while after its first event, kill it, and return what it said."""
    with subprocess.Popen([*PLAYER, str(path), str(seed)], stdout=subprocess.PIPE, cwd=ROOT) as player:
        assert player.stdout is not None
        lines = [player.stdout.readline()]
        time.sleep(seconds)
        player.send_signal(signal.SIGKILL)
        lines += player.stdout.readlines()
    whole = [line for line in lines if line.endswith(b"\n")]
    return [Event(kind, body, by) for kind, body, by in map(json.loads, whole)]


def _what_is_wrong(path: Path, before: int, said: list[Event]) -> list[str]:
    """Return what is missing, broken or stuck after the blow."""
    faults = [] if said else ["the program did not play"]
    with Store(path) as store:
        trouble = store.trouble()
    with closing(sqlite3.connect(path)) as db:
        rows = db.execute("SELECT kind, body, by FROM events ORDER BY number").fetchall()[before:]
    kept = [Event(kind, json.loads(body), by) for kind, body, by in rows]
    if trouble is not None:
        faults.append(f"the store is broken: {trouble}")
    if kept[:len(said)] != said:
        faults.append(f"accepted and not kept, or in another order: {said[-3:]}, kept {kept[-3:]}")
    if len(kept) > len(said) + 8:  # what one command may write beyond the last word
        faults.append(f"{len(kept) - len(said)} events more than were accepted")
    with LiveTable(path) as table:
        if table.snapshot(HOST)["notice"] is not None:
            faults.append(f"the store was mended: {table.snapshot(HOST)['notice']}")
        if not table.command(HOST, "new", {"game": "otrio", "options": {}}).ok:
            faults.append("the game does not go on")
    return faults


def main() -> int:
    """Kill on the command line."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    with tempfile.TemporaryDirectory(prefix="arbitrio-kills-") as folder:
        path = Path(folder) / "games.sqlite"
        began = time.monotonic()
        faults = kill(path, count, 1)
        with Store(path) as store:
            events = store.last()[1]
    print(f"{count} kills in {time.monotonic() - began:.0f} s, {events} events")
    print("\n".join(faults) or "every accepted event was there, and the game went on")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
