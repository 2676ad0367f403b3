"""The panel on mock pins: what is wired works, what isn't or can't be is said, and the rest goes on."""

import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.exc import PinPWMUnsupported
from gpiozero.pins.mock import MockFactory, MockPWMPin

import device.panel.pins
from device.panel import BUTTONS, Edge, sentences
from device.panel.panel import Panel
from device.panel.pins import PinsError, guarded, on_a_pi, open_factory, wiring
from device.panel.shows import LAMPS, REFUSED, LightState
from device.referee import Command, Referee, step
from device.settings import PinSettings
from rules.french import spaced
from tests.patience import PATIENCE

KIT = PinSettings(factory="mock")
PINS = {"player 1": 5, "player 2": 6, "player 3": 13, "player 4": 19, "player 5": 26, "stop": 4}


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    pins = MockFactory(pin_class=MockPWMPin)
    yield pins
    assert not any(pins._reservations.values()), "a pin is still reserved"
    pins.close()


def _edge(panel: Panel) -> Edge:
    edge = panel.edges.get(timeout=PATIENCE)
    assert edge is not None
    return edge


# The wiring


def test_the_parts_are_wired_as_the_kit_says() -> None:
    wired = wiring(KIT)
    assert wired.buttons == PINS
    assert wired.lamps == {"green": 17, "amber": 27, "red": 22, "player 1": 12, "player 2": 16, "player 3": 20,
                           "player 4": 21, "player 5": 25}
    assert wired.buzzer == 18 and wired.faults == ()


def test_a_part_that_is_not_there_is_left_out() -> None:
    wired = wiring(PinSettings(buttons=(5, 0, 13), stop=0, lights=(12, 0, 20), amber=0, buzzer=0))
    assert wired.buttons == {"player 1": 5, "player 3": 13}
    assert wired.lamps == {"green": 17, "red": 22, "player 1": 12, "player 3": 20}
    assert wired.buzzer is None and wired.faults == ()


@pytest.mark.parametrize(("settings", "sentence"), [
    (PinSettings(green=21), "[pins] pin 21 is given to the green light and the light of player 4, so none of them is "
                            "used; give each its own pin, or 0 when it is not there"),
    (PinSettings(stop=18), "[pins] pin 18 is given to the stop button and the buzzer, so none of them is used; "
                           "give each its own pin, or 0 when it is not there"),
    (PinSettings(buttons=(5, 12, 5)), "[pins] pin 5 is given to the button of player 1 and the button of player 3, "
                                      "so none of them is used; give each its own pin, or 0 when it is not there"),
])
def test_a_pin_given_twice_is_said_and_left_out(settings: PinSettings, sentence: str) -> None:
    wired = wiring(settings)
    assert sentence in [fault.en for fault in wired.faults]
    used = [*wired.buttons.values(), *wired.lamps.values(), *([wired.buzzer] if wired.buzzer else [])]
    assert len(used) == len(set(used)) and 0 not in used


def test_a_pin_given_twice_is_said_in_french_too() -> None:
    assert wiring(PinSettings(green=21)).faults[0].fr == spaced(
        "[pins] la broche 21 est donnée à la lampe verte et la lampe du joueur 4, donc rien de cela n'est utilisé ; "
        "donnez à chacun sa broche, ou 0 s'il n'existe pas")


def test_every_part_has_a_name() -> None:
    assert set(sentences.BUTTON_NAMES) == set(BUTTONS) and set(sentences.LAMP_NAMES) == set(LAMPS)


# Edges


@pytest.mark.parametrize("button", BUTTONS)
def test_every_edge_of_a_button_comes_with_its_tick(button: str, factory: MockFactory) -> None:
    pin = factory.pin(PINS[button])
    with Panel(KIT, factory) as panel:
        before = panel.now_ns()
        for _ in range(3):
            pin.drive_low()
            assert panel.held() == {button}
            pin.drive_high()
        after = panel.now_ns()
        edges = [_edge(panel) for _ in range(6)]
        assert [(edge.button, edge.down, edge.source) for edge in edges] == [
            (button, True, "pin"), (button, False, "pin")] * 3
        ticks = [edge.tick_ns for edge in edges]
        assert before <= ticks[0] and ticks == sorted(ticks) and ticks[-1] <= after
        assert panel.held() == frozenset()


def test_a_phones_press_is_stamped_when_it_arrives(factory: MockFactory) -> None:
    with Panel(KIT, factory) as panel:
        before = panel.now_ns()
        told = panel.press("player 2")
        edge = _edge(panel)
        assert edge == told and edge.source == "phone" and edge.down and before <= edge.tick_ns <= panel.now_ns()


