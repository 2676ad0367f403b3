"""Dice on the mat: colour, the top face's value, and where the base stands, by the pips in a plan of the table."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision import pips
from vision.camera import Camera, Points
from vision.light import Light
from vision.plan import Scale
from vision.reading import Frame

SIZES_MM = (12.0, 14.0, 16.0)
"""Dice as sold."""
_CIRCLES_MM = (1.7, 2.3)
"""How far from its middle a pip must stand out from its face."""
_LEAST = 8.0
"""...by so many grey levels."""
_FIT = 0.7
"""A pattern that fits worse is none."""
_PRINTED = 0.6
"""What the cards alone show so well, the pattern or all that is seen, is no face."""
_SURE_LIGHT = 0.74
"""A value is told only when its pattern of light pips fits at least so well..."""
_SURE_DARK = 0.8
"""...of dark ones, which lines and numerals resemble more, or a lone one, so well..."""
_SURE_LONE = 0.82
"""...a lone dark one so well..."""
_SURE_ODD = 0.93
"""...and dark ones of another than the usual size so well: where a glare eats lines, what is left are spots."""
_CLEAR = 0.9
"""A face that fits so well tells the size of the dice."""
_SAME_SIZE = 0.06
_ODD = 0.1
"""Dice on one table are mostly of one size; another must fit better by this."""
_LONE = 0.06
"""A pip that fits as one of several is no lone one, unless it fits better by this."""
_EACH_PIP = 0.015
"""Two neighbouring pips of a large die may be a small one's two: more pips win, unless their pattern fits worse."""
_DULL, _GREY = 0.08, 0.33
"""A black face's strongest reflectance exceeds its weakest by no more, and by no larger share of the strongest..."""
_VIVID, _TINTED = 0.12, 0.15
"""...a coloured one's by at least so much and such a share, under a glare too..."""
_DEEP, _PURE = 0.04, 0.4
"""...or, in the dark, by so little but such a share."""
_DARKNESS = 0.05
"""Added to the strongest for the share, since the noise of dark things has a hue."""
_PALE = 0.72
"""A white face's blue, compared with its green or red, is above this; a yellow one's below, under a glare too."""
_CLIPPED, _LOST = 0.5, 0.9
"""Where so much of the white is clipped, in all three colours, its own is not known, and thus no other colour is..."""
_BRIGHT, _SATURATED = 0.85, 0.47
"""...but of what is at least so bright, or whose spread is such a share..."""
_BLACKEST = 0.15
"""...or what is no brighter than this..."""
_MIXED = 0.6, 0.84
"""...and a blue between these, compared with green or red, is white's or yellow's."""
_APART = 0.92
"""Two dice stand at least so far apart, in sides of a die."""


@dataclass(frozen=True)
class SeenDie:
    """A die on the table."""

    colour: str | None
    """None when it can't be told."""
    value: int | None
    """None when it can't be told."""
    base: tuple[float, float]
    """The middle of its base on the mat, millimetres."""
    side: float
    """Millimetres."""
    yaw: float
    """Radians; a quarter turn looks the same."""
    top: Points
    """Its top face's corners on the mat's plan as the camera sees them, 4 x 2 millimetres of the mat."""
    fit: float
    """How well the pips fit their pattern, at most 1."""


@dataclass(frozen=True)
class _Face:
    fit: float
    dark: bool
    """Whether its pips are darker than the face."""
    value: int
    x: float
    y: float
    side: float
    angle: float


def find(plan: Frame, scale: Scale, camera: Camera, light: Light, bare: Frame | None = None) -> list[SeenDie]:
    """Return the dice whose pips are seen in a plan at the mat's height; the surest first.

    `bare` is the same plan with the known cards alone, so that a numeral is not taken for a pip.
    """
    eye = camera.position_mm
    sides = tuple(s * scale.per_mm * _growth(eye, s) for s in SIZES_MM)
    printed = pips.light_and_dark(bare) if bare is not None else (None, None)
    faces = np.concatenate([_faces(bright, bool(dark), scale, sides, printed[dark])
                            for dark, bright in enumerate(pips.light_and_dark(plan))])
    usual = _usual_side(_apart(faces, _merit(faces, None)), sides)
    kept = [_Face(float(f[0]), bool(f[1]), int(f[2]), *map(float, f[3:]))
            for f in _apart(faces, _merit(faces, usual))]
    return [_die(f, plan, scale, eye, light) for f in kept if f.fit > _least_fit(f, usual)]


def _least_fit(face: _Face, usual: float | None) -> float:
    """Return how well a face's pips must fit their pattern."""
    if face.dark and usual and abs(face.side / usual - 1) > _SAME_SIZE:
        return _SURE_ODD
    if face.value == 1 and face.dark:
        return _SURE_LONE
    return _SURE_DARK if face.dark or face.value == 1 else _SURE_LIGHT


def _apart(faces: Points, merit: Points) -> Points:
    """Return the faces (rows) of most merit, none of which overlaps another."""
    kept, left = [], np.argsort(-merit)
    while len(left):
        best, rest = faces[left[0]], faces[left]
        kept.append(left[0])
        away = np.hypot(rest[:, 3] - best[3], rest[:, 4] - best[4])
        left = left[away > _APART * np.maximum(rest[:, 5], best[5])]
    return faces[kept]


