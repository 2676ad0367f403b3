"""Mastermind's board: where its holes, pins and bars are, and the looks at them, taken from a frame all at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision import rings
from vision.camera import Camera, Points
from vision.light import Light
from vision.mat import reflectances
from vision.reading import Frame
from vision.settings import TableSettings

HOLES = 4
FIT = 0.33
"""Below this the holes and pegs of no Mastermind board are there; any other table has half of it at most."""
_MARGIN_MM = 18.0
"""From the body's near edge to row 0, and from its far edge to the code."""
HOLE_MM, PEG_MM = 2.4, 6.0
"""Radii of a hole and of a peg."""
PEG_HEIGHT_MM = 5.0
"""How high above the board a peg is widest, as a camera from above sees it."""
_TOP_MM = (0.5, 1.5, 2.5, 3.5, 4.2)
"""Circles on a peg's top at which it is looked at."""
RINGS, AROUND = len(_TOP_MM), 16
"""How many circles there are, and points on each."""
_PINS_MM = ((48.0, 4.0), (56.0, 4.0), (48.0, -4.0), (56.0, -4.0))
"""The four pin holes of a row, from the row's middle."""
_PIN_HEIGHT_MM = 2.5
BAR_DROP_MM = 5.0
"""How far below the board's top the bars' tops are."""
BAR_STEP_MM = 0.5
BAR_MM = np.arange(0.0, 36.0, BAR_STEP_MM)
"""Distances from the body's edge at which the bars are looked at."""

Looks = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Layout:
    """The board's measures (mm) in its own frame: origin at its centre, x to the right, y towards the players."""

    rows: int
    width: float
    length: float
    row_pitch: float
    hole_pitch: float

    @staticmethod
    def of(settings: TableSettings) -> "Layout":
        """Return the layout that the settings give."""
        return Layout(settings.mastermind_rows, *settings.mastermind_mm, *settings.mastermind_pitch_mm)

    @property
    def row_y(self) -> tuple[float, ...]:
        """Return each guess row's place, row 0 the nearest to the players."""
        return tuple(self.length / 2 - _MARGIN_MM - self.row_pitch * r for r in range(self.rows))

    @property
    def hole_x(self) -> tuple[float, ...]:
        """Return the places of a row's holes, left to right."""
        return tuple(self.hole_pitch * (c - (HOLES - 1) / 2) for c in range(HOLES))

    @property
    def code_y(self) -> float:
        """Return the code's place at the far end."""
        return _MARGIN_MM - self.length / 2

    def rings(self) -> rings.RingBoard:
        """Return the circles by which the board is found: its holes and the pegs in them."""
        centres = tuple((x, y) for y in self.row_y for x in self.hole_x)
        return rings.RingBoard(centres, (HOLE_MM,), (PEG_MM,), PEG_HEIGHT_MM, wooden=False, side=256)


def find(frame: Frame, camera: Camera, settings: TableSettings) -> rings.Found:
    """Return where a Mastermind board lies, near the mat's middle; its fit says whether there is one."""
    w, h = settings.mat_mm
    guess = rings.Place(w / 2, h / 2, 0.0, settings.mastermind_height_mm)
    return rings.find(frame, camera, Layout.of(settings).rings(), guess)


def look(frame: Frame, camera: Camera, now: Light, place: rings.Place, layout: Layout) -> Looks:
    """Return reflectances (BGR, last axis) of the parts of the board that tell what is on it.

    By holes (the rows' from row 0 on, then the code's) x points: `hole`, the hole's bottom; `rim`, around it; `peg`, a
    peg's top; `side`, around a peg's middle; `beside`, the board around a peg. By gaps x points: `between`, the board
    left and right of each of the code's holes. By rows x pins x points: `pin`, and by rows x points: `by pins`, the
    board between them. By sides (left, right) x rows x distance: `bar`, and by sides x gaps x distance: `gap`, beside
    the bars.
    """
    points, parts = _points(layout)
    even = reflectances(frame, camera, now, place.to_mat(points))
    looks = {name: even[start:start + int(np.prod(shape))].reshape(*shape, 3) for name, start, shape in parts}
    for name in ("bar", "gap"):
        looks[name] = looks[name].mean(axis=3)
    return looks


