"""The lights: a function of the game's state, with effects on top that pass by themselves."""

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Literal, Self, TypeAlias

from device.events import Event
from device.pins import Factory, Lamp, lamps, open_factory, open_lamps
from device.referee import Phase, Referee
from device.settings import PinSettings

Mode: TypeAlias = Literal["on", "off", "blink"]
_log = logging.getLogger(__name__)
BLINK = 1.0
"""Seconds of one blink, on and off."""
FLASH = 0.2
"""The same, within an effect."""
TICK = 0.05
"""Seconds between looks at the clock while something blinks."""
PLAYERS = 5


@dataclass(frozen=True)
class LightState:
    """What the lights show of a game."""

    phase: Phase = "idle"
    turn: int | None = None
    """The seat whose turn it is."""
    refused: bool = False
    """An action was refused and is still to be put right."""
    winners: tuple[int, ...] = ()
    """The seats that won; at the end of a game that nobody won, empty."""


def light_state(referee: Referee) -> LightState:
    """Return what the lights show of the referee."""
    ledger = referee.ledger
    if ledger is None:
        return LightState(referee.phase)
    outcome = ledger.game.outcome(ledger.state)
    return LightState(referee.phase, ledger.game.to_play(ledger.state), ledger.refusal is not None,
                      outcome.winners if outcome else ())


def lights(state: LightState) -> Mapping[Lamp, Mode]:
    """Return what each lamp shows.

    Green: play. Amber: wait while the table is read; blinking, the players are asked something. Red: put the table
    right; blinking, the camera is lost. The light of the seat whose turn it is burns; after the game the winners'
    blink.
    """
    shown: dict[Lamp, Mode] = {lamp: "off" for lamp in ("green", "amber", "red", *map(_player, range(PLAYERS)))}
    if state.phase == "over":
        return shown | {_player(seat): "blink" for seat in state.winners}
    if state.phase != "idle" and state.turn is not None:
        shown[_player(state.turn)] = "on"
    if state.refused or state.phase == "mismatch":
        shown["red"] = "on"
    match state.phase:
        case "lost":
            shown["red"] = "blink"
        case "question":
            shown["amber"] = "blink"
        case "hand" | "settling":
            shown["amber"] = "on"
        case "ready" if not state.refused:
            shown["green"] = "on"
    return shown


def _player(seat: int) -> Lamp:
    return f"player {seat + 1}"


@dataclass(frozen=True)
class Effect:
    """Lamps that flash for a moment, whatever they show otherwise."""

    lamps: tuple[Lamp, ...]
    seconds: float = 0.8


def accepted(seat: int | None) -> Effect:
    """Return the effect for an action that was accepted: the green light flashes, and the player's."""
    return Effect(("green",) if seat is None else ("green", _player(seat)))


REFUSED = Effect(("red",), 1.2)
WON = Effect(("green", *map(_player, range(PLAYERS))), 2.4)


def effect_of(referee: Referee, events: Sequence[Event]) -> Effect | None:
    """Return the effect that the newest of the accepted events has on the lights."""
    kind = events[-1].kind if events else None
    ledger = referee.ledger
    if kind == "illegal":
        return REFUSED
    if kind != "action" or ledger is None or len(ledger.states) < 2:
        return None
    outcome = ledger.game.outcome(ledger.state)
    return WON if outcome and outcome.winners else accepted(ledger.game.to_play(ledger.states[-2]))


def burning(modes: Mapping[Lamp, Mode], effect: Effect | None, seconds: float) -> Mapping[Lamp, bool]:
    """Return which lamps burn, `seconds` after the effect began; after its end it changes nothing."""
    burn = {lamp: mode == "on" or (mode == "blink" and seconds % BLINK < BLINK / 2) for lamp, mode in modes.items()}
    if effect is not None and seconds < effect.seconds:
        burn |= {lamp: seconds % FLASH < FLASH / 2 for lamp in effect.lamps}
    return burn


class Lights:
    """The lamps on their pins. A context manager; `show`, `burn` and `play` return at once.

    >>> with Lights(PinSettings(factory="mock", lights=(12, 16))) as table:
    ...     table.burn(LightState("ready", turn=0))
    ...     table
    <Lights green, player 1 on; 5 lamps>
    """

    def __init__(self, settings: PinSettings, factory: Factory | None = None) -> None:
        """Reserve the pins; raise SettingsError or PinsError. A factory that is given is not closed."""
        wired = lamps(settings)
        self._own = factory is None
        self._factory = open_factory(settings.factory) if factory is None else factory
        try:
            self._leds = open_lamps(self._factory, wired)
        except BaseException:
            self._release()
            raise
        self._changed = threading.Condition()
        self._modes: Mapping[Lamp, Mode] = lights(LightState())
        self._effect: Effect | None = None
        self._began = time.monotonic()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def show(self, referee: Referee, events: Sequence[Event] = ()) -> None:
        """Show the referee's state from now on, after the effect of what was just accepted."""
        effect = effect_of(referee, events)
        if effect is not None:
            self.play(effect)
        self.burn(light_state(referee))

    def burn(self, state: LightState) -> None:
        """Show a state from now on."""
        with self._changed:
            self._modes = lights(state)
            self._changed.notify_all()

    def play(self, effect: Effect) -> None:
        """Begin an effect; a running one gives way, and afterwards the state shows again."""
        with self._changed:
            self._effect, self._began = effect, time.monotonic()
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                if self._closed:
                    return
                seconds = time.monotonic() - self._began
                if self._effect is not None and seconds >= self._effect.seconds:
                    self._effect = None
                burn = burning(self._modes, self._effect, seconds)
                self._set(burn)
                busy = self._effect is not None or "blink" in self._modes.values()
                self._changed.wait(TICK if busy else None)

    def _set(self, burn: Mapping[Lamp, bool]) -> None:
        for lamp, led in self._leds.items():
            if led.is_lit != burn.get(lamp, False):
                try:
                    led.value = burn.get(lamp, False)
                except Exception:  # a lamp is never worth the game
                    _log.exception("the %s light does not obey", lamp)

    def close(self) -> None:
        """Switch everything off and free the pins; may be called twice."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
        self._thread.join(1)
        self._set({})
        for led in self._leds.values():
            led.close()
        self._release()

    def _release(self) -> None:
        if self._own:
            self._factory.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._closed:
            return "<Lights closed>"
        shown = ", ".join(lamp for lamp, mode in self._modes.items() if mode != "off") or "nothing"
        return f"<Lights {shown} on; {len(self._leds)} lamps>"
