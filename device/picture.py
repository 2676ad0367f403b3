"""Pictures of the table: a small one for phones with what was seen drawn on it, and a whole one for reports."""

import cv2
import numpy as np

from vision.reading import Frame, Reading
from vision.sketch import draw

WIDTH = 960
"""The most pixels across on a phone, which shows fewer."""
QUALITY = 70
FINE = 90
"""Of a picture in which something is still to be found."""


def jpeg(frame: Frame, reading: Reading) -> bytes:
    """Return the frame with the reading drawn on it, as a JPEG of at most WIDTH pixels across."""
    return _encoded(_small(draw(frame, reading)), QUALITY)


def view(frame: Frame) -> bytes:
    """Return the frame as it is, as a JPEG in its own size, good enough to find markers in."""
    return _encoded(frame, FINE)


def frame_of(view: bytes) -> Frame:
    """Return the frame, BGR, of a picture."""
    return np.asarray(cv2.imdecode(np.frombuffer(view, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def small_view(view: bytes) -> bytes:
    """Return a view as a phone needs it."""
    frame = frame_of(view)
    return view if frame.shape[1] <= WIDTH else _encoded(_small(frame), QUALITY)


def _small(frame: Frame) -> Frame:
    height, width = frame.shape[:2]
    if width <= WIDTH:
        return frame
    return cv2.resize(frame, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA).astype(np.uint8)


def _encoded(frame: Frame, quality: int) -> bytes:
    return cv2.imencode(".jpg", frame, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()


def png(frame: Frame) -> bytes:
    """Return the frame as it is, without loss."""
    return cv2.imencode(".png", frame)[1].tobytes()
