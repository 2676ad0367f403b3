"""The lights on mock pins, and the pure functions behind them."""

import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

import device.pins
from device.errors import SettingsError
from device.events import Event, Ledger, fold
from device.lights import (
    REFUSED,
    WON,
    Effect,
    Lights,
    LightState,
    accepted,
    burning,
    effect_of,
    light_state,
    lights,
)
from device.pins import PinsError, lamps, on_a_pi, open_factory
from device.referee import Command, Referee, step
from device.settings import PinSettings

KIT = PinSettings(factory="mock")


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before = threading.active_count()
    pins = MockFactory()
    yield pins
    assert not any(pins._reservations.values()), "a pin is still reserved"
    pins.close()
    assert threading.active_count() == before


def _shown(state: LightState) -> dict[str, str]:
    return {lamp: mode for lamp, mode in lights(state).items() if mode != "off"}


@pytest.mark.parametrize(("state", "shown"), [
    (LightState(), {}),
    (LightState("ready", 0), {"green": "on", "player 1": "on"}),
    (LightState("ready", 4), {"green": "on", "player 5": "on"}),
    (LightState("ready"), {"green": "on"}),
    (LightState("hand", 1), {"amber": "on", "player 2": "on"}),
    (LightState("settling", 1), {"amber": "on", "player 2": "on"}),
    (LightState("question", 1), {"amber": "blink", "player 2": "on"}),
    (LightState("mismatch", 1), {"red": "on", "player 2": "on"}),
    (LightState("lost", 1), {"red": "blink", "player 2": "on"}),
    (LightState("ready", 2, refused=True), {"red": "on", "player 3": "on"}),
    (LightState("hand", 2, refused=True), {"red": "on", "amber": "on", "player 3": "on"}),
    (LightState("over", None, winners=(0, 3)), {"player 1": "blink", "player 4": "blink"}),
    (LightState("over", 1), {}),
])
def test_lights_are_a_function_of_the_state(state: LightState, shown: dict[str, str]) -> None:
    assert _shown(state) == shown


def _referee(*actions: str) -> Referee:
    """Return the referee of a game for two at the table, after these actions."""
    options = {"players": "2", "turns": "purple,red,green,blue"}
    referee = step(Referee(), Command("new", {"game": "otrio", "options": options}, "host")).referee
    assert referee.ledger is not None
    ledger: Ledger | None = referee.ledger
    for action in actions:
        ledger = fold(ledger, Event("action", {"action": action}))
    return replace(referee, ledger=ledger, phase="ready")


def _placing(count: int) -> list[str]:
    """Return the notation of the first legal actions, one after the other."""
    notations: list[str] = []
    for _ in range(count):
        ledger = _referee(*notations).ledger
        assert ledger is not None
        notations.append(ledger.game.notation(next(iter(ledger.game.legal_actions(ledger.state)))))
    return notations


def test_the_light_of_the_seat_follows_a_real_game() -> None:
    actions = _placing(3)
    assert [light_state(_referee(*actions[:n])).turn for n in range(4)] == [0, 1, 0, 1]
    assert light_state(Referee()) == LightState("idle")


def test_the_newest_event_chooses_the_effect() -> None:
    actions = _placing(2)
    moved = Event("action", {"action": actions[1]})
    assert effect_of(_referee(*actions), [moved]) == accepted(1)
    assert effect_of(_referee(*actions), [moved, Event("illegal", {})]) == REFUSED
    assert effect_of(_referee(*actions), []) is None
    assert effect_of(_referee(*actions), [Event("undo")]) is None
    assert effect_of(Referee(), [moved]) is None


def test_a_refusal_shows_until_it_is_put_right() -> None:
    referee = _referee(*_placing(1))
    assert referee.ledger is not None
    action = referee.ledger.actions[0]  # the same once more
    refused = replace(referee, ledger=fold(referee.ledger, Event("illegal", {"action": action, "code": ""})))
    assert light_state(refused) == LightState("ready", 1, refused=True)
    right = replace(referee, ledger=fold(refused.ledger, Event("put right")))
    assert light_state(right) == LightState("ready", 1)


def test_a_blinking_lamp_burns_half_of_the_time() -> None:
    modes = lights(LightState("lost"))
    assert [burning(modes, None, n / 4)["red"] for n in range(8)] == [True, True, False, False] * 2


def test_an_effect_flashes_and_then_the_state_shows_again() -> None:
    modes = lights(LightState("ready", 1))
    effect = accepted(0)
    during = [burning(modes, effect, n / 10 + 0.01) for n in range(8)]
    assert [burn["player 1"] for burn in during] == [True, False] * 4
    assert [burn["green"] for burn in during] == [True, False] * 4
    assert all(burn["player 2"] for burn in during)
    assert burning(modes, effect, effect.seconds) == burning(modes, None, effect.seconds)


