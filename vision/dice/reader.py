"""Dice alone: the top faces of any dice in any photograph, without a mat; for keeping score in other games.

Pips are round, so their outlines tell how their face is tilted, and of a die's faces the one seen most squarely is
its top.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.camera import Points
from vision.dice import faces as dice_faces
from vision.dice import pips as dice_pips
from vision.dice.faces import Face
from vision.dice.pips import Pips
from vision.faults import NotFound
from vision.mat import Laps, Stopwatch, check
from vision.reading import Frame, Mark, Reading
from vision.settings import TableSettings

_FIT = 0.87
"""A face is told only when its pattern fits at least so well, all in all..."""
_FIT_LONE = 0.88
"""...and a single pip so well: it is the easiest to take something else for."""
_TRUSTED = 0.92
"""Faces of several pips that fit so well show how large dice are in this photograph."""
_SMALLEST = 0.3
"""Dice in one photograph differ in size, but none is smaller than this share of the largest trusted one's side."""
_ALIKE = 0.6
"""Faces of at least this share of the largest one's side are of about its size."""
_SMALLEST_IN_CROWD = 0.73
"""The same where spots of a texture may be taken for pips."""
_CROWD = 100
"""So many spots are a texture."""
_LONE_SIDE = (0.6, 1.6)
"""A single pip makes a face only of about the size of a trusted one, shares of its side."""
_FAINT = 0.35
"""Pips stand out at least by such a share of what those of trusted faces do; specks and grains do not."""
_SHALLOW = 0.35
"""Pips are by such a share darker than their face, or lighter; ink dots on paper and scratches on wood are less."""
_GLEAM, _GLEAMS = 0.4, 0.3
"""A gleam in a hollow pip stands out by less than this share of the pip's contrast; several do by less than that."""
_MARGIN = 1.5
"""A die that the picture's edge may cut is not told: around a face there is so much more of the picture."""
_SAME = 0.5
"""Two faces nearer than this, in sides, are the same one."""
_BESIDE = 0.9
"""Two dice stand no nearer than this, in sides."""
_STEEP = 0.13
"""A face whose tilt, as a logarithm, differs by more from that of most tops is a side."""
_EACH_PIP = 0.04
"""A pattern that has some of another's pips must fit better by this for each pip that it leaves out."""


class DiceReader:
    """Reads the top faces of dice. Frames are BGR, uint8, height x width x 3."""

    def __init__(self, settings: TableSettings | None = None, deck: object = None) -> None:
        """Take the arguments that all readers take; neither a mat nor a deck is looked at."""

    def forget(self) -> None:
        """Do nothing: every photograph is read by itself."""

    def read(self, frame: Frame, stopwatch: Stopwatch | None = None) -> Reading:
        """Return the dice as `evidence["values"]`, from the far left to the right."""
        laps = Laps(stopwatch)
        try:
            check(frame)
        except NotFound as bad:
            return Reading("lost", fault=bad.fault, ms=laps.ms)
        faces = sorted(tops(frame), key=lambda face: (float(face.at[0]), float(face.at[1])))
        laps.end("dice")
        marks = tuple(Mark(tuple((float(x), float(y)) for x, y in face.corners), str(face.value)) for face in faces)
        return Reading("still", evidence={"values": [face.value for face in faces]}, sketch=marks, ms=laps.ms)


def tops(frame: Frame) -> list[Face]:
    """Return the top faces of the dice in a photograph (BGR)."""
    return choose(faces(frame), (frame.shape[1], frame.shape[0]))


def faces(frame: Frame) -> list[Face]:
    """Return all faces, tops and sides, that light or dark pips may form."""
    b, g, r = cv2.split(frame)
    light = np.asarray(cv2.min(cv2.min(b, g), r), np.uint8)
    dark = np.asarray(cv2.bitwise_not(g), np.uint8)
    seen = [dice_pips.find(light), dice_pips.find(dark)]
    plain = [_without_dice(seen[0], seen[1]), _without_dice(seen[1], seen[0])]
    return dice_faces.find(light, plain[0], _FIT, dark=False) + dice_faces.find(dark, plain[1], _FIT, dark=True)


