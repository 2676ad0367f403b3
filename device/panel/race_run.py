"""One race on the panel: when its light goes on, and what the lamps and the buzzer show of it."""

import random
from collections.abc import Callable
from typing import TypeAlias

from device.panel import PLAYERS, Button, Edge, player
from device.panel.panel import Panel
from device.panel.pins import Lamp
from device.panel.shows import LAMPS, Effect, Mode
from device.races.orders import Margins
from device.races.presses import Timing
from device.races.race import Phase, Race, RaceRules, Result
from device.settings import RaceSettings

Told: TypeAlias = Callable[[Race], None]
"""Is told of a race whenever its phase or its result has changed; must not block."""
SHOWN_S = 3.0
"""How long the winners' lamps blink."""


class RaceRun:
    """A race that the attendant runs; `step` and `hear` are called in its thread only."""

    def __init__(self, panel: Panel, rules: RaceRules, told: Told, delay_s: tuple[float, float]) -> None:
        self._panel, self._told = panel, told
        self._race = Race(rules, panel.now_ns(), panel.held())
        self._delay_ns = round(random.SystemRandom().uniform(*delay_s) * 1e9)
        self._light_at: int | None = None
        self._pressed: tuple[Button, ...] = ()
        """Whose lamps answer already, whether or not it will be a press."""
        self._last: tuple[Phase, Result] | None = None
        self._early: frozenset[Button] = frozenset()
        self._over = self._cancelled = False

    @property
    def buttons(self) -> tuple[Button, ...]:
        """Who takes part."""
        return self._race.rules.buttons

    @property
    def over(self) -> bool:
        """Tell whether the race is over, and everybody was told."""
        return self._over

    @property
    def due_ns(self) -> int | None:
        """When `step` has something to do without an edge."""
        dues = [due for due in (self._race.due_ns, self._light_at) if due is not None]
        return min(dues, default=None)

    def hear(self, edge: Edge) -> None:
        """Take an edge in, and answer it with light at once."""
        self._race = self._race.hear(edge)
        if edge.down and edge.button in self.buttons and self._race.phase == "running":
            if edge.button not in self._pressed:
                self._pressed += (edge.button,)
                self._show()

    def step(self, now_ns: int) -> None:
        """Let the time be `now_ns`: arm, light, or end the race, and tell of it."""
        if self._cancelled:
            self._over = True
            self._panel.lights.stage({})
            return
        self._race = self._race.wait(now_ns)
        if self._race.phase == "armed":
            if self._light_at is None:
                self._light_at = now_ns + self._delay_ns
                self._show("ready")
            if now_ns >= self._light_at:
                self._light()
        self._tell()

    def cancel(self) -> None:
        """End the race without a result, at the next step; may be called from any thread."""
        self._cancelled = True

    def _light(self) -> None:
        self._light_at = None
        self._panel.lights.stage(self._lamps("running"))  # on its pin when this returns
        self._race = self._race.light(self._panel.now_ns())
        self._panel.buzzer.play("go")

    def _show(self, sound: str | None = None) -> None:
        self._panel.lights.stage(self._lamps(self._race.phase))
        if sound == "ready":
            self._panel.buzzer.play("ready")

    def _lamps(self, phase: Phase) -> dict[Lamp, Mode]:
        shown: dict[Lamp, Mode] = dict.fromkeys(LAMPS, "off")
        if phase == "arming":  # who holds his button sees it
            shown |= {lamp: "blink" for lamp in self._race.unreleased if lamp in LAMPS}
        if phase == "running":
            shown["green"] = "on"
            return shown | {lamp: "on" for lamp in self._pressed}
        return shown | {"amber": "on"}

    def _tell(self) -> None:
        now = (self._race.phase, self._race.result)
        if now == self._last:
            return
        fresh = frozenset(start.button for start in now[1].false_starts) - self._early
        self._early |= fresh
        if now[0] == "over":
            self._over = True
            self._panel.lights.stage({})
            self._panel.play(_ending(now[1]))
        elif fresh:
            self._panel.play(Effect(("red", *sorted(fresh)), 0.6, "false start"))
        elif self._last is None or self._last[0] != now[0]:
            self._show()
        self._last = now
        self._told(self._race)


def rules_of(settings: RaceSettings, buttons: tuple[Button, ...], timing: Timing) -> RaceRules:
    """Return how a race of these is judged by the settings."""
    return RaceRules(buttons, margins_of(settings), settings.timeout_seconds * 1000, settings.collect_ms,
                     settings.arming_seconds * 1000, settings.earliest_ms,
                     "again" if settings.false_start == "again" else "out", timing)


def margins_of(settings: RaceSettings) -> Margins:
    """Return what is too close to call by the settings."""
    return Margins(settings.dead_heat_ms, settings.phones_dead_heat_ms, settings.phone_longest_ms,
                   settings.phone_usual_ms)


def _ending(result: Result) -> Effect:
    winners = tuple(button for button in result.first if button in map(player, range(PLAYERS)))
    return Effect(winners, SHOWN_S, "won") if winners else Effect(("red",), SHOWN_S / 3, "refused")
