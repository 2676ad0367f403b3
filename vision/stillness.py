"""Whether the table moves: two small pictures of it compared, so that light which comes and goes is no motion."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

_WIDTH = 160
"""Of the small picture, pixels; a peg is still three of them wide."""
_WIDE = 15
"""Light that is smooth over this many small pixels (a shade, a glow, a flicker's band) is taken off."""
_STEP = 0.10
"""A change of brightness by this share is a change."""
_NOISES = 7.0
"""...unless the whole picture is about as noisy; in medians of the change."""


_FOREIGN = 0.12
"""A smooth change of a colour's brightness by this share is a thing that was not there, or its shade."""
_ARM = 150
"""Small pixels that the part of an arm over the table covers at the least, one in a hundred."""
_OUTLINE = 30
"""Small pixels of an arm's outlines, at the least."""
_ALL = 0.6
"""Above this share of the picture it is the camera that moves, or the light that goes."""


@dataclass(frozen=True)
class Look:
    """A small picture of the table without its even light, height x width x 3."""

    ratio: NDArray[np.float32]
    """Logarithms less their surroundings': the same under a weaker or stronger lamp, or another exposure."""
    excess: NDArray[np.float32]
    """Values less their surroundings': the same under light that is added, as from a lamp of ours."""
    level: NDArray[np.float32]
    """The surroundings, smooth."""


def look(frame: Frame) -> Look:
    """Return the small picture of a frame (BGR)."""
    height = max(1, round(frame.shape[0] * _WIDTH / frame.shape[1]))
    double = cv2.resize(frame, (2 * _WIDTH, 2 * height), interpolation=cv2.INTER_NEAREST)
    small = cv2.resize(double, (_WIDTH, height), interpolation=cv2.INTER_AREA).astype(np.float32) + 8.0
    level = cv2.blur(small, (_WIDE, _WIDE))
    logs = np.log(small)
    return Look(np.asarray(logs - cv2.blur(logs, (_WIDE, _WIDE)), np.float32),
                np.asarray(small - level, np.float32), np.asarray(level, np.float32))


def changed(now: Look, before: Look) -> int:
    """Return how many small pixels have changed in both ways, single ones not counted."""
    if now.ratio.shape != before.ratio.shape:
        return now.ratio[..., 0].size
    return int(cv2.countNonZero(_spots(now, before)))


def _spots(now: Look, before: Look) -> NDArray[np.uint8]:
    spots = _moved(now.ratio - before.ratio) & _moved((now.excess - before.excess) / before.level)
    return np.asarray(cv2.morphologyEx(spots, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)), np.uint8)


def reaches_in(now: Look, before: Look) -> bool:
    """Return whether something large has come in over the picture's edge since `before`, as an arm does.

    It is a part whose smooth level differs, up to a light that is stronger or of another colour everywhere, and that
    has outlines: a shade or a flicker's band has none.
    """
    if now.level.shape != before.level.shape:
        return False
    change = np.log(now.level) - np.log(before.level)
    change -= np.median(change.reshape(-1, 3), axis=0)
    foreign = np.asarray(np.abs(change).max(axis=2) > _FOREIGN, np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats(foreign, connectivity=4)
    border = np.concatenate([parts[0], parts[-1], parts[:, 0], parts[:, -1]])
    crossing = set(border[border > 0].tolist())
    spots = _spots(now, before)
    return any(_ARM <= stats[part, cv2.CC_STAT_AREA] < _ALL * parts.size
               and cv2.countNonZero(spots[parts == part]) >= _OUTLINE for part in crossing)


def _moved(change: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return 1 where a change stands out from the whole picture's noise in any channel."""
    away = np.abs(change)
    largest = np.maximum(np.maximum(away[..., 0], away[..., 1]), away[..., 2])
    return np.asarray(largest > max(_STEP, _NOISES * float(np.median(largest[::2, ::2]))), np.uint8)
