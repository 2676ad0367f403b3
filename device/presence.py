"""Who is here: whose phones follow the table now, and for how long others have been gone."""

import threading
import time
from collections import Counter
from collections.abc import Callable

GRACE = 4.0
"""Seconds in which a phone may come back, from a lock or a reload, before it counts as gone."""


class Presence:
    """The persons whose phones have a stream open; may be used from any thread."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Count from now; `clock` gives seconds that never run back."""
        self._clock = clock
        self._began = clock()
        self._open: Counter[str] = Counter()
        self._left: dict[str, float] = {}
        self._lock = threading.Lock()

    def enter(self, person: str) -> None:
        """Note a stream that opens."""
        with self._lock:
            self._open[person] += 1

    def leave(self, person: str) -> None:
        """Note a stream that ends."""
        with self._lock:
            self._open[person] -= 1
            self._left[person] = self._clock()
            if self._open[person] <= 0:
                del self._open[person]

    def gone_for(self, person: str) -> float:
        """Return for how many seconds a person has been gone; 0 while here, since the start for one who never came."""
        with self._lock:
            return 0.0 if person in self._open else self._clock() - self._left.get(person, self._began)

    def here(self) -> frozenset[str]:
        """Return who is here."""
        with self._lock:
            now = self._clock()
            self._left = {person: left for person, left in self._left.items() if now - left < 3600}
            return frozenset(self._open) | {person for person, left in self._left.items() if now - left < GRACE}
