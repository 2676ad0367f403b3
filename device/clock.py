"""What the clocks say. A Pi has no clock of its own until the network comes: its date may be wrong by years.

Order comes from the store's numbers, durations from the time since the machine's start; the wall clock is for people.
"""

import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

MADE = datetime(2026, 11, 1).timestamp()
"""When this version was made: a clock that says an earlier time is not set."""
FAR = 40 * 365.25 * 86400
"""Seconds after which a date is taken for nonsense too."""
_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True)
class Stamp:
    """When something happened."""

    wall: float
    """Seconds since 1970 by the wall clock, for people; see `date_of`."""
    boot: str
    """Names the run of the machine from start to power cut; empty when not known."""
    uptime: float
    """Seconds since the machine's start, sleep included."""


def now() -> Stamp:
    """Return the present."""
    return Stamp(time.time(), _boot(), time.clock_gettime(time.CLOCK_BOOTTIME))


def _boot() -> str:
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""


def seconds_between(first: Stamp, then: Stamp) -> float | None:
    """Return how long it was from one moment to another; None when the machine was started anew in between.

    >>> seconds_between(Stamp(9e9, "a", 10.0), Stamp(0.0, "a", 12.5))
    2.5
    """
    if not first.boot or first.boot != then.boot or then.uptime < first.uptime:
        return None
    return then.uptime - first.uptime


def date_of(wall: float) -> datetime | None:
    """Return the local date and time of a wall clock's seconds; None when the clock can't have been right."""
    return datetime.fromtimestamp(wall) if MADE <= wall <= MADE + FAR else None