def test_ticks_are_compared_by_the_factory(factory: MockFactory) -> None:
    """A clock that wraps, as some factories have: what matters is their difference."""
    wraps = 1000.0
    factory.ticks = lambda: MockFactory.ticks() % wraps
    factory.ticks_diff = lambda later, earlier: (later - earlier) % wraps
    with Panel(KIT, factory) as panel:
        start = factory.ticks()
        first, second = panel.clock.at(start), panel.clock.at((start + 2.5) % wraps)
        late = panel.clock.at((start + 999) % wraps)
        assert second - first == 2_500_000_000 and round((late - first) / 1e9, 3) == 999


def test_an_edge_that_can_not_be_queued_ends_nothing(factory: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    with Panel(KIT, factory) as panel:
        contact: Any = panel._contacts["player 1"]
        contact._pin_changed("no tick", 0)
        factory.pin(5).drive_low()
        assert _edge(panel).button == "player 1"
    assert "an edge of player 1 was lost" in caplog.text


def test_no_edge_ends_the_thread_that_calls_all_pins(factory: MockFactory) -> None:
    heard = []

    class Deaf(MockPWMPin):
        def _call_when_changed(self, *edge: object) -> None:
            heard.append(edge)
            raise TypeError("closed meanwhile")

    pin = factory.pin(5, pin_class=guarded(Deaf))
    pin.when_changed = heard.append
    for _ in range(2):
        pin.drive_high()
        pin.drive_low()
    assert len(heard) == 4
    pin.close()
    assert pin.when_changed is None


def test_whatever_fails_in_closing_the_lamps_go_out(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    panel = Panel(KIT, factory)
    panel.lights.burn(LightState("ready", 0))
    assert factory.pin(17).state
    with monkeypatch.context() as broken:
        broken.setattr(panel._contacts["stop"], "close", lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            panel.close()
    assert not factory.pin(17).state and panel._contacts["player 1"].closed
    panel._contacts["stop"].close()


def test_an_edge_from_before_the_panel_was_opened_is_nobodys(factory: MockFactory) -> None:
    with Panel(KIT, factory) as panel:
        contact = panel._contacts["player 1"]
        contact._pin_changed(factory.ticks() - 5.0, 0)
        factory.pin(6).drive_low()
        assert _edge(panel).button == "player 2"


# Showing


def test_the_panel_shows_the_referee_and_is_dark_in_the_end(factory: MockFactory) -> None:
    with Panel(KIT, factory) as panel:
        referee = step(Referee(), Command("new", {"game": "otrio"}, "host")).referee
        panel.show(referee)
        assert factory.pin(17).state and factory.pin(12).state
        panel.play(REFUSED)
        assert factory.pin(22).state
        assert repr(panel) == "<Panel 6 buttons, 8 lamps, buzzer>"
    assert not any(factory.pin(pin).state for pin in (17, 27, 22, 12, 16, 20, 21, 25, 18))
    panel.close()


def test_a_panel_of_nothing_shows_and_hears_phones() -> None:
    nothing = PinSettings("mock", buttons=(), stop=0, lights=(), green=0, amber=0, red=0, buzzer=0)
    with Panel(nothing) as panel:
        panel.lights.burn(LightState("ready", 1))
        panel.play(REFUSED)
        panel.press("stop")
        assert _edge(panel).button == "stop"
        assert panel.lights.modes["player 2"] == "on" and panel.faults == ()
        assert repr(panel) == "<Panel 0 buttons, 0 lamps, no buzzer>"


# What can't be opened


def test_a_pin_that_is_taken_is_said_and_the_others_work(factory: MockFactory,
                                                        caplog: pytest.LogCaptureFixture) -> None:
    with Panel(PinSettings("mock", buttons=(5,), lights=(), stop=0, buzzer=0), factory) as first:
        with Panel(PinSettings("mock", buttons=(6, 17), lights=(5, 12), green=0, amber=0, red=0, stop=0, buzzer=0),
                   factory) as panel:
            assert [fault.en for fault in panel.faults] == [
                "the button of player 2 does not work, since another program holds pin 17; stop that program and start "
                "again, or give the button of player 2 another pin under [pins]",
                "the light of player 1 does not work, since another program holds pin 5; stop that program and start "
                "again, or give the light of player 1 another pin under [pins]"]
            assert panel.buttons == ("player 1",) and panel.lamps == ("player 2",)
            factory.pin(6).drive_low()
            assert _edge(panel).button == "player 1"
        assert first.faults == ()
    assert "since another program holds pin 17" in caplog.text


def test_all_pins_taken_is_one_sentence(factory: MockFactory) -> None:
    with Panel(KIT, factory), Panel(KIT, factory) as panel:
        assert [fault.en for fault in panel.faults] == [
            "no button or light works, since another program holds their pins; stop it (the table's service: "
            "`sudo systemctl stop arbitrio`) and start again"]
        assert panel.buttons == panel.lamps == ()


def test_a_part_that_fails_otherwise_is_said(factory: MockFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise PinPWMUnsupported("no PWM here")

    monkeypatch.setattr(MockPWMPin, "_set_frequency", broken)
    monkeypatch.setattr(MockPWMPin, "close", lambda self: None)
    with Panel(KIT, factory) as panel:
        assert [fault.en for fault in panel.faults] == [
            "the buzzer does not work: pin 18 can't be used (no PWM here); check its wire, or give the buzzer another "
            "pin under [pins]"]
        assert len(panel.buttons) == 6 and len(panel.lamps) == 8


def test_a_lamp_that_stops_obeying_is_said(factory: MockFactory) -> None:
    with Panel(KIT, factory) as panel:
        factory.pin(17).function = "input"  # writing to it fails now
        panel.lights.burn(LightState("ready", 0))
        assert [fault.en for fault in panel.faults] == [
            "the green light does not obey any more; check its wire and start again"]
        assert factory.pin(12).state


@pytest.fixture
def pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A machine that calls itself a Pi, without any GPIO chip; lgpio is not imported yet."""
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setattr(device.panel.pins, "_BOARD_FILES", (model,))
    monkeypatch.setattr(device.panel.pins, "_CHIPS", (tmp_path / "gpiochip4", tmp_path / "gpiochip0"))
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


class _Lgpio:
    """What the panel sees of lgpio on a machine where no chip can be opened."""

    LGPIOPin = MockPWMPin

    class LGPIOFactory:
        def __init__(self) -> None:
            raise RuntimeError("can not open gpiochip")


def _opening(panel: Panel) -> list[str]:
    with panel:
        panel.lights.burn(LightState("ready", 0))
        panel.press("player 1")
        assert _edge(panel).source == "phone", "the game goes on without pins"
        assert panel.buttons == panel.lamps == ()
        return [fault.en for fault in panel.faults]


def test_a_pi_without_lgpio_says_so_and_takes_no_other_factory(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert on_a_pi()
    assert _opening(Panel(PinSettings())) == [
        "the buttons and lights need lgpio, which is not installed; type `sudo apt install python3-lgpio`, or set "
        'factory = "mock" under [pins] to play without them']
    assert Path.cwd() == pi
    with pytest.raises(PinsError, match="need lgpio"):
        open_factory("auto")


def test_a_machine_without_a_chip_says_so(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", _Lgpio)
    assert _opening(Panel(PinSettings("lgpio"))) == [
        f"this machine has no GPIO pins for buttons and lights ({pi}/gpiochip0 is not there); run it on a Raspberry "
        'Pi, or set factory = "mock" under [pins] to play without them']


def test_a_user_without_the_right_is_told_how_to_get_it(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pi / "gpiochip0").touch()
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(device.panel.pins.getpass, "getuser", lambda: "emma")
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", _Lgpio)
    assert _opening(Panel(PinSettings("lgpio"))) == [
        f"this user may not use the GPIO pins ({pi}/gpiochip0); type `sudo adduser emma gpio`, then log in again"]


def test_another_fault_of_the_chip_is_passed_on(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (pi / "gpiochip4").touch()
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", _Lgpio)
    assert _opening(Panel(PinSettings("lgpio"))) == [
        "the GPIO pins can't be opened (can not open gpiochip); restart the Raspberry Pi, or set factory = \"mock\" "
        "under [pins] to play without buttons and lights"]


def test_a_simulated_pin_forgets_what_it_showed() -> None:
    pins = open_factory("mock")
    pin = pins.pin(12)
    pin.function = "output"
    for level in range(100):
        pin.state = level / 100
    assert pin.state == 0.99
    assert len(pin.states) == 1
    pins.close()


def test_auto_is_mock_on_a_machine_that_is_no_pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Some Laptop")
    monkeypatch.setattr(device.panel.pins, "_BOARD_FILES", (tmp_path / "none", model))
    before = threading.active_count()
    assert not on_a_pi()
    pins = open_factory("auto")
    assert type(pins) is MockFactory
    pins.close()
    assert threading.active_count() == before
