"""A long evening in a short time: `python -m tests.soak --frames 200000 --games 2000`.

One `arbitrio run`, as a family has it: a (drawn) table under its camera, all five games, phones that come and go. What
the program holds - memory, threads, files - is written down as it goes on, and every event that was acknowledged is
looked for in the store. The status is 1 when something grew, was left or was lost.
"""

import argparse
import itertools
import json
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from http.client import HTTPException
from pathlib import Path
from typing import Any

import psutil

from device.camera.simulated import SimulatedTable
from device.events import Event, Ledger, fold
from device.store import STORE_NAME
from rules.game import Deals
from rules.registry import GAMES
from tests.program import ARBITRIO

LONGEST = 12
"""Actions after which a game told by phone is left for the next: one phone may give six commands a second."""
BLOCK = 40
"""Games of one kind that follow each other; with a kind the eye's process changes."""
FILMED = 2
"""Games a round that are laid on the table, for the camera, piece by piece."""
PHONES = 8
AGAIN = ("busy", "often")
"""Answers after which a phone tries again."""
PATIENCE = 60.0
EVERY = 15.0
"""Seconds from one measurement to the next."""
SETTINGS = """
[camera]
width = 1280
height = 720
frames_per_second = 120
[pins]
factory = "mock"
[web]
host = "127.0.0.1"
[store]
folder = "{folder}"
"""


@dataclass
class Held:
    """What the running program holds."""

    seconds: float
    games: int
    events: int
    frames: int
    phones: int
    main_mb: float
    threads: int
    files: int
    eye_mb: float


