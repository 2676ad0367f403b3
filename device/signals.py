"""Waiting until somebody ends the program."""

import signal
import threading
from collections.abc import Callable
from types import FrameType


def wait_for_the_end(pulse: Callable[[], object] = lambda: None, period: float = 1.0) -> None:
    """Sleep until SIGTERM or SIGINT comes, and call `pulse` at once and every `period` seconds."""
    ended = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    before = [(number, signal.signal(number, end)) for number in (signal.SIGTERM, signal.SIGINT)]
    try:
        pulse()
        while not ended.wait(period):
            pulse()
    finally:
        for number, handler in before:
            signal.signal(number, handler)