def _merit(faces: Points, usual: float | None) -> Points:
    """Return how well each face fits and how many pips it explains, less something if it is odd.

    Odd is a lone pip, and what is not of the usual size.
    """
    odd = np.abs(faces[:, 5] / usual - 1) > _SAME_SIZE if usual else np.zeros(len(faces), np.bool_)
    return np.asarray(faces[:, 0] + _EACH_PIP * faces[:, 2] - _LONE * (faces[:, 2] == 1) - _ODD * odd)


def _usual_side(faces: Points, sides: tuple[float, ...]) -> float | None:
    """Return the size that most clear faces have; None when none is clear."""
    clear = faces[(faces[:, 0] > _CLEAR) & (faces[:, 2] > 1), 5]
    votes = [int((np.abs(clear / side - 1) < _SAME_SIZE).sum()) for side in sides]
    return sides[int(np.argmax(votes))] if any(votes) else None


def _growth(eye: Points, height: float) -> float:
    """Return how much larger a thing at a height looks than one on the mat."""
    return float(eye[2] / (eye[2] - height))


def _faces(bright: pips.Grey, dark: bool, scale: Scale, sides: tuple[float, ...], printed: pips.Grey | None) -> Points:
    """Return the patterns that the bright spots may form, the best at each proposed face, as rows of _Face's fields."""
    found = pips.spots(bright, tuple(r * scale.per_mm for r in _CIRCLES_MM), _LEAST)
    known = np.zeros(len(found.at), np.bool_)
    if printed is not None:
        known = pips.printed_too(found, printed, _CIRCLES_MM[0] * scale.per_mm)
    proposed = np.concatenate([pips.proposals(found.at, known, sides), pips.singles(found.at[~known], sides)])
    seen = pips.sampled(bright, proposed)
    fits = pips.fits(seen)
    best = fits.argmax(axis=1)
    fit = fits[np.arange(len(fits)), best]
    values = np.array([value for value, _ in pips.PATTERNS])[best]
    faces = np.column_stack([fit, np.full(len(fit), dark), values, proposed])
    if printed is None:
        return np.asarray(faces[fit > _FIT])
    faces, best, seen = faces[fit > _FIT], best[fit > _FIT], seen[fit > _FIT]
    print_there = pips.sampled(printed, faces[:, 3:])
    shown = pips.fits(print_there)[np.arange(len(best)), best]
    new = (shown < _PRINTED) & (pips.alike(seen, print_there) < _PRINTED)
    return np.asarray(faces[new])


def _die(face: _Face, plan: Frame, scale: Scale, eye: Points, light: Light) -> SeenDie:
    side = min(SIZES_MM, key=lambda s: abs(s * scale.per_mm * _growth(eye, s) - face.side))
    top = scale.to_mm(np.array([face.x, face.y]))
    base = eye[:2] + (top - eye[:2]) / _growth(eye, side)
    corners = top + square(side * _growth(eye, side), face.angle)
    return SeenDie(_colour(face, plan, light, top), face.value, (float(base[0]), float(base[1])), side, face.angle,
                   corners, face.fit)


def square(side: float, angle: float) -> Points:
    """Return a square's corners about its middle, 4 x 2."""
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (side / 2) @ np.array([[c, s], [-s, c]]))


def face_reflectance(face: _Face, plan: Frame, light: Light, at_mm: Points) -> NDArray[np.float32]:
    """Return the reflectance (blue, green, red) of a face beside its pips."""
    pattern = next(k for k, (value, _) in enumerate(pips.PATTERNS) if value == face.value)
    beside = pips.templates()[pattern] < 0
    where = np.array([[face.x, face.y, face.side * 0.9, face.angle]])
    middle = np.median(pips.sampled(plan, where)[0][beside], axis=0)[None].astype(np.uint8)
    return np.asarray(light.even_out(middle, at_mm[None])[0], np.float32)


def _colour(face: _Face, plan: Frame, light: Light, at_mm: Points) -> str | None:
    """Return a face's colour: dark pips are on white and yellow, light ones on red, blue, green and black."""
    b, g, r = map(float, face_reflectance(face, plan, light, at_mm))
    glaring = light.clipped > _CLIPPED and float(light.white.min()) > _LOST
    if face.dark:
        pale = b / max(1e-6, min(g, r))
        if glaring and _MIXED[0] < pale < _MIXED[1]:
            return None
        return "yellow" if pale < _PALE else "white"
    most, spread = max(b, g, r), max(b, g, r) - min(b, g, r)
    share = spread / (most + _DARKNESS)
    if (spread < _DULL and share < _GREY) or (glaring and most < _BLACKEST):
        return "black"
    if glaring and g < most < _BRIGHT and share < _SATURATED:  # lamps tint black things red or blue, never green
        return None
    if (spread > _VIVID and share > _TINTED) or (spread > _DEEP and share > _PURE):
        return {b: "blue", g: "green", r: "red"}[most]
    return None
