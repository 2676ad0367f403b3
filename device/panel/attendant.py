"""The attendant of the panel: one thread takes edges from their queue and answers them, another tells the listeners."""

import contextlib
import logging
import os
import queue
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Self, TypeAlias

from device.panel import STOP, Button, Edge, Press, Source, sentences
from device.panel.panel import Panel
from device.panel.race_run import RaceRun, Told
from device.panel.shows import pressed
from device.races.presses import MS, Contact, Span, Timing, contact
from device.races.race import RaceRules
from rules.text import Text

_log = logging.getLogger(__name__)
IDLE = 0.25
"""Seconds between looks at the pins' levels while nothing happens."""
KEPT_MS = 1000
"""Edges are remembered for so long after a contact has come to rest, for those that come late."""
MANY = 300
"""No hand makes so many edges within `KEPT_MS`."""
TURN = 0.0002
"""Seconds after which Python's threads take turns: a press is not to wait until the referee has judged a look."""
OnEdge: TypeAlias = Callable[[Edge], None]
OnPress: TypeAlias = Callable[[Press], None]


@dataclass(frozen=True)
class Health:
    """How the panel is."""

    alive: bool
    """The attendant's threads run."""
    edges: int
    """How many edges have come."""
    last_edge_s: float | None
    """Seconds since the last edge; None when none has come."""
    lost: int
    """How many edges were lost and found later."""
    buttons: tuple[Button, ...]
    """Those that work."""
    lamps: tuple[str, ...]
    faults: tuple[Text, ...]


@dataclass
class _Line:
    """One contact: its edges, and what was made of them already."""

    held: bool = False
    """Pressed before the edges here."""
    since_ns: int | None = None
    """When what holds it down began."""
    edges: list[Edge] = field(default_factory=list)
    told: list[int] = field(default_factory=list)
    """The ticks of presses that listeners know."""
    now: Contact = Contact()
    lag_ns: int = 0
    """How late its last edge came: what followed may be as late, so time passes for it only from then on."""
    odd_ns: int | None = None
    """Since when the pin's level differs from what the edges said."""


