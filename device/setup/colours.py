"""The pieces' colours as the camera sees them, for people to compare with what lies there."""

import numpy as np

from vision.reading import Frame, Reading

REACH = 2
"""Pixels about an outline's points that are looked at."""


def colours(frame: Frame, reading: Reading) -> tuple[tuple[str, str], ...]:
    """Return by colour name what the frame (BGR) shows where such pieces were read, as #rrggbb; sorted by name."""
    found: dict[str, list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]] = {}
    for mark in reading.sketch if reading.status == "still" else ():
        if mark.colour:
            found.setdefault(mark.colour, []).extend(_about(frame, x, y) for x, y in mark.outline)
    return tuple((name, _hex(np.concatenate(pixels))) for name, pixels in sorted(found.items()))


def _about(frame: Frame, x: float, y: float) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    left, top = max(0, round(x) - REACH), max(0, round(y) - REACH)
    return frame[top:round(y) + REACH + 1, left:round(x) + REACH + 1].reshape(-1, 3)


def _hex(pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> str:
    blue, green, red = np.median(pixels, axis=0).astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"
