"""The light on the table, read off the markers' white and black: how bright and of what colour white is, and where."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.markers import DICTIONARY, origins
from vision.reading import Frame
from vision.settings import TableSettings

_LINEAR = np.array([v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in np.arange(256) / 255],
                   np.float32)
"""From a frame's byte to light, 0 to 1 (sRGB)."""
_BITS = 6


@dataclass(frozen=True)
class Light:
    """What white paper would give at each place of the mat: a colour, and a slope of brightness across the mat."""

    white: NDArray[np.float32]
    """Linear light of white at the mat's origin: blue, green, red."""
    slope: tuple[float, float]
    """Change of the logarithm of brightness a millimetre, to the right and down."""
    clipped: float
    """Share of the white bits that the camera saw as full white: above a half, colours of bright things are lost."""

    def even_out(self, pixels: Frame, mat_mm: Points) -> NDArray[np.float32]:
        """Return reflectances (n x 3, white paper is 1) of pixels (n x 3 bytes, BGR) seen at n x 2 places."""
        shade = np.exp(mat_mm @ np.asarray(self.slope))
        return np.asarray(_LINEAR[pixels] / (self.white * shade[:, None]), np.float32)


PLAIN = Light(np.ones(3, np.float32), (0.0, 0.0), 0.0)
"""What is assumed when no marker is in view."""


def measure(frame: Frame, camera: Camera, ids: tuple[int, ...], settings: TableSettings) -> Light:
    """Return the light at the markers `ids`, which are in view."""
    if not ids:
        return PLAIN
    places = [_bit_centres(i, settings) for i in ids]
    at = camera.project(np.concatenate(places)).astype(np.float32)
    seen = cv2.remap(frame, at[:, 0], at[:, 1], cv2.INTER_LINEAR).reshape(len(ids), -1, 3)
    whites = np.array([np.median(seen[n][_white_bits(i)], axis=0) for n, i in enumerate(ids)])
    return _fitted(np.maximum(_LINEAR[whites.astype(np.uint8)], 0.004), np.array([p[:, :2].mean(0) for p in places]),
                   float((whites >= 252).any(axis=1).mean()))


def _fitted(whites: NDArray[np.float32], middles: Points, clipped: float) -> Light:
    """Return one white and a plane of brightness through the markers' own; a level plane for fewer than three."""
    bright = np.log(whites.mean(axis=1))
    slope = np.zeros(2)
    if len(whites) >= 3:
        away = middles - middles.mean(0)
        slope = np.linalg.lstsq(away, bright - bright.mean(), rcond=None)[0]
    colour = np.exp(np.log(whites).mean(axis=0) - middles.mean(0) @ slope)
    return Light(colour.astype(np.float32), (float(slope[0]), float(slope[1])), clipped)


@lru_cache(maxsize=4)
def _white_bits(i: int) -> NDArray[np.bool_]:
    """Return which of a marker's 6 x 6 squares are white, in rows from its top left."""
    picture = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(DICTIONARY), i, _BITS)
    return np.asarray(picture.ravel() > 127)


def _bit_centres(i: int, settings: TableSettings) -> Points:
    x, y = origins(settings)[i]
    step = (np.arange(_BITS) + 0.5) * settings.marker_mm / _BITS
    right, down = np.meshgrid(step, step)
    return np.stack([x + right.ravel(), y + down.ravel(), np.zeros(_BITS * _BITS)], axis=1)
