"""Keeps OpenCV and FFmpeg from printing their own view of a camera or film beside our sentence."""

import os
from typing import Any

import cv2

ERRORS_ONLY = 2


def hush() -> None:
    """Have OpenCV print errors only, and FFmpeg nothing when it was not in use yet."""
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
    # it moved between the releases of OpenCV 4
    module: Any = cv2 if hasattr(cv2, "setLogLevel") else cv2.utils.logging
    module.setLogLevel(ERRORS_ONLY)
