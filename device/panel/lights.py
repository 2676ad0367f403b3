"""The lamps: what they show is chosen in `device.panel.shows`; here it gets onto the pins, at its time."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Collection, Mapping
from types import TracebackType
from typing import Protocol, Self

from device.panel.pins import Lamp
from device.panel.shows import Effect, LightState, Mode, Playing, burning, lights

_log = logging.getLogger(__name__)
TICK = 0.05
"""Seconds between looks at the clock while something blinks."""
CALM = 0.6
"""Seconds after a lamp's change in which it may pass for something that moves over the table: a frame shows it half
lit, and the next ones are only then at rest."""


class Switch(Protocol):
    """A lamp on its pin, as gpiozero's LED."""

    value: float

    def close(self) -> None:
        """Free the pin."""


class Lights:
    """The lamps, those without a pin too: a page may show them. A context manager; nothing here ever waits.

    >>> with Lights({}) as table:
    ...     table.burn(LightState("ready", turn=0))
    ...     table
    <Lights green, player 1 on; 0 wired>
    """

    def __init__(self, leds: Mapping[Lamp, Switch]) -> None:
        """Take the lamps, all dark; they are closed with the lights."""
        self._leds = leds
        self._lit: dict[Lamp, bool] = {}
        """What was last written to each lamp."""
        self.broken: set[Lamp] = set()
        """Lamps that did not take what was written."""
        self.on_change: Callable[[], None] | None = None
        """Told when `modes` has changed; must not block."""
        self._changed = threading.Condition()
        self._state: Mapping[Lamp, Mode] = lights(LightState())
        self._stage: Mapping[Lamp, Mode] = {}
        self._since = time.monotonic()
        self._playing: tuple[Playing, ...] = ()
        self._glows: deque[tuple[float, float]] = deque(maxlen=50)
        """From when to when lamps on pins were changing."""
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def burn(self, state: LightState) -> None:
        """Show a state from now on."""
        self._put(state=lights(state))

    def stage(self, modes: Mapping[Lamp, Mode]) -> None:
        """Show these lamps' modes over the state's, as a race does, until told otherwise; empty: the state's again."""
        self._put(stage=modes)

    def play(self, effect: Effect) -> None:
        """Begin an effect over all others; afterwards what is below shows again."""
        if effect.lamps:
            self._put(effect=effect)

    def still(self) -> None:
        """End all effects."""
        with self._changed:
            self._playing = ()
            self._apply()
            self._changed.notify_all()

    @property
    def wired(self) -> Collection[Lamp]:
        """The lamps that are on pins."""
        return self._leds.keys()

    @property
    def modes(self) -> Mapping[Lamp, Mode]:
        """What each lamp shows now, without the effects."""
        return {**self._state, **self._stage}

    @property
    def playing(self) -> tuple[Playing, ...]:
        """The effects that play now, the newest last; they began in seconds of `time.monotonic`."""
        return self._playing

    def _put(self, state: Mapping[Lamp, Mode] | None = None, stage: Mapping[Lamp, Mode] | None = None,
             effect: Effect | None = None) -> None:
        with self._changed:
            before, now = self.modes, time.monotonic()
            self._state = self._state if state is None else state
            self._stage = self._stage if stage is None else stage
            if effect is not None:
                self._playing = (*self._playing, Playing(effect, now))
            if self.modes != before:
                self._since = now
            self._apply()  # at once, in the caller's thread: a press is answered without a turn of this one
            self._changed.notify_all()
        if self.on_change is not None and (effect is not None or self.modes != before):
            self._tell(self.on_change)

    def _run(self) -> None:
        with self._changed:
            while not self._closed:
                self._apply()
                busy = self._playing or "blink" in self.modes.values()
                self._changed.wait(TICK if busy else None)

    def _apply(self) -> None:
        """Set the pins to what burns now; with the lock held."""
        if self._closed:
            return
        now = time.monotonic()
        self._playing = tuple(each for each in self._playing if not each.over(now))
        self._set(burning(self.modes, self._since, self._playing, now), now)

    def _set(self, burn: Mapping[Lamp, bool], now: float) -> None:
        """Write what has changed."""
        changed = {lamp: on for lamp, on in burn.items() if self._lit.get(lamp, False) != on}
        self._lit |= changed
        if changed.keys() & self._leds.keys():
            begin = self._glows.pop()[0] if self._glows and now <= self._glows[-1][1] else now
            self._glows.append((begin, now + CALM))
        for lamp in changed.keys() & self._leds.keys():
            try:
                self._leds[lamp].value = changed[lamp]
            except Exception:  # a lamp is never worth the game
                if lamp not in self.broken:
                    _log.exception("the %s light does not obey", lamp)
                self.broken.add(lamp)

    def glowed(self, seconds: float) -> bool:
        """Tell whether lamps on pins were changing when a frame was taken, in seconds of `time.monotonic`."""
        with self._changed:
            return any(begin <= seconds <= end for begin, end in self._glows)

    @staticmethod
    def _tell(listener: Callable[[], None]) -> None:
        try:
            listener()
        except Exception:  # the lights outlive their listeners
            _log.exception("a listener of the lights failed")

    def close(self) -> None:
        """Switch everything off and free the pins; may be called twice."""
        with self._changed:
            if self._closed:
                return
            self._set(dict.fromkeys(self._lit, False), time.monotonic())
            self._closed = True
            self._changed.notify_all()
        self._thread.join(1)
        for led in self._leds.values():
            led.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        if self._closed:
            return "<Lights closed>"
        shown = ", ".join(lamp for lamp, mode in self.modes.items() if mode != "off") or "nothing"
        return f"<Lights {shown} on; {len(self._leds)} wired>"
