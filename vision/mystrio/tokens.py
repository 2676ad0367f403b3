"""What lies in Mystrio's cells: no token, a token face down, or the red or black square or triangle that it shows."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.game import Piece
from vision.camera import Camera, Points
from vision.light import Light
from vision.lines import LineBoard
from vision.mat import reflectances
from vision.mystrio.outlines import Outlines
from vision.palette import hue
from vision.reading import Distribution, Frame
from vision.rings import Place

DOWN: Piece = "down"
FACES: tuple[Piece, ...] = ("red square", "red triangle", "black square", "black triangle")
PIECES: tuple[Piece | None, ...] = (None, DOWN, *FACES)
TOP_MM = 6.0
"""How thick a token is."""
_DIM = 0.02
_GRID_MM = 0.75
_GRAIN_PX = 0.8
"""Points of the grid over which noise is smoothed away."""
_SYMBOL_MM = 11.0
"""A symbol lies within this of its token's middle."""
_FACE_MM = (9.5, 11.0, 12.5)
"""Rings on a token, around any symbol."""
_INK = 0.8
"""How much darker in green (logarithm) than the token ink is at least; a grain or a rounded edge is half as dark."""
_PEAK = 0.97
"""The ink's darkness is that of the darkest three in a hundred points."""
_EDGE = (0.25, 0.75)
"""Shares of the full ink's darkness between which a pixel is on a symbol's edge."""
_NO_SYMBOL_MM2, _SYMBOL_MM2 = 22.0, 40.0
"""More ink than the first is no bare token; less than the second no symbol."""
_TRIANGLE, _SQUARE = 0.062, 0.0158
"""The third moment of a triangle and the fourth of a square, of area 1; the other's is about 0."""
_RED, _BLACK = 0.15, 0.95
"""How much of a token's red light red and black ink take, against its green (logarithms), whatever the contrast."""
_OUTLINE = 0.31
"""How well the weaker half of an outline is seen, half way between none and a token."""
_OUTLINE_GAIN = 28.0
_COLOUR_SIGMA = ((0.1, 0.35), (0.12, 0.06))
"""How far wood of one kind strays in colour at least: more is reckoned with where tokens are almost the board's own."""
_OFF_CENTRE_MM = 3.5
_LOST_MM = 3.0
"""How much further from an outline's middle a symbol may lie where the outline has been badly found."""


@dataclass(frozen=True)
class Symbol:
    """The ink on a token."""

    area: float
    """Square millimetres."""
    third: float
    fourth: float
    """Sizes of its moments of three and four corners, for area 1."""
    red: float
    """How much of the token's red light the ink takes, against its green (logarithms)."""
    off: float
    """From the token's middle, millimetres."""
    turns: tuple[float, float]
    """The directions of a triangle's and of a square's corners, radians."""


@dataclass(frozen=True)
class Tokens:
    """All cells, row by row."""

    likely: tuple[Distribution, ...]
    symbols: tuple[Symbol, ...]
    doubt: NDArray[np.float64]
    """For each cell how far it is from any clear case, 0 to 1."""


def judge(frame: Frame, camera: Camera, now: Light, place: Place, board: LineBoard, found: Outlines) -> Tokens:
    """Return what lies in each cell, where its outline has been found."""
    middles = np.array(board.centres) + found.poses[:, :2]
    looks = _looks(frame, camera, now, place, middles)
    wood = _wood(frame, camera, now, place, board)
    symbols = tuple(_symbols(looks))
    there = _present(found.fit, _face(looks) - wood, np.array([is_symbol(s) for s in symbols]))
    likely = tuple(_likely(float(p), symbol) for p, symbol in zip(there, symbols, strict=True))
    return Tokens(likely, symbols, np.array([1 - max(d.values()) for d in likely]))