def _without_dice(found: Pips, other: Pips) -> Pips:
    """Return the pips without whole dice: those have pips of the other kind on them."""
    away = np.linalg.norm(found.at[:, None] - other.at[None], axis=2)
    share = other.size[None] / found.size[:, None]
    on = (away < found.size[:, None]) & (share > 0.1) & (share < 0.5)
    clearest = (on * other.contrast[None]).max(axis=1, initial=0.0)
    together = on @ other.contrast
    several = on.sum(axis=1) > 1
    return found[(clearest < _GLEAM * found.contrast) & ~(several & (together > _GLEAMS * found.contrast))]


def choose(seen: Sequence[Face], size: tuple[int, int]) -> list[Face]:
    """Return the tops among faces in a photograph of this width and height."""
    whole = [face for face in seen if face.merit > _FIT and face.depth > _SHALLOW and _inside(face, size)]
    usual = _usual_tilt(_apart(_of_a_size(whole), _SAME))
    level = [face for face in whole if np.linalg.norm(face.tilt - usual) < _STEEP]
    return _apart(_of_a_size(level), _BESIDE)


def _apart(seen: Sequence[Face], sides: float) -> list[Face]:
    """Return the best of the faces that are nearer to one another than so many sides."""
    kept: list[Face] = []
    for face in sorted(seen, key=lambda f: f.merit + _EACH_PIP * f.value, reverse=True):
        if all(np.linalg.norm(face.at - k.at) > sides * (face.side + k.side) / 2 for k in kept):
            kept.append(face)
    return kept


def _usual_tilt(seen: Sequence[Face]) -> Points:
    """Return the tilt that most of what is seen of faces has: tops lie level, sides look all ways."""
    if not seen:
        return np.zeros((2, 2))
    tilts = np.array([face.tilt for face in seen])
    weight = np.array([face.side**2 * (face.merit - 0.75) for face in seen])
    alike = np.linalg.norm(tilts[:, None] - tilts[None], axis=(2, 3)) < _STEEP
    best = alike[int((alike @ weight).argmax())]
    return np.asarray(np.einsum("n,nij->ij", weight[best], tilts[best]) / weight[best].sum())


def _inside(face: Face, size: tuple[int, int]) -> bool:
    """Return whether the whole face, with a little around it, is in the picture."""
    around = face.at + _MARGIN * (face.corners - face.at)
    return bool((around > 0).all() and (around < size).all())


def _of_a_size(seen: Sequence[Face]) -> list[Face]:
    """Return the faces that are neither too small for dice of this photograph nor lone pips of another size."""
    several = [f for f in seen if f.value > 1]
    lone = [f for f in seen if f.value == 1 and f.merit > _FIT_LONE]
    sure = _references([f for f in several if f.merit > _TRUSTED])
    if not sure:
        largest = max((f.side for f in lone), default=0.0)
        return [f for f in lone if f.side > _LONE_SIDE[0] * largest] + several
    sides, clear = [f.side for f in sure], _FAINT * float(np.median([f.contrast for f in sure]))
    near = [f for f in lone if any(_LONE_SIDE[0] < f.side / side < _LONE_SIDE[1] for side in sides)]
    return [f for f in [*near, *several] if f.contrast > clear and f.side < 2 * max(sides)
            and f.side > (_SMALLEST if f.crowd < _CROWD else _SMALLEST_IN_CROWD) * max(sides)]


def _references(sure: list[Face]) -> list[Face]:
    """Return the faces that show how large dice are: without large ones that more smaller ones speak against."""
    left = sorted(_apart(sure, _SAME), key=lambda f: f.side)
    while left:
        large = [f for f in left if f.side > _ALIKE * left[-1].side]
        small = [f for f in left if f.side < _SMALLEST * left[-1].side and f.crowd < _CROWD]
        if len(small) <= 2 * len(large):
            break
        left = left[:-len(large)]
    return left
