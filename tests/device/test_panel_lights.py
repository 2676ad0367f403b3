"""The lamps and the buzzer: what is chosen gets onto the pins, at its time, and never in anybody's way."""

import threading
import time
from collections.abc import Callable, Iterator, Mapping

import pytest

from device.panel.buzzer import SOUNDS, Buzzer
from device.panel.lights import CALM, Lights
from device.panel.shows import LAMPS, REFUSED, WON, Effect, LightState, pressed


class Lamp:
    """A lamp that remembers what it showed; a broken one takes nothing."""

    def __init__(self, broken: bool = False) -> None:
        self.levels: list[float] = []
        self.open = True
        self._broken = broken

    @property
    def value(self) -> float:
        return self.levels[-1] if self.levels else 0.0

    @value.setter
    def value(self, value: float) -> None:
        if self._broken:
            raise OSError("no such wire")
        self.levels.append(float(value))

    def close(self) -> None:
        self.open = False


@pytest.fixture
def leds() -> Mapping[str, Lamp]:
    return {lamp: Lamp() for lamp in LAMPS}


@pytest.fixture
def table(leds: Mapping[str, Lamp]) -> Iterator[Lights]:
    with Lights(leds) as made:
        yield made
    assert all(not led.value and not led.open for led in leds.values())


