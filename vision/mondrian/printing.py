"""What is printed on a canvas card of no known deck: its numeral, which way up it is, and its blocks of colour."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.mondrian.deck import BLOCK_COLOURS, TOP_VALUE
from vision.mondrian.lone import FACE_PX_MM
from vision.reading import Frame

Mask = NDArray[np.uint8]

_NUMERAL_MM = (2.5, 16.0)
"""How high a numeral may be printed."""
_BOX = 28
"""A numeral is compared in a square of so many pixels."""
_LIKE = 0.62
"""A blob that is less like any numeral is none."""
_SURE, _CLEAR = 0.75, 0.06
"""A numeral is proposed as sure when it is so like one, and by so much more than any other."""
_NEARLY = 0.05
"""Looks at the same numeral, in lighter and darker ink, that are so nearly as like must agree on it."""
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
_STROKES = (6, 11, 16, 21)
"""Of numerals 60 pixels high."""
_HOLED, _OPEN = (4, 6), (4,)
"""Numerals that are printed with a hole in them, and which may be printed without."""
_HOLE, _HOLE_SHARE = 0.15, 0.008
"""A blob is so much less like a numeral that has a hole where it has none; a hole is as large as that."""
_LINE_MM = 1.9
"""Lines between the blocks are thinner than this; a block is thicker."""
_BLOCK_MM2 = 6.0
_INK, _GREYS = 90, (70, 90, 110, 130)
"""Brightest channel of black in a cut face, and of numerals, sharp to blurred."""
_WHITE_AROUND, _AROUND_MM = 165, 0.6
"""Around a numeral is nothing darker than this, so far out."""
_COLOURFUL = 70
"""Between a colour's strongest and weakest channel."""
_LINE_SHADE = 0.72
"""A line between two black blocks is as dark as this share of them, where the picture shows it."""
_BLACK_FULL = 0.85
"""A black area that fills less of its rectangle is two blocks side by side."""


@dataclass(frozen=True)
class Print:
    """What a card seems to say."""

    value: int | None
    """None when no numeral is made out."""
    sure: bool
    """Whether the numeral is clear."""
    turns: int
    """Quarter turns clockwise that bring the face upright."""
    blocks: tuple[int, ...]
    """How many of each of BLOCK_COLOURS."""


def propose(face: Frame) -> Print:
    """Return what a face (BGR, FACE_PX_MM pixels a millimetre, under white light) seems to say."""
    h, w = face.shape[:2]
    turns = (0, 2) if abs(h - w) > 0.03 * max(h, w) else (0, 1, 2, 3)
    strongest = face.max(axis=2)
    ink = np.asarray(strongest < _INK, np.uint8)
    found = [_numeral(grey, part, turns) for grey in (np.asarray(strongest < limit, np.uint8) for limit in _GREYS)
             for part in _blobs(grey) if _on_white(strongest, part)]
    numeral = max(found, key=lambda n: n.like, default=None)
    if numeral is None or numeral.like < _LIKE:
        return Print(None, False, 0, _blocks(face, ink))
    ink[numeral.part] = 0
    agreed = all(n.value == numeral.value for n in found if n.like > numeral.like - _NEARLY)
    sure = agreed and numeral.like > _SURE and numeral.margin > _CLEAR
    return Print(numeral.value, sure, numeral.turns, _blocks(face, ink))


@dataclass(frozen=True)
class _Numeral:
    like: float
    value: int
    margin: float
    """By how much it is more like this numeral than any other."""
    turns: int
    part: tuple[slice, slice]


def _numeral(ink: Mask, part: tuple[slice, slice], turns: tuple[int, ...]) -> _Numeral:
    """Return which numeral, however turned, a blob of ink is most like."""
    like = np.stack([_likeness(np.rot90(ink[part], -turn)) for turn in turns])
    turn, digit = np.unravel_index(int(like.argmax()), like.shape)
    others = float(np.delete(like.max(axis=0), digit).max())
    return _Numeral(float(like.max()), int(digit) + 1, float(like.max()) - others, turns[int(turn)], part)


