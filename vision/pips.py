"""Pips: small round spots that stand out from all around them, and the patterns that they form on a die's face."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.reading import Frame

Grey: TypeAlias = NDArray[np.uint8]
Samples: TypeAlias = NDArray[np.float32]

SPREAD = 0.25
"""From a face's centre to a corner pip, along each side, as a share of the face's side."""
RADIUS = 0.095
"""A pip's, as a share of the face's side."""
PATTERNS: tuple[tuple[int, tuple[tuple[int, int], ...]], ...] = (
    (1, ((0, 0),)),
    (2, ((-1, -1), (1, 1))),
    (2, ((-1, 1), (1, -1))),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (3, ((-1, 1), (0, 0), (1, -1))),
    (4, ((-1, -1), (1, 1), (-1, 1), (1, -1))),
    (5, ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0))),
    (6, ((-1, -1), (1, 1), (-1, 1), (1, -1), (-1, 0), (1, 0))),
    (6, ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, -1), (0, 1))),
)
"""Value and places of its pips, in units of the spread."""
_PRINTED = 40.0
"""A printed spot stands out by more than this, grey levels."""
_LATTICE = 15
"""Samples along each side of a face."""
_REACH = 0.40
"""How far from the centre samples are taken, as a share of the side: within the rounded edges."""


@dataclass(frozen=True)
class Spots:
    """Round spots in a picture."""

    at: Points
    """n x 2 pixels."""
    contrast: NDArray[np.float32]
    """How much each stands out from whatever is nearest to it in brightness, grey levels."""


def light_and_dark(picture: Frame) -> tuple[Grey, Grey]:
    """Return two grey pictures of a BGR one: in the first light pips shine, in the second, inverted, dark ones do.

    The least of the three colours is dark on any coloured face, the most is bright on white and yellow.
    """
    b, g, r = cv2.split(picture)
    return (np.asarray(cv2.min(cv2.min(b, g), r), np.uint8),
            np.asarray(cv2.bitwise_not(cv2.max(cv2.max(b, g), r)), np.uint8))


def spots(bright: Grey, radii: tuple[float, ...], least: float) -> Spots:
    """Return the bright spots that stand out by `least` from all of a circle of one of the `radii` (pixels)."""
    middle = np.asarray(cv2.blur(bright, (3, 3)), np.uint8)
    contrast = np.zeros_like(bright)
    for radius in radii:
        step = cv2.subtract(middle, cv2.dilate(bright, _circle(radius)))
        contrast = np.asarray(cv2.max(contrast, step), np.uint8)
    peak = (contrast == cv2.dilate(contrast, np.ones((5, 5), np.uint8))) & (contrast >= least)
    count, _, _, middles = cv2.connectedComponentsWithStats(peak.astype(np.uint8), connectivity=8)
    where = np.round(middles[1:count]).astype(int)
    return Spots(_middles(middle, where), contrast[where[:, 1], where[:, 0]].astype(np.float32))


def _middles(bright: Grey, where: NDArray[np.int_]) -> Points:
    """Return the centres of what is bright around n x 2 pixels, to a fraction of a pixel."""
    near = np.arange(-2, 3)
    down, right = np.meshgrid(near, near, indexing="ij")
    padded = cv2.copyMakeBorder(bright, 2, 2, 2, 2, cv2.BORDER_REPLICATE)
    around = padded[where[:, 1, None, None] + 2 + down, where[:, 0, None, None] + 2 + right].astype(np.float64)
    weight = np.maximum(around - around.mean(axis=(1, 2), keepdims=True), 0.0)
    total = np.maximum(weight.sum(axis=(1, 2)), 1e-6)
    pull = np.stack([(weight * right).sum(axis=(1, 2)), (weight * down).sum(axis=(1, 2))], axis=1)
    return np.asarray(where + pull / total[:, None])


@lru_cache(maxsize=16)
def _circle(radius: float) -> Grey:
    reach = int(np.ceil(radius))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    rows, columns = reach + radius * np.sin(angle), reach + radius * np.cos(angle)
    kernel[np.round(rows).astype(int), np.round(columns).astype(int)] = 1
    return kernel


@lru_cache(maxsize=1)
def lattice() -> Points:
    """Return where a face is sampled, n x 2, in shares of its side from its centre."""
    line = np.linspace(-_REACH, _REACH, _LATTICE)
    x, y = np.meshgrid(line, line)
    return np.stack([x.ravel(), y.ravel()], axis=1)


@lru_cache(maxsize=1)
def templates() -> Samples:
    """Return what the lattice shows of each pattern, patterns x samples, levelled and of length 1."""
    shapes = [shape(lattice(), SPREAD * np.array(places), RADIUS) for _, places in PATTERNS]
    return levelled(np.asarray(shapes, np.float32), lattice())


def shape(where: Points, places: Points, radius: float) -> Points:
    """Return how much of a pip at one of the places covers each of n x 2 points, all in shares of the side."""
    away = np.linalg.norm(where[:, None] - places[None], axis=2).min(axis=1)
    return np.asarray(1 / (1 + np.exp((away - radius) / 0.02)))


def levelled(samples: Samples, where: Points) -> Samples:
    """Return samples (rows), taken at the points `where`, without the even light on them, of length 1."""
    even = np.asarray(np.linalg.qr(np.column_stack([np.ones(len(where)), where]))[0], np.float32)
    bare = samples - (samples @ even) @ even.T
    return np.asarray(bare / np.maximum(np.linalg.norm(bare, axis=1, keepdims=True), 1e-3), np.float32)


def sampled(picture: Grey, faces: Points) -> Samples:
    """Return the lattice's samples of faces given as n x (x, y, side in pixels, angle in radians).

    They are n x samples of a grey picture, n x samples x 3 of one in colour.
    """
    x, y, side, angle = (faces[:, k, None] for k in range(4))
    u, v = lattice().T
    c, s = np.cos(angle) * side, np.sin(angle) * side
    at_x, at_y = (x + c * u - s * v).astype(np.float32), (y + s * u + c * v).astype(np.float32)
    if not len(faces):
        return np.zeros((0, len(u)), np.float32)
    return np.asarray(cv2.remap(picture, at_x, at_y, cv2.INTER_LINEAR), np.float32)


def fits(samples: Samples) -> NDArray[np.float32]:
    """Return how well each pattern (columns) fits each face's samples: correlations, at most 1."""
    return np.asarray(levelled(samples, lattice()) @ templates().T, np.float32)


