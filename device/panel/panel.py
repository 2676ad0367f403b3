"""The panel on its pins: what can be opened is, what can't is said, and every edge goes into one queue."""

import contextlib
import logging
import queue
import time
from collections.abc import Sequence
from functools import partial
from types import TracebackType
from typing import Any, Self

from gpiozero import LED, DigitalInputDevice, TonalBuzzer
from gpiozero.pins.mock import MockFactory

from device.events import Event
from device.panel import Button, Edge, Source, sentences
from device.panel.buzzer import MIDDLE, OCTAVES, Buzzer
from device.panel.lights import Lights
from device.panel.pins import Factory, Lamp, PinsError, Wiring, all_taken, open_factory, open_part, wiring
from device.panel.shows import ASKED, Effect, effect_of, light_state
from device.referee import Phase, Referee
from device.settings import PinSettings
from rules.text import Text

_log = logging.getLogger(__name__)


class Clock:
    """The factory's ticks as nanoseconds. Ticks are opaque: only the factory itself can take their difference."""

    def __init__(self, factory: Factory | None) -> None:
        self._factory = factory
        self._base_ns = time.monotonic_ns()
        self._base = factory.ticks() if factory is not None else None

    def at(self, ticks: Any) -> int:
        """Return the nanoseconds of a tick of the factory."""
        assert self._factory is not None, "only a factory's pins have ticks"
        return self._base_ns + round(float(self._factory.ticks_diff(ticks, self._base)) * 1e9)

    def now_ns(self) -> int:
        """Return the nanoseconds of now."""
        return time.monotonic_ns() if self._factory is None else self.at(self._factory.ticks())


class _Contact(DigitalInputDevice):  # type: ignore[misc]
    """A button, but every edge with its tick, and no thread of its own as gpiozero's Button has for holding."""

    def __init__(self, pin: int, button: Button, clock: Clock, edges: "queue.SimpleQueue[Edge | None]",
                 factory: Factory) -> None:
        self._button, self._clock, self._edges = button, clock, edges
        self._since_ns = clock.now_ns()
        super().__init__(pin, pull_up=True, pin_factory=factory)

    def _pin_changed(self, ticks: Any, state: Any) -> None:
        """Only enqueue: this runs in lgpio's one thread, where an exception would end all buttons for good."""
        try:
            tick = self._clock.at(ticks)
            if tick >= self._since_ns:  # what was under way when the pin was last closed is nobody's any more
                self._edges.put(Edge(self._button, not state, tick))
        except Exception:
            _log.exception("an edge of %s was lost", self._button)