def _blobs(ink: Mask) -> list[tuple[slice, slice]]:
    """Return where ink of a numeral's size stands alone."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    least, most = (mm * FACE_PX_MM for mm in _NUMERAL_MM)
    blobs: list[tuple[slice, slice]] = []
    for n in range(1, count):
        x, y, w, h, _ = stats[n]
        touches = min(x, y) == 0 or x + w == ink.shape[1] or y + h == ink.shape[0]
        if least < max(w, h) < most and min(w, h) > least / 4 and not touches:
            blobs.append((slice(y, y + h), slice(x, x + w)))
    return blobs


def _on_white(strongest: Mask, part: tuple[slice, slice]) -> bool:
    """Return whether nothing but paper is around a part of the face."""
    reach = round(_AROUND_MM * FACE_PX_MM)
    (top, bottom), (left, right) = ((side.start - reach, side.stop + reach) for side in part)
    if min(top, left) < 0 or bottom > strongest.shape[0] or right > strongest.shape[1]:
        return False
    frame = [strongest[top, left:right], strongest[bottom - 1, left:right],
             strongest[top:bottom, left], strongest[top:bottom, right - 1]]
    return bool(np.percentile(np.concatenate(frame), 3) > _WHITE_AROUND)


def _likeness(blob: Mask) -> NDArray[np.float32]:
    """Return how like each numeral, 1 to TOP_VALUE, an upright blob is: correlations, at most 1."""
    like = (_templates() @ _boxed(blob)).max(axis=1)
    whole = [_has_hole(blob) == (value in _HOLED) or value in _OPEN for value in range(1, TOP_VALUE + 1)]
    return np.asarray(np.where(whole, like, like - _HOLE), np.float32)


def _has_hole(blob: Mask) -> bool:
    """Return whether a blob surrounds something that is no ink."""
    around = cv2.copyMakeBorder(1 - blob, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=1)
    count, _, stats, _ = cv2.connectedComponentsWithStats(around, connectivity=4)
    return any(stats[n, cv2.CC_STAT_AREA] > _HOLE_SHARE * blob.size for n in range(2, count))


def _boxed(blob: Mask) -> NDArray[np.float32]:
    """Return a blob in the middle of a square, level and of length 1."""
    h, w = blob.shape
    scale = (_BOX - 4) / max(h, w)
    small = cv2.resize(blob * 255, (max(1, round(w * scale)), max(1, round(h * scale))), interpolation=cv2.INTER_AREA)
    box = np.zeros((_BOX, _BOX), np.float32)
    y, x = (_BOX - small.shape[0]) // 2, (_BOX - small.shape[1]) // 2
    box[y:y + small.shape[0], x:x + small.shape[1]] = small
    flat = cv2.GaussianBlur(box, (0, 0), 1.0).ravel()
    flat -= flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-6), np.float32)


@lru_cache(maxsize=1)
def _templates() -> NDArray[np.float32]:
    """Return the numerals as several hands would draw them, numerals x hands x pixels."""
    return np.stack([np.stack([_boxed(_drawn(str(value), font, stroke, wide))
                               for font in _FONTS for stroke in _STROKES for wide in (0.8, 1.0, 1.25)])
                     for value in range(1, TOP_VALUE + 1)])


def _drawn(text: str, font: int, stroke: int, wide: float) -> Mask:
    canvas = np.zeros((160, 160), np.uint8)
    cv2.putText(canvas, text, (50, 110), font, 60 / 21, 1, stroke)
    x, y, w, h = cv2.boundingRect(canvas)
    return np.asarray(cv2.resize(canvas[y:y + h, x:x + w], (round(w * wide), h), interpolation=cv2.INTER_NEAREST))


def _blocks(face: Frame, ink: Mask) -> tuple[int, ...]:
    """Return how many blocks of each of BLOCK_COLOURS there are; `ink` is what is black, without the numeral."""
    return tuple(_black_blocks(face, ink) if colour == "black" else len(_areas(_of_hue(face, colour), 3))
                 for colour in BLOCK_COLOURS)


def _black_blocks(face: Frame, ink: Mask) -> int:
    """Return how many black blocks there are: side by side their line may be seen, and their shape tells too."""
    thick = round(_LINE_MM * FACE_PX_MM) | 1
    areas = _areas(ink, thick)
    by_shape = sum(1 + (area < _BLACK_FULL * w * h) for w, h, area in areas)
    if not areas:
        return 0
    inside = cv2.morphologyEx(ink, cv2.MORPH_OPEN, np.ones((thick, thick), np.uint8))
    shade = cv2.GaussianBlur(face.max(axis=2), (0, 0), _LINE_MM * FACE_PX_MM / 8)
    lighter = inside & (shade > _LINE_SHADE * np.median(shade[inside > 0]))
    return max(by_shape, len(_areas(np.asarray(lighter, np.uint8), thick)))


def _areas(mask: Mask, thick: int) -> list[tuple[int, int, int]]:
    """Return width, height and area of what is everywhere so thick, pixels, and large enough for a block."""
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((thick, thick), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    return [(w, h, area) for _, _, w, h, area in stats[1:].tolist() if area > _BLOCK_MM2 * FACE_PX_MM**2]


def _of_hue(face: Frame, colour: str) -> Mask:
    b, g, r = (c.astype(np.int16) for c in cv2.split(face))
    vivid = np.maximum(np.maximum(b, g), r) - np.minimum(np.minimum(b, g), r) > _COLOURFUL
    is_colour = {"blue": (b > r) & (b >= g), "red": (r > b) & (g - b < (r - b) * 0.45),
                 "yellow": (r > b) & (g - b >= (r - b) * 0.45)}[colour]
    return np.asarray(vivid & is_colour, np.uint8)
