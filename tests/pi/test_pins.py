"""The lights on real kernel pins, driven by lgpio."""

import os
from importlib import import_module
from pathlib import Path

import pytest

from device.lights import REFUSED, Effect, Lights, LightState
from device.pins import PinsError, lamps, on_a_pi, open_factory
from device.settings import PinSettings

support = import_module("conftest")
WIRING = lamps(PinSettings())


def _burning() -> set[str]:
    return {lamp for lamp, pin in WIRING.items() if support.level(pin)}


def test_auto_takes_lgpio_on_a_pi_and_leaves_no_trace_in_the_folder() -> None:
    assert on_a_pi()
    here = os.getcwd()
    factory = open_factory("auto")
    assert type(factory).__name__ == "LGPIOFactory"
    factory.close()
    assert os.getcwd() == here and not list(Path(here).glob(".lgd*"))


@pytest.mark.parametrize("lamp", WIRING)
def test_each_lamp_of_the_wiring_lights_its_own_pin(lamp: str) -> None:
    with Lights(PinSettings(factory="lgpio")) as table:
        table.burn(LightState())
        assert _burning() == set()
        table.play(Effect((lamp,), 1.5))
        assert support.wait_for(lambda: _burning() == {lamp})
        table.play(Effect((), 0))
        assert support.wait_for(lambda: _burning() == set())


def test_the_pins_follow_the_state_and_are_dark_and_free_at_the_end() -> None:
    for _ in range(2):
        with Lights(PinSettings()) as table:
            table.burn(LightState("ready", 3))
            assert support.wait_for(lambda: _burning() == {"green", "player 4"})
            table.burn(LightState("hand", 3, refused=True))
            assert support.wait_for(lambda: _burning() == {"red", "amber", "player 4"})
            table.play(REFUSED)
            table.burn(LightState("ready", 0))
            assert support.wait_for(lambda: _burning() == {"green", "player 1"})
        assert _burning() == set()


def test_a_pin_that_another_process_holds_is_an_error() -> None:
    holder = support.python("from gpiozero import LED; led = LED(17); led.on(); print('held', flush=True); input()",
                            GPIOZERO_PIN_FACTORY="lgpio", LG_WD="/tmp")
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "held\n"
        with pytest.raises(PinsError, match="pin 17 of the green light can't be used .*; stop the program that holds"):
            Lights(PinSettings())
    finally:
        holder.kill()
        holder.communicate()
    assert support.wait_for(lambda: not support.level(17))
    with Lights(PinSettings()):
        pass