class Panel:
    """Buttons, lamps and the buzzer. A context manager; what can't be opened is left out and told in `faults`.

    >>> with Panel(PinSettings(factory="mock", buttons=(5,), lights=(12, 16))) as panel:
    ...     panel
    <Panel 2 buttons, 5 lamps, buzzer>
    """

    def __init__(self, settings: PinSettings, factory: Factory | None = None) -> None:
        """Open the parts. A factory that is given is not closed."""
        self.settings = settings
        self._own = factory is None
        faults: list[Text] = []
        self._factory = factory or _factory(settings.factory, faults)
        self.edges: queue.SimpleQueue[Edge | None] = queue.SimpleQueue()
        """Every edge of every button, bounce included, as they arrive; None only wakes its one reader."""
        self.clock = Clock(self._factory)
        wired = wiring(settings) if self._factory is not None else Wiring({}, {}, None)
        faults += wired.faults
        self._contacts = self._open_contacts(wired, faults)
        self.lights = Lights(self._open_lamps(wired, faults))
        self.buzzer = Buzzer(self._open_buzzer(wired, faults))
        self._phase: Phase = "idle"
        if all_taken(wired, faults):
            faults = [*wired.faults, sentences.ALL_TAKEN]
        self._faults = tuple(faults)
        for fault in faults:
            _log.warning("%s", fault)

    @property
    def simulated(self) -> bool:
        """Tell whether the pins are only pretended."""
        return isinstance(self._factory, MockFactory)

    @property
    def buttons(self) -> tuple[Button, ...]:
        """The buttons whose pins work."""
        return tuple(self._contacts)

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        """The lamps whose pins work."""
        return tuple(self.lights.wired)

    @property
    def faults(self) -> tuple[Text, ...]:
        """What does not work, each with its remedy."""
        broken = [sentences.LAMP_NAMES[lamp] for lamp in self.lights.wired if lamp in self.lights.broken]
        broken += [sentences.BUZZER] if self.buzzer.broken else []
        return self._faults + tuple(sentences.DISOBEYS.fill(part=part) for part in broken)

    def now_ns(self) -> int:
        """Return the tick of now, on the clock of all edges."""
        return self.clock.now_ns()

    def press(self, button: Button, down: bool = True, source: Source = "phone") -> Edge:
        """Take an edge that no pin made, stamped now; may be called from any thread."""
        edge = Edge(button, down, self.now_ns(), source)
        self.edges.put(edge)
        return edge

    def held(self) -> frozenset[Button]:
        """Return the buttons whose contacts are closed now, read from the pins."""
        return frozenset(button for button, contact in self._contacts.items() if _closed(contact))

    def show(self, referee: Referee, events: Sequence[Event] = ()) -> None:
        """Show the referee's state from now on, after the effect of what was just accepted; returns at once."""
        effect = effect_of(referee, events)
        if effect is None and referee.phase == "question" and self._phase != "question":
            effect = ASKED
        self._phase = referee.phase
        if effect is not None:
            self.play(effect)
        self.lights.burn(light_state(referee))

    def play(self, effect: Effect) -> None:
        """Begin an effect, with its sound; returns at once."""
        self.lights.play(effect)
        if effect.sound is not None:
            self.buzzer.play(effect.sound)

    def _open_contacts(self, wired: Wiring, faults: list[Text]) -> dict[Button, _Contact]:
        opened = {button: open_part(partial(_Contact, button=button, clock=self.clock, edges=self.edges,
                                            factory=self._factory), pin, sentences.BUTTON_NAMES[button], faults)
                  for button, pin in wired.buttons.items()}
        return {button: contact for button, contact in opened.items() if contact is not None}

    def _open_lamps(self, wired: Wiring, faults: list[Text]) -> dict[Lamp, Any]:
        opened = {lamp: open_part(partial(LED, pin_factory=self._factory), pin, sentences.LAMP_NAMES[lamp], faults)
                  for lamp, pin in wired.lamps.items()}
        return {lamp: led for lamp, led in opened.items() if led is not None}

    def _open_buzzer(self, wired: Wiring, faults: list[Text]) -> Any:
        if wired.buzzer is None:
            return None
        return open_part(partial(TonalBuzzer, mid_tone=MIDDLE, octaves=OCTAVES, pin_factory=self._factory),
                         wired.buzzer, sentences.BUZZER, faults)

    def close(self) -> None:
        """Switch everything off and free the pins; may be called twice."""
        with contextlib.ExitStack() as closing:  # whatever fails, the lamps go out
            if self._own and self._factory is not None:
                closing.callback(self._factory.close)
                self._own = False
            for contact in self._contacts.values():
                closing.callback(contact.close)
            closing.callback(self.buzzer.close)
            closing.callback(self.lights.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        buzzer = "buzzer" if self.buzzer.wired else "no buzzer"
        return f"<Panel {len(self._contacts)} buttons, {len(self.lights.wired)} lamps, {buzzer}>"


def _factory(name: str, faults: list[Text]) -> Factory | None:
    try:
        return open_factory(name)
    except PinsError as error:
        faults.append(error.text)
        return None


def _closed(contact: _Contact) -> bool:
    try:
        return bool(contact.is_active)
    except Exception:  # a pin that can't be read presses nothing
        _log.debug("a button can't be read", exc_info=True)
        return False
