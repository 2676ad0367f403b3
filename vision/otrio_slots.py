"""What lies in Otrio's slots: the colours of the rings, judged together with the reserves."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rules.game import Piece, Slot
from vision.camera import Points
from vision.palette import WOOD, Palette, hue
from vision.reading import Distribution

SIZES = ("large", "medium", "small")
SIDES: Mapping[Piece, tuple[int, int]] = {"purple": (0, -1), "red": (1, 0), "green": (0, 1), "blue": (-1, 0)}
"""Each colour's reserve: the side of the board, x to the right and y down."""
CELLS = 9
USUAL = Palette(WOOD, {"purple": (0.68, 1.12), "red": (2.06, 0.07), "green": (-1.17, -0.97), "blue": (-0.67, 1.19)})
"""The colours as sold."""
EACH = 3
"""Pieces of each colour and size."""
_EVEN = 0.2
"""A ring of one piece strays no more than this from its own middle hue, on the average."""
_WITNESSES = 8.0
"""A ring's angles are not independent; they count as this many."""


@dataclass(frozen=True)
class Pieces:
    """The judgement of all 63 slots, those of the reserves among them."""

    slots: Mapping[Slot, Distribution]
    reserves: Mapping[Piece, Mapping[str, int]]
    """By colour and size the number of pieces that lie in that colour's reserve."""
    doubt: NDArray[np.float64]
    """For each of the 21 cells how far its worst slot is from any clear case, 0 to 1."""
    palette: Palette


def judge(seen: NDArray[np.float32], known: Palette = USUAL) -> Pieces:
    """Return what lies where, from reflectances cells x sizes x angles x 3 (BGR)."""
    cells, sizes, angles = seen.shape[:3]
    hues = hue(seen.reshape(-1, 3))
    palette = learned(hues.reshape(-1, angles, 2), known)
    share = palette.shares(hues).reshape(cells, sizes, angles, -1)
    chance = chances(share.mean(axis=2))
    names: tuple[Piece | None, ...] = (None, *palette.pieces)
    slots = {f"{k}.{size}": dict(zip(names, map(float, chance[k, s]), strict=True))
             for k in range(CELLS) for s, size in enumerate(SIZES)}
    return Pieces(slots, _reserves(chance, names), 1 - chance.max(axis=2).min(axis=1), palette)


def chances(share: Points) -> Points:
    """Return for each slot the probability of being empty or of each piece (last axis: 1 + pieces).

    `share` holds, on the last axis, the mean share of the angles that look like none of these, wood, or each piece.
    A piece fills its ring; in an empty one a wall of a neighbour may be seen on one side.
    """
    pieces = share.shape[-1] - 2
    there = np.log(np.array([0.04, 0.04] + [0.02] * pieces))
    model = np.tile(there, (pieces + 1, 1))
    model[0] = np.log(np.array([0.06, 0.74] + [0.2 / pieces] * pieces))
    for k in range(pieces):
        model[k + 1, k + 2] = np.log(0.9)
    score = _WITNESSES * share @ model.T
    weight = np.exp(score - score.max(axis=-1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=-1, keepdims=True))


def learned(hues: Points, usual: Palette) -> Palette:
    """Return the usual palette moved to where this table's own colours are: n slots x angles x 2 hues.

    A colour moves by the rings that are of one hue all around and clearly nearest to it.
    """
    middle = np.median(hues, axis=1)
    even = np.abs(hues - middle[:, None]).mean(axis=(1, 2)) < _EVEN
    middle = middle[even]
    palette = usual
    for _ in range(2):
        clear = palette.shares(middle) > 0.6
        palette = Palette(_moved(usual.wood, middle[clear[:, 1]]), {
            name: _moved(usual.pieces[name], middle[clear[:, k + 2]]) for k, name in enumerate(usual.pieces)})
    return palette


def _moved(usual: tuple[float, float], seen: Points) -> tuple[float, float]:
    total = seen.sum(axis=0) + 2 * np.asarray(usual)
    return float(total[0] / (len(seen) + 2)), float(total[1] / (len(seen) + 2))


def _reserves(chance: Points, names: tuple[Piece | None, ...]) -> dict[Piece, dict[str, int]]:
    """Return how many pieces of its own colour lie in each reserve, by size."""
    counts: dict[Piece, dict[str, int]] = {}
    for side, colour in enumerate(SIDES):
        mine = chance[CELLS + 3 * side:CELLS + 3 * side + 3, :, names.index(colour)]
        counts[colour] = {size: int((mine[:, s] > 0.5).sum()) for s, size in enumerate(SIZES)}
    return counts
