"""Pictures of the table: a small one for phones with what was seen drawn on it, and a whole one for reports."""

import cv2
import numpy as np

from vision.reading import Frame, Reading
from vision.sketch import draw

WIDTH = 960
"""The most pixels across on a phone, which shows fewer."""
QUALITY = 70


def jpeg(frame: Frame, reading: Reading) -> bytes:
    """Return the frame with the reading drawn on it, as a JPEG of at most WIDTH pixels across."""
    drawn = draw(frame, reading)
    height, width = drawn.shape[:2]
    if width > WIDTH:
        drawn = cv2.resize(drawn, (WIDTH, round(height * WIDTH / width)), interpolation=cv2.INTER_AREA).astype(np.uint8)
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()


def png(frame: Frame) -> bytes:
    """Return the frame as it is, without loss."""
    return cv2.imencode(".png", frame)[1].tobytes()
