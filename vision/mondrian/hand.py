"""What reaches over Mondrian's mat from beside it: a hand or an arm, which may hide cards and dice."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.mondrian.deck import features
from vision.plan import Scale
from vision.reading import Frame
from vision.settings import TableSettings

_COARSE = 4
"""Plan pixels to a pixel looked at."""
_LEAST_LOG = 0.3
"""A change of brightness or colour by this, as a logarithm, is something else than the bare mat..."""
_SPREADS = 4.0
"""...or by so many times what the mat's own pattern strays."""
_UNLIKE_CARD = 0.45
"""What differs so much from a card's own picture, as a share of black to white, lies on it."""
_THICK_MM = 20.0
"""A finger alone may hide a pip; what is thinner is a shade or a seam."""
_LEAST_MM2 = 700.0
_EDGE_MM = 8.0
"""A hand comes from beside the mat: it reaches at least so near to its edge, or lies on cards."""


def reaches_in(view: Frame, bare: Frame, scale: Scale, settings: TableSettings, cards_mm: Sequence[Points],
               dice_mm: Sequence[Points]) -> bool:
    """Return whether something large that is no card and no die comes from beside the mat.

    `bare` is the plan as the cards alone would look; their outlines and those of the dice are in millimetres.
    """
    small, expected = _coarse(view), _coarse(bare)
    coarse = Scale(scale.per_mm / _COARSE, scale.margin_mm)
    inside = _mat(small.shape[:2], coarse, settings)
    cards, dice = (_filled(small.shape[:2], coarse, things) for things in (cards_mm, dice_mm))
    ground = inside & ~cards & ~dice
    over_cards = np.abs(features(small) - features(expected)).max(axis=2) > _UNLIKE_CARD
    other = (_unlike_ground(small, ground) & ground) | (over_cards & cards & inside & ~dice)
    reach = max(1, round(_THICK_MM * coarse.per_mm))
    round_kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach))
    thick = cv2.morphologyEx(other.astype(np.uint8), cv2.MORPH_OPEN, round_kernel)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(thick)
    near = ~cv2.erode(inside.astype(np.uint8), np.ones((3, 3), np.uint8), iterations=round(_EDGE_MM * coarse.per_mm)
                      ).astype(np.bool_)
    return any(stats[n, cv2.CC_STAT_AREA] > _LEAST_MM2 * coarse.per_mm**2
               and bool(near[labels == n].any() or cards[labels == n].mean() > 0.5) for n in range(1, count))


def _coarse(plan: Frame) -> Frame:
    return np.asarray(cv2.resize(plan, None, fx=1 / _COARSE, fy=1 / _COARSE, interpolation=cv2.INTER_AREA), np.uint8)


def _mat(shape: tuple[int, int], scale: Scale, settings: TableSettings) -> NDArray[np.bool_]:
    """Return where the mat is, without its markers' corners."""
    (w, h), corner = settings.mat_mm, 2 * settings.inset_mm + settings.marker_mm
    inner = np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)])
    square = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]) * corner
    return _filled(shape, scale, [inner]) & ~_filled(shape, scale, [square + at for at in inner])


def _filled(shape: tuple[int, int], scale: Scale, outlines_mm: Sequence[Points]) -> NDArray[np.bool_]:
    mask = np.zeros(shape, np.uint8)
    for outline in outlines_mm:
        cv2.fillConvexPoly(mask, np.round(scale.to_px(outline)).astype(np.int32), 1)
    return mask.astype(np.bool_)


def _unlike_ground(small: Frame, bare: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which pixels look unlike most of the bare mat."""
    logs = np.log(small.astype(np.float32) + 8.0)
    ground = logs[bare]
    if not len(ground):
        return np.zeros(small.shape[:2], np.bool_)
    usual = np.median(ground, axis=0)
    strays = np.abs(ground - usual).max(axis=1)
    return np.asarray(np.abs(logs - usual).max(axis=2) > max(_LEAST_LOG, _SPREADS * float(np.median(strays))))
