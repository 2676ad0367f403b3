"""Which peg stands in each hole: the colours of all pegs in the picture judged together, and holes without one."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from rules.game import Piece
from vision.camera import Points
from vision.mastermind.board import AROUND, HOLES, RINGS, Looks
from vision.palette import hue
from vision.reading import Distribution

PEGS: Mapping[Piece, tuple[float, float, float]] = {
    "red": (0.60, 0.046, 0.048), "blue": (0.042, 0.106, 0.48), "green": (0.046, 0.28, 0.083),
    "yellow": (0.91, 0.68, 0.048), "white": (0.93, 0.88, 0.86), "black": (0.045, 0.043, 0.046),
    "orange": (0.88, 0.22, 0.042), "purple": (0.205, 0.070, 0.295)}
"""Reflectances (red, green, blue) of the pegs as sold."""
_DIM = 0.02
_CONTRASTS = np.geomspace(0.5, 1.7, 10)
"""How a camera may stretch or press colours: powers of the reflectances."""
_GAINS = np.geomspace(0.8, 2.8, 9)
"""How much brighter than against the markers' white it may show them: white is the first to be pressed together."""
_FULL = 1.06
_CONTRAST_SIGMA, _GAIN_SIGMA = 0.3, 0.45
"""How far both stray (logarithms)."""
_SPREAD = np.array([0.3, 0.3, 0.45])
"""How far a peg's colour strays: the two hues and the brightness."""
_STRAY = 1e-4
"""The likelihood of a colour that no peg has."""
_OWN = 3.0
"""A usual colour counts as so many pegs when this table's own colours are learned."""
_HOLE_DROP = 0.38
"""How much darker (logarithm) a hole is than the board around it, at least half way; a peg is not darker."""
_STAND_OUT = 0.4
"""How far a peg's colour lies from the board's, at least half way; around an empty hole is board."""
_QUARREL = 2.5
"""Where the two disagree by more than this (logarithmic odds each), something else is there than board and peg."""
_QUARTER_SPREAD = np.array([0.75, 0.75, 1.8])
"""How far a quarter of a peg may be from the others, in a shadow or with a highlight on it."""
_STRANGE = 1.1
"""Beside an open code there is nothing that is so far from the board's colour."""
_CODE = 0.3
"""The code is open when its places stand out from what lies between them by more than this."""


@dataclass(frozen=True)
class Pegs:
    """What stands in the holes, with the code's four last."""

    likely: tuple[Distribution, ...]
    doubt: NDArray[np.float64]
    """For each hole how far it is from any clear case, 0 to 1."""
    strange: Points
    """For each hole how far what lies around it is from the board's usual colour."""
    cover: bool | None
    """Whether the code is covered; None when that can't be told."""


def colour(reflectance: NDArray[np.float32]) -> Points:
    """Return two hues and the logarithm of brightness (last axis) of reflectances (blue, green, red)."""
    flat = np.maximum(reflectance.reshape(-1, 3), 0.0)
    bright = np.log(flat.mean(axis=1) + _DIM)
    return np.column_stack([hue(flat), bright]).reshape(reflectance.shape)


def judge(looks: Looks) -> Pegs:
    """Return what stands in the holes."""
    tops = colour(np.median(looks["peg"], axis=1))
    board = colour(np.median(looks["beside"], axis=1))
    there = _standing(looks, board)
    chance = _colours(tops, there > 0.5)
    strange = _strange(board)
    cover = _covered(looks)
    if cover is False and ((strange[-HOLES:] > _STRANGE) | _uneven(looks)[-HOLES:]).any():
        cover = None
    names: tuple[Piece | None, ...] = (None, *PEGS)
    full = np.column_stack([1 - there, there[:, None] * chance[:, 1:]])
    full[_uneven(looks) & (there > 0.5)] *= 0.5
    full += (1 - full.sum(axis=1, keepdims=True)) / full.shape[1]
    likely = tuple(dict(zip(names, map(float, row), strict=True)) for row in full)
    return Pegs(likely, 1 - full.max(axis=1), strange, cover)