class Attendant:
    """Tells listeners of edges and presses, answers presses with light, and runs races. A context manager.

    Listeners run in a thread of their own, one after the other, each inside a guard: one that fails stops nothing, and
    one that waits, for a disk or a phone, keeps no lamp waiting.
    """

    def __init__(self, panel: Panel) -> None:
        """Prepare to attend the panel; it is not closed here."""
        self.panel = panel
        pins = panel.settings
        self.timing = Timing(pins.press_ms, pins.bounce_ms, pins.release_ms)
        """When edges make a press."""
        self.beats = 0
        """How many turns both threads have made: what a watchdog may watch."""
        self._on_edge: list[OnEdge] = []
        self._on_press: list[OnPress] = []
        held = panel.held()
        now = panel.now_ns()
        self._lines: dict[tuple[Button, Source], _Line] = {
            (button, "pin"): _Line(button in held, now if button in held else None, now=Contact(held=button in held))
            for button in panel.buttons}
        self._stuck: frozenset[Button] = held
        """Those that are down at the start are, until they are let go."""
        self._edges, self._lost, self._last_ns = 0, 0, 0
        self._run_lock = threading.Lock()
        self._race: RaceRun | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="panel", daemon=True)
        self._later: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._teller = threading.Thread(target=self._tell, name="panel's teller", daemon=True)
        for button in held:
            self._warn_of(button)

    def on_edge(self, listener: OnEdge) -> None:
        """Have every edge told, bounce included."""
        self._on_edge.append(listener)

    def on_press(self, listener: OnPress) -> None:
        """Have every press told once, as soon as it is one; presses that a race judges are told too."""
        self._on_press.append(listener)

    def race(self, rules: RaceRules, told: Told, delay_s: tuple[float, float] = (0.0, 0.0)) -> None:
        """Begin a race, in place of one that runs; `told` gets it after each change, for the last time when it is over.

        The light goes on between the two delays after all have let go. Returns at once.
        """
        run = RaceRun(self.panel, rules, lambda race: self.later(lambda: told(race)), delay_s)
        with self._run_lock:
            self._race = run
        self.panel.edges.put(None)

    def cancel_race(self) -> None:
        """End a race without a result."""
        run = self._race
        if run is not None:
            run.cancel()
            self.panel.edges.put(None)

    def later(self, job: Callable[[], object]) -> None:
        """Have this done in the listeners' thread, after what was to be told before; may be called from any thread."""
        self._later.put(job)

    @property
    def faults(self) -> tuple[Text, ...]:
        """What does not work now, each with its remedy."""
        return self.panel.faults + tuple(sentences.STUCK.fill(part=sentences.BUTTON_NAMES[button])
                                         for button in sorted(self._stuck))

    def health(self) -> Health:
        """Return how the panel is."""
        ago = (self.panel.now_ns() - self._last_ns) / 1e9 if self._edges else None
        alive = self._thread.is_alive() and self._teller.is_alive()
        return Health(alive, self._edges, ago, self._lost, self.panel.buttons, self.panel.lamps, self.faults)

    # The attendant's thread

    def _run(self) -> None:
        with contextlib.suppress(OSError):  # only who may: the service, by its unit
            os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
        while not self._closing:
            self.later(self._beat)
            edge = self._next()
            now = self.panel.now_ns()
            if edge is not None:
                self._guard(self._hear, edge)
            self._hear_all()  # what came before now counts, however busy this thread is
            self._guard(self._follow, now)
            if edge is None:
                self._guard(self._resync, now)
            run = self._race
            if run is not None:
                self._guard(run.step, now)
                if run.over:
                    self._forget(run)

    def _next(self) -> Edge | None:
        dues = [line.now.due_ns + line.lag_ns for line in self._lines.values() if line.now.due_ns is not None]
        run = self._race
        if run is not None and run.due_ns is not None:
            dues.append(run.due_ns)
        wait = min([IDLE, *((due - self.panel.now_ns()) / 1e9 for due in dues)])
        try:
            return self.panel.edges.get(timeout=max(0.0, wait))
        except queue.Empty:
            return None

    def _hear_all(self) -> None:
        """Hear every edge that waits, but not for ever where a wire hums."""
        for _ in range(self.panel.edges.qsize()):
            edge = self.panel.edges.get()  # nobody else reads it
            if edge is not None:
                self._guard(self._hear, edge)

    def _hear(self, edge: Edge) -> None:
        line = self._lines.setdefault((edge.button, edge.source), _Line())
        first = not line.now.held and line.now.closing is None
        run = self._race
        if run is not None:
            self._guard(run.hear, edge)
        if edge.down and first and edge.button != STOP and (run is None or edge.button not in run.buttons):
            self.panel.play(pressed(edge.button))  # at the first edge: what was a glitch has flashed a lamp, no more
        self._edges, self._last_ns = self._edges + 1, edge.tick_ns
        if len(line.edges) >= MANY:  # it hums: what is older is summed up
            line.held, line.edges = line.now.held, []
        line.edges.append(edge)
        line.odd_ns = None
        line.lag_ns = max(0, self.panel.now_ns() - max(each.tick_ns for each in line.edges))
        line.now = contact(line.edges, edge.tick_ns, line.held, self.timing)
        for listener in self._on_edge:
            self.later(partial(listener, edge))

    def _follow(self, now: int) -> None:
        for (button, source), line in self._lines.items():
            if line.edges:
                line.now = contact(line.edges, now - line.lag_ns, line.held, self.timing)
                for span in line.now.spans:
                    self._tell_once(line, span)
                self._clear(line, now)
            if source == "pin":
                self._watch_stuck(button, line, now)

    def _tell_once(self, line: _Line, span: Span) -> None:
        begin, end = span.press.tick_ns, span.until_ns
        if any(begin <= told and (end is None or told <= end) for told in line.told):
            return
        line.told.append(begin)
        for listener in self._on_press:
            self.later(partial(listener, span.press))

    @staticmethod
    def _clear(line: _Line, now: int) -> None:
        """Forget the edges of a contact that has been at rest for a while."""
        if line.now.due_ns is None and now - max(edge.tick_ns for edge in line.edges) > KEPT_MS * MS:
            line.held, line.now = line.now.held, Contact(held=line.now.held)
            line.edges, line.told = [], []

    def _watch_stuck(self, button: Button, line: _Line, now: int) -> None:
        if not line.now.held:
            line.since_ns = None
            self._stuck -= {button}
            return
        line.since_ns = line.since_ns or now
        if button not in self._stuck and now - line.since_ns > self.panel.settings.stuck_seconds * 1e9:
            self._stuck |= {button}
            self._warn_of(button)

    @staticmethod
    def _warn_of(button: Button) -> None:
        _log.warning("%s", sentences.STUCK.fill(part=sentences.BUTTON_NAMES[button]))

    def _resync(self, now: int) -> None:
        """Find contacts that changed without an edge: it was lost, or is very late."""
        held = self.panel.held()
        for (button, source), line in self._lines.items():
            known = max(line.edges, key=lambda edge: edge.tick_ns).down if line.edges else line.held
            if source != "pin" or (button in held) == known:
                line.odd_ns = None
            elif line.odd_ns is None:
                line.odd_ns = now
            elif now - line.odd_ns > self.panel.settings.lost_ms * MS:
                _log.warning("an edge of %s was lost, and is found by its level", sentences.BUTTON_NAMES[button])
                self._lost += 1
                self._hear(Edge(button, not known, now, found=True))

    def _forget(self, run: RaceRun) -> None:
        with self._run_lock:
            if self._race is run:
                self._race = None

    @staticmethod
    def _guard(function: Callable[..., object], *arguments: object) -> None:
        try:
            function(*arguments)
        except Exception:
            _log.exception("a listener of the panel failed")

    # The listeners' thread

    def _tell(self) -> None:
        while (job := self._later.get()) is not None:
            self._guard(job)

    def _beat(self) -> None:
        self.beats += 1

    # Beginning and end

    def close(self) -> None:
        """Stop attending; may be called twice."""
        self.cancel_race()
        self._closing = True
        self.panel.edges.put(None)
        self._later.put(None)
        for thread in (self._thread, self._teller):
            if thread.is_alive():
                thread.join(2)

    def __enter__(self) -> Self:
        sys.setswitchinterval(TURN)
        self._teller.start()
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()
