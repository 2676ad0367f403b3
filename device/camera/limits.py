"""Waiting for hardware that may never answer."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from device.camera import sentences
from device.camera.source import CameraError

T = TypeVar("T")


class Limited(Generic[T]):
    """A call in a thread of its own, which may be given up; the thread then stays behind until the call returns."""

    def __init__(self, what: str, call: Callable[[], T]) -> None:
        self._what, self._call = what, call
        self._done = threading.Event()
        self._result: T
        self._error: BaseException | None = None
        # a daemon: a camera that hangs must not keep the process from ending
        threading.Thread(target=self._run, name=f"camera {what}", daemon=True).start()

    def _run(self) -> None:
        try:
            self._result = self._call()
        except BaseException as error:  # handed to the waiting thread, whatever it is
            self._error = error
        self._done.set()

    def result(self, seconds: float) -> T:
        """Return what the call returned, or raise what it raised; CameraError when it takes longer than `seconds`."""
        if not self._done.wait(seconds):
            raise CameraError(sentences.STUCK.fill(seconds=f"{seconds:g}", what=self._what))
        if self._error is not None:
            raise self._error
        return self._result


def limited(what: str, seconds: float, call: Callable[[], T]) -> T:
    """Make the call, but wait no longer than `seconds` for it; `what` names it in the CameraError."""
    return Limited(what, call).result(seconds)