Part = tuple[str, int, tuple[int, ...]]


@lru_cache(maxsize=4)
def _points(layout: Layout) -> tuple[Points, tuple[Part, ...]]:
    """Return all points looked at, n x 3 of the board's frame, and each part's name, start and shape."""
    groups = [*_hole_groups(layout), *_pin_groups(layout), *_bar_groups(layout)]
    parts, start = [], 0
    for name, points in groups:
        parts.append((name, start, points.shape[:-1]))
        start += int(np.prod(points.shape[:-1]))
    return np.concatenate([points.reshape(-1, 3) for _, points in groups]), tuple(parts)


def _hole_groups(layout: Layout) -> list[tuple[str, Points]]:
    centres = np.array([(x, y) for y in (*layout.row_y, layout.code_y) for x in layout.hole_x])
    gaps = np.array([(x + side * layout.hole_pitch / 2, layout.code_y) for x in layout.hole_x for side in (-1, 1)])
    return [("hole", _around(centres, (0.0, 0.6, 1.1), 0.0)),
            ("rim", _around(centres, (3.6, 4.2, 4.8), 0.0)),
            ("peg", _around(centres, _TOP_MM, PEG_HEIGHT_MM + 0.5)),
            ("side", _around(centres, (3.4, 4.2, 4.8), PEG_HEIGHT_MM - 0.5)),
            ("beside", _around(centres, (7.6, 8.3), 0.0)),
            ("between", _around(gaps, (0.0, 0.7, 1.4), 0.0))]


def _pin_groups(layout: Layout) -> list[tuple[str, Points]]:
    rows = np.array([(0.0, y) for y in layout.row_y])
    pins = rows[:, None] + np.array(_PINS_MM)
    middles = rows[:, None] + np.array([(52.0, 0.0), (44.0, 0.0), (60.0, 0.0), (52.0, 8.0), (52.0, -8.0)])
    pin = _around(pins.reshape(-1, 2), (0.0, 0.6, 1.2), _PIN_HEIGHT_MM / 2)
    beside = _around(middles.reshape(-1, 2), (0.0, 0.7), 0.0)
    return [("pin", pin.reshape(*pins.shape[:2], -1, 3)), ("by pins", beside.reshape(layout.rows, -1, 3))]


def _bar_groups(layout: Layout) -> list[tuple[str, Points]]:
    gap_y = [layout.row_y[0] + layout.row_pitch / 2, *(y - layout.row_pitch / 2 for y in layout.row_y)]
    return [("bar", _strips(layout, layout.row_y, (-2.5, -1.0, 1.0, 2.5))),
            ("gap", _strips(layout, gap_y, (-1.5, 1.5)))]


def _strips(layout: Layout, rows: Sequence[float], lines: tuple[float, ...]) -> Points:
    """Return points in strips outwards from the left and right edge: sides x rows x distances x lines x 3."""
    side, y, away, line = np.meshgrid([-1.0, 1.0], rows, BAR_MM, lines, indexing="ij")
    return np.stack([side * (layout.width / 2 + away), y + line, np.full(y.shape, -BAR_DROP_MM)], axis=-1)


def _around(centres: Points, radii: tuple[float, ...], height: float) -> Points:
    """Return points on circles around each centre, centres x points x 3; one at its very middle."""
    angle = np.linspace(0, 2 * np.pi, AROUND, endpoint=False)
    circle = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    flat = np.concatenate([r * circle if r else np.zeros((1, 2)) for r in radii])
    points = centres[:, None] + flat[None]
    return np.concatenate([points, np.full((*points.shape[:2], 1), height)], axis=2)
