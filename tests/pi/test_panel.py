"""The panel on real kernel pins: gpiozero and lgpio, with the kernel's ticks."""

import os
import queue
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

from device.panel import BUTTONS, PLAYERS, Button, Edge, Press, player
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.panel.pins import on_a_pi, open_factory, wiring
from device.panel.shows import REFUSED, Effect, LightState
from device.races import Margins, Race, RaceRules
from device.races.presses import MS
from device.settings import PinSettings

support = import_module("conftest")
KIT = PinSettings(factory="lgpio")
WIRING = wiring(KIT)
SEATS = tuple(map(player, range(PLAYERS)))
ALONE = """
from device.panel.panel import Panel
from device.settings import PinSettings
with Panel(PinSettings()) as panel:
    print(panel, [fault.en for fault in panel.faults], flush=True)
    edge = panel.edges.get(timeout=60)
    print(edge.button, edge.down, flush=True)
"""
UNIT = """
[Service]
ExecStart={python} {program}
WorkingDirectory=/usr/share
ProtectSystem=strict
Environment=PYTHONPATH={path}
StandardOutput=file:{said}
StandardError=file:{said}
"""


class Fingers:
    """Press and let go of the simulated buttons."""

    def __init__(self) -> None:
        self._pulls = {button: os.open(f"/run/gpio/sim_gpio{pin}/pull", os.O_WRONLY)
                       for button, pin in WIRING.buttons.items()}

    def press(self, button: Button) -> None:
        os.pwrite(self._pulls[button], b"pull-down", 0)

    def let_go(self, button: Button) -> None:
        os.pwrite(self._pulls[button], b"pull-up", 0)

    def close(self) -> None:
        for button, handle in self._pulls.items():
            self.let_go(button)
            os.close(handle)


@pytest.fixture
def fingers() -> Iterator[Fingers]:
    made = Fingers()
    yield made
    made.close()


class Heard:
    """Presses that the attendant tells."""

    def __init__(self) -> None:
        self.presses: queue.Queue[Press] = queue.Queue()

    def next(self) -> Press:
        return self.presses.get(timeout=30)


@contextmanager
def _attended(heard: Heard) -> Iterator[Attendant]:
    with Panel(KIT) as panel, Attendant(panel) as attendant:
        attendant.on_press(heard.presses.put)
        yield attendant


def _burning() -> set[str]:
    return {lamp for lamp, pin in WIRING.lamps.items() if support.level(pin)}


def _edge(panel: Panel) -> Edge:
    edge = panel.edges.get(timeout=30)
    assert edge is not None
    return edge


def _pause(ms: float) -> None:
    end = time.monotonic_ns() + round(ms * MS)
    while time.monotonic_ns() < end:
        pass


# Every part


def test_auto_takes_lgpio_on_a_pi_and_leaves_no_trace_in_the_folder() -> None:
    assert on_a_pi()
    here = os.getcwd()
    factory = open_factory("auto")
    assert type(factory).__name__ == "LGPIOFactory"
    factory.close()
    assert os.getcwd() == here and not list(Path(here).glob(".lgd*"))


@pytest.mark.parametrize("button", BUTTONS)
def test_each_button_of_the_wiring_is_heard_with_the_kernels_tick(button: Button, fingers: Fingers) -> None:
    with Panel(PinSettings()) as panel:
        before = panel.now_ns()
        fingers.press(button)
        down = _edge(panel)
        between = panel.now_ns()
        assert panel.held() == {button}
        fingers.let_go(button)
        up = _edge(panel)
        assert (down.button, down.down, up.button, up.down) == (button, True, button, False)
        assert before <= down.tick_ns <= between <= up.tick_ns <= panel.now_ns()
        assert panel.faults == () and panel.held() == frozenset()