def is_symbol(ink: Symbol) -> bool:
    """Return whether ink has a symbol's size and the corners of a triangle or a square: no board has such a thing."""
    corners = ink.third / _TRIANGLE > 0.75, ink.fourth / _SQUARE > 0.7
    return ink.area > _SYMBOL_MM2 and corners[0] != corners[1] and ink.off < _OFF_CENTRE_MM + _LOST_MM


def _present(fit: Points, away: Points, marked: NDArray[np.bool_]) -> Points:
    """Return for each cell the probability that a token lies in it.

    An outline tells, and a symbol does; so does the colour, once the clear outlines have shown by how much this table's
    tokens differ from its board (`away`, n x 3), if they do.
    """
    odds = _OUTLINE_GAIN * (fit - _OUTLINE) + np.where(marked, 6.0, 0.0)
    clear = odds > 3.0
    if clear.any():
        usual = np.median(away[clear], axis=0)
        nearer = (away**2).sum(axis=1) - ((away - usual) ** 2).sum(axis=1)
        strays = 1.3 * float(np.sqrt(((away[clear] - usual) ** 2).mean()))
        sigma = max(strays, float(np.interp(np.linalg.norm(usual), *_COLOUR_SIGMA)))
        odds = odds + np.clip(nearer / (2 * sigma**2), -6.0, 6.0)
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _likely(there: float, symbol: Symbol) -> Distribution:
    """Return the distribution of one cell."""
    bare = _sigmoid(0.5 * (_NO_SYMBOL_MM2 - symbol.area))
    marked = _sigmoid(0.5 * (symbol.area - _SYMBOL_MM2)) * (1.0 if symbol.off < _OFF_CENTRE_MM else 0.5)
    square = _sigmoid(9.0 * (symbol.fourth / _SQUARE - symbol.third / _TRIANGLE))
    red = _sigmoid(16.0 * ((_RED + _BLACK) / 2 - symbol.red))
    shares = [r * s for r in (red, 1 - red) for s in (square, 1 - square)]
    chance = np.array([1 - there, there * bare, *(there * marked * share for share in shares)])
    chance += (1 - chance.sum()) / len(chance)
    return dict(zip(PIECES, map(float, chance), strict=True))


def _sigmoid(odds: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


# looks


def _looks(frame: Frame, camera: Camera, now: Light, place: Place, middles: Points) -> NDArray[np.float32]:
    """Return the reflectances (BGR) of each token's face, cells x points x 3: the grid of a symbol, then the rings."""
    flat = (middles[:, None] + np.concatenate([_symbol_grid(), _face_rings()])[None]).reshape(-1, 2)
    return _seen(frame, camera, now, place, flat, TOP_MM).reshape(len(middles), -1, 3)


def _seen(frame: Frame, camera: Camera, now: Light, place: Place, flat: Points, height: float) -> NDArray[np.float32]:
    return reflectances(frame, camera, now, place.to_mat(np.column_stack([flat, np.full(len(flat), height)])))


def _wood(frame: Frame, camera: Camera, now: Light, place: Place, board: LineBoard) -> Points:
    """Return the board's colour at each cell's four corners, where no token lies: cells x 3."""
    corner = board.pitch / 2 - 2.5
    points = np.array([(sx * (corner + dx), sy * (corner + dy)) for sx in (-1, 1) for sy in (-1, 1)
                       for dx in (-1.0, 0.0, 1.0) for dy in (-1.0, 0.0, 1.0)])
    flat = (np.array(board.centres)[:, None] + points[None]).reshape(-1, 2)
    return _colour(np.median(_seen(frame, camera, now, place, flat, 0.0).reshape(len(board.centres), -1, 3), axis=1))


def _face(looks: NDArray[np.float32]) -> Points:
    """Return each token's colour around its symbol, n x 3."""
    return _colour(np.median(looks[:, len(_symbol_grid()):], axis=1))


def _colour(reflectance: NDArray[np.float32]) -> Points:
    bright = np.log(np.maximum(reflectance, 0).mean(axis=1) + _DIM)
    return np.column_stack([hue(reflectance), bright])


@lru_cache(maxsize=1)
def _symbol_grid() -> Points:
    axis = np.arange(-_SYMBOL_MM, _SYMBOL_MM + 0.01, _GRID_MM)
    return np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)


