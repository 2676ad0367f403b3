"""Whether canvas cards lie on the mat, of whatever deck: by their outlines alone."""

from dataclasses import dataclass

import numpy as np

from vision import light, plan
from vision.camera import Camera
from vision.mondrian.lone import outlines
from vision.plan import Scale
from vision.reading import Frame
from vision.settings import TableSettings

FIT = 3.0
"""Fewer cards than this may be a board's own rectangles."""
_ALIKE = 0.06
_SCALE = Scale(per_mm=2.0, margin_mm=0.0)


@dataclass(frozen=True)
class FoundCards:
    """What was found."""

    fit: float
    """How many cards of one size lie beside each other."""


def find(frame: Frame, camera: Camera, settings: TableSettings) -> FoundCards:
    """Return how many cards of one size seem to lie on the mat."""
    view = plan.view(frame, plan.grid(camera, 0.0, _SCALE, settings))
    now = light.measure(frame, camera, (0, 1, 2, 3), settings)
    seen = outlines(view, now, _SCALE, settings)
    if not seen:
        return FoundCards(0.0)
    sizes, centres = np.array([place.size for place in seen]), np.array([place.centre for place in seen])
    most = 0
    for size in sizes:
        alike = centres[(np.abs(sizes / size - 1) < _ALIKE).all(axis=1)]
        cells = {tuple(cell) for cell in np.round(alike / size.min()).astype(int).tolist()}
        most = max(most, len(cells))
    return FoundCards(float(most))
