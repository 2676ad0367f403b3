"""The table seen straight from above: a level plane over the mat, at any height, without perspective or lens."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.reading import Frame
from vision.settings import TableSettings

_NODE = 16
"""Pixels between the places that the camera model is asked for; the lens bends little in between."""


@dataclass(frozen=True)
class Scale:
    """How a plan's pixels lie on the mat."""

    per_mm: float
    """Pixels a millimetre."""
    margin_mm: float
    """How much of the table beyond the mat's edges it shows."""

    def size(self, settings: TableSettings) -> tuple[int, int]:
        """Return the plan's width and height in pixels."""
        w, h = settings.mat_mm
        return round((w + 2 * self.margin_mm) * self.per_mm), round((h + 2 * self.margin_mm) * self.per_mm)

    def to_mm(self, px: Points) -> Points:
        """Return places on the mat for pixel positions (the centre of the first pixel is 0, 0)."""
        return np.asarray((np.asarray(px) + 0.5) / self.per_mm - self.margin_mm)

    def to_px(self, mm: Points) -> Points:
        """Return pixel positions for places on the mat."""
        return np.asarray((np.asarray(mm) + self.margin_mm) * self.per_mm - 0.5)


def grid(camera: Camera, height_mm: float, scale: Scale, settings: TableSettings) -> NDArray[np.float32]:
    """Return for every pixel of the plan where it lies in the frame, height x width x 2."""
    width, height = scale.size(settings)
    nodes = np.meshgrid(np.arange(0, width + _NODE, _NODE), np.arange(0, height + _NODE, _NODE))
    x, y = (scale.to_mm(n.astype(np.float64)) for n in nodes)
    at = camera.project(np.stack([x.ravel(), y.ravel(), np.full(x.size, height_mm)], axis=1))
    coarse = at.reshape(*x.shape, 2).astype(np.float32)
    shrink = np.array([[1 / _NODE, 0, 0], [0, 1 / _NODE, 0]])
    fine = cv2.warpAffine(coarse, shrink, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    return np.asarray(fine, np.float32)


def view(frame: Frame, where: NDArray[np.float32]) -> Frame:
    """Return the plan of a frame (BGR), seen at the places that `grid` gave; black outside the frame."""
    return np.asarray(cv2.remap(frame, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)