def wait_for(condition: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(1000):
        if condition():
            return
        pause.wait(0.01)
    raise AssertionError("it never came to be")


def _burning(leds: Mapping[str, Lamp]) -> set[str]:
    return {lamp for lamp, led in leds.items() if led.value}


def test_a_state_and_an_effect_are_on_the_pins_when_the_call_returns(table: Lights, leds: Mapping[str, Lamp]) -> None:
    table.burn(LightState("ready", 2))
    assert _burning(leds) == {"green", "player 3"}
    table.play(pressed("player 5"))
    assert _burning(leds) == {"green", "player 3", "player 5"}
    table.burn(LightState("hand", 2))
    assert _burning(leds) == {"amber", "player 3", "player 5"}
    assert repr(table) == "<Lights amber, player 3 on; 8 wired>"


@pytest.mark.parametrize("effect", [REFUSED, WON, Effect(("red", "green"), 0.5)])
def test_an_effect_flashes_and_returns_to_the_state(effect: Effect, table: Lights, leds: Mapping[str, Lamp]) -> None:
    table.burn(LightState("ready", 0))
    table.play(effect)
    flashes = leds[effect.lamps[0]].levels
    wait_for(lambda: flashes[-4:] in ([0, 1, 0, 1], [1, 0, 1, 0]))
    wait_for(lambda: not table.playing and _burning(leds) == {"green", "player 1"})


def test_what_is_staged_is_over_the_state_until_it_is_taken_off(table: Lights, leds: Mapping[str, Lamp]) -> None:
    table.burn(LightState("ready", 0))
    table.stage({"green": "off", "amber": "on"})
    assert _burning(leds) == {"amber", "player 1"}
    table.burn(LightState("ready", 1))
    assert _burning(leds) == {"amber", "player 2"}
    table.stage({})
    assert _burning(leds) == {"green", "player 2"}


def test_effects_never_block_and_can_be_ended(table: Lights, leds: Mapping[str, Lamp]) -> None:
    for _ in range(200):
        table.play(WON)
        table.burn(LightState("ready", 0))
    table.still()
    assert _burning(leds) == {"green", "player 1"} and table.playing == ()


def test_a_broken_lamp_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    leds = {"green": Lamp(broken=True), "player 1": Lamp()}
    with Lights(leds) as table:
        table.burn(LightState("ready", 0))
        table.burn(LightState("hand", 0))
        table.burn(LightState("ready", 0))
        assert leds["player 1"].levels == [1] and table.broken == {"green"}
    assert caplog.text.count("the green light does not obey") == 1


def test_lamps_without_pins_are_shown_too_and_listeners_told() -> None:
    told: list[Mapping[str, str]] = []
    with Lights({}) as table:
        table.on_change = lambda: told.append(table.modes)
        table.burn(LightState("ready", 1))
        table.burn(LightState("ready", 1))
        table.play(REFUSED)
        assert [{lamp for lamp, mode in modes.items() if mode != "off"} for modes in told] == [
            {"green", "player 2"}] * 2
        assert [each.effect for each in table.playing] == [REFUSED]


def test_a_failing_listener_stops_no_light(table: Lights, leds: Mapping[str, Lamp],
                                           caplog: pytest.LogCaptureFixture) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("deaf")

    table.on_change = fail
    table.burn(LightState("ready", 0))
    assert _burning(leds) == {"green", "player 1"}
    assert caplog.text.count("a listener of the lights failed") == 1


# What the eye sees of it


def test_a_lamps_change_is_remembered_with_its_time(table: Lights) -> None:
    before = time.monotonic()
    assert not table.glowed(before)
    table.burn(LightState("ready", 0))
    changed = time.monotonic()
    assert table.glowed(changed) and table.glowed(changed + CALM - 0.1)
    assert not table.glowed(before - 0.01) and not table.glowed(changed + CALM + 0.01)
    table.burn(LightState("ready", 0))
    assert not table.glowed(changed + CALM + 0.01), "nothing has changed"


def test_blinking_lamps_glow_all_the_time(table: Lights, leds: Mapping[str, Lamp]) -> None:
    table.burn(LightState("lost"))
    begun = time.monotonic()
    wait_for(lambda: leds["red"].levels == [1, 0, 1])
    assert all(table.glowed(begun + n / 10) for n in range(10))


def test_lamps_without_pins_glow_for_nobody() -> None:
    with Lights({}) as table:
        table.burn(LightState("lost", 1))
        table.play(WON)
        assert not table.glowed(time.monotonic())


# Sounds


class Horn:
    """A buzzer that remembers what it played."""

    def __init__(self, broken: bool = False) -> None:
        self.tones: list[float | None] = []
        self._broken = broken

    def play(self, tone: float) -> None:
        if self._broken:
            raise OSError("no such wire")
        self.tones.append(tone)

    def stop(self) -> None:
        self.tones.append(None)

    def close(self) -> None:
        assert self.tones[-1] is None, "it still sounds"


@pytest.mark.parametrize("sound", SOUNDS)
def test_each_sound_is_played_and_ends(sound: str) -> None:
    horn = Horn()
    buzzer = Buzzer(horn)
    buzzer.play(sound)  # type: ignore[arg-type]
    notes = [tone for tone, _ in SOUNDS[sound]]  # type: ignore[index]
    wait_for(lambda: horn.tones == [*notes, None])
    buzzer.close()
    buzzer.close()


def test_sounds_differ_in_tune_and_are_short() -> None:
    tunes = [tuple((tone is None, seconds) for tone, seconds in notes) for notes in SOUNDS.values()]
    assert len(set(tunes)) == len(SOUNDS)
    for notes in SOUNDS.values():
        assert sum(seconds for _, seconds in notes) <= 0.8
        assert all(tone is None or 220 <= tone <= 3520 for tone, _ in notes)


def test_a_new_sound_cuts_the_old_one_short() -> None:
    horn = Horn()
    buzzer = Buzzer(horn)
    for _ in range(50):
        buzzer.play("won")
    buzzer.play("go")
    wait_for(lambda: horn.tones[-2:] == [2093, None])
    buzzer.close()
    assert 1568 not in horn.tones, "a fanfare was played to its end"


def test_a_broken_or_missing_buzzer_is_silent(caplog: pytest.LogCaptureFixture) -> None:
    Buzzer(None).play("won")
    buzzer = Buzzer(Horn(broken=True))
    buzzer.play("go")
    wait_for(lambda: buzzer.broken)
    buzzer.play("go")
    for each in (buzzer, Buzzer(None)):
        each.close()
    assert caplog.text.count("the buzzer does not obey") == 1
