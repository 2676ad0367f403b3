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

_SOFT_PX = 0.65
"""Blur before edges are taken."""
_SEARCH_MM = 12
"""How far from the mat's centre the board is looked for."""
_TURNS_DEG = (-5.0, -2.5, 0.0, 2.5, 5.0)
_CHROMA_STEP = 0.045
"""A colour share this far from the wood's is half a piece."""
_RING_MM = 0.8
"""How wide a ring's edge is searched for."""
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
    wooden: bool = True
    """Whether the board is of one wood and no piece is: then colour tells them apart; else circles alone must do."""
    side: int = 216
    """Pixels across the view from above in which it is searched; a good size for Fourier transforms."""


@dataclass(frozen=True)
class Found:
    """A place and how well the circles fit there, about 0 (none) to 1 (all)."""

    place: Place
    fit: float
    cells: Points
    """The same for each cell."""


def find(frame: Frame, camera: Camera, board: RingBoard, guess: Place) -> Found:
    """Return where in the frame (BGR) the board lies, near `guess`; the fit says whether there is one at all."""
    maps = ring_maps(rectify(frame, camera, guess, _reach(board), board.side), board, _lift(camera, guess, board))
    search = _Search(maps, board, camera, guess)
    return search.refine(search.coarse())


def _reach(board: RingBoard) -> float:
    return float(np.abs(board.centres).max()) + max(board.groove_radii) + _SEARCH_MM


def rectify(frame: Frame, camera: Camera, place: Place, half_mm: float, side: int) -> Frame:
    """Return the board's top as seen from straight above, `half_mm` to each side of its centre, `side` pixels wide."""
    knots = np.linspace(-half_mm, half_mm, 17)
    x, y = np.meshgrid(knots, knots)
    at = camera.project(place.to_mat(np.stack([x.ravel(), y.ravel(), np.zeros(x.size)], axis=1)))
    view = cv2.remap(frame, *_grown(at.reshape(17, 17, 2).astype(np.float32), side), cv2.INTER_LINEAR)
    return np.asarray(view, np.uint8)


