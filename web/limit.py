"""How often one phone may ask for what costs something: a bucket of tokens for each phone, filled by the clock."""

import math
import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

from web.errors import Trouble

REMEMBERED = 4096
"""Buckets that are kept; beyond, the full ones are forgotten, and then the oldest."""


@dataclass(frozen=True)
class Rate:
    """So many at once, then so many a second."""

    burst: int
    a_second: float


@dataclass(frozen=True)
class Rates:
    """What is limited, each by the phone's address, and commands by the person where there is one."""

    commands: Rate = Rate(30, 6)
    joins: Rate = Rate(20, 0.5)
    presses: Rate = Rate(60, 20)
    """Of the panel's buttons."""
    links: Rate = Rate(10, 0.2)
    """Host and invitation links that turn out wrong."""


class Limiter:
    """The buckets of one rate; may be used from any thread."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        """`clock` gives seconds that never run back."""
        self._rate, self._clock = rate, clock
        self._buckets: dict[Hashable, tuple[float, float]] = {}
        self._lock = threading.Lock()

    def wait(self, key: Hashable) -> float:
        """Take a token; return 0, or the seconds until there is one again."""
        with self._lock:
            now = self._clock()
            left = self._left(self._buckets.pop(key, (float(self._rate.burst), now)), now)
            wait = 0.0 if left >= 1 else (1 - left) / self._rate.a_second
            self._buckets[key] = (left if wait else left - 1, now)
            if len(self._buckets) > REMEMBERED:
                self._forget(now)
            return wait

    def check(self, key: Hashable) -> None:
        """Take a token; raise Trouble, with when to come back, when there is none."""
        wait = self.wait(key)
        if wait:
            raise Trouble(429, "error_often", math.ceil(wait))

    def _left(self, bucket: tuple[float, float], now: float) -> float:
        tokens, when = bucket
        return min(float(self._rate.burst), tokens + (now - when) * self._rate.a_second)

    def _forget(self, now: float) -> None:
        kept = {key: bucket for key, bucket in self._buckets.items() if self._left(bucket, now) < self._rate.burst}
        self._buckets = dict(list(kept.items())[-REMEMBERED // 2:])


class Limits:
    """The limiters of one table."""

    def __init__(self, rates: Rates) -> None:
        self.commands, self.joins, self.links = Limiter(rates.commands), Limiter(rates.joins), Limiter(rates.links)
        self.presses = Limiter(rates.presses)
