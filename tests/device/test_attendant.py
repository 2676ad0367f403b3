"""The attendant on mock pins: presses are told once, races are run, and nothing silences it."""

import random
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.panel import Edge, Press, player
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.races import Margins, Race, RaceRules
from device.races.presses import MS
from device.settings import PinSettings
from rules.french import spaced
from tests.device.bounce import pressing
from tests.patience import PATIENCE

KIT = PinSettings(factory="mock")
BUTTON_PINS = (5, 6, 13, 19, 26)
LAMP_PINS = (12, 16, 20, 21, 25)
GREEN, AMBER, RED, STOP_PIN = 17, 27, 22, 4
PLAYERS = tuple(map(player, range(5)))
QUICK = RaceRules(PLAYERS[:3], Margins(0.0), collect_ms=60, timeout_ms=400, arming_ms=150)


class Heard:
    """What the attendant tells, and waits for it."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.presses: list[Press] = []
        self.races: list[Race] = []
        self._changed = threading.Condition()

    def edge(self, edge: Edge) -> None:
        self._add(self.edges, edge)

    def press(self, press: Press) -> None:
        self._add(self.presses, press)

    def race(self, race: Race) -> None:
        self._add(self.races, race)

    def _add(self, into: list[object], what: object) -> None:  # type: ignore[type-arg]
        with self._changed:
            into.append(what)
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], bool]) -> None:
        with self._changed:
            end = time.monotonic() + PATIENCE
            while not condition() and time.monotonic() < end:
                self._changed.wait(0.05)
        assert condition(), (self.edges[-20:], self.presses, self.races[-1:])

    def phase(self, phase: str) -> Race:
        self.wait_for(lambda: bool(self.races) and self.races[-1].phase == phase)
        return self.races[-1]


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    pins = MockFactory(pin_class=MockPWMPin)
    yield pins
    pins.close()


@pytest.fixture
def heard() -> Heard:
    return Heard()


@pytest.fixture
def attendant(factory: MockFactory, heard: Heard) -> Iterator[Attendant]:
    with Panel(KIT, factory) as panel, Attendant(panel) as made:
        made.on_edge(heard.edge)
        made.on_press(heard.press)
        yield made


def _press(factory: MockFactory, heard: Heard, pin: int) -> None:
    """Press the button until it is heard, and let go."""
    count = len(heard.presses)
    factory.pin(pin).drive_low()
    heard.wait_for(lambda: len(heard.presses) == count + 1)
    factory.pin(pin).drive_high()


# Presses


def test_every_button_is_told_once_a_press_at_its_first_edge(attendant: Attendant, factory: MockFactory,
                                                             heard: Heard) -> None:
    for pin in (*BUTTON_PINS, STOP_PIN):
        _press(factory, heard, pin)
    heard.wait_for(lambda: len(heard.edges) == 12)
    assert [press.button for press in heard.presses] == [*PLAYERS, "stop"]
    assert [press.tick_ns for press in heard.presses] == [edge.tick_ns for edge in heard.edges[::2]]


def test_bouncing_presses_are_told_once_each(attendant: Attendant, heard: Heard) -> None:
    rng, now = random.Random(3), attendant.panel.now_ns()
    edges = [edge for button in PLAYERS for edge in pressing(rng, button, now - 200 * MS)]
    for edge in sorted(edges, key=lambda edge: edge.tick_ns):
        attendant.panel.edges.put(edge)
    heard.wait_for(lambda: len(heard.edges) == len(edges) and len(heard.presses) >= 5)
    assert {press.tick_ns for press in heard.presses} == {now - 200 * MS}
    assert sorted(press.button for press in heard.presses) == list(PLAYERS)


def test_a_press_is_answered_by_its_lamp(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    for button, lamp in zip(BUTTON_PINS, LAMP_PINS, strict=True):
        factory.pin(lamp).clear_states()
        _press(factory, heard, button)
        heard.wait_for(lambda lamp=lamp: len(factory.pin(lamp).states) > 1)  # type: ignore[misc]
        factory.pin(lamp).assert_states([False, True])


def test_a_glitch_is_heard_as_edges_only(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    now = attendant.panel.now_ns()
    for edge in (Edge(PLAYERS[0], True, now - 400 * MS), Edge(PLAYERS[0], False, now - 399 * MS)):  # both late
        attendant.panel.edges.put(edge)
    _press(factory, heard, 6)
    heard.wait_for(lambda: len(heard.edges) == 4)
    assert [press.button for press in heard.presses] == ["player 2"]


def test_a_button_pressed_again_is_told_again(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    for count in (1, 2, 3):
        _press(factory, heard, 5)
        assert len(heard.presses) == count
        heard.wait_for(lambda: not attendant._lines["player 1", "pin"].now.held)


def test_phones_press_too_and_are_marked(attendant: Attendant, heard: Heard) -> None:
    attendant.panel.press("player 4")
    attendant.panel.press("stop", source="key")
    heard.wait_for(lambda: len(heard.presses) == 2)
    assert [(press.button, press.source) for press in heard.presses] == [("player 4", "phone"), ("stop", "key")]


def test_an_exception_in_a_listener_silences_nothing(attendant: Attendant, factory: MockFactory, heard: Heard,
                                                     caplog: pytest.LogCaptureFixture) -> None:
    def fail(what: object) -> None:
        raise RuntimeError("deaf")

    other = Heard()
    attendant.on_edge(fail)
    attendant.on_press(fail)
    attendant.on_press(other.press)
    for pin in BUTTON_PINS:
        _press(factory, heard, pin)
    other.wait_for(lambda: len(other.presses) == 5)
    attendant.race(QUICK, fail)
    heard.wait_for(lambda: "a listener of the panel failed" in caplog.text)
    _press(factory, heard, STOP_PIN)
    assert heard.presses[-1].button == "stop" and attendant.health().alive


# What goes wrong


def test_an_edge_that_was_lost_is_found_by_its_level(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    factory.pin(13)._state = False  # as if the kernel had told nothing
    heard.wait_for(lambda: len(heard.presses) == 1)
    assert heard.presses[0].button == "player 3" and heard.presses[0].found
    factory.pin(13)._state = True
    heard.wait_for(lambda: len(heard.edges) == 2)
    assert [(edge.down, edge.found) for edge in heard.edges] == [(True, True), (False, True)]
    assert attendant.health().lost == 2


def test_a_button_that_is_down_at_the_start_is_said_until_it_is_let_go(factory: MockFactory, heard: Heard,
                                                                       caplog: pytest.LogCaptureFixture) -> None:
    sentence = ("the button of player 1 is stuck down; let go of it, or check its wire: it must touch ground only "
                "while it is pressed")
    with Panel(KIT, factory) as panel:
        factory.pin(5)._state = False  # there is no edge of what was so before
        with Attendant(panel) as attendant:
            attendant.on_press(heard.press)
            assert [fault.en for fault in attendant.faults] == [sentence] and sentence in caplog.text
            _press(factory, heard, 6)
            factory.pin(5).drive_high()
            heard.wait_for(lambda: attendant.faults == ())
            _press(factory, heard, 5)
            assert [press.button for press in heard.presses] == ["player 2", "player 1"]


def test_a_button_that_stays_down_is_said(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    attendant.panel.settings = replace(KIT, stuck_seconds=0.05)
    factory.pin(STOP_PIN).drive_low()
    heard.wait_for(lambda: [fault.fr for fault in attendant.faults] == [spaced(
        "le bouton stop reste enfoncé ; relâchez-le, ou vérifiez son fil : il ne doit toucher la masse que lorsqu'on "
        "appuie")])
    assert attendant.health().faults == attendant.faults
    factory.pin(STOP_PIN).drive_high()
    heard.wait_for(lambda: attendant.faults == ())


def test_a_wire_that_hums_fills_no_memory_and_stops_nobody(attendant: Attendant, factory: MockFactory,
                                                          heard: Heard) -> None:
    now = attendant.panel.now_ns() + 60_000 * MS  # not yet: no pause of this thread is to look like a press
    for n in range(2000):
        attendant.panel.edges.put(Edge(PLAYERS[0], n % 2 == 0, now + n * 1000))
    _press(factory, heard, 6)
    heard.wait_for(lambda: len(heard.edges) == 2002)
    assert [press.button for press in heard.presses] == [PLAYERS[1]]
    assert len(attendant._lines[PLAYERS[0], "pin"].edges) <= 300


def test_the_health_tells_of_the_last_edge(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    assert attendant.health().last_edge_s is None and attendant.health().edges == 0
    _press(factory, heard, 5)
    heard.wait_for(lambda: attendant.health().edges == 2)
    health = attendant.health()
    assert health.last_edge_s is not None and 0 <= health.last_edge_s < 60
    assert health.alive and health.buttons == (*PLAYERS, "stop") and len(health.lamps) == 8 and health.faults == ()
    attendant.close()
    assert not attendant.health().alive


# Races


def _down(factory: MockFactory, *seats: int) -> None:
    for seat in seats:
        factory.pin(BUTTON_PINS[seat]).drive_low()


def _up(factory: MockFactory) -> None:
    for pin in BUTTON_PINS:
        factory.pin(pin).drive_high()


def test_a_race_from_the_call_to_the_result(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    attendant.race(QUICK, heard.race)
    running = heard.phase("running")
    assert factory.pin(GREEN).state and not factory.pin(AMBER).state
    assert running.light_ns is not None and running.light_ns <= attendant.panel.now_ns()
    _down(factory, 2, 0, 1)
    result = heard.phase("over").result
    assert [place.button for place in result.places] == [PLAYERS[2], PLAYERS[0], PLAYERS[1]]
    assert all(place.reaction_ms > 0 for place in result.places) and not result.false_starts
    assert heard.races[0].unreleased == frozenset()
    heard.wait_for(lambda: bool(factory.pin(LAMP_PINS[2]).state))


def test_the_light_waits_for_its_time(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    attendant.race(QUICK, heard.race, (0.2, 0.3))
    armed = heard.phase("armed")
    assert factory.pin(AMBER).state and not factory.pin(GREEN).state
    running = heard.phase("running")
    assert armed.armed_ns is not None and running.light_ns is not None
    assert 200 * MS <= running.light_ns - armed.armed_ns


def test_each_racers_lamp_answers_and_others_stay_dark(attendant: Attendant, factory: MockFactory,
                                                       heard: Heard) -> None:
    attendant.race(QUICK, heard.race)
    heard.phase("running")
    _down(factory, 1)
    heard.wait_for(lambda: bool(factory.pin(LAMP_PINS[1]).state))
    assert not any(factory.pin(LAMP_PINS[seat]).state for seat in (0, 2, 3, 4))


def test_a_false_start_flashes_and_is_out(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    attendant.race(QUICK, heard.race, (0.2, 0.3))
    heard.phase("armed")
    factory.pin(RED).clear_states()
    _down(factory, 0)
    heard.phase("running")
    factory.pin(RED).assert_states([False, True])
    _up(factory)
    _down(factory, 2, 1)
    result = heard.phase("over").result
    assert [start.button for start in result.false_starts] == [PLAYERS[0]]
    assert [place.button for place in result.places] == [PLAYERS[2], PLAYERS[1]]


def test_who_holds_a_button_keeps_the_light_off_until_left_out(attendant: Attendant, factory: MockFactory,
                                                               heard: Heard) -> None:
    _press(factory, heard, 5)
    _down(factory, 1)
    heard.wait_for(lambda: heard.presses[-1].button == PLAYERS[1])
    attendant.race(QUICK, heard.race)
    arming = heard.phase("arming")
    assert not factory.pin(GREEN).state and arming.armed_ns is None
    running = heard.phase("running")
    assert running.result.stuck == (PLAYERS[1],)
    _down(factory, 0)
    _down(factory, 2)
    assert [place.button for place in heard.phase("over").result.places] == [PLAYERS[0], PLAYERS[2]]


def test_nobody_comes(attendant: Attendant, heard: Heard) -> None:
    attendant.race(QUICK, heard.race)
    assert heard.phase("over").result.absent == PLAYERS[:3]


def test_a_race_can_be_cancelled_and_another_begun(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    attendant.race(QUICK, heard.race, (60.0, 60.0))
    heard.phase("armed")
    attendant.cancel_race()
    heard.wait_for(lambda: not factory.pin(AMBER).state)
    other = Heard()
    attendant.race(QUICK, other.race)
    other.phase("running")
    _down(factory, 1, 0, 2)
    assert other.phase("over").result.first == (PLAYERS[1],)
    assert heard.races[-1].phase == "armed"


def test_phones_may_race_and_are_marked(attendant: Attendant, factory: MockFactory, heard: Heard) -> None:
    attendant.race(QUICK, heard.race)
    heard.phase("running")
    attendant.panel.press(PLAYERS[1])
    _down(factory, 0, 2)
    result = heard.phase("over").result
    assert result.mixed and [place.source for place in result.places] == ["phone", "pin", "pin"]