def _grown(coarse: Image, side: int) -> tuple[Image, Image]:
    """Return two full-size maps, interpolated bilinearly between knots that reach from edge to edge."""
    step = (coarse.shape[0] - 1) / side
    at = np.array([[step, 0.0, step / 2], [0.0, step, step / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    u, v = (cv2.warpAffine(np.ascontiguousarray(coarse[..., i]), at, (side, side), flags=flags,
                           borderMode=cv2.BORDER_REPLICATE) for i in (0, 1))
    return np.asarray(u, np.float32), np.asarray(v, np.float32)


def ring_maps(view: Frame, board: RingBoard, lift: float) -> tuple[Image, Image]:
    """Return two maps of "how much this looks like a cell's centre": by grooves, and by the pieces above them."""
    px_per_mm = view.shape[0] / 2 / _reach(board)
    soft = np.asarray(cv2.GaussianBlur(view, (0, 0), _SOFT_PX), np.uint8)
    edges = _edges(soft)
    rims = tuple(round(r * lift, 1) for r in board.piece_radii)
    spectra = [_spectrum(radii, px_per_mm, view.shape[0]) for radii in (board.groove_radii, rims)]
    if not board.wooden:
        return _correlated(edges, spectra[0]), _correlated(edges, spectra[1])
    piece = _pieceness(soft)[..., None]
    return _correlated(edges * (1 - piece), spectra[0]), _correlated(edges * piece, spectra[1])


def _correlated(field: Image, spectrum: Image) -> Image:
    """Return the real part of a complex field's correlation with a kernel of which the spectrum is given."""
    product = cv2.mulSpectrums(cv2.dft(field, flags=cv2.DFT_COMPLEX_OUTPUT), spectrum, 0, conjB=True)
    return np.ascontiguousarray(cv2.dft(product, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE)[..., 0], np.float32)


@lru_cache(maxsize=32)
def _spectrum(radii: tuple[float, ...], px_per_mm: float, side: int) -> Image:
    """Return the spectrum of a kernel that answers to edges on circles of these radii (mm), all of one weight."""
    axis = np.fft.fftfreq(side, 1 / side) / px_per_mm
    x, y = np.meshgrid(axis, axis)
    r, double = np.hypot(x, y), 2 * np.arctan2(y, x)
    rings = [np.exp(-(((r - radius) / _RING_MM) ** 2) / 2) for radius in radii]
    weight = np.sum([ring / ring.sum() for ring in rings], axis=0) / len(radii)
    kernel = np.stack([weight * np.cos(double), weight * np.sin(double)], axis=2).astype(np.float32)
    return np.asarray(cv2.dft(kernel, flags=cv2.DFT_COMPLEX_OUTPUT), np.float32)


def _edges(soft: Frame) -> Image:
    """Return the edges' double-angle cosine and sine (last axis), up to 1, from all three channels together."""
    gx, gy = (cv2.Sobel(soft, cv2.CV_16S, i, 1 - i, ksize=3).astype(np.float32).reshape(-1, 3) for i in (1, 0))
    shape = soft.shape[:2]
    xx, yy, xy = (np.einsum("nc,nc->n", a, b).reshape(shape) for a, b in ((gx, gx), (gy, gy), (gx, gy)))
    total = xx + yy
    total += 2 * float(np.median(total[::2, ::2])) + 20.0
    return np.stack([(xx - yy) / total, 2 * xy / total], axis=2)


def _pieceness(soft: Frame) -> Image:
    """Return 0 where the colour share is the board's own wood, towards 1 where it is another."""
    blue, green, red = cv2.split(soft.astype(np.float32))
    total = blue + green + red + 20.0
    away = np.zeros_like(total)
    for share in (blue / total, red / total):
        away += ((share - np.median(share[::3, ::3])) / _CHROMA_STEP) ** 2
    away *= away
    return np.asarray(away / (1 + away), np.float32)


def _lift(camera: Camera, place: Place, board: RingBoard) -> float:
    """Return by how much a piece's top looks larger, and further from the point under the camera, than its base."""
    z = float(camera.position_mm[2]) - place.height
    return z / (z - board.piece_height)


class _Search:
    """The maps and where, for a place of the board, its cells lie in them."""

    def __init__(self, maps: tuple[Image, Image], board: RingBoard, camera: Camera, guess: Place) -> None:
        self.maps, self.board, self.guess = maps, board, guess
        self.cells = np.asarray(board.centres)
        self.px_per_mm = board.side / 2 / _reach(board)
        eye = camera.position_mm
        self.rise = float(eye[2]) - guess.height
        self.foot = self._own(float(eye[0]) - guess.x, float(eye[1]) - guess.y)

    def spots(self, x: Points, y: Points, turn: Points, height: Points, above: float) -> tuple[Points, Points]:
        """Return map positions of all cells, `above` the board's top, for arrays of places (offsets from the guess)."""
        c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
        px = x[:, None] + c * self.cells[:, 0] - s * self.cells[:, 1]
        py = y[:, None] + s * self.cells[:, 0] + c * self.cells[:, 1]
        lift = (self.rise / (self.rise - height - above))[:, None]
        fx, fy = self.foot
        middle = (self.board.side - 1) / 2
        return (fx + (px - fx) * lift) * self.px_per_mm + middle, (fy + (py - fy) * lift) * self.px_per_mm + middle

    def _own(self, x: float, y: float) -> tuple[float, float]:
        """Return an offset of the mat's frame in the guess's own axes, which are the maps'."""
        c, s = np.cos(self.guess.turn), np.sin(self.guess.turn)
        return c * x + s * y, c * y - s * x

    def scores(self, x: Points, y: Points, turn: Points, height: Points) -> Points:
        """Return how well the circles fit at each place, the mean over the cells."""
        return np.asarray(self.cell_scores(x, y, turn, height).mean(axis=1))

    def cell_scores(self, x: Points, y: Points, turn: Points, height: Points) -> Points:
        """Return how well the circles fit in each cell at each place, places x cells."""
        grooves, pieces = (np.maximum(self._seen(image, *self.spots(x, y, turn, height, above)), -0.1)
                           for image, above in zip(self.maps, (0.0, self.board.piece_height), strict=True))
        return grooves + pieces if self.board.wooden else np.maximum(grooves, pieces)

    @staticmethod
    def _seen(image: Image, u: Points, v: Points) -> Points:
        return np.asarray(cv2.remap(image, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR), np.float64)

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
        c, s = float(np.cos(g.turn)), float(np.sin(g.turn))
        x, y, turn, height = (float(v) for v in offset)
        return replace(g, x=g.x + c * x - s * y, y=g.y + s * x + c * y, turn=g.turn + turn, height=g.height + height)


@lru_cache(maxsize=1)
def _pattern() -> Points:
    return np.stack(np.meshgrid(*[[-1.0, 0.0, 1.0]] * 4), axis=-1).reshape(-1, 4)


def cell_grid(pitch: float, extra: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], ...]:
    """Return the centres of 3 x 3 cells row by row, then `extra` ones given in pitches."""
    inner = [(x, y) for y in (-1.0, 0.0, 1.0) for x in (-1.0, 0.0, 1.0)]
    return tuple((x * pitch, y * pitch) for x, y in [*inner, *extra])
