"""Where the tokens on a ruled board lie: round or square outlines, found in each cell at the height of their tops."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points
from vision.lines import LineBoard
from vision.reading import Frame
from vision.rings import Place, rectify

Image = NDArray[np.float32]
Kind: TypeAlias = Literal["round", "square"]

ROUND_MM, SQUARE_MM = 17.0, 16.0
"""A round token's radius and half a square one's side."""
_PX_PER_MM = 1.5
_SOFT_PX = 1.35
"""Blur before edges are taken: more than a grain, less than a token."""
_TOGETHER_PX = 1.5
"""Edges that agree over this distance count; those of noise go all ways and cancel."""
_FAINT = 0.4
"""Edges count by half when they are as faint as the picture's usual ones are by this."""
_RULE_MM = 3.4
"""Edges are not looked at so far about the board's lines, which are straight and level as a square token is."""
_REACH_MM = 5.0
"""How far from its cell's centre a token is looked for."""
_TURNS_DEG = np.arange(-40.0, 41.0, 8.0)
_EACH = 48
"""Points on an outline, four quarters or sides of 12."""


@dataclass(frozen=True)
class Outlines:
    """One kind of token looked for in every cell."""

    kind: Kind
    poses: Points
    """By cell x and y from the cell's centre in millimetres, and the turn in radians (0 for round ones)."""
    fit: Points
    """By cell how well an outline's weaker half is seen, about 0.2 for none to 1."""


def find(frame: Frame, camera: Camera, place: Place, board: LineBoard, top_mm: float) -> Outlines:
    """Return the tokens' outlines on a board that lies at `place`, of the kind that fits the whole table better."""
    half = max(board.rows, board.columns) * board.pitch / 2 + 4.0
    side = int(round(2 * half * _PX_PER_MM))
    top = Place(place.x, place.y, place.turn, place.height + top_mm)
    edges = _edges(rectify(frame, camera, top, half, side)) * _beside_rules(camera, place, board, top_mm, half, side)
    search = _Search(edges, np.array(board.centres), half)
    found = [search.coarse(kind) for kind in ("round", "square")]
    best = max(found, key=lambda o: float(np.maximum(o.fit - 0.3, 0).sum()))
    return search.refine(best)


def _edges(view: Frame) -> Image:
    """Return the edges' double-angle cosine and sine (last axis), up to 1, from all three channels together."""
    soft = cv2.GaussianBlur(view, (0, 0), _SOFT_PX)
    gx, gy = (cv2.Sobel(soft, cv2.CV_32F, i, 1 - i, ksize=3) for i in (1, 0))
    xx, yy, xy = (cv2.GaussianBlur(cv2.transform(cv2.multiply(a, b), np.ones((1, 3))), (0, 0), _TOGETHER_PX)
                  for a, b in ((gx, gx), (gy, gy), (gx, gy)))
    total = xx + yy
    total += _FAINT * float(np.median(total[::2, ::2])) + 2.0
    return np.asarray(np.stack([(xx - yy) / total, 2 * xy / total], axis=2), np.float32)


def _beside_rules(camera: Camera, place: Place, board: LineBoard, top_mm: float, half: float, side: int) -> Image:
    """Return 0 where the board's lines are seen in a view of the plane `top_mm` above it, 1 elsewhere."""
    ends = [((x, board.level[0]), (x, board.level[-1])) for x in board.upright]
    ends += [((board.upright[0], y), (board.upright[-1], y)) for y in board.level]
    eye = camera.position_mm
    c, s = np.cos(place.turn), np.sin(place.turn)
    dx, dy = float(eye[0]) - place.x, float(eye[1]) - place.y
    foot = np.array([c * dx + s * dy, c * dy - s * dx])
    rise = float(eye[2]) - place.height
    at = foot + (np.array(ends).reshape(-1, 2) - foot) * (rise - top_mm) / rise
    px = np.round(((at + half) * _PX_PER_MM - 0.5) * 16).astype(int).reshape(-1, 2, 2)
    mask = np.ones((side, side), np.float32)
    for a, b in px:
        cv2.line(mask, a.tolist(), b.tolist(), 0.0, round(_RULE_MM * _PX_PER_MM), shift=4)
    return mask[..., None]