@pytest.mark.parametrize("lamp", WIRING.lamps)
def test_each_lamp_of_the_wiring_lights_its_own_pin(lamp: str) -> None:
    with Panel(KIT) as panel:
        assert _burning() == set()
        panel.play(Effect((lamp,), 1.5, mode="on"))
        assert _burning() == {lamp}
        panel.lights.still()
        assert _burning() == set()


def test_the_buzzer_sounds_and_is_silent_again() -> None:
    with Panel(KIT) as panel:
        panel.buzzer.play("won")
        assert support.wait_for(lambda: support.level(18) == 1) and support.wait_for(lambda: support.level(18) == 0)
    assert support.wait_for(lambda: not any(support.level(18) for _ in range(50)))
    assert not panel.buzzer.broken


def test_the_pins_follow_the_state_and_are_dark_and_free_at_the_end() -> None:
    for _ in range(2):
        with Panel(KIT) as panel:
            panel.lights.burn(LightState("ready", 3))
            assert _burning() == {"green", "player 4"}
            panel.lights.burn(LightState("hand", 3, refused=True))
            assert _burning() == {"red", "amber", "player 4"}
            panel.play(REFUSED)
            panel.lights.burn(LightState("ready", 0))
            assert support.wait_for(lambda: _burning() == {"green", "player 1"})
        assert _burning() == set()


# Presses and races


def test_five_hundred_presses_arrive(fingers: Fingers) -> None:
    heard = Heard()
    with _attended(heard) as attendant:
        times = []
        for number in range(500):
            button = BUTTONS[number % len(BUTTONS)]
            begin = attendant.panel.now_ns()
            fingers.press(button)
            press = heard.next()
            times.append((button, press.button, begin <= press.tick_ns <= attendant.panel.now_ns()))
            fingers.let_go(button)
        assert [asked for asked, came, timely in times if came != asked or not timely] == []
        assert support.wait_for(lambda: attendant.health().edges == 1000)
        assert attendant.health().lost == 0 and heard.presses.empty()


def test_five_hundred_races_come_out_in_the_true_order(fingers: Fingers) -> None:
    rng = random.Random(5)
    with Panel(KIT) as panel:
        races = [_race(panel, fingers, rng) for _ in range(500)]
    assert [(order, found) for order, found in races if found != order] == []


def _race(panel: Panel, fingers: Fingers, rng: random.Random) -> tuple[list[Button], list[Button]]:
    """Press two to five buttons in an order of chance; return that order, and the one that was judged."""
    order = rng.sample(SEATS, rng.randint(2, 5))
    called = panel.now_ns()
    time.sleep(0.021)
    light = panel.now_ns()
    for button in order:
        fingers.press(button)
        _pause(rng.uniform(0.1, 2.0))
    edges = [_edge(panel) for _ in order]  # a simulated pin that is let go before its edge was taken has made only one
    time.sleep(0.004)
    for button in order:
        fingers.let_go(button)
    edges += [_edge(panel) for _ in order]
    rng.shuffle(edges)
    race = Race(RaceRules(tuple(order), margins=Margins(0)), called).wait(light).light(light)
    for edge in edges:
        race = race.hear(edge)
    return order, [place.button for place in race.wait(light + 20_000 * MS).result.places]


def test_the_attendant_runs_a_race_with_a_false_start(fingers: Fingers) -> None:
    with _attended(Heard()) as attendant:
        told: queue.Queue[Race] = queue.Queue()
        attendant.race(RaceRules(SEATS[:4], collect_ms=200), told.put, (0.3, 0.4))
        _until(told, "armed")
        assert _burning() == {"amber"}
        fingers.press("player 2")
        race = _until(told, "running")
        assert "green" in _burning() and [start.button for start in race.result.false_starts] == ["player 2"]
        for button in ("player 4", "player 1", "player 3"):
            fingers.press(button)
        result = _until(told, "over").result
        assert [place.button for place in result.places] == ["player 4", "player 1", "player 3"]
        assert all(place.reaction_ms > 0 for place in result.places)


