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
    spots = _moved(now.ratio - before.ratio) & _moved((now.excess - before.excess) / before.level)
    return int(cv2.countNonZero(cv2.morphologyEx(spots, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))))


def _moved(change: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Return 1 where a change stands out from the whole picture's noise in any channel."""
    away = np.abs(change)
    largest = np.maximum(np.maximum(away[..., 0], away[..., 1]), away[..., 2])
    return np.asarray(largest > max(_STEP, _NOISES * float(np.median(largest[::2, ::2]))), np.uint8)
