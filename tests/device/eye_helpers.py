"""A listener and small readers for the eye's tests; the eye's process imports this module by name."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from device.eye import EyeState, Look
from vision.reading import Frame, Mark, Reading


class Brightness:
    """Says how bright the near edge of the table is, where an arm would be; still when it is as bright as before."""

    def __init__(self) -> None:
        self._last = -1

    def see(self, frame: Frame, seconds: float) -> Reading:
        height, width = frame.shape[:2]
        value = round(float(np.mean(frame[-height // 10:, width // 2: width * 5 // 8])) / 4)
        still = value == self._last
        self._last = value
        mark = Mark(((10.0, 40.0), (60.0, 40.0), (60.0, 70.0), (10.0, 70.0)), "seen", "red")
        return Reading("still" if still else "moving", {"edge": {str(value): 1.0}}, sketch=(mark,))


class Deadly:
    """Dies when it sees a bright frame, once for each time that the file `lives` allows it."""

    def __init__(self, lives: str, how: str) -> None:
        self._lives, self._how = Path(lives), how
        self._inner = Brightness()

    def see(self, frame: Frame, seconds: float) -> Reading:
        lives = int(self._lives.read_text())
        if frame.mean() > 200 and lives > 0:
            self._lives.write_text(str(lives - 1))
            if self._how == "hang":
                time.sleep(1000)
            os.kill(os.getpid(), signal.SIGKILL)
        return self._inner.see(frame, seconds)


class Broken:
    """Can't read anything."""

    def see(self, frame: Frame, seconds: float) -> Reading:
        raise RuntimeError("broken reader")


class Listener:
    """Collects what the eye says, and waits for it."""

    def __init__(self) -> None:
        self.looks: list[Look] = []
        self.states: list[EyeState] = []
        self._changed = threading.Condition()

    def look(self, look: Look) -> None:
        with self._changed:
            self.looks.append(look)
            self._changed.notify_all()

    def state(self, state: EyeState) -> None:
        with self._changed:
            self.states.append(state)
            self._changed.notify_all()

    def wait_for(self, condition: Callable[[], Any]) -> None:
        end = time.monotonic() + 60
        with self._changed:
            while not condition() and time.monotonic() < end:
                self._changed.wait(0.05)  # what is waited for need not be told of
            assert condition(), (self.states, self.looks[-3:])

    def kinds(self) -> list[str]:
        return [state.kind for state in self.states]

    def values(self) -> list[str]:
        return [str(next(iter(look.reading.slots["edge"]))) for look in self.looks]
