"""How long from a press to its lamp on mock pins, idle and under load; and races while the eye reads at full speed."""

import contextlib
import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from operator import itemgetter
from statistics import median, quantiles

from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.camera.source import Capture
from device.eye import Eye
from device.panel import Button, Edge, player
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.races import Margins, Race, RaceRules
from device.races.presses import MS
from device.referee import Command, Look, Referee, step
from device.settings import PinSettings, Settings
from device.watching import make_watcher
from tests.device.bounce import arriving, pressing
from vision.reading import Reading

PRESSES = 500
RACES = 1000
DELAY_MS = 400
"""So late callbacks may come, by the issue; the collecting window is longer."""
BUTTON_PINS, LAMP_PINS = (5, 6, 13, 19, 26), (12, 16, 20, 21, 25)
SEATS = tuple(map(player, range(5)))
FILM = str(files("device") / "data" / "otrio.mp4")


def table() -> list[tuple[str, ...]]:
    """Return the rows."""
    rows = [("what", "ms (median)", "99 %")]
    with panel() as (factory, attendant):
        rows.append(("press to lamp", *_latencies(factory)))
        with load():
            rows.append(("the same, while the eye reads at full speed and the referee judges", *_latencies(factory)))
            right = [(what, _races(run)) for what, run in (
                ("arriving in an order of chance", partial(_race, attendant, (0.0, 0.0))),
                ("the same, each contact bouncing for 0.2 to 8 ms", partial(_race, attendant, (0.2, 8.0))),
                (f"the same, each edge coming up to {DELAY_MS} ms late, in virtual time", _delayed_race))]
    return [*rows, ("races of five, 0.1 ms apart, judged under this load", f"right of {RACES}", ""),
            *((what, str(count), "") for what, count in right)]


@contextmanager
def panel() -> Iterator[tuple[MockFactory, Attendant]]:
    """Run a panel on mock pins."""
    factory = MockFactory(pin_class=MockPWMPin)
    with Panel(PinSettings("mock"), factory) as made, Attendant(made) as attendant:
        yield factory, attendant


@contextmanager
def load() -> Iterator[None]:
    """Have the eye read the film over and over as fast as it can, and the referee judge a look after the other."""
    ended = threading.Event()
    judge = threading.Thread(target=_judge, args=(ended,))
    watch = threading.Thread(target=_watch, args=(ended,))
    judge.start()
    watch.start()
    try:
        yield
    finally:
        ended.set()
        judge.join()
        watch.join()


def _watch(ended: threading.Event) -> None:
    while not ended.is_set():
        with Eye(FILM, partial(make_watcher, "otrio", Settings()), Capture(pace=0.0), lambda look: None,
                 lambda state: None) as eye:
            while not ended.wait(0.1) and (eye.state is None or eye.state.kind != "ended"):
                pass


def _judge(ended: threading.Event) -> None:
    referee = step(Referee(), Command("new", {"game": "otrio"}, "bench")).referee
    assert referee.ledger is not None
    game, state = referee.ledger.game, referee.ledger.state
    seen = game.table(game.apply(state, next(iter(game.legal_actions(state)))))
    look = Look(Reading("still", {slot: {piece: 0.99, "none": 0.01} for slot, piece in seen.items()}))
    while not ended.is_set():
        step(referee, look)
        ended.wait(0.05)


def _latencies(factory: MockFactory) -> tuple[str, str]:
    with _as_the_kernel():
        times = [_press(factory, seat % 5) for seat in range(PRESSES)]
    return f"{median(times):.2f}", f"{quantiles(times, n=100)[-1]:.2f}"


@contextmanager
def _as_the_kernel() -> Iterator[None]:
    """Press in real time, where that is allowed: nothing else on a machine comes between an edge and its call."""
    with contextlib.suppress(OSError):
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(2))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def _press(factory: MockFactory, seat: int) -> float:
    """Press a button; return the milliseconds until its lamp was lit, by the pins' own times."""
    button, lamp = factory.pin(BUTTON_PINS[seat]), factory.pin(LAMP_PINS[seat])
    _wait(lambda: not lamp.state)
    time.sleep(random.uniform(0.02, 0.03))
    button.drive_low()
    _wait(lambda: bool(lamp.state))
    ms = (lamp._last_change - button._last_change) * 1000
    time.sleep(0.02)
    button.drive_high()
    return float(ms)


def _wait(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.002)


def _races(run: Callable[[random.Random], bool]) -> int:
    rng = random.Random(1)
    return sum(run(rng) for _ in range(RACES))


def _pressed(rng: random.Random, start_ns: int, bounce_ms: tuple[float, float]) -> tuple[list[Button], list[Edge]]:
    """Return an order of chance, and all edges of five presses in it."""
    order = rng.sample(SEATS, 5)
    return order, [edge for n, button in enumerate(order)
                   for edge in pressing(rng, button, start_ns + n * MS // 10, 15.0, bounce_ms)]


def _race(attendant: Attendant, bounce_ms: tuple[float, float], rng: random.Random) -> bool:
    """Run a race at the panel whose edges arrive in an order of chance; return whether the result is true."""
    told: list[Race] = []
    attendant.race(RaceRules(SEATS, collect_ms=100, margins=Margins(0)), told.append)
    _wait(lambda: bool(told) and told[-1].phase == "running")
    order, edges = _pressed(rng, attendant.panel.now_ns(), bounce_ms)
    time.sleep(0.03)
    for edge in arriving(rng, edges, 20):
        attendant.panel.edges.put(edge)
    _wait(lambda: told[-1].phase == "over")
    return [place.button for place in told[-1].result.places] == order


def _delayed_race(rng: random.Random) -> bool:
    """Judge a race whose bouncing edges come late, each moment at which one comes being waited for."""
    race = Race(RaceRules(SEATS, margins=Margins(0)), 0).wait(100 * MS).light(1000 * MS)
    order, edges = _pressed(rng, 1200 * MS, (0.2, 8.0))
    for at, edge in sorted(((edge.tick_ns + rng.randrange(DELAY_MS * MS), edge) for edge in edges), key=itemgetter(0)):
        race = race.wait(at - 1).hear(edge).wait(at)
    return [place.button for place in race.wait(20_000 * MS).result.places] == order