@lru_cache(maxsize=1)
def _on_symbol() -> NDArray[np.bool_]:
    """Return which points of the square grid may hold a symbol."""
    return np.asarray(np.hypot(*_symbol_grid().T) <= _SYMBOL_MM)


@lru_cache(maxsize=1)
def _face_rings() -> Points:
    angle = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    return np.concatenate([r * np.stack([np.cos(angle), np.sin(angle)], axis=1) for r in _FACE_MM])


# symbols


def _symbols(looks: NDArray[np.float32]) -> list[Symbol]:
    """Return what ink there is on each token, from its look."""
    count = len(_symbol_grid())
    logs = np.log(np.maximum(looks, 0) + _DIM)
    fades = np.stack([_less_noise(fade) for fade in np.median(logs[:, count:], axis=1)[:, None] - logs[:, :count]])
    full = np.sort(fades[..., 1], axis=1)[:, int(_PEAK * count)]
    ink = np.clip((fades[..., 1] / np.maximum(full, _INK)[:, None] - _EDGE[0]) / (_EDGE[1] - _EDGE[0]), 0.0, 1.0)
    ink *= _on_symbol()
    areas = ink.sum(axis=1) * _GRID_MM**2
    return [Symbol(float(area), 0.0, 0.0, 0.0, 0.0, (0.0, 0.0)) if area < _NO_SYMBOL_MM2 / 4 else _symbol(fade, share)
            for area, fade, share in zip(areas, fades, ink, strict=True)]


def _symbol(fade: NDArray[np.float32], ink: NDArray[np.float32]) -> Symbol:
    """Return what the ink (n shares) on one token is like, and how much light it takes (`fade`, n x 3)."""
    area = float(ink.sum()) * _GRID_MM**2
    z = _symbol_grid()[:, 0] + 1j * _symbol_grid()[:, 1]
    middle = (ink * z).sum() / ink.sum()
    third, fourth = ((ink * (z - middle) ** n).sum() * _GRID_MM**2 / area ** (1 + n / 2) for n in (3, 4))
    return Symbol(area, float(abs(third)), float(abs(fourth)), _share_of_red(fade[ink > 0.9]), float(abs(middle)),
                  (float(np.angle(third)) / 3, float(np.angle(fourth) + np.pi) / 4))


def _less_noise(fade: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the square grid's fades (n x 3) smoothed."""
    side = round(len(fade) ** 0.5)
    soft = cv2.GaussianBlur(fade.reshape(side, side, 3).astype(np.float32), (0, 0), _GRAIN_PX)
    return np.asarray(soft.reshape(-1, 3), np.float32)


def _share_of_red(fade: NDArray[np.float32]) -> float:
    """Return how much the red light has faded in full ink (n x 3, BGR), against the green."""
    return float(np.median(fade[:, 2]) / max(float(np.median(fade[:, 1])), 0.1)) if len(fade) else 0.5


def pose_turn(found: Outlines, symbol: Symbol, piece: Piece | None) -> tuple[float, float] | None:
    """Return a token's turn in degrees and after how many degrees it looks the same; None for a round bare one."""
    if piece is not None and piece.endswith("triangle"):
        return float(np.degrees(symbol.turns[0])), 120.0
    if piece is not None and piece.endswith("square"):
        return float(np.degrees(symbol.turns[1])), 90.0
    return None


def by_cell(tokens: Tokens) -> Mapping[str, Distribution]:
    """Return the distributions by slot: "0", "1" and so on."""
    return {str(cell): likely for cell, likely in enumerate(tokens.likely)}
