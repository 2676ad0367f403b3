"""One card alone on the mat, of no deck that is known yet: where its edges are, and its face cut out upright.

Edges are looked for as rectangles of what is dark, what is as white as paper, and what is unlike the mat; the outermost
rectangle is the card, unless the mat is as white as the card's own border.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.text import Text
from vision import plan
from vision.camera import Camera, Points
from vision.faults import DARK, NotFound
from vision.light import Light
from vision.mat import Laps, Memory, locate
from vision.plan import Scale
from vision.reading import Fault, Frame
from vision.settings import TableSettings

FACE_PX_MM = 6.0
"""Pixels a millimetre of the cut face."""
WHITE = 246
"""White paper in a cut face."""
_FINEST = 4.0
"""Pixels a millimetre of the plan, at most; a camera over the table gives about two."""
_SIDES_MM = (25.0, 160.0)
"""A card's sides."""
_FULL = 0.93
"""A contour fills so much of its rectangle at least."""
_DIM = 0.01
_BLACK, _PAPER, _OTHER = (0.1, 0.2, 0.35), 0.55, (0.35, 0.7)
"""Strongest reflectances of black ink, sharp to blurred, weakest of paper, and changes, as logarithms, from the mat."""
_REACH_MM, _STEP_MM = 3.0, 0.1
"""How far an edge may lie from where a mask has it, and how finely it is looked for."""
_STEEP = 0.4
"""The outermost edge that is so steep, as a share of the steepest one, is the card's."""
_SAME_MM = 4.0
"""Two rectangles about one middle, nearer than this, are of one card."""
_SIZE_GIVE = 0.04
"""A card of a known size is found as large as that, give or take such a share."""

NO_CARD = Fault("no card", Text(
    "no card is seen on the mat; lay one card flat on the middle of the mat with nothing on it and take the hands off",
    "aucune carte n'est visible sur le tapis ; posez une seule carte à plat au milieu du tapis, sans rien dessus, et "
    "retirez les mains"))
TWO_CARDS = Fault("two cards", Text(
    "more than one card is seen on the mat; leave only the one that is to be enrolled",
    "plusieurs cartes sont visibles sur le tapis ; ne laissez que celle à enregistrer"))


@dataclass(frozen=True)
class Place:
    """A rectangle on the mat."""

    centre: tuple[float, float]
    """Millimetres."""
    size: tuple[float, float]
    """Width and height, the width the shorter one, millimetres."""
    angle: float
    """How its upright is turned, degrees clockwise."""
    framed: bool
    """Whether only its dark frame was seen, so that paper of unknown width may lie around it."""


@dataclass(frozen=True)
class LoneCard:
    """A card's face and where it lay."""

    face: Frame
    """BGR, cut at the card's edges, FACE_PX_MM pixels a millimetre, as under white light."""
    place: Place


def find(frame: Frame, settings: TableSettings, size_mm: tuple[float, float] | None = None) -> LoneCard:
    """Return the one card on the mat in a frame (BGR); cut at `size_mm` (width, height) where that is known.

    Raises NotFound when the mat, or one card alone, is not seen.
    """
    camera, light = locate(frame, settings, Memory(), Laps(None))
    if float(light.white.max()) < _DIM:
        raise NotFound(DARK)
    scale = Scale(min(_FINEST, max(2.0, _resolution(camera, settings))), 0.0)
    view = plan.view(frame, plan.grid(camera, 0.0, scale, settings))
    even = _even(view, light, scale)
    place = _sharpened(even, _place(even, scale, settings, size_mm), scale)
    if size_mm is not None:
        place = _of_size(place, size_mm)
    return LoneCard(_cut(frame, camera, light, place), place)


def _resolution(camera: Camera, settings: TableSettings) -> float:
    """Return how many of the frame's pixels a millimetre of the mat's middle takes."""
    x, y = settings.mat_mm[0] / 2, settings.mat_mm[1] / 2
    at = camera.project([(x - 10, y, 0.0), (x + 10, y, 0.0)])
    return float(np.linalg.norm(at[1] - at[0])) / 20


