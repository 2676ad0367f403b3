"""The start of every reading, whatever the game: the mat's markers, the camera over it and the light on it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import light, markers
from vision.camera import Camera, Points, solve
from vision.faults import BAD_FRAME, NotFound
from vision.light import Light
from vision.reading import Frame
from vision.settings import TableSettings

_ROW = 1024
"""OpenCV samples at most 32767 points in one row or column."""
Stopwatch = Callable[[], float]
"""Seconds, as `time.perf_counter` gives them."""


class Laps:
    """Milliseconds by stage, from a stopwatch; without one, none."""

    def __init__(self, stopwatch: Stopwatch | None) -> None:
        self.ms: dict[str, float] = {}
        self._watch = stopwatch
        self._last = stopwatch() if stopwatch else 0.0

    def end(self, stage: str) -> None:
        """Count the time since the last stage's end to this one."""
        if self._watch:
            now = self._watch()
            self.ms[stage] = self.ms.get(stage, 0.0) + (now - self._last) * 1000
            self._last = now


@dataclass
class Memory:
    """Where the markers were; only a help, a reader without it reads the same."""

    size: tuple[int, int] = (0, 0)
    corners: markers.Corners = field(default_factory=dict)


def check(frame: Frame) -> None:
    """Raise NotFound for what is no colour picture."""
    if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3 or min(frame.shape[:2]) < 120:
        raise NotFound(BAD_FRAME)


def locate(frame: Frame, settings: TableSettings, memory: Memory, laps: Laps) -> tuple[Camera, Light]:
    """Return the camera over the mat and the light on it; bring the memory up to date. Raises NotFound."""
    check(frame)
    size = frame.shape[1], frame.shape[0]
    if settings.corners_px:
        mat, at = markers.from_corners(np.array(settings.corners_px), size, settings)
        return solve(mat, at, size, settings.hfov_deg), light.PLAIN
    if size != memory.size:
        memory.size, memory.corners = size, {}
    corners = markers.find(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8), memory.corners)
    laps.end("markers")
    on_mat, seen, outward = markers.on_mat(corners, settings)
    camera = solve(on_mat, seen, size, settings.hfov_deg, outward)
    memory.corners = corners
    laps.end("pose")
    now = light.measure(frame, camera, tuple(corners), settings)
    laps.end("light")
    return camera, now


def reflectances(frame: Frame, camera: Camera, now: Light, on_mat: Points) -> NDArray[np.float32]:
    """Return the reflectances (BGR, n x 3, white paper is 1) seen at n x 3 points of the mat's frame, millimetres."""
    at = camera.project(on_mat).astype(np.float32)
    rows = -(-len(at) // _ROW)
    folded = np.concatenate([at, np.zeros((rows * _ROW - len(at), 2), np.float32)]).reshape(rows, _ROW, 2)
    seen = cv2.remap(frame, folded[..., 0], folded[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return now.even_out(np.asarray(seen, np.uint8).reshape(-1, 3)[:len(at)], on_mat[:, :2])
