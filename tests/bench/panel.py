"""How long from a press to its lamp on mock pins, idle and under load; and races while the eye reads at full speed."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.resources import files
from statistics import median, quantiles

from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.camera.source import Capture
from device.eye import Eye
from device.panel import player
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.races import Margins, Race, RaceRules
from device.races.presses import MS
from device.referee import Command, Look, Referee, step
from device.settings import PinSettings, Settings
from device.watching import make_watcher
from tests.device.bounce import arriving, pressing
from vision.reading import Reading

PRESSES = 200
RACES = 1000
BUTTON_PINS, LAMP_PINS = (5, 6, 13, 19, 26), (12, 16, 20, 21, 25)
FILM = str(files("device") / "data" / "otrio.mp4")


def table() -> list[tuple[str, ...]]:
    """Return the rows."""
    rows = [("what", "ms (median)", "99 %")]
    with panel() as (factory, attendant):
        rows.append(("press to lamp", *_latencies(factory)))
        with load():
            rows.append(("the same, while the eye reads at full speed and the referee judges", *_latencies(factory)))
            right = _races(attendant)
    return [*rows, (f"races of five, 0.1 ms apart, shuffled, right under this load: {right} of {RACES}", "", "")]


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
    times = [_press(factory, seat % 5) for seat in range(PRESSES)]
    return f"{median(times):.2f}", f"{quantiles(times, n=100)[-1]:.2f}"


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


def _races(attendant: Attendant) -> int:
    rng = random.Random(1)
    rules = RaceRules(tuple(map(player, range(5))), collect_ms=100, margins=Margins(0))
    return sum(_race(attendant, rules, rng) for _ in range(RACES))


def _race(attendant: Attendant, rules: RaceRules, rng: random.Random) -> bool:
    """Run a race of bouncing presses whose edges arrive in an order of chance; return whether the result is true."""
    told: list[Race] = []
    attendant.race(rules, told.append)
    _wait(lambda: bool(told) and told[-1].phase == "running")
    order = rng.sample(rules.buttons, 5)
    start = attendant.panel.now_ns()
    edges = [edge for n, button in enumerate(order) for edge in pressing(rng, button, start + n * MS // 10, 15.0)]
    time.sleep(0.03)
    for edge in arriving(rng, edges, 20):
        attendant.panel.edges.put(edge)
    _wait(lambda: told[-1].phase == "over")
    return [place.button for place in told[-1].result.places] == order
