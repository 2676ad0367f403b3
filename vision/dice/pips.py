"""Pips of any size and tilt: elliptic spots, whose outlines tell how the face that they are on is tilted."""

from dataclasses import dataclass
from functools import cached_property, lru_cache

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


Windows = NDArray[np.float32]


@dataclass(frozen=True)
class Pips:
    """Elliptic spots, by arrays of n."""

    at: Points
    """n x 2 pixels."""
    shape: Points
    """n x 2 x 2: what makes the ellipse out of a circle of radius 1; symmetric."""
    contrast: Points
    """Grey levels."""

    @cached_property
    def size(self) -> Points:
        """Return their radii, if they were round, pixels."""
        return np.asarray(np.sqrt(np.abs(np.linalg.det(self.shape))))

    def __getitem__(self, which: NDArray[np.bool_] | NDArray[np.int_]) -> "Pips":
        return Pips(self.at[which], self.shape[which], self.contrast[which])


def find(bright: pips.Grey) -> Pips:
    """Return the bright elliptic spots of any size in a grey picture, each once, those of most contrast first."""
    scale, found = _ENLARGED, [Pips(np.zeros((0, 2)), np.zeros((0, 2, 2)), np.zeros(0))]
    while min(bright.shape) * scale > _LEAST_SIDE:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        small = np.asarray(cv2.resize(bright, None, fx=scale, fy=scale, interpolation=how), np.uint8)
        there = _at_scale(small)
        found.append(Pips((there.at + 0.5) / scale - 0.5, there.shape / scale, there.contrast))
        scale /= _OCTAVE
    parts = zip(*((part.at, part.shape, part.contrast) for part in found), strict=True)
    return _once(Pips(*map(np.concatenate, parts)))


def _at_scale(bright: pips.Grey) -> Pips:
    """Return the spots of about one size."""
    spots = pips.spots(bright, _CIRCLES_PX, _LEAST)
    clearest = np.argsort(-spots.contrast)[:_MOST]
    middles = np.clip(np.round(spots.at[clearest]).astype(int), 0, (bright.shape[1] - 1, bright.shape[0] - 1))
    padded = cv2.copyMakeBorder(bright, _REACH, _REACH, _REACH, _REACH, cv2.BORDER_REPLICATE)
    x, y = middles.T[:, :, None, None]
    windows = padded[y + _line()[:, None], x + _line()].astype(np.float32)
    which, at, shape = _ellipses(windows)
    return Pips(at - _REACH + middles[which], shape, spots.contrast[clearest][which].astype(np.float64))


def _ellipses(windows: Windows) -> tuple[NDArray[np.int_], Points, Points]:
    """Return which windows have a bright ellipse in their middle, and its middle and shape."""
    near = slice(_REACH - 1, _REACH + 2)
    middle = windows[:, near, near].mean(axis=(1, 2))
    around = np.median(windows[:, _rim()], axis=1) if len(windows) else middle
    left = np.nonzero(middle > around + 1)[0]
    found = []
    for share in _EDGES:
        edge = around[left] + share * (middle[left] - around[left])
        seen, at, shape = _measured(windows[left], around[left, None, None], edge[:, None, None])
        found.append((left[seen], at, shape))
        left = np.delete(left, seen)
    which, at, shape = (np.concatenate(parts) for parts in zip(*found, strict=True))
    return which, at, shape


def _measured(windows: Windows, around: Windows, edge: Windows) -> tuple[NDArray[np.int_], Points, Points]:
    """Return the same, each spot's edge being where a grey level is passed."""
    spots = _in_the_middle(windows > edge)
    rim = spots[:, [0, -1]].any(axis=(1, 2)) | spots[:, :, [0, -1]].any(axis=(1, 2))
    which = np.nonzero(spots[:, _REACH, _REACH] & ~rim)[0]
    around, edge = around[which], edge[which]
    weight = np.clip((windows[which] - around) / (2 * (edge - around)), 0.0, 1.0).astype(np.float64)
    weight *= _widened(spots[which])
    total = np.maximum(weight.sum(axis=(1, 2)), 1e-6)
    x, y = (weight.sum(axis=axis) @ _line() / total for axis in (1, 2))
    off_x, off_y = _line() - x[:, None], _line() - y[:, None]
    across = np.einsum("nyx,ny,nx->n", weight, off_y, off_x)
    moments = np.array([[np.einsum("nyx,nx->n", weight, off_x**2), across],
                        [across, np.einsum("nyx,ny->n", weight, off_y**2)]]) / total
    values, vectors = np.linalg.eigh(np.moveaxis(moments, -1, 0))
    half = 2 * np.sqrt(np.maximum(values, 1e-6))
    fill = total / (np.pi * half.prod(axis=1))
    good = (total >= 1) & (half[:, 0] > _SIZES_PX[0]) & (half[:, 1] < _SIZES_PX[1])
    good &= (fill > _ROUND[0]) & (fill < _ROUND[1])
    shape = np.einsum("nij,nj,nkj->nik", vectors, half, vectors)
    return which[good], np.stack([x, y], axis=1)[good], shape[good]


def _widened(spots: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return spots that touch no window's rim with a pixel more on all sides."""
    wide = spots.copy()
    for axis in (1, 2):
        wide |= np.roll(wide, 1, axis) | np.roll(wide, -1, axis)
    return wide


def _in_the_middle(bright: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return of each window's bright pixels those that hang together with its middle."""
    side = len(_line())
    apart = np.zeros((len(bright), side + 1, side), np.uint8)
    apart[:, :side] = bright
    if not len(bright):
        return bright
    labels = cv2.connectedComponents(apart.reshape(-1, side), connectivity=4)[1].reshape(apart.shape)
    mine = labels[:, _REACH, _REACH, None, None]
    return np.asarray((labels[:, :side] == mine) & (mine > 0))


@lru_cache(maxsize=1)
def _line() -> NDArray[np.int_]:
    return np.arange(2 * _REACH + 1)


@lru_cache(maxsize=1)
def _rim() -> NDArray[np.bool_]:
    line = np.arange(-_REACH, _REACH + 1)
    far = np.hypot(*np.meshgrid(line, line))
    return np.asarray((far > 4.6) & (far < 6.2))


def _once(found: Pips) -> Pips:
    """Return the spots, of those at one place the clearest."""
    found = found[np.argsort(-found.contrast, kind="stable")]
    size = found.size
    kept: list[int] = []
    left = np.arange(len(size))
    while len(left) and len(kept) < _MOST:
        best = left[0]
        kept.append(int(best))
        away = np.hypot(*(found.at[left] - found.at[best]).T)
        left = left[away >= 0.8 * np.maximum(size[left], size[best])]
        left = left[left != best]
    return found[np.array(kept, np.int_)]