def test_lamps_are_wired_as_the_kit_says() -> None:
    assert lamps(KIT) == {"green": 17, "amber": 27, "red": 22, "player 1": 12, "player 2": 16, "player 3": 20,
                          "player 4": 21, "player 5": 25}


def test_a_missing_lamp_is_left_out() -> None:
    assert lamps(PinSettings(lights=(12, 0, 20), amber=0)) == {"green": 17, "red": 22, "player 1": 12, "player 3": 20}


def test_a_pin_for_two_lamps_is_an_error() -> None:
    with pytest.raises(SettingsError) as caught:
        lamps(PinSettings(green=21))
    assert str(caught.value) == ("[pins] pin 21 is given to two lights, green and player 4; "
                                 "give each its own pin, or 0 when it is not there")


def _wait_for(factory: MockFactory, pin: int, level: int) -> None:
    """Wait until the pin has had the level; the mock pin keeps all levels that it had."""
    done = threading.Event()
    for _ in range(500):
        if factory.pin(pin).state == level:
            return
        done.wait(0.01)
    raise AssertionError(f"pin {pin} never became {level}")


def test_the_pins_follow_the_state(factory: MockFactory) -> None:
    with Lights(KIT, factory) as table:
        table.burn(LightState("ready", 2))
        _wait_for(factory, 17, 1)
        _wait_for(factory, 20, 1)
        assert [factory.pin(n).state for n in (12, 16, 21, 25, 27, 22)] == [0] * 6
        table.burn(LightState("hand", 2))
        _wait_for(factory, 17, 0)
        _wait_for(factory, 27, 1)
        assert repr(table) == "<Lights amber, player 3 on; 8 lamps>"
    assert [factory.pin(n).state for n in (17, 20, 27)] == [0, 0, 0]
    assert repr(table) == "<Lights closed>"
    table.close()


@pytest.mark.parametrize("effect", [REFUSED, WON, Effect(("red", "green"), 0.5)])
def test_an_effect_on_the_pins_returns_to_the_state(factory: MockFactory, effect: Effect) -> None:
    with Lights(KIT, factory) as table:
        table.burn(LightState("ready", 0))
        _wait_for(factory, 17, 1)
        table.play(effect)
        flashing = lamps(KIT)[effect.lamps[0]]
        for level in (1, 0, 1, 0):
            _wait_for(factory, flashing, level)
        table.play(Effect(effect.lamps, 0.0))
        _wait_for(factory, 17, 1)
        _wait_for(factory, 12, 1)
        _wait_for(factory, 22, 0)


def test_effects_never_block(factory: MockFactory) -> None:
    with Lights(KIT, factory) as table:
        for _ in range(200):
            table.play(WON)
            table.burn(LightState("ready", 0))
        table.play(Effect((), 0.0))
        _wait_for(factory, 17, 1)


def test_a_pin_that_is_taken_is_an_error_that_frees_the_others(factory: MockFactory) -> None:
    with Lights(PinSettings(factory="mock", lights=(5,), amber=0, red=0), factory):
        with pytest.raises(PinsError) as caught:
            Lights(PinSettings(factory="mock", lights=(6, 17), green=0, amber=0, red=0), factory)
        assert str(caught.value).startswith("pin 17 of the player 2 light can't be used (")
        assert str(caught.value).endswith("; stop the program that holds it, "
                                          "or give the light another pin under [pins]")
        with Lights(PinSettings(factory="mock", lights=(6,), green=0, amber=0, red=0), factory):
            pass


def test_a_broken_lamp_does_not_stop_the_others(factory: MockFactory, caplog: pytest.LogCaptureFixture) -> None:
    with Lights(KIT, factory) as table:
        factory.pin(17).function = "input"  # writing to it fails now
        table.burn(LightState("ready", 0))
        _wait_for(factory, 12, 1)
    assert "the green light does not obey" in caplog.text


def test_auto_is_mock_on_a_machine_that_is_no_pi(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Some Laptop")
    monkeypatch.setattr(device.pins, "_BOARD_FILES", (tmp_path / "none", model))
    assert not on_a_pi()
    pins = open_factory("auto")
    assert type(pins) is MockFactory
    pins.close()


def test_a_pi_without_lgpio_is_an_error_and_never_another_factory(monkeypatch: pytest.MonkeyPatch,
                                                                  tmp_path: Path) -> None:
    model = tmp_path / "model"
    model.write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    monkeypatch.setattr(device.pins, "_BOARD_FILES", (model,))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PinsError) as caught:
        open_factory("auto")
    assert str(caught.value).startswith("the pins need lgpio, which is not installed (")
    assert "type `sudo apt install python3-lgpio`" in str(caught.value)
    assert Path.cwd() == tmp_path
