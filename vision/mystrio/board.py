"""Mystrio's board: a ruled square, found by its lines."""

from vision import lines
from vision.camera import Camera
from vision.lines import LineBoard
from vision.reading import Frame
from vision.rings import Place
from vision.settings import TableSettings

FIT = 0.35
"""Below this the lines of no Mystrio board are there; free ones have 0.9 and more, other tables 0.15 at most."""


def board(settings: TableSettings) -> LineBoard:
    """Return the lines that the settings give."""
    return LineBoard(*settings.mystrio_grid, settings.mystrio_pitch_mm)


def find(frame: Frame, camera: Camera, settings: TableSettings) -> lines.FoundLines:
    """Return where a Mystrio board lies, near the mat's middle; its fit says whether there is one."""
    w, h = settings.mat_mm
    return lines.find(frame, camera, board(settings), Place(w / 2, h / 2, 0.0, settings.mystrio_height_mm))
