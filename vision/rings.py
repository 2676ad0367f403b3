"""A board of round cells, found exactly where it lies by the circles on it: printed grooves and the pieces above."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.camera import Camera, Points
from vision.reading import Frame

Image = NDArray[np.float32]

_PX_PER_MM = 1.25
_SEARCH_MM = 12
"""How far from the mat's centre the board is looked for."""
_TURNS_DEG = (-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0)
_CHROMA_STEP = 0.045
"""A colour share this far from the wood's is half a piece."""
_HEIGHT_SIGMA = 8.0
"""How far a board's height strays from the guess, millimetres."""


@dataclass(frozen=True)
class Place:
    """Where a board lies: its centre in the mat's frame, how it is turned and how high its top is."""

    x: float
    y: float
    turn: float
    """Radians, clockwise as the camera sees it."""
    height: float

    def to_mat(self, board_mm: ArrayLike) -> Points:
        """Return points of the mat's frame, n x 3, for points of the board's (n x 3: x, y, z above its top)."""
        x, y, z = np.asarray(board_mm, np.float64).reshape(-1, 3).T
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.stack([self.x + c * x - s * y, self.y + s * x + c * y, self.height + z], axis=1)


@dataclass(frozen=True)
class RingBoard:
    """What is known of such a board beforehand; millimetres, the origin at its centre."""

    centres: tuple[tuple[float, float], ...]
    """Every cell's centre."""
    groove_radii: tuple[float, ...]
    """Radii of the printed circles' edges, on the board's top."""
    piece_radii: tuple[float, ...]
    """Radii of the pieces' edges, `piece_height` above it."""
    piece_height: float


@dataclass(frozen=True)
class Found:
    """A place and how well the circles fit there, about 0 (none) to 1 (all)."""

    place: Place
    fit: float
    cells: Points
    """The same for each cell."""


def find(frame: Frame, camera: Camera, board: RingBoard, guess: Place) -> Found:
    """Return where in the frame (BGR) the board lies, near `guess`; the fit says whether there is one at all."""
    base, top = ring_maps(rectify(frame, camera, guess, _reach(board)), board, camera, guess)
    search = _Search(base, top, board, camera, guess)
    return search.refine(search.coarse())


def _reach(board: RingBoard) -> float:
    return float(np.abs(board.centres).max()) + max(board.groove_radii) + _SEARCH_MM


def rectify(frame: Frame, camera: Camera, place: Place, half_mm: float) -> Frame:
    """Return the board's top as seen from straight above, `half_mm` to each side of its centre."""
    knots = np.linspace(-half_mm, half_mm, 17)
    x, y = np.meshgrid(knots, knots)
    at = camera.project(place.to_mat(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)))
    return cv2.remap(frame, *_grown(at.reshape(17, 17, 2), round(2 * half_mm * _PX_PER_MM)), cv2.INTER_LINEAR)


def _grown(coarse: Points, side: int) -> tuple[Image, Image]:
    """Return two full-size maps, interpolated bilinearly between knots that reach from edge to edge."""
    step = (coarse.shape[0] - 1) / side
    shift = np.array([[step, 0.0, step / 2], [0.0, step, step / 2]], np.float64)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    u, v = (cv2.warpAffine(np.ascontiguousarray(coarse[..., i], np.float32), shift, (side, side), flags=flags,
                           borderMode=cv2.BORDER_REPLICATE) for i in (0, 1))
    return u, v


def ring_maps(top_view: Frame, board: RingBoard, camera: Camera, guess: Place) -> tuple[Image, Image]:
    """Return two maps of "how much this looks like a cell's centre": by grooves, and by the pieces above them."""
    c, s = _edges(top_view)
    piece = _pieceness(top_view)
    groove, rim = _kernels(board, _lift(camera, guess.height, board.piece_height))
    base = cv2.filter2D(c * (1 - piece), -1, groove[0]) + cv2.filter2D(s * (1 - piece), -1, groove[1])
    top = cv2.filter2D(c * piece, -1, rim[0]) + cv2.filter2D(s * piece, -1, rim[1])
    return base, top


def _edges(view: Frame) -> tuple[Image, Image]:
    """Return the edges' double-angle cosine and sine, 0 to 1 strong, from all three channels together."""
    soft = cv2.GaussianBlur(view, (0, 0), 0.8).astype(np.float32)
    gx, gy = (cv2.Sobel(soft, cv2.CV_32F, i, 1 - i, ksize=3) for i in (1, 0))
    xx, yy, xy = ((a * b).sum(axis=2) for a, b in ((gx, gx), (gy, gy), (gx, gy)))
    total = xx + yy
    total += 2 * float(np.median(total)) + 20.0
    return (xx - yy) / total, 2 * xy / total


def _pieceness(view: Frame) -> Image:
    """Return 0 where the colour share is the board's own wood, towards 1 where it is another."""
    soft = cv2.GaussianBlur(view, (0, 0), 1.2).astype(np.float32)
    share = soft[..., ::2] / (soft.sum(axis=2, keepdims=True) + 20.0)
    away = np.linalg.norm(share - np.median(share[::4, ::4].reshape(-1, 2), axis=0), axis=2) / _CHROMA_STEP
    return np.asarray(away**4 / (1 + away**4), np.float32)


