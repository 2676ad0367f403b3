"""The buttons as the set-up page shows them: which are down, how often each was pressed, and how all are wired."""

import threading
import time
from collections import Counter
from typing import Any

from device.panel import Edge, Press
from device.panel.attendant import Attendant
from device.panel.check import WireCheck
from device.panel.pins import wiring
from device.panel.shows import Effect
from device.settings import PinSettings

AWAY = 5.0
"""Seconds after which a page that asks no more is gone: its check must not keep the buttons from the game."""
LIT = 1.5
"""Seconds that a lamp burns when it is tapped."""


class Buttons:
    """Counts what the pins do. While a check asks for buttons, their presses are not the game's."""

    def __init__(self, attendant: Attendant, pins: PinSettings) -> None:
        """Listen to the attendant from now on."""
        self._panel = attendant.panel
        wired = wiring(pins).buttons
        self._pins = {button: wired[button] for button in self._panel.buttons if button in wired}
        self._down: set[str] = set()
        self._presses: Counter[str] = Counter()
        self._check: WireCheck | None = None
        self._asked_at = 0.0
        self._lock = threading.Lock()
        self._attendant = attendant
        attendant.on_edge(self._edge)
        attendant.on_press(self._press)

    def state(self) -> dict[str, Any]:
        """Return the panel's part of `web.setup.SetupService.state`."""
        panel = self._panel
        with self._lock:
            self._asked_at = time.monotonic()
            check = None if self._check is None else {
                "asked": self._check.asked, "report": [text.json() for text in self._check.report()]}
            buttons = [{"name": button, "pin": pin, "down": button in self._down, "presses": self._presses[button]}
                       for button, pin in self._pins.items()]
        return {"simulated": panel.simulated, "faults": [fault.json() for fault in self._attendant.faults],
                "buzzer": panel.buzzer.wired, "lamps": list(panel.lamps), "buttons": buttons, "check": check}

    def checking(self) -> bool:
        """Tell whether presses are for the check now, and not for the game."""
        with self._lock:
            return self._is_open()

    def _is_open(self) -> bool:
        return self._check is not None and self._check.asked is not None and time.monotonic() - self._asked_at <= AWAY

    def begin(self) -> bool:
        """Ask for the first button; return whether there is any."""
        with self._lock:
            self._check, self._asked_at = WireCheck(self._pins), time.monotonic()
            self._presses.clear()
        return bool(self._pins)

    def absent(self) -> None:
        """Take it that the button that was asked for does not answer."""
        self._answer(None)

    def end(self) -> None:
        """End the check; the buttons are the game's again."""
        with self._lock:
            self._check = None

    def light(self, lamp: str) -> bool:
        """Let a lamp burn for a moment; return whether it is wired."""
        if lamp not in self._panel.lamps:
            return False
        self._panel.play(Effect((lamp,), LIT, mode="on"))
        return True

    def sound(self) -> None:
        """Let the buzzer sound."""
        self._panel.play(Effect((), 0.0, "accepted"))

    def _edge(self, edge: Edge) -> None:
        if edge.source != "pin":
            return
        with self._lock:
            (self._down.add if edge.down else self._down.discard)(edge.button)

    def _press(self, press: Press) -> None:
        if press.source != "pin":
            return
        with self._lock:
            self._presses[press.button] += 1
        self._answer(press.button)

    def _answer(self, button: str | None) -> None:
        with self._lock:
            if self._check is not None and self._is_open():
                self._check = self._check.answer(button)
