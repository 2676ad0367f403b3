"""The buzzer: a few short sounds that differ in tune, not only in pitch."""

import logging
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from device.panel.shows import Sound

_log = logging.getLogger(__name__)
Note: TypeAlias = tuple[float | None, float]
"""A tone in Hz, or None for a rest, and its seconds."""
MIDDLE, OCTAVES = "A5", 2
"""What a small buzzer can play: 220 to 3520 Hz."""
SOUNDS: Mapping[Sound, tuple[Note, ...]] = {
    "press": ((1760, 0.03),),
    "accepted": ((1047, 0.06), (1568, 0.10)),
    "refused": ((330, 0.18), (None, 0.06), (262, 0.30)),
    "question": ((880, 0.10), (None, 0.08), (880, 0.10), (1175, 0.16)),
    "won": ((784, 0.12), (1047, 0.12), (1319, 0.12), (1568, 0.35)),
    "ready": ((523, 0.05), (None, 0.10), (523, 0.05)),
    "go": ((2093, 0.25),),
    "false start": ((262, 0.12), (None, 0.04)) * 3,
}


class Plays(Protocol):
    """A buzzer on its pin, as gpiozero's TonalBuzzer."""

    def play(self, tone: Any) -> None:
        """Begin a tone."""

    def stop(self) -> None:
        """End it."""

    def close(self) -> None:
        """Free the pin."""


class Buzzer:
    """Plays sounds from a thread of its own; without a device it is silent."""

    def __init__(self, device: Plays | None) -> None:
        """Take the device; it is closed with the buzzer."""
        self._device = device
        self.on_play: Callable[[Sound], None] | None = None
        """Told of every sound that is begun, with a device or without; must not block."""
        self._next: queue.SimpleQueue[Sound | None] = queue.SimpleQueue()
        self._interrupt = threading.Event()
        self._closed = False
        self.broken = False
        """It did not take what was written."""
        self._thread = threading.Thread(target=self._run, name="buzzer", daemon=True)
        if device is not None:
            self._thread.start()

    @property
    def wired(self) -> bool:
        """Tell whether there is a device."""
        return self._device is not None

    def play(self, sound: Sound) -> None:
        """Begin a sound and return; one that plays gives way."""
        if self.on_play is not None:
            self.on_play(sound)
        if self._device is not None:
            self._next.put(sound)
            self._interrupt.set()

    def _run(self) -> None:
        while True:
            sound = self._next.get()
            self._interrupt.clear()
            while not self._next.empty():
                sound = self._next.get()
            if sound is None:
                return
            try:
                self._play(SOUNDS[sound])
            except Exception:  # a sound is never worth the game
                if not self.broken:
                    _log.exception("the buzzer does not obey")
                self.broken = True

    def _play(self, notes: tuple[Note, ...]) -> None:
        assert self._device is not None, "the thread runs only for a device"
        try:
            for tone, seconds in notes:
                if tone is None:
                    self._device.stop()
                else:
                    self._device.play(float(tone))
                if self._interrupt.wait(seconds):
                    return
        finally:
            self._device.stop()

    def close(self) -> None:
        """Be silent and free the pin; may be called twice."""
        if self._device is None or self._closed:
            return
        self._closed = True
        self._next.put(None)
        self._interrupt.set()
        self._thread.join(1)
        self._device.close()
