"""Draws what was seen onto a frame, for people who want to know why."""

import cv2
import numpy as np

from vision.reading import Frame, Mark, Reading

_COLOURS = {"purple": (200, 60, 160), "red": (40, 40, 230), "green": (60, 190, 40), "blue": (230, 110, 30),
            "yellow": (40, 220, 240), "orange": (40, 140, 250), "white": (255, 255, 255), "black": (40, 40, 40)}
"""BGR."""
_PLAIN = (0, 220, 255)
_STATUS = {"still": (80, 200, 80), "hand": (0, 140, 255), "moving": (0, 220, 255), "lost": (60, 60, 230)}


def draw(frame: Frame, reading: Reading) -> Frame:
    """Return a copy of the frame (BGR) with the reading's marks, its status and, if lost, the reason on it."""
    picture = frame.copy()
    for mark in reading.sketch:
        _draw_mark(picture, mark)
    words = reading.status if reading.fault is None else f"{reading.status}: {reading.fault.text.en}"
    _write(picture, words, _STATUS[reading.status])
    return picture


def _draw_mark(picture: Frame, mark: Mark) -> None:
    """Draw an outline, white beneath its colour so that it shows on everything."""
    line = np.round(np.array(mark.outline) * 8).astype(np.int32).reshape(-1, 1, 2)
    for colour, width in (((255, 255, 255), 3), (_COLOURS.get(mark.colour, _PLAIN), 1)):
        cv2.polylines(picture, [line], True, colour, width, cv2.LINE_AA, 3)
    if mark.label:
        x, y = np.mean(mark.outline, axis=0)
        at = int(x) - 8, int(y) + 8
        cv2.putText(picture, mark.label, at, cv2.FONT_HERSHEY_SIMPLEX, 0.8, _PLAIN, 2, cv2.LINE_AA)


def _write(picture: Frame, words: str, colour: tuple[int, int, int]) -> None:
    """Write a line at the top left on a dark ground, as small as it must be to fit."""
    width = picture.shape[1]
    size = min(0.7, 0.7 * (width - 20) / max(1, cv2.getTextSize(words, cv2.FONT_HERSHEY_SIMPLEX, 0.7, 1)[0][0]))
    high = int(34 * size) + 12
    picture[:high] = picture[:high] // 3
    cv2.putText(picture, words, (10, high - 10), cv2.FONT_HERSHEY_SIMPLEX, size, colour, 1, cv2.LINE_AA)