def _lift(camera: Camera, height: float, above: float) -> float:
    """Return by how much a thing `above` the board looks larger and further from the point under the camera."""
    z = float(camera.position_mm[2])
    return (z - height) / (z - height - above)


def _kernels(board: RingBoard, lift: float) -> tuple[tuple[Image, Image], tuple[Image, Image]]:
    return (_kernel(tuple(board.groove_radii)), _kernel(tuple(round(r * lift, 1) for r in board.piece_radii)))


@lru_cache(maxsize=16)
def _kernel(radii: tuple[float, ...]) -> tuple[Image, Image]:
    """Return the correlation kernels for circles of these radii (mm); every circle has the same weight."""
    half = int(np.ceil((max(radii) + 1.5) * _PX_PER_MM))
    y, x = np.mgrid[-half:half + 1, -half:half + 1] / _PX_PER_MM
    r, double = np.hypot(x, y), 2 * np.arctan2(y, x)
    rings = [np.exp(-(((r - radius) / 0.7) ** 2) / 2) for radius in radii]
    weight = sum(ring / ring.sum() for ring in rings) / len(radii)
    return (weight * np.cos(double)).astype(np.float32), (weight * np.sin(double)).astype(np.float32)


class _Search:
    """The maps and where, for a place of the board, its cells lie in them."""

    def __init__(self, base: Image, top: Image, board: RingBoard, camera: Camera, guess: Place) -> None:
        self.maps = (base, top)
        self.board, self.camera, self.guess = board, camera, guess
        self.cells = np.asarray(board.centres)
        self.middle = (base.shape[0] - 1) / 2

    def spots(self, x: Points, y: Points, turn: Points, height: Points, above: float) -> tuple[Points, Points]:
        """Return map positions of all cells, `above` the board's top, for arrays of places (offsets from the guess)."""
        c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
        px = x[:, None] + c * self.cells[:, 0] - s * self.cells[:, 1]
        py = y[:, None] + s * self.cells[:, 0] + c * self.cells[:, 1]
        eye = self.camera.position_mm
        foot = self._own(eye[0] - self.guess.x, eye[1] - self.guess.y)
        lift = ((eye[2] - self.guess.height) / (eye[2] - self.guess.height - height - above))[:, None]
        return ((foot[0] + (px - foot[0]) * lift) * _PX_PER_MM + self.middle,
                (foot[1] + (py - foot[1]) * lift) * _PX_PER_MM + self.middle)

    def _own(self, x: float, y: float) -> tuple[float, float]:
        """Return an offset of the mat's frame in the guess's own axes, which are the maps'."""
        c, s = np.cos(self.guess.turn), np.sin(self.guess.turn)
        return c * x + s * y, c * y - s * x

    def scores(self, x: Points, y: Points, turn: Points, height: Points) -> Points:
        """Return how well the circles fit at each place, the mean over the cells."""
        return np.asarray(self.cell_scores(x, y, turn, height).mean(axis=1))

    def cell_scores(self, x: Points, y: Points, turn: Points, height: Points) -> Points:
        """Return how well the circles fit in each cell at each place, places x cells."""
        total = np.zeros((len(x), len(self.cells)))
        for image, above in zip(self.maps, (0.0, self.board.piece_height), strict=True):
            u, v = self.spots(x, y, turn, height, above)
            seen = cv2.remap(image, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR)
            total += np.maximum(seen, -0.1)
        return total

    def coarse(self) -> Points:
        """Return the best of a grid of shifts (2 mm apart) and turns: x, y, turn, height, as offsets from the guess."""
        shifts = np.arange(-_SEARCH_MM, _SEARCH_MM + 1, 2.0)
        grid = np.stack(np.meshgrid(shifts, shifts, np.radians(_TURNS_DEG), [0.0]), axis=-1).reshape(-1, 4)
        return np.asarray(grid[int(np.argmax(self.scores(*grid.T)))])

    def refine(self, best: Points) -> Found:
        """Return the place that a shrinking pattern search comes to."""
        step = np.array([1.0, 1.0, 0.02, 5.0])
        pattern = _pattern()
        fit = 0.0
        for _ in range(7):
            tried = best + pattern * step
            score = self.scores(*tried.T) - 0.01 * (tried[:, 3] / _HEIGHT_SIGMA) ** 2
            best, fit = tried[int(np.argmax(score))], float(score.max())
            step = step * 0.6
        return Found(self._placed(best), fit, self.cell_scores(*best[:, None])[0])

    def _placed(self, offset: Points) -> Place:
        g = self.guess
        c, s = np.cos(g.turn), np.sin(g.turn)
        x, y, turn, height = (float(v) for v in offset)
        return replace(g, x=g.x + c * x - s * y, y=g.y + s * x + c * y, turn=g.turn + turn, height=g.height + height)


@lru_cache(maxsize=1)
def _pattern() -> Points:
    return np.stack(np.meshgrid(*[[-1.0, 0.0, 1.0]] * 4), axis=-1).reshape(-1, 4)


def cell_grid(pitch: float, extra: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Return the centres of 3 x 3 cells row by row, then `extra` ones given in pitches."""
    inner = [(x, y) for y in (-1.0, 0.0, 1.0) for x in (-1.0, 0.0, 1.0)]
    return tuple((x * pitch, y * pitch) for x, y in [*inner, *extra])