def _until(told: "queue.Queue[Race]", phase: str) -> Race:
    while (race := told.get(timeout=30)).phase != phase:
        pass
    return race


# What goes wrong


def _fail(*_: object) -> None:
    raise RuntimeError("deaf")


@pytest.mark.parametrize("listen", [Attendant.on_edge, Attendant.on_press], ids=["of edges", "of presses"])
def test_an_exception_in_a_listener_silences_nothing(listen: Callable[[Attendant, Callable[..., None]], None],
                                                     fingers: Fingers) -> None:
    heard = Heard()
    with Panel(KIT) as panel, Attendant(panel) as attendant:
        listen(attendant, _fail)
        attendant.on_press(heard.presses.put)
        for button in BUTTONS * 3:
            fingers.press(button)
            assert heard.next().button == button
            fingers.let_go(button)
            time.sleep(0.025)
        assert attendant.health().alive


def test_an_exception_where_lgpio_calls_silences_nothing(fingers: Fingers) -> None:
    with Panel(KIT) as panel:
        at, calls = panel.clock.at, []

        def broken(ticks: float) -> int:
            calls.append(ticks)
            if len(calls) == 1:
                raise RuntimeError("no clock")
            return at(ticks)

        panel.clock.at = broken  # type: ignore[method-assign]
        fingers.press("player 1")
        fingers.press("player 2")
        assert _edge(panel).button == "player 2" and len(calls) == 2


def test_a_panel_that_is_opened_again_hears_whatever_came_while_it_was_closed(fingers: Fingers) -> None:
    """Each time a button goes down just before the end, so that lgpio's threads are busy with it while pins close."""
    for _ in range(20):
        with Panel(KIT) as panel:
            assert panel.faults == ()
            fingers.press("player 1")
            edge = _edge(panel)
            assert edge.button == "player 1" and edge.down
            fingers.let_go("player 1")
            fingers.press("player 2")
        fingers.let_go("player 2")
        fingers.press("player 3")
        fingers.let_go("player 3")


def test_a_pin_that_another_process_holds_is_said_and_the_rest_works(fingers: Fingers) -> None:
    holder = support.python("from gpiozero import LED; led = LED(17); led.on(); print('held', flush=True); input()",
                            GPIOZERO_PIN_FACTORY="lgpio", LG_WD="/tmp")
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with Panel(KIT) as panel:
            assert [fault.en for fault in panel.faults] == [
                "the green light does not work, since another program holds pin 17; stop that program and start again, "
                "or give the green light another pin under [pins]"]
            panel.lights.burn(LightState("ready", 2))
            assert support.level(WIRING.lamps["player 3"])
            fingers.press("stop")
            assert _edge(panel).button == "stop"
    finally:
        holder.kill()
        holder.communicate()
    assert support.wait_for(lambda: not support.level(17))
    with Panel(KIT) as panel:
        assert panel.faults == ()


def test_it_works_from_a_folder_that_can_not_be_written(fingers: Fingers, tmp_path: Path) -> None:
    unit, said, program = Path("/run/systemd/system/alone.service"), tmp_path / "said", tmp_path / "alone.py"
    program.write_text(ALONE)
    unit.parent.mkdir(exist_ok=True)
    unit.write_text(UNIT.format(path=os.environ["PYTHONPATH"], python=sys.executable, program=program, said=said))
    subprocess.run(["systemctl", "daemon-reload"], check=True)
    subprocess.run(["systemctl", "start", "--no-block", "alone"], check=True)
    assert support.wait_for(lambda: said.exists() and said.read_text()), "it did not start"
    assert said.read_text() == "<Panel 6 buttons, 8 lamps, buzzer> []\n"
    fingers.press("player 3")
    assert support.wait_for(lambda: said.read_text().splitlines()[1:] == ["player 3 True"]), said.read_text()
    assert not list(Path("/usr/share").glob(".lgd*"))