def _even(view: Frame, light: Light, scale: Scale) -> NDArray[np.float32]:
    """Return a plan's reflectances, height x width x 3."""
    h, w = view.shape[:2]
    x, y = np.meshgrid(np.arange(w), np.arange(h))
    places = scale.to_mm(np.stack([x.ravel(), y.ravel()], axis=1))
    return light.even_out(view.reshape(-1, 3), places).reshape(h, w, 3)


def _place(even: NDArray[np.float32], scale: Scale, settings: TableSettings,
           size_mm: tuple[float, float] | None) -> Place:
    found = _outlines(even, scale, settings)
    if size_mm is not None:
        found = [p for p in found if _about(p, size_mm)] or found
    found.sort(key=lambda p: -p.size[0] * p.size[1])
    if not found:
        raise NotFound(NO_CARD)
    best = found[0]
    if any(_beside(best, other) for other in found[1:]):
        raise NotFound(TWO_CARDS)
    return best


def outlines(view: Frame, light: Light, scale: Scale, settings: TableSettings) -> list[Place]:
    """Return the rectangles of a card's size in a plan, many of them several times."""
    return _outlines(_even(view, light, scale), scale, settings)


def _outlines(even: NDArray[np.float32], scale: Scale, settings: TableSettings) -> list[Place]:
    inside = _free_of_markers(even.shape[:2], scale, settings)
    return [place for mask, framed in _masks(even, inside) for place in _rectangles(mask, scale, framed)]


def _about(place: Place, size_mm: tuple[float, float]) -> bool:
    """Return whether a rectangle is a card's edge, or its frame within the edge, by the card's size."""
    shares = np.sort(place.size) / np.sort(size_mm)
    return bool((shares < 1 + _SIZE_GIVE).all() and (shares > 0.85).all())


def _beside(card: Place, other: Place) -> bool:
    """Return whether another rectangle, of about a card's size, lies outside a card."""
    apart = float(np.hypot(*np.subtract(card.centre, other.centre)))
    return bool(apart > np.hypot(*card.size) / 2 and np.prod(other.size) > 0.6 * np.prod(card.size))


def _free_of_markers(shape: tuple[int, ...], scale: Scale, settings: TableSettings) -> NDArray[np.bool_]:
    """Return where a card may lie: the mat without its markers' corners."""
    inside = np.ones(shape, np.bool_)
    reach = round((2 * settings.inset_mm + settings.marker_mm) * scale.per_mm)
    for down in (slice(0, reach), slice(-reach, None)):
        for across in (slice(0, reach), slice(-reach, None)):
            inside[down, across] = False
    return inside


def _masks(even: NDArray[np.float32], inside: NDArray[np.bool_]) -> list[tuple[NDArray[np.bool_], bool]]:
    """Return what may be a card, and whether that is its frame alone.

    A dark frame on what is as white as the paper is no edge; on any other ground what lies around it would be seen.
    """
    logs = np.log(np.maximum(even, 0.004))
    ground = np.median(logs[inside][::7], axis=0)
    white = float(ground.min()) > np.log(_PAPER)
    soft = cv2.GaussianBlur(even, (0, 0), 0.8)
    strongest, away = soft.max(axis=2), np.abs(logs - ground).max(axis=2)
    return [*((np.asarray(strongest < limit) & inside, white) for limit in _BLACK),
            (np.asarray(soft.min(axis=2) > _PAPER) & inside, white),
            *((np.asarray(away > limit) & inside, white) for limit in _OTHER)]


def _rectangles(mask: NDArray[np.bool_], scale: Scale, framed: bool) -> list[Place]:
    """Return the rectangles of a card's size among a mask's outlines, outer and inner ones."""
    contours, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    least, most = (side * scale.per_mm for side in _SIDES_MM)
    places = []
    for contour in contours:
        if len(contour) < 3 * least:
            continue
        (x, y), (a, b), angle = cv2.minAreaRect(contour)
        if not (least < min(a, b) and max(a, b) < most) or cv2.contourArea(contour) < _FULL * a * b:
            continue
        if a > b:
            a, b, angle = b, a, angle + 90
        (cx, cy), grown = scale.to_mm(np.array([x, y])), 1 / scale.per_mm  # a contour runs along pixels' middles
        places.append(Place((float(cx), float(cy)), (a / scale.per_mm + grown, b / scale.per_mm + grown),
                            (angle + 90) % 180 - 90, framed))
    return places


