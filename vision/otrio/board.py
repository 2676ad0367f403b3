"""Otrio's board: its circles, and where it lies."""

from vision import rings
from vision.camera import Camera
from vision.otrio.slots import SIDES
from vision.reading import Frame
from vision.settings import TableSettings

GROOVES_MM = (7.0, 9.0, 14.0, 16.0, 21.0)
PIECES_MM = (6.5, 9.5, 13.5, 16.5, 20.5)
RIM_HEIGHT_MM = 9.5
"""How high above the board a piece's outline lies, as a camera from above sees it."""
FIT = 0.3
"""Below this the circles of no Otrio board are there."""


def board(settings: TableSettings) -> rings.RingBoard:
    """Return the circles by which the board is found: 9 play cells, then the reserves side by side."""
    reserves = [(dx * 2 + along * (dx == 0), dy * 2 + along * (dy == 0))
                for dx, dy in SIDES.values() for along in (-1.0, 0.0, 1.0)]
    return rings.RingBoard(rings.cell_grid(settings.otrio_pitch_mm, reserves), GROOVES_MM, PIECES_MM, RIM_HEIGHT_MM)


def find(frame: Frame, camera: Camera, settings: TableSettings) -> rings.Found:
    """Return where an Otrio board lies, near the mat's middle; its fit says whether there is one."""
    w, h = settings.mat_mm
    guess = rings.Place(w / 2, h / 2, 0.0, settings.otrio_height_mm)
    return rings.find(frame, camera, board(settings), guess)
