"""A board of cells ruled by dark lines, found exactly where it lies by them."""

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.reading import Frame
from vision.rings import Place, rectify

Image = NDArray[np.float32]

_SIDE = 240
"""Pixels across the view from above in which the search is done."""
_SEARCH_MM = 10.0
"""How far from the mat's centre the board is looked for."""
_TURNS_DEG = np.arange(-4.0, 4.1, 1.0)
_WING_MM = 2.2
"""A line is darker than what lies so far to both sides of it."""
_CLEAR = 0.12
"""A line is as good as any when it is darker by this (logarithm)."""
_ALONG_MM = 8.0
"""A line is dark over this length; a grain or an edge's end is not."""
_HEIGHT_SIGMA = 5.0
"""How far a board's height strays from the guess, millimetres."""
_STEP_MM = 8.0
"""Between the points of a line that are looked at."""
_ROWS = 5
"""In the first search only each so manieth row of an upright line, or column of a level one, is looked at."""


@dataclass(frozen=True)
class LineBoard:
    """A ruled board: rows and columns of square cells, `pitch` millimetres wide, a line around each."""

    rows: int
    columns: int
    pitch: float

    @property
    def upright(self) -> tuple[float, ...]:
        """Return the upright lines' places, the board's centre being 0, millimetres."""
        return tuple((c - self.columns / 2) * self.pitch for c in range(self.columns + 1))

    @property
    def level(self) -> tuple[float, ...]:
        """Return the level lines' places."""
        return tuple((r - self.rows / 2) * self.pitch for r in range(self.rows + 1))

    @property
    def centres(self) -> tuple[tuple[float, float], ...]:
        """Return the cells' centres row by row."""
        return tuple(((c + 0.5 - self.columns / 2) * self.pitch, (r + 0.5 - self.rows / 2) * self.pitch)
                     for r in range(self.rows) for c in range(self.columns))


@dataclass(frozen=True)
class FoundLines:
    """A place, and how much of the lines is seen there, 0 to 1: of all, and around each cell."""

    place: Place
    fit: float
    cells: Points


def find(frame: Frame, camera: Camera, board: LineBoard, guess: Place) -> FoundLines:
    """Return where in the frame (BGR) the board lies, near `guess`; the fit says whether there is one at all."""
    half = max(board.rows, board.columns) * board.pitch / 2 + _SEARCH_MM + 4.0
    maps = line_maps(rectify(frame, camera, guess, half, _SIDE), _SIDE / 2 / half)
    search = _Search(maps, board, camera, guess, _SIDE / 2 / half)
    return search.refine(search.coarse())


def line_maps(view: Frame, px_per_mm: float) -> tuple[Image, Image]:
    """Return how much each pixel looks like part of an upright and of a level dark line, -0.3 to 1."""
    logs = np.log(cv2.GaussianBlur(view, (0, 0), 0.7).astype(np.float32).sum(axis=2) + 24.0)
    wing = max(2, round(_WING_MM * px_per_mm))
    along = max(3, round(_ALONG_MM * px_per_mm))
    maps = []
    for axis in (1, 0):
        ahead, behind = (np.roll(logs, shift, axis) for shift in (wing, -wing))
        dark = np.clip((np.minimum(ahead, behind) - logs) / _CLEAR, -0.3, 1.0)
        maps.append(np.asarray(cv2.blur(dark, (1, along) if axis == 1 else (along, 1)), np.float32))
    return maps[0], maps[1]