def _sharpened(even: NDArray[np.float32], place: Place, scale: Scale) -> Place:
    """Return the place with each of its sides where the brightness changes most steeply."""
    bright = even.mean(axis=2)
    off = np.arange(-_REACH_MM, _REACH_MM, _STEP_MM)
    along = np.linspace(-0.4, 0.4, 60)
    moved, turned = [], []
    for k in range(4):
        angle = np.radians(place.angle + 90 * k)
        out, side = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        half, length = place.size[k % 2] / 2, place.size[1 - k % 2]
        at = np.array(place.centre) + (half + off)[:, None, None] * out + (along * length)[None, :, None] * side
        px = scale.to_px(at).astype(np.float32)
        seen = cv2.remap(bright, px[..., 0], px[..., 1], cv2.INTER_LINEAR)
        ends = [float(off[_outermost(part.mean(axis=1))]) for part in np.split(seen, 2, axis=1)]
        moved.append(sum(ends) / 2)
        turned.append(-np.degrees((ends[1] - ends[0]) / (0.4 * length)))
    right, down, left, up = moved
    c, s = np.cos(np.radians(place.angle)), np.sin(np.radians(place.angle))
    x, y = (right - left) / 2, (down - up) / 2
    return replace(place, centre=(float(place.centre[0] + c * x - s * y), float(place.centre[1] + s * x + c * y)),
                   size=(place.size[0] + left + right, place.size[1] + up + down),
                   angle=place.angle + float(np.median(turned)))


def _outermost(profile: NDArray[np.float32]) -> int:
    """Return where, from the outer end, the first steep edge of a profile is."""
    slope = np.abs(np.gradient(cv2.GaussianBlur(profile.reshape(1, -1), (0, 0), 2.0)[0]))
    peaks = (slope[1:-1] >= slope[:-2]) & (slope[1:-1] > slope[2:]) & (slope[1:-1] > _STEEP * slope.max())
    return int(np.nonzero(peaks)[0][-1]) + 1 if peaks.any() else len(profile) // 2


def _of_size(place: Place, size_mm: tuple[float, float]) -> Place:
    """Return the place with the card's own size about the same middle; raise NotFound if it looks like another size."""
    if not _about(place, size_mm):
        raise NotFound(Fault("other size", Text(
            f"a card of {place.size[0]:.0f} x {place.size[1]:.0f} mm is seen, not one of {size_mm[0]:g} x "
            f"{size_mm[1]:g} mm; lay a card of this deck alone on the mat, or give the right size",
            f"une carte de {place.size[0]:.0f} x {place.size[1]:.0f} mm est visible, et non de {size_mm[0]:g} x "
            f"{size_mm[1]:g} mm ; posez une carte de ce paquet seule sur le tapis, ou donnez la bonne taille")))
    wide = size_mm[0] > size_mm[1]
    return replace(place, size=size_mm, angle=place.angle + 90 * wide, framed=False)


def _cut(frame: Frame, camera: Camera, light: Light, place: Place) -> Frame:
    """Return the face within a place, upright, as under white light."""
    w, h = (round(side * FACE_PX_MM) for side in place.size)
    u, v = np.meshgrid((np.arange(w) + 0.5) / FACE_PX_MM - place.size[0] / 2,
                       (np.arange(h) + 0.5) / FACE_PX_MM - place.size[1] / 2)
    c, s = np.cos(np.radians(place.angle)), np.sin(np.radians(place.angle))
    on_mat: Points = np.stack([place.centre[0] + c * u - s * v, place.centre[1] + s * u + c * v], axis=-1)
    at = camera.project(np.concatenate([on_mat, np.zeros((h, w, 1))], axis=2)).reshape(h, w, 2).astype(np.float32)
    seen: Frame = np.asarray(
        cv2.remap(frame, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8)
    even = light.even_out(seen.reshape(-1, 3), on_mat.reshape(-1, 2)).reshape(h, w, 3)
    return np.asarray(np.clip(WHITE * np.clip(even, 0, 1.1) ** (1 / 2.2), 0, 255), np.uint8)
