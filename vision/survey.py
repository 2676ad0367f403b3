"""A look at what every reading stands on: which markers are seen, where the mat lies, and whether the light will do."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision import markers
from vision.camera import Camera, Points
from vision.faults import NO_MAT, NotFound
from vision.light import Light
from vision.mat import Laps, Memory, locate
from vision.reading import Fault, Frame
from vision.settings import TableSettings

_FULL = 250
"""A byte from here on is as bright as the camera can tell."""


@dataclass(frozen=True)
class Survey:
    """What one frame shows of mat and light."""

    size: tuple[int, int]
    """Pixels across and down."""
    markers: tuple[int, ...] = ()
    """The markers that are seen, be they too few, of 0 to 3, clockwise from the mat's top left."""
    fault: Fault | None = None
    """Why the mat was not found."""
    outline: tuple[tuple[float, float], ...] = ()
    """The mat's corners in the frame, pixels, clockwise from its top left; empty when it was not found."""
    squares: tuple[tuple[tuple[float, float], ...], ...] = ()
    """The four corners of each marker that is seen, pixels, in the order of `markers`."""
    brightness: float = 1.0
    """Of white paper: 0 black to 1 as bright as the camera can tell."""
    clipped: float = 0.0
    """Share of the white that is too bright to be told."""
    uneven: float = 1.0
    """How many times brighter the mat's brightest corner is than its darkest."""


def survey(frame: Frame, settings: TableSettings) -> Survey:
    """Return what a frame (BGR) shows of the mat and of the light on it."""
    size, memory = (frame.shape[1], frame.shape[0]), Memory()
    try:
        camera, light = locate(frame, settings, memory, Laps(None))
    except NotFound as lost:
        seen = _visible(frame) if lost.fault == NO_MAT else {}
        return Survey(size, tuple(sorted(seen)), lost.fault, squares=_squares(seen))
    outline = _outline(camera, settings)
    if settings.corners_px:
        brightness, clipped = _white_within(frame, outline)
        return Survey(size, outline=_plain(outline), brightness=brightness, clipped=clipped)
    return Survey(size, tuple(sorted(memory.corners)), None, _plain(outline), _squares(memory.corners),
                  float(light.white.mean()), light.clipped, _unevenness(light, settings))


def _visible(frame: Frame) -> markers.Corners:
    return markers.visible(np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8))


def _outline(camera: Camera, settings: TableSettings) -> Points:
    w, h = settings.mat_mm
    return camera.project([(0.0, 0.0, 0.0), (w, 0.0, 0.0), (w, h, 0.0), (0.0, h, 0.0)])


def _plain(points: Points) -> tuple[tuple[float, float], ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in points)


def _squares(corners: markers.Corners) -> tuple[tuple[tuple[float, float], ...], ...]:
    return tuple(_plain(corners[number]) for number in sorted(corners))


def _unevenness(light: Light, settings: TableSettings) -> float:
    """Return the ratio of the brightnesses at the two corners that differ most."""
    return float(np.exp(sum(abs(slope) * side for slope, side in zip(light.slope, settings.mat_mm, strict=True))))


def _white_within(frame: Frame, outline: Points) -> tuple[float, float]:
    """Return how bright the brightest things on a mat without markers are, and which share of it is full white."""
    inside = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline).astype(np.int32), 255)
    pixels = frame[inside > 0]
    if not len(pixels):
        return 0.0, 0.0
    white = float(np.percentile(pixels.mean(axis=1), 95)) / 255
    return white ** 2.2, float((pixels.min(axis=1) >= _FULL).mean())
