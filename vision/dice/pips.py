"""Pips of any size and tilt: elliptic spots, whose outlines tell how the face that they are on is tilted."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import pips
from vision.camera import Points

_CIRCLES_PX = (3.0, 3.6, 4.3, 5.0)
"""How far from its middle a pip must stand out, at the scale at which it is looked for."""
_OCTAVE = 2**0.5
"""From one scale to the next."""
_ENLARGED = 2.0
_LEAST_SIDE = 60
"""Scales at which the picture's shorter side would be less than this, pixels, are not looked at."""
_LEAST = 12.0
"""By how many grey levels a pip stands out from its face."""
_MOST = 500
"""A texture may have thousands of spots; a die's pips are among the clearest."""
_REACH = 8
"""Half a window in which a pip's outline is measured, pixels."""
_EDGES = (0.42, 0.5)
"""Where a pip's edge may be, from its face's grey level to its middle's: hollow pips are uneven within."""
_ROUND = (0.82, 1.12)
"""A spot's area, as a share of the ellipse's of its moments."""
_SIZES_PX = (1.3, 4.6)
"""Half a spot's width; smaller and larger ones are measured at another scale."""


@dataclass(frozen=True)
class Pips:
    """Elliptic spots, by arrays of n."""

    at: Points
    """n x 2 pixels."""
    shape: Points
    """n x 2 x 2: what makes the ellipse out of a circle of radius 1; symmetric."""
    contrast: Points
    """Grey levels."""

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.int_]) -> "Pips":
        return Pips(self.at[which], self.shape[which], self.contrast[which])


def find(bright: pips.Grey) -> Pips:
    """Return the bright elliptic spots of any size in a grey picture, each once, those of most contrast first."""
    scale, found = _ENLARGED, []
    while min(bright.shape) * scale > _LEAST_SIDE:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        small = np.asarray(cv2.resize(bright, None, fx=scale, fy=scale, interpolation=how), np.uint8)
        found += [((at + 0.5) / scale - 0.5, shape / scale, contrast) for at, shape, contrast in _at_scale(small)]
        scale /= _OCTAVE
    return _once(found)


def _at_scale(bright: pips.Grey) -> Iterator[tuple[Points, Points, float]]:
    """Yield place, shape and contrast of the spots of about one size."""
    spots = pips.spots(bright, _CIRCLES_PX, _LEAST)
    padded = cv2.copyMakeBorder(bright, _REACH, _REACH, _REACH, _REACH, cv2.BORDER_REPLICATE)
    clearest = np.argsort(-spots.contrast)[:_MOST]
    for at, contrast in zip(spots.at[clearest], spots.contrast[clearest], strict=True):
        x, y = np.clip(np.round(at).astype(int), 0, (bright.shape[1] - 1, bright.shape[0] - 1))
        window = padded[y:y + 2 * _REACH + 1, x:x + 2 * _REACH + 1].astype(np.float32)
        measured = _ellipse(window)
        if measured is not None:
            yield measured[0] - _REACH + (x, y), measured[1], float(contrast)


def _ellipse(window: NDArray[np.float32]) -> tuple[Points, Points] | None:
    """Return middle and shape of the bright spot in the middle of a window; None when it is no ellipse."""
    middle = float(window[_REACH - 1:_REACH + 2, _REACH - 1:_REACH + 2].mean())
    around = float(np.median(window[_rim()]))
    for share in _EDGES if middle > around + 1 else ():
        measured = _measured(window, around, around + share * (middle - around))
        if measured is not None:
            return measured
    return None


def _measured(window: NDArray[np.float32], around: float, edge: float) -> tuple[Points, Points] | None:
    """Return the same, the spot's edge being where this grey level is passed."""
    labels = cv2.connectedComponents((window > edge).astype(np.uint8), connectivity=4)[1]
    spot = labels == labels[_REACH, _REACH]
    if labels[_REACH, _REACH] == 0 or spot[0].any() or spot[-1].any() or spot[:, 0].any() or spot[:, -1].any():
        return None
    ys, xs = np.nonzero(cv2.dilate(spot.astype(np.uint8), np.ones((3, 3), np.uint8)))
    weight = np.clip((window[ys, xs] - around) / (2 * (edge - around)), 0.0, 1.0)
    total = weight.sum()
    if total < 1:
        return None
    at = np.array([(weight * xs).sum(), (weight * ys).sum()]) / total
    away = np.stack([xs, ys], axis=1) - at
    values, vectors = np.linalg.eigh((weight[:, None] * away).T @ away / total)
    half = 2 * np.sqrt(np.maximum(values, 1e-6))
    fill = total / (np.pi * half[0] * half[1])
    if not (_SIZES_PX[0] < half[0] and half[1] < _SIZES_PX[1] and _ROUND[0] < fill < _ROUND[1]):
        return None
    return at, vectors @ np.diag(half) @ vectors.T


@lru_cache(maxsize=1)
def _rim() -> NDArray[np.bool_]:
    line = np.arange(-_REACH, _REACH + 1)
    far = np.hypot(*np.meshgrid(line, line))
    return np.asarray((far > 4.6) & (far < 6.2))


def _once(found: list[tuple[Points, Points, float]]) -> Pips:
    """Return the spots, of those at one place the clearest."""
    if not found:
        return Pips(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0))
    found = sorted(found, key=lambda spot: -spot[2])
    at, shape = np.array([f[0] for f in found]), np.array([f[1] for f in found])
    size = np.sqrt(np.abs(np.linalg.det(shape)))
    kept: list[int] = []
    for n in range(len(found)):
        if len(kept) == _MOST:
            break
        away = np.hypot(*(at[kept] - at[n]).T)
        if not (away < 0.8 * np.maximum(size[kept], size[n])).any():
            kept.append(n)
    return Pips(at[kept], shape[kept], np.array([f[2] for f in found])[kept])