def _standing(looks: Looks, board: Points) -> Points:
    """Return for each hole the probability that a peg stands in it.

    Two things must agree: a hole is a dark dot in the board's colour, a peg is of one colour that is not the board's.
    """
    drop = _brightness(looks["rim"]) - _brightness(looks["hole"])
    rim, side = colour(np.median(looks["rim"], axis=1)), colour(np.median(looks["side"], axis=1))
    away = np.minimum(np.linalg.norm(rim - board, axis=1), np.linalg.norm(side - board, axis=1))
    by_drop = 14.0 * (_HOLE_DROP - drop)
    by_colour = 14.0 * (away - _STAND_OUT)
    quarrel = (by_drop * by_colour < 0) & (np.minimum(np.abs(by_drop), np.abs(by_colour)) > _QUARREL)
    odds = np.where(quarrel, 0.0, by_drop + by_colour)
    return np.asarray(1 / (1 + np.exp(-np.clip(odds, -30, 30))))


def _uneven(looks: Looks) -> NDArray[np.bool_]:
    """Return where a quarter of what should be one peg's top is of quite another colour: something lies over a part."""
    quarters = looks["peg"].reshape(-1, RINGS, 4, AROUND // 4, 3).swapaxes(1, 2).reshape(-1, 4, RINGS * AROUND // 4, 3)
    tops = colour(np.median(quarters, axis=2))
    away = (tops - np.median(tops, axis=1)[:, None]) / _QUARTER_SPREAD
    return np.asarray((np.linalg.norm(away, axis=2) > 1).any(axis=1))


def _strange(board: Points) -> Points:
    return np.asarray(np.linalg.norm(board - np.median(board[:-HOLES], axis=0), axis=1))


def _brightness(look: NDArray[np.float32]) -> Points:
    return np.asarray(np.log(np.maximum(np.median(look, axis=1), 0).mean(axis=-1) + _DIM))


def _colours(tops: Points, there: NDArray[np.bool_]) -> Points:
    """Return for each hole the probabilities of no peg's colour and of each peg, n x 9, judged together."""
    pegs = tops[there]
    tones, priors = _tones()
    each = _near(pegs, tones).reshape(len(pegs), len(priors), len(PEGS)).sum(axis=2)
    fits = np.log(each + _STRAY).sum(axis=0) + priors
    best = int(np.argmax(fits))
    centres = tones[best * len(PEGS):(best + 1) * len(PEGS)]
    scale = 1 / min(1.0, float(_CONTRASTS[best // len(_GAINS)]))
    pegs, tops, centres = pegs * scale, tops * scale, centres * scale
    for _ in range(2):
        clear = _shares(pegs, centres)[:, 1:] > 0.9
        centres = np.array([(pegs[mine].sum(axis=0) + _OWN * at) / (mine.sum() + _OWN)
                            for mine, at in zip(clear.T, centres, strict=True)])
    return _shares(tops, centres)


@lru_cache(maxsize=1)
def _tones() -> tuple[Points, Points]:
    """Return the pegs' colours as cameras may show them, tones x pegs rows, and each tone's logarithmic prior."""
    usual = np.array([[b, g, r] for r, g, b in PEGS.values()], np.float32)
    contrast, gain = (a.reshape(-1, 1, 1) for a in np.meshgrid(_CONTRASTS, _GAINS, indexing="ij"))
    shown = np.minimum(usual[None] ** contrast * gain, _FULL).astype(np.float32)
    priors = -((np.log(contrast) / _CONTRAST_SIGMA) ** 2 + (np.log(gain) / _GAIN_SIGMA) ** 2).ravel() / 2
    return colour(shown.reshape(-1, 3)), priors


def _near(tops: Points, centres: Points) -> Points:
    away = (tops[:, None] - centres[None]) / _SPREAD
    return np.asarray(np.exp(-(away**2).sum(axis=2) / 2))


def _shares(tops: Points, centres: Points) -> Points:
    each = np.column_stack([np.full(len(tops), _STRAY), _near(tops, centres)])
    return np.asarray(each / each.sum(axis=1, keepdims=True))


def _covered(looks: Looks) -> bool | None:
    """Return whether one thing of one colour lies over all of the code; None when something else is seen there.

    A cover's edge may run along the row, so that each place is compared with its own neighbours to the left and right.
    """
    gaps = colour(np.median(looks["between"], axis=1)).reshape(HOLES, 2, 3).mean(axis=1)
    tops = colour(np.median(looks["peg"][-HOLES:], axis=1))
    dots = _brightness(looks["hole"][-HOLES:])
    differs = np.maximum(np.linalg.norm(tops - gaps, axis=1), np.abs(dots - gaps[:, 2]))
    if (differs > _CODE).all():
        return False
    return True if (differs < _CODE).all() else None
