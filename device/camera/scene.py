"""A table drawn in perspective: the mat with its markers, flat and raised shapes, a hand. For simulated tables.

World points are millimetres in the mat's frame: origin at its top-left corner, x right, y down, z up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reading import Frame

Colour: TypeAlias = tuple[int, int, int]
"""Blue, green, red."""
Points: TypeAlias = NDArray[np.float64]
"""N x 3, millimetres."""

MAT_MM = (420.0, 297.0)
MARKER_MM = 30.0
MARKER_MARGIN_MM = 10.0
_SHIFT = 4
"""Binary digits of sub-pixel positions in OpenCV's drawing."""


@dataclass(frozen=True)
class View:
    """Where the camera stands: above the mat's centre, moved to the near side, looking at the centre."""

    width: int = 1280
    height: int = 720
    across_deg: float = 66.0
    """The horizontal field of view."""
    above_mm: float = 580.0
    near_mm: float = 90.0
    roll_deg: float = 1.5

    def pixels(self, points: Points) -> NDArray[np.float64]:
        """Return where world points (N x 3 mm) appear, N x 2 pixels."""
        x, y, z = (points - [MAT_MM[0] / 2, MAT_MM[1] / 2 + self.near_mm, self.above_mm]).T
        far = np.hypot(self.near_mm, self.above_mm)
        down = (y * self.above_mm - z * self.near_mm) / far
        depth = (-y * self.near_mm - z * self.above_mm) / far
        focal = self.width / 2 / np.tan(np.radians(self.across_deg / 2))
        flat = np.stack([x, down]) / depth * focal
        turn = np.radians(self.roll_deg)
        spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.asarray((spin @ flat).T + [self.width / 2, self.height / 2])


class Scene:
    """A picture that is painted from the back to the front."""

    def __init__(self, view: View, table: Colour = (168, 196, 205), sheet: Colour = (232, 236, 236)) -> None:
        """Paint the bare table with the mat on it."""
        self.view = view
        self.frame: Frame = np.full((view.height, view.width, 3), table, np.uint8)
        self.fill(rectangle(0, 0, *MAT_MM), sheet)
        for number in range(4):
            self._marker(number)

    def fill(self, outline: Points, colour: Colour) -> None:
        """Paint a flat shape."""
        self._paint([outline], colour)

    def hole(self, outer: Points, inner: Points, colour: Colour) -> None:
        """Paint a flat shape with a hole in it."""
        self._paint([outer, inner], colour)

    def raise_up(self, shapes: Sequence[Points], height: float, colour: Colour) -> None:
        """Paint a solid of these outlines (the second is a hole in the first), dark at its foot and light on top."""
        for level in np.linspace(0, 1, 6):
            shade = 0.55 + 0.45 * level
            raised = [shape + [0, 0, height * level] for shape in shapes]
            self._paint(raised, (round(colour[0] * shade), round(colour[1] * shade), round(colour[2] * shade)))

    def _paint(self, outlines: Sequence[Points], colour: Colour) -> None:
        corners = [np.round(self.view.pixels(o) * 2**_SHIFT).astype(np.int32) for o in outlines]
        cv2.fillPoly(self.frame, corners, colour, cv2.LINE_AA, _SHIFT)

    def _marker(self, number: int) -> None:
        far_x = MAT_MM[0] - MARKER_MARGIN_MM - MARKER_MM
        far_y = MAT_MM[1] - MARKER_MARGIN_MM - MARKER_MM
        left = MARKER_MARGIN_MM if number in (0, 3) else far_x
        top = MARKER_MARGIN_MM if number in (0, 1) else far_y
        self.fill(rectangle(left, top, MARKER_MM, MARKER_MM), (28, 28, 28))
        for row, column in _white_cells(number):
            side = MARKER_MM / 6
            self.fill(rectangle(left + column * side, top + row * side, side, side), (232, 236, 236))

    def hand(self) -> None:
        """Paint a forearm from the near side and a hand over the mat's centre, 60 mm above it."""
        skin = (130, 160, 205)
        x, y = MAT_MM[0] / 2, MAT_MM[1] / 2
        arm = [(x - 5, y + 60), (x + 65, y + 60), (x + 130, y + 400), (x + 30, y + 400)]
        self.fill(np.array([(px, py, 60) for px, py in arm]), skin)
        self.fill(circle(x + 28, y + 45, 42, 60), skin)
        for finger in range(4):
            root, tip = x + 2 + 17 * finger, x - 22 + 22 * finger
            self.fill(np.array([(root - 9, y + 40, 60), (root + 9, y + 40, 60), (tip + 7, y - 35, 50),
                                (tip - 7, y - 35, 50)]), skin)

    def lit(self, shading: float = 0.12) -> Frame:
        """Return the picture as a lens and a lamp on one side would show it."""
        height, width = self.frame.shape[:2]
        y, x = np.mgrid[-1:1:complex(0, height), -1:1:complex(0, width)]
        light = 1 - shading * (x**2 + y**2) / 2 + shading / 3 * x
        soft = cv2.GaussianBlur(self.frame, (3, 3), 0.8).astype(np.float64) * light[:, :, None]
        lit: Frame = np.clip(soft, 0, 255).astype(np.uint8)
        return lit


def rectangle(left: float, top: float, width: float, height: float, z: float = 0.0) -> Points:
    """Return a rectangle's corners."""
    right, bottom = left + width, top + height
    return np.array([(left, top, z), (right, top, z), (right, bottom, z), (left, bottom, z)], np.float64)


def circle(x: float, y: float, radius: float, z: float) -> Points:
    """Return a circle as 48 points."""
    turn = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    return np.stack([x + radius * np.cos(turn), y + radius * np.sin(turn), np.full(48, z)], axis=1)


def _white_cells(number: int) -> Iterator[tuple[int, int]]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    bits = cv2.aruco.generateImageMarker(dictionary, number, 6)  # a pixel a cell, the black border included
    yield from ((int(row), int(column)) for row, column in np.argwhere(bits > 0))