def alike(samples: Samples, others: Samples) -> NDArray[np.float32]:
    """Return the correlation of each face's samples with its others', even light left out."""
    return np.asarray((levelled(samples, lattice()) * levelled(others, lattice())).sum(axis=1), np.float32)


def printed_too(found: Spots, printed: Grey, radius: float) -> NDArray[np.bool_]:
    """Return which spots `printed`, what is known to lie there, shows as well (give or take a pixel)."""
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    ring = radius * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    shown = np.full(len(found.at), -np.inf)
    for shift in ((0.0, 0.0), (1.5, 0.0), (-1.5, 0.0), (0.0, 1.5), (0.0, -1.5)) if len(found.at) else ():
        at = (found.at + shift)[:, None, :] + np.concatenate([np.zeros((1, 2)), ring])
        seen = cv2.remap(printed, at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), cv2.INTER_LINEAR)
        seen = np.asarray(seen, np.float64).reshape(len(at), -1)
        shown = np.maximum(shown, seen[:, 0] - seen[:, 1:].max(axis=1))
    return np.asarray(shown >= np.maximum(found.contrast / 2, _PRINTED))


def singles(at: Points, sides: tuple[float, ...], angles: int = 6) -> Points:
    """Return the faces on which each spot is the only pip, n x (x, y, side, angle): how they are turned is unknown."""
    turns = np.arange(angles) * (np.pi / 2 / angles)
    faces = [np.column_stack([at, np.full((len(at), 2), (side, turn))]) for side in sides for turn in turns]
    return np.concatenate(faces)


def proposals(at: Points, printed: NDArray[np.bool_], sides: tuple[float, ...], give: float = 0.06) -> Points:
    """Return faces of which pairs of spots, not both printed, may be opposite pips, n x (x, y, side, angle).

    `sides` are the sizes of face, pixels; `give` how far a distance may be off, as a share.
    """
    i, j = np.triu_indices(len(at), 1)
    apart = at[j] - at[i]
    far = np.hypot(apart[:, 0], apart[:, 1])
    close = (far < 2 * np.sqrt(2) * SPREAD * max(sides) * (1 + give)) & ~(printed[i] & printed[j])
    i, j, apart, far = i[close], j[close], apart[close], far[close]
    turn, middle = np.arctan2(apart[:, 1], apart[:, 0]), (at[i] + at[j]) / 2
    faces = [np.empty((0, 4))]
    for side in sides:
        for span, lean in ((2 * np.sqrt(2) * SPREAD, np.pi / 4), (2 * SPREAD, 0.0)):
            near = np.abs(far / (span * side) - 1) < give
            faces.append(np.column_stack([middle[near], far[near] / span, turn[near] - lean]))
    return np.concatenate(faces)
