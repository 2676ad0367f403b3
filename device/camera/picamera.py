"""The Raspberry Pi's own cameras, through picamera2."""

import contextlib
import math
import time
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, Self

import cv2
import numpy as np

from device.camera import sentences
from device.camera.limits import limited
from device.camera.source import CameraError, Capture, NoCamera, Shot
from rules.text import Text
from vision.reading import Frame

# picamera2 names a format by its order in a 32-bit word: its "RGB888" lies as blue, green, red in the array.
TO_BGR: Mapping[str, int | None] = {
    "RGB888": None, "BGR888": cv2.COLOR_RGB2BGR, "XRGB8888": cv2.COLOR_BGRA2BGR, "XBGR8888": cv2.COLOR_RGBA2BGR,
    "NV12": cv2.COLOR_YUV2BGR_NV12, "NV21": cv2.COLOR_YUV2BGR_NV21, "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YUYV": cv2.COLOR_YUV2BGR_YUYV,
}
"""How each format that a camera may give becomes blue-green-red."""
LOCKS: Mapping[str, Mapping[str, Any]] = {
    "ExposureTime": {"AeEnable": False}, "AnalogueGain": {"AeEnable": False},
    "ColourGains": {"AwbEnable": False}, "LensPosition": {"AfMode": 0},
}
"""What is locked as it was found after settling, and which automatism is switched off for that."""
LATENCY = 12
"""Frames that a control may take to show in the metadata."""
CLOSE_SECONDS = 1.5
"""The limit of stopping and of closing: together with the rest of a stop they must fit into two seconds."""


class PicameraSource:
    """A camera of the Pi: fixed frame rate; exposure, gain, colour gains and focus locked once they have settled.

    What the metadata don't confirm is told in `notes`. Needs a process of its own: one that hangs can only be killed.
    """

    live = True

    def __init__(self, number: int = 0, capture: Capture | None = None) -> None:
        self.number = number
        self.capture = capture or Capture()
        self.notes: tuple[Text, ...] = ()
        self._camera: Any = None
        self._format = ""

    def __enter__(self) -> Self:
        try:
            limited("opening", 2 * self.capture.patience_seconds, self._open)
            self._settle()
        except BaseException:
            self.close()
            raise
        return self

    def _open(self) -> None:
        try:
            from picamera2 import Picamera2
        except ImportError as error:
            raise CameraError(sentences.NOT_INSTALLED) from error
        found = len(Picamera2.global_camera_info())
        if self.number >= found:
            raise (CameraError if found else NoCamera)(sentences.NOT_FOUND.fill(number=self.number, found=found))
        try:
            self._camera = Picamera2(self.number)
            self._configure()
            self._camera.start()
        except (RuntimeError, OSError, IndexError) as error:
            cause = error.__cause__ or error  # picamera2's own words are "did not complete"
            raise CameraError(sentences.REFUSES.fill(why=str(cause).rstrip("."))) from error

    def _configure(self) -> None:
        duration = round(1e6 / self.capture.frames_per_second)
        wanted = {"FrameDurationLimits": (duration, duration), "AeEnable": True, "AwbEnable": True, "AfMode": 2}
        controls = {name: value for name, value in wanted.items() if name in self._camera.camera_controls}
        main = {"size": (self.capture.width, self.capture.height), "format": "RGB888"}
        self._camera.configure(self._camera.create_video_configuration(main, controls=controls, buffer_count=4))
        # the camera may have chosen another format than asked for
        self._format = self._camera.camera_configuration()["main"]["format"]
        if self._format not in TO_BGR:
            raise CameraError(sentences.UNKNOWN_FORMAT.fill(format=self._format))

    def _settle(self) -> None:
        """Lock what has settled, and note what the metadata then say otherwise."""
        end = time.monotonic() + self.capture.settle_seconds
        metadata = self._take()[1]
        while time.monotonic() < end:
            metadata = self._take()[1]
        locked = {name: metadata[name] for name in LOCKS if name in metadata and name in self._camera.camera_controls}
        controls: dict[str, Any] = dict(locked)
        for name in locked:
            controls |= LOCKS[name]
        if controls:
            self._camera.set_controls(controls)
        expected = {**locked, "FrameDuration": 1e6 / self.capture.frames_per_second}
        self.notes = sentences.ignored(self._ignored(expected))

    def _ignored(self, expected: Mapping[str, Any]) -> list[str]:
        """Return which values are still not as expected after some frames, those among them that can't be locked."""
        ignored = list(expected)
        for _ in range(LATENCY):
            metadata = self._take()[1]
            ignored = [name for name, value in expected.items() if not _same(metadata.get(name), value)]
            if not ignored:
                break
        return ignored + [name for name in LOCKS if name not in expected and name != "LensPosition"]

    def shots(self) -> Iterator[Shot]:
        """Yield the newest frame again and again; raise CameraError when none comes."""
        index = 0
        while self._camera is not None:
            frame, _ = self._take()
            yield Shot(index, frame, time.monotonic())
            index += 1

    def _take(self) -> tuple[Frame, Mapping[str, Any]]:
        """Return a frame and its metadata, both of one request."""
        patience = self.capture.patience_seconds
        job = self._camera.capture_request(wait=False)
        try:
            request = job.get_result(timeout=patience)
        except TimeoutError as error:
            raise CameraError(sentences.SILENT.fill(seconds=f"{patience:g}")) from error
        except RuntimeError as error:
            raise CameraError(sentences.REFUSES.fill(why=str(error))) from error
        try:
            return self._bgr(request.make_array("main")), request.get_metadata()
        finally:
            request.release()

    def _bgr(self, array: np.ndarray[Any, np.dtype[np.uint8]]) -> Frame:
        code = TO_BGR[self._format]
        frame = array if code is None else cv2.cvtColor(array, code)
        return frame[:, :self.capture.width].astype(np.uint8, copy=False)  # YUV420 comes with its padding

    def close(self) -> None:
        """Close the camera, or give up on one that hangs; may be called twice."""
        camera, self._camera = self._camera, None
        if camera is None:
            return
        with contextlib.suppress(CameraError, RuntimeError, OSError):
            limited("closing", CLOSE_SECONDS, camera.close)  # stops it, too

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<PicameraSource {self.number} {'open' if self._camera is not None else 'closed'}>"


def _same(got: Any, wanted: Any) -> bool:
    """Tell whether the sensor took a value: it rounds to whole lines, and gains to its steps."""
    if got is None:
        return False
    pairs = zip(got, wanted, strict=True) if isinstance(wanted, tuple | list) else [(got, wanted)]
    return all(math.isclose(a, b, rel_tol=0.03, abs_tol=0.02) for a, b in pairs)