class _Search:
    """The maps and where, for a place of the board, its lines lie in them."""

    def __init__(self, maps: tuple[Image, Image], board: LineBoard, camera: Camera, guess: Place, scale: float) -> None:
        self.maps, self.board, self.guess, self.px_per_mm = maps, board, guess, scale
        eye = camera.position_mm
        self.rise = float(eye[2]) - guess.height
        self.foot = np.array([float(eye[0]) - guess.x, float(eye[1]) - guess.y])

    def coarse(self) -> Points:
        """Return the best shift and turn: x, y, turn, height, as offsets from the guess."""
        upright, level = self.maps[0][::_ROWS], np.ascontiguousarray(self.maps[1].T[::_ROWS])
        shifts = np.arange(-_SEARCH_MM, _SEARCH_MM + 0.1, 0.5)
        best, found = -1.0, np.zeros(4)
        for degrees in _TURNS_DEG:
            turn = float(np.radians(degrees))
            x, fx = self._comb(_slanted(upright, -turn), self.board.upright, shifts)
            y, fy = self._comb(_slanted(level, turn), self.board.level, shifts)
            if fx + fy > best:
                c, s = np.cos(turn), np.sin(turn)
                best, found = fx + fy, np.array([c * x - s * y, s * x + c * y, turn, 0.0])
        return found

    def _comb(self, line: Image, places: tuple[float, ...], shifts: Points) -> tuple[float, float]:
        """Return at which shift the lines' places fit a row of sums best, and how well."""
        at = (shifts[:, None] + np.array(places)) * self.px_per_mm + (_SIDE - 1) / 2
        fits = np.interp(at, np.arange(_SIDE), line).mean(axis=1)
        n = int(np.argmax(fits))
        return float(shifts[n]), float(fits[n])

    def seen(self, offsets: Points) -> tuple[Points, Points]:
        """Return what the maps show along the upright and the level lines, places x points, for places n x 4."""
        return self._along(offsets, 0), self._along(offsets, 1)

    def _along(self, offsets: Points, which: int) -> Points:
        points = _line_points(self.board)[which]
        x, y, turn, height = offsets.T[:, :, None]
        c, s = np.cos(turn), np.sin(turn)
        lift = self.rise / (self.rise - height)
        middle = (_SIDE - 1) / 2
        u = self.foot[0] + (x + c * points[:, 0] - s * points[:, 1] - self.foot[0]) * lift
        v = self.foot[1] + (y + s * points[:, 0] + c * points[:, 1] - self.foot[1]) * lift
        return np.asarray(cv2.remap(self.maps[which], (u * self.px_per_mm + middle).astype(np.float32),
                                    (v * self.px_per_mm + middle).astype(np.float32), cv2.INTER_LINEAR), np.float64)

    def refine(self, best: Points) -> FoundLines:
        """Return the place that a shrinking pattern search comes to."""
        step = np.array([0.5, 0.5, 0.009, 4.0])
        fit = 0.0
        for _ in range(8):
            tried = best + _pattern() * step
            upright, level = self.seen(tried)
            score = upright.mean(axis=1) + level.mean(axis=1) - 0.02 * (tried[:, 3] / _HEIGHT_SIGMA) ** 2
            n = int(np.argmax(score))
            best, fit = tried[n], float(upright[n].mean() + level[n].mean()) / 2
            step = step * 0.65
        g = self.guess
        x, y, turn, height = (float(v) for v in best)
        return FoundLines(replace(g, x=g.x + x, y=g.y + y, turn=g.turn + turn, height=g.height + height), fit,
                          self._cell_fits(best))

    def _cell_fits(self, best: Points) -> Points:
        """Return for each cell how well the four lines around it are seen."""
        upright, level = (part[0] for part in self.seen(best[None]))
        board = self.board
        sides = upright.reshape(board.columns + 1, board.rows, -1).mean(axis=2)
        ends = level.reshape(board.rows + 1, board.columns, -1).mean(axis=2)
        return np.asarray(((sides[:-1] + sides[1:]).T + ends[:-1] + ends[1:]).ravel() / 4)


def _slanted(rows: Image, turn: float) -> Image:
    """Return the mean of the rows, each shifted by as much as a line turned so (radians) is off there."""
    height, width = rows.shape
    slope = float(np.tan(turn)) * _ROWS
    shear = np.array([[1.0, slope, -slope * (height - 1) / 2], [0.0, 1.0, 0.0]])
    return np.asarray(cv2.warpAffine(rows, shear, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
                      .mean(axis=0), np.float32)


@lru_cache(maxsize=4)
def _line_points(board: LineBoard) -> tuple[Points, Points]:
    """Return points along the upright lines and along the level ones, line by line, each cell's side having as many."""
    each = max(2, round(board.pitch / _STEP_MM))
    inside = (np.arange(each) + 0.5) / each * board.pitch
    down = np.concatenate([y + inside for y in board.level[:-1]])
    across = np.concatenate([x + inside for x in board.upright[:-1]])
    upright = np.array([(x, y) for x in board.upright for y in down])
    level = np.array([(x, y) for y in board.level for x in across])
    return upright, level


@lru_cache(maxsize=1)
def _pattern() -> Points:
    """Return steps of x, y and turn together, and of the height alone, which the others hardly depend on."""
    flat = np.stack(np.meshgrid(*[[-1.0, 0.0, 1.0]] * 3, [0.0]), axis=-1).reshape(-1, 4)
    return np.concatenate([flat, [(0.0, 0.0, 0.0, -1.0), (0.0, 0.0, 0.0, 1.0)]])
