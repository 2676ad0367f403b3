"""The picture of the table for phones: a frame with what was seen drawn on it."""

from collections.abc import Iterable, Mapping

import cv2
import numpy as np

from vision.reading import Frame, Mark

WIDTH = 960
"""The most pixels across; a phone shows fewer."""
QUALITY = 70
COLOURS: Mapping[str, tuple[int, int, int]] = {
    "purple": (200, 60, 160), "red": (60, 60, 230), "green": (80, 200, 60), "blue": (230, 140, 40),
    "yellow": (40, 220, 240), "white": (255, 255, 255), "black": (40, 40, 40), "orange": (40, 140, 250),
}
"""Blue, green, red of each piece's outline; other marks are drawn in white."""


def draw(frame: Frame, marks: Iterable[Mark]) -> Frame:
    """Return a copy of the frame with the marks drawn on it."""
    drawn = frame.copy()
    for mark in marks:
        colour = COLOURS.get(mark.colour, (255, 255, 255))
        points = np.round(np.array(mark.outline, np.float64).reshape(-1, 2) * 16).astype(np.int32)
        cv2.polylines(drawn, [points], len(points) > 2, (0, 0, 0), 4, cv2.LINE_AA, 4)  # an edge for light ground
        cv2.polylines(drawn, [points], len(points) > 2, colour, 2, cv2.LINE_AA, 4)
        if mark.label and len(points):
            _label(drawn, mark.label, points.mean(axis=0) / 16, colour)
    return drawn


def _label(frame: Frame, text: str, centre: "np.ndarray[tuple[int, ...], np.dtype[np.float64]]",
           colour: tuple[int, int, int]) -> None:
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
    origin = (round(centre[0] - width / 2), round(centre[1] + height / 2))
    cv2.putText(frame, text, origin, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 3, cv2.LINE_AA)
    cv2.putText(frame, text, origin, cv2.FONT_HERSHEY_SIMPLEX, 0.5, colour, 1, cv2.LINE_AA)


def jpeg(frame: Frame, marks: Iterable[Mark] = ()) -> bytes:
    """Return the drawn frame as a JPEG of at most WIDTH pixels across."""
    drawn = draw(frame, marks)
    height, width = drawn.shape[:2]
    if width > WIDTH:
        drawn = cv2.resize(drawn, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
