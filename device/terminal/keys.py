"""Single keys as they are pressed, from a terminal or a pipe."""

import contextlib
import os
import select
import sys
import termios
import threading
import tty
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self, TextIO

ENDED = ""
"""The key that tells that there are no more."""


class Keys:
    """Calls `on_key` with each character that is typed, at once, in a thread of its own. A context manager.

    The terminal shows nothing of what is typed meanwhile; Ctrl-C stays what it is.
    """

    def __init__(self, on_key: Callable[[str], None], stream: TextIO | None = None) -> None:
        self._on_key = on_key
        stream = sys.stdin if stream is None else stream
        self._handle = None if stream is None else stream.fileno()  # a program may be started without an input
        self._before: list[Any] | None = None
        self._waker, self._wake = os.pipe()
        self._thread = threading.Thread(target=self._run, name="keys", daemon=True)

    def _run(self) -> None:
        while self._handle is not None:
            ready, _, _ = select.select([self._handle, self._waker], [], [])
            if self._waker in ready:
                return
            typed = os.read(self._handle, 1024)
            for key in typed.decode("utf-8", errors="ignore") if typed else (ENDED,):
                self._on_key(key)
            if not typed:
                return
        self._on_key(ENDED)

    def __enter__(self) -> Self:
        if self._handle is not None:
            with contextlib.suppress(termios.error):  # a pipe is no terminal
                self._before = termios.tcgetattr(self._handle)
                tty.setcbreak(self._handle)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        os.write(self._wake, b"!")
        self._thread.join(2)
        if self._before is not None and self._handle is not None:
            termios.tcsetattr(self._handle, termios.TCSADRAIN, self._before)
        os.close(self._wake)
        os.close(self._waker)
