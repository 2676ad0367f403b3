"""What phones see of a match of races, and what they press."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from device.panel import Button
from rules.text import Text

GONE = 5.0
"""Seconds after which a phone that has not asked again is away."""


class RacePage:
    """Fits `web.race.RaceService`; `show` is called by the match, the rest by the phones' threads."""

    def __init__(self, names: Mapping[Button, str], press: Callable[[Button], object],
                 begin: Callable[[], object]) -> None:
        self._names, self._press, self._begin = names, press, begin
        self._changed = threading.Condition()
        self._number = 0
        self._asked: dict[str, float] = {}
        self._shown: Mapping[str, Any] = {}
        self.show("waiting")

    def show(self, phase: str, pressed: Sequence[Button] = (), wins: Mapping[Button, int] | None = None,
             lines: Sequence[Text] = (), missing: int = 0, winner: Text | None = None,
             fared: Sequence[Text] = ()) -> None:
        """Show this from now on; `winner` is who has won the match, in words, `fared` everybody's statistics."""
        seats = [{"button": button, "name": name, "pressed": button in pressed, "wins": (wins or {}).get(button, 0)}
                 for button, name in self._names.items()]
        with self._changed:
            self._number += 1
            self._shown = {"n": self._number, "phase": phase, "seats": seats, "lines": [line.json() for line in lines],
                           "missing": missing, "winner": winner and winner.json(),
                           "fared": [line.json() for line in fared]}
            self._changed.notify_all()

    def wait(self, after: int, seconds: float, phone: str = "") -> Mapping[str, Any]:
        """Return to a phone what is shown, once it is another than the one numbered so, or after so long."""
        with self._changed:
            if phone:
                self._asked = {**self._following(), phone: time.monotonic()}
            self._changed.wait_for(lambda: self._number != after, timeout=seconds)
            return self._shown

    def phones(self) -> int:
        """Return how many phones follow."""
        with self._changed:
            return len(self._following())

    def _following(self) -> dict[str, float]:
        return {phone: asked for phone, asked in self._asked.items() if time.monotonic() - asked < GONE}

    def press(self, button: str) -> bool:
        """Take a phone's press; False when no such button takes part."""
        if button not in self._names:
            return False
        self._press(button)
        return True

    def begin(self) -> None:
        """Begin the next race, when it is waited for."""
        self._begin()
