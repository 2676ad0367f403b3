"""Dice on the mat: colour, the top face's value, and where the base stands, by the pips in a plan of the table."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
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
_FIT = 0.6
"""A pattern that fits worse is none."""
_SURE = 0.8
"""A value is told only when its pattern fits at least so well."""
_CLEAR = 0.9
"""A face that fits so well tells the size of the dice."""
_SAME_SIZE = 0.06
_ODD = 0.1
"""Dice on one table are mostly of one size; another must fit better by this."""
_LONE = 0.06
"""A pip that fits as one of several is no lone one, unless it fits better by this."""
_DULL = 0.07
"""The difference between a black face's strongest and weakest reflectance stays below this, under a glare too."""
_PALE = 0.72
"""A white face's blue, compared with its green or red, is above this; a yellow one's below, under a glare too."""
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
    faces = [face for dark, bright in enumerate(pips.light_and_dark(plan))
             for face in _faces(np.asarray(bright), bool(dark), scale, sides)]
    kept: list[_Face] = []
    for face in sorted(faces, key=_as_a_set(faces, sides), reverse=True):
        if all(np.hypot(face.x - k.x, face.y - k.y) > _APART * max(face.side, k.side) for k in kept):
            kept.append(face)
    if bare is not None:
        kept = _not_printed(kept, bare)
    return [_die(f, plan, scale, eye, light) for f in kept if f.fit > _SURE]


def _not_printed(faces: Sequence[_Face], bare: Frame) -> list[_Face]:
    """Return the faces whose pattern the cards themselves do not show."""
    printed = pips.light_and_dark(bare)
    return [f for f in faces if pips.fits(pips.sampled(printed[f.dark], np.array([[f.x, f.y, f.side, f.angle]])))[0]
            [[value == f.value for value, _ in pips.PATTERNS]].max() < _FIT]


def _as_a_set(faces: Sequence[_Face], sides: tuple[float, ...]) -> Callable[[_Face], float]:
    """Return the merit of a face: its fit, less something if it is a lone pip or not of most clear faces' size."""
    votes = [sum(f.fit > _CLEAR and f.value > 1 and abs(f.side / side - 1) < _SAME_SIZE for f in faces)
             for side in sides]
    usual = sides[int(np.argmax(votes))] if any(votes) else None
    return lambda f: f.fit - _LONE * (f.value == 1) - _ODD * bool(usual and abs(f.side / usual - 1) > _SAME_SIZE)


def _growth(eye: Points, height: float) -> float:
    """Return how much larger a thing at a height looks than one on the mat."""
    return float(eye[2] / (eye[2] - height))


def _faces(bright: pips.Grey, dark: bool, scale: Scale, sides: tuple[float, ...]) -> list[_Face]:
    """Return the patterns that the bright spots may form, at most one for a proposed face."""
    found = pips.spots(bright, tuple(r * scale.per_mm for r in _CIRCLES_MM), _LEAST)
    proposed = pips.proposals(found, sides)
    fits = pips.fits(pips.sampled(bright, proposed))
    best = fits.argmax(axis=1)
    return [_Face(float(fits[n, best[n]]), dark, pips.PATTERNS[best[n]][0], *map(float, proposed[n]))
            for n in np.nonzero(fits.max(axis=1) > _FIT)[0]]


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
    seen = np.stack([pips.sampled(np.asarray(c), where)[0][beside] for c in cv2.split(plan)], axis=1)
    middle = np.median(seen, axis=0)[None].astype(np.uint8)
    return np.asarray(light.even_out(middle, at_mm[None])[0], np.float32)


def _colour(face: _Face, plan: Frame, light: Light, at_mm: Points) -> str:
    """Return a face's colour: dark pips are on white and yellow, light ones on red, blue, green and black."""
    b, g, r = map(float, face_reflectance(face, plan, light, at_mm))
    if face.dark:
        return "yellow" if b < _PALE * min(g, r) else "white"
    if max(b, g, r) - min(b, g, r) < _DULL:
        return "black"
    return {b: "blue", g: "green", r: "red"}[max(b, g, r)]