class _Search:
    """The edges, and how well outlines fit them."""

    def __init__(self, edges: Image, centres: Points, half: float) -> None:
        self.edges, self.centres, self.half = np.ascontiguousarray(edges), centres, half

    def sides(self, kind: Kind, poses: Points, every: int = 1) -> Points:
        """Return how well each quarter or side of an outline is seen: cells x poses x 4.

        The poses are cells x poses x 3, or 1 x poses x 3 when they are the same for all cells; of the outlines' points
        only each so manieth is looked at.
        """
        points, normals = _outline(kind)
        points, normals = points[:, ::every].reshape(-1, 2), normals[:, ::every].ravel()
        turn = poses[..., 2, None]
        c, s = np.cos(turn), np.sin(turn)
        x = poses[..., 0, None] + c * points[:, 0] - s * points[:, 1]
        y = poses[..., 1, None] + s * points[:, 0] + c * points[:, 1]
        middles = (self.centres + self.half) * _PX_PER_MM - 0.5
        u, v = ((a * _PX_PER_MM + m[:, None, None]).astype(np.float32) for a, m in zip((x, y), middles.T, strict=True))
        seen = cv2.remap(self.edges, u.reshape(len(u), -1), v.reshape(len(u), -1), cv2.INTER_LINEAR)
        angle = 2 * (normals + turn)
        weights = np.stack([np.cos(angle), np.sin(angle)], axis=-1).astype(np.float32)
        along = (seen.reshape(*u.shape, 2) * weights).sum(axis=3)
        return np.asarray(along.reshape(*u.shape[:2], 4, -1).mean(axis=3), np.float64)

    def coarse(self, kind: Kind) -> Outlines:
        """Return the best of a grid of shifts, and of turns for square ones."""
        tried = _grid(kind)[None]
        return self._best(kind, tried, self.sides(kind, tried, 4))

    def refine(self, found: Outlines) -> Outlines:
        """Return the poses that a shrinking pattern search comes to."""
        step = np.array([1.25, 1.25, np.radians(4.0)])
        for n in range(7):
            for pattern in _patterns(found.kind):
                tried = found.poses[:, None] + pattern * step
                found = self._best(found.kind, tried, self.sides(found.kind, tried, 2 if n < 4 else 1))
            step = step * 0.6
        return found

    @staticmethod
    def _best(kind: Kind, tried: Points, sides: Points) -> Outlines:
        score = sides.mean(axis=2)
        n = score.argmax(axis=1)
        cells = np.arange(len(n))
        weaker = np.sort(sides[cells, n], axis=1)[:, :2].mean(axis=1)
        return Outlines(kind, tried[cells if len(tried) > 1 else 0, n], weaker)


@lru_cache(maxsize=2)
def _outline(kind: Kind) -> tuple[Points, Points]:
    """Return points of an outline (4 x n x 2, millimetres) and its normals' directions (4 x n, radians)."""
    if kind == "round":
        angle = np.linspace(0, 2 * np.pi, _EACH, endpoint=False).reshape(4, -1)
        return ROUND_MM * np.stack([np.cos(angle), np.sin(angle)], axis=2), angle
    along = np.linspace(-0.82, 0.82, _EACH // 4) * SQUARE_MM
    quarter = np.arange(4) * np.pi / 2
    c, s = np.cos(quarter)[:, None], np.sin(quarter)[:, None]
    return (np.stack([c * SQUARE_MM - s * along, s * SQUARE_MM + c * along], axis=2),
            np.repeat(quarter[:, None], len(along), axis=1))


@lru_cache(maxsize=2)
def _grid(kind: Kind) -> Points:
    shifts = np.arange(-_REACH_MM, _REACH_MM + 0.1, 2.5)
    turns = np.radians(_TURNS_DEG) if kind == "square" else [0.0]
    return np.stack(np.meshgrid(shifts, shifts, turns), axis=-1).reshape(-1, 3)


@lru_cache(maxsize=2)
def _patterns(kind: Kind) -> tuple[Points, ...]:
    """Return steps of x and y together, and of the turn."""
    shifts = np.stack(np.meshgrid([-1.0, 0.0, 1.0], [-1.0, 0.0, 1.0], [0.0]), axis=-1).reshape(-1, 3)
    turns = np.array([(0.0, 0.0, -1.0), (0.0, 0.0, -0.5), (0.0, 0.0, 0.0), (0.0, 0.0, 0.5), (0.0, 0.0, 1.0)])
    return (shifts,) if kind == "round" else (turns, shifts)
