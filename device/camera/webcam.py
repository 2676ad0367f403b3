"""USB cameras (V4L2), through OpenCV."""

import threading
import time
from collections.abc import Iterator
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from device.camera import sentences
from device.camera.hush import hush
from device.camera.limits import limited
from device.camera.source import CameraError, Capture, Shot
from rules.text import Text
from vision.reading import Frame

MANUAL, AUTOMATIC = 1, 3
"""V4L2's values of auto_exposure."""
CLOSE_SECONDS = 1.0


class WebcamSource:
    """The webcam /dev/video`number`; exposure and white balance are locked once they have settled, where it can.

    A thread reads it, since a read may hang: the newest frame wins.
    """

    live = True

    def __init__(self, number: int = 0, capture: Capture | None = None) -> None:
        self.number = number
        self.capture = capture or Capture()
        self.notes: tuple[Text, ...] = ()
        self._device: cv2.VideoCapture | None = None
        self._newest = _Newest()

    def __enter__(self) -> Self:
        self._device = limited("opening", 2 * self.capture.patience_seconds, self._open)
        self._newest = _Newest()
        threading.Thread(target=self._read, args=(self._device, self._newest), name="webcam", daemon=True).start()
        try:
            self._settle(self._device)
        except BaseException:
            self.close()
            raise
        return self

    def _open(self) -> cv2.VideoCapture:
        hush()
        device = cv2.VideoCapture(self.number, cv2.CAP_V4L2)
        if not device.isOpened():
            raise CameraError(sentences.NO_WEBCAM.fill(number=self.number))
        # as a Motion JPEG most webcams give a large picture faster
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self.capture.width)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self.capture.height)
        device.set(cv2.CAP_PROP_FPS, self.capture.frames_per_second)
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
        device.set(cv2.CAP_PROP_AUTO_WB, 1)
        return device

    @staticmethod
    def _read(device: cv2.VideoCapture, newest: "_Newest") -> None:
        """Read until the camera stops or is closed; runs in its own thread, which also releases the device."""
        while not newest.closed:
            good, frame = device.read()
            if not good:
                break
            newest.put(frame.astype(np.uint8, copy=False))
        device.release()
        newest.end()

    def _settle(self, device: cv2.VideoCapture) -> None:
        end = time.monotonic() + self.capture.settle_seconds
        self._take(-1)
        while time.monotonic() < end:
            time.sleep(0.05)
        exposure = device.get(cv2.CAP_PROP_EXPOSURE)
        device.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        device.set(cv2.CAP_PROP_EXPOSURE, exposure)
        device.set(cv2.CAP_PROP_AUTO_WB, 0)
        ignored = []
        if device.get(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL or device.get(cv2.CAP_PROP_EXPOSURE) != exposure:
            ignored.append("ExposureTime")
        if device.get(cv2.CAP_PROP_AUTO_WB) != 0:
            ignored.append("ColourGains")
        self.notes = sentences.ignored(ignored)

    def shots(self) -> Iterator[Shot]:
        """Yield each newest frame once; raise CameraError when none comes or the camera goes away."""
        index, number = 0, -1
        while self._device is not None:
            number, frame = self._take(number)
            yield Shot(index, frame, time.monotonic())
            index += 1

    def _take(self, last: int) -> tuple[int, Frame]:
        got = self._newest.after(last, self.capture.patience_seconds)
        if got is None:
            raise CameraError(sentences.SILENT.fill(seconds=f"{self.capture.patience_seconds:g}"))
        return got

    def close(self) -> None:
        """Close the camera, or give up on one that hangs; may be called twice."""
        if self._device is not None:
            self._device = None
            self._newest.close(CLOSE_SECONDS)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<WebcamSource /dev/video{self.number} {'open' if self._device is not None else 'closed'}>"


class _Newest:
    """Hands the newest frame from the reading thread to the other."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._number, self._frame = -1, np.zeros((0, 0, 3), np.uint8)
        self._ended = False
        self.closed = False

    def put(self, frame: Frame) -> None:
        with self._changed:
            self._number, self._frame = self._number + 1, frame
            self._changed.notify_all()

    def after(self, last: int, seconds: float) -> tuple[int, Frame] | None:
        """Return the newest frame after number `last` with its number; None when none comes in time."""
        with self._changed:
            self._changed.wait_for(lambda: self._number > last or self._ended, timeout=seconds)
            return (self._number, self._frame) if self._number > last else None

    def end(self) -> None:
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def close(self, seconds: float) -> None:
        """Ask the reading thread to end, and wait for it, but not for ever."""
        with self._changed:
            self.closed = True
            self._changed.wait_for(lambda: self._ended, timeout=seconds)