@dataclass
class Evening:
    """What has happened so far."""

    games: int = 0
    events: int = 0
    phones: int = 0
    frames: int = 0
    held: list[Held] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Program:
    """The running program, with the host's phone and a look into its store."""

    def __init__(self, folder: Path, table: SimulatedTable) -> None:
        (folder / "settings.toml").write_text(SETTINGS.format(folder=folder))
        self._errors = open(folder / "errors.txt", "w", encoding="utf-8")
        self.process = subprocess.Popen(
            [*ARBITRIO, "run", "--port", "0", "--settings", str(folder / "settings.toml"), "--source", table.source],
            stdout=subprocess.PIPE, stderr=self._errors, text=True)
        assert self.process.stdout is not None
        links = re.findall(r"http://\S+", self.process.stdout.readline() + self.process.stdout.readline())
        self.address, host_link = links
        self.measured = psutil.Process(self.process.pid)
        self._phone = phone()
        self._phone.open(host_link, timeout=PATIENCE).close()
        self._db = sqlite3.connect(f"file:{folder / STORE_NAME}?mode=ro", uri=True, isolation_level=None)
        self._last = self._marks = 0
        self.ledger: Ledger | None = None
        self.read()

    def read(self) -> list[Event]:
        """Take in what was written to the store since the last time, and return it."""
        rows = self._db.execute("SELECT number, kind, body, by FROM events WHERE number > ? ORDER BY number",
                                (self._last,)).fetchall()
        new = [Event(kind, json.loads(body), by) for _, kind, body, by in rows]
        for event in new:
            self.ledger = fold(self.ledger, event)
        self._last = rows[-1][0] if rows else self._last
        return new

    def count(self) -> int:
        """Return how many events the store holds."""
        return int(self._db.execute("SELECT count(*) FROM events").fetchone()[0])

    def command(self, name: str, args: dict[str, Any]) -> str:
        """Give a command as the host does, again while the table is busy; return why it was refused, "" if not."""
        self._marks += 1
        marked = {**args, "once": str(self._marks)}  # a command that is sent twice is done once
        end = time.monotonic() + PATIENCE
        while (code := self._send(name, marked)) in AGAIN and time.monotonic() < end:
            time.sleep(0.5)
        return code

    def _send(self, name: str, args: dict[str, Any]) -> str:
        request = urllib.request.Request(f"{self.address}command/{name}", json.dumps(args).encode(), {
            "Content-Type": "application/json", "Origin": self.address.rstrip("/")})
        try:
            with self._phone.open(request, timeout=PATIENCE) as answer:
                said = json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                said = json.load(error)
        return "" if said["ok"] else str(said["code"]) or "refused"

    def state(self) -> dict[str, Any]:
        """Return what a phone is shown."""
        with urllib.request.urlopen(f"{self.address}state.json", timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def health(self) -> dict[str, Any]:
        """Return what the program says of itself."""
        with urllib.request.urlopen(f"{self.address}healthz", timeout=PATIENCE) as answer:
            return dict(json.load(answer))

    def hold(self, evening: Evening, began: float) -> Held:
        """Measure what the program holds now."""
        eyes = [child for child in self.measured.children() if "resource_tracker" not in " ".join(child.cmdline())]
        return Held(round(time.monotonic() - began), evening.games, evening.events, evening.frames, evening.phones,
                    round(self.measured.memory_info().rss / 1e6, 1), self.measured.num_threads(),
                    self.measured.num_fds(), round(sum(eye.memory_info().rss for eye in eyes) / 1e6, 1))

    def stop(self) -> int:
        """End the program as systemd does, and return its status."""
        self._db.close()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()
        return status


def phone() -> urllib.request.OpenerDirector:
    """Return a phone that remembers who it is."""
    return urllib.request.build_opener(urllib.request.HTTPCookieProcessor())


def visit(program: Program, evening: Evening, over: threading.Event, chance: random.Random) -> None:
    """Be one phone after another: each opens the page, follows the game for a while and walks out of the room."""
    while not over.is_set():
        try:
            guest = phone()
            guest.open(program.address, timeout=PATIENCE).read()
            with guest.open(f"{program.address}events", timeout=PATIENCE) as stream:
                for _ in range(chance.randint(4, 400)):
                    stream.readline()
                    if over.is_set():
                        break
            evening.phones += 1
        except (OSError, HTTPException) as error:
            if not over.is_set():
                evening.faults.append(f"a phone was turned away: {error}")


def play_by_phone(program: Program, evening: Evening, name: str, chance: random.Random,
                  over: Callable[[], bool]) -> None:
    """Play one game by chance, every action told by the host's phone, with an undo now and then."""
    game = GAMES[name]
    if refused := program.command("new", {"game": name, "options": {}}):
        return evening.faults.append(f"no new game of {name}: {refused}")
    evening.events += len(program.read())
    for _ in range(LONGEST):
        ledger = program.ledger
        assert ledger is not None and ledger.game.name == name
        action = game.deal(ledger.state, chance) if isinstance(game, Deals) else None
        if action is None:
            actions = list(itertools.islice(game.legal_actions(ledger.state), 300))
            if not actions or over():
                break
            action = chance.choice(actions)
        notation = game.notation(action)
        undo = len(ledger.actions) > 3 and chance.random() < 0.05
        if refused := program.command("undo" if undo else "play", {} if undo else {"action": notation}):
            evening.faults.append(f"{name} refused {'undo' if undo else notation}: {refused}")
            break
        new = program.read()
        evening.events += len(new)
        want = ("undo", None) if undo else ("action", notation)
        if want not in [(event.kind, event.body.get("action")) for event in new]:
            evening.faults.append(f"{name}: {want} was acknowledged, and is not in the store")
    evening.games += 1


def play_on_the_table(program: Program, table: SimulatedTable, evening: Evening, chance: random.Random) -> None:
    """Play a game of Otrio that only the camera sees."""
    game = GAMES["otrio"]
    table.lay(game.table(game.new({})))
    program.command("new", {"game": "otrio", "options": {}})
    evening.events += len(program.read())
    while program.ledger is not None and game.outcome(program.ledger.state) is None:
        actions = list(game.legal_actions(program.ledger.state))
        if not actions:
            break
        after = game.apply(program.ledger.state, chance.choice(actions))
        table.lay(game.table(after))
        end = time.monotonic() + PATIENCE
        while program.ledger.state != after:
            new = program.read()
            evening.events += len(new)
            if time.monotonic() > end:
                return evening.faults.append(f"the camera did not see the move after {program.ledger.actions} to "
                                             f"{table.layout.table}: {program.state()['referee']}")
            time.sleep(0.02)
    evening.games += 1


@contextmanager
def guests(program: Program, evening: Evening) -> Iterator[None]:
    """Have phones coming and going."""
    over = threading.Event()
    threads = [threading.Thread(target=visit, args=(program, evening, over, random.Random(n))) for n in range(PHONES)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


@contextmanager
def measuring(program: Program, evening: Evening, began: float) -> Iterator[None]:
    """Write down what the program holds, again and again."""
    over = threading.Event()

    def measure() -> None:
        while not over.wait(EVERY):
            with suppress(psutil.Error, OSError):
                evening.frames = frames_of(program)
                evening.held.append(program.hold(evening, began))
                print(json.dumps(asdict(evening.held[-1])), flush=True)

    thread = threading.Thread(target=measure)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


def frames_of(program: Program) -> int:
    """Return how many frames the program has read."""
    return int(program.health()["eye"]["frames"])


def soak(folder: Path, frames: int, games: int, seed: int) -> Evening:
    """Have the evening, and return what became of it."""
    chance, evening, began = random.Random(seed), Evening(), time.monotonic()
    table = SimulatedTable(folder / "table.json")
    program = Program(folder, table)
    evening.events += program.count()
    try:
        with guests(program, evening), measuring(program, evening, began):
            while evening.games < games or evening.frames < frames:
                for _ in range(FILMED):
                    play_on_the_table(program, table, evening, chance)
                for name in GAMES:
                    for _ in range(BLOCK if evening.games < games else 0):
                        play_by_phone(program, evening, name, chance, lambda: program.process.poll() is not None)
                if len(evening.faults) > 20 or program.process.poll() is not None:
                    break
                evening.frames = frames_of(program)
        if program.count() != evening.events:
            evening.faults.append(f"{evening.events} events were seen, the store holds {program.count()}")
        evening.held.append(settled(program, evening, began))
    finally:
        status = program.stop()
    if status != 0:
        evening.faults.append(f"the program ended with status {status}")
    return evening


def settled(program: Program, evening: Evening, began: float) -> Held:
    """Return what is held once the last phone is gone."""
    end = time.monotonic() + PATIENCE
    while program.health()["streams"] and time.monotonic() < end:
        time.sleep(0.2)
    return program.hold(evening, began)


def grown(held: list[Held]) -> list[str]:
    """Return what grew from the evening's second quarter to its last."""
    if len(held) < 8:
        return []
    quarter = len(held) // 4
    early, late = held[quarter:2 * quarter], held[-quarter:]
    found = []
    for what, slack in (("main_mb", 8.0), ("eye_mb", 8.0), ("threads", 2.0), ("files", 8.0)):
        before, after = (max(getattr(one, what) for one in part) for part in (early, late))
        if after > before + slack:
            found.append(f"{what} grew from {before} to {after}")
    return found


def main() -> int:
    """Have the evening on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frames", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="arbitrio-soak-") as folder:
        evening = soak(Path(folder), args.frames, args.games, args.seed)
        print((Path(folder) / "errors.txt").read_text()[-3000:], file=sys.stderr)
    faults = evening.faults + grown(evening.held)
    print(f"{evening.games} games, {evening.events} events, {evening.frames} frames, {evening.phones} phones")
    print("\n".join(faults) or "nothing grew, nothing was left, nothing was lost")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
