"""Canvas cards on the mat: where they lie, by their outlines, and which they are, by an enrolled deck's faces."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.mondrian.deck import CardId
from vision.camera import Points
from vision.deck import Face, Faces, Features

Bytes: TypeAlias = NDArray[np.uint8]

ANGLES = (-4.5, -2.25, 0.0, 2.25, 4.5)
"""By which a card may be turned from straight, degrees; what lies in between is found by the refinement."""
_STEP = 0.25
"""A change of brightness, as a share of black to white, that counts as a full edge."""
_OUTLINE = 0.36
"""Below this share of its outline nothing is taken for a card."""
_MOST = 90
"""Candidates looked at closely."""
_APART = 5
"""Two candidates closer than this, pixels, are one."""
_REFINED = 3
"""Steps of the refinement."""
_STRAY = 0.2
"""A pixel that is off by more than this, of black to white, counts ever less: something lies on it."""


@dataclass(frozen=True)
class SeenCard:
    """A card on the mat."""

    id: CardId | None
    """None when it can't be told from others, or is not in the deck."""
    centre: tuple[float, float]
    """In plan pixels."""
    yaw: float
    """How its upright is turned, degrees clockwise as seen from above."""
    likeness: float
    """Correlation with its face, what lies on it left out."""
    margin: float
    """By how much it is more like this face than any other card's."""
    corners: Points
    """4 x 2, in plan pixels, clockwise from the face's own top left."""


@dataclass(frozen=True)
class _Guess:
    x: float
    y: float
    angle: float
    outline: float


def candidates(seen: Features, size: tuple[int, int], inset: float) -> list[_Guess]:
    """Return where outlines of cards of `size` (pixels) may lie, the clearest first."""
    edges = _edges(np.asarray(seen[..., 0]))
    found = [guess for angle in ANGLES for guess in _at_angle(edges, size, inset, angle)]
    found.sort(key=lambda g: -g.outline)
    kept: list[_Guess] = []
    for g in found:
        if all(abs(g.x - k.x) + abs(g.y - k.y) > _APART for k in kept):
            kept.append(g)
            if len(kept) == _MOST:
                break
    return kept


def _edges(bright: NDArray[np.float32]) -> Bytes:
    """Return height x width x 4: darker downwards, darker upwards, darker rightwards, darker leftwards; 255 is full."""
    soft = cv2.GaussianBlur(bright, (0, 0), 0.7)
    kernel = np.array([[1.0, 0.0, -1.0]]) * 255 / (1.5 * _STEP)
    across = cv2.filter2D(soft, cv2.CV_32F, kernel)
    down = cv2.filter2D(soft, cv2.CV_32F, kernel.T)
    return np.asarray(cv2.merge([_byte(down), _byte(-down), _byte(across), _byte(-across)]), np.uint8)


def _byte(values: NDArray[np.float32]) -> Bytes:
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def _at_angle(edges: Bytes, size: tuple[int, int], inset: float, angle: float) -> list[_Guess]:
    h, w = edges.shape[:2]
    turn = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), angle, 1.0)
    turned = np.asarray(cv2.warpAffine(edges, turn, (w, h)) if angle else edges, np.uint8)
    share = _outline(turned, size, inset)
    peaks = (share == cv2.dilate(share, np.ones((7, 7), np.uint8))) & (share > 255 * _OUTLINE)
    ys, xs = np.nonzero(peaks)
    back = cv2.invertAffineTransform(turn)
    at = np.stack([xs, ys, np.ones(len(xs))], axis=1) @ back.T
    return [_Guess(float(x), float(y), angle, float(s) / 255) for (x, y), s in zip(at, share[ys, xs], strict=True)]


def _outline(edges: Bytes, size: tuple[int, int], inset: float) -> Bytes:
    """Return for each pixel how much of the outline of a card centred there is seen, 0 to 255."""
    half_w, half_h = size[0] / 2 - inset, size[1] / 2 - inset
    level = cv2.blur(edges[..., :2], (round(2 * half_w) - 3, 1), borderType=cv2.BORDER_CONSTANT)
    upright = cv2.blur(edges[..., 2:], (1, round(2 * half_h) - 3), borderType=cv2.BORDER_CONSTANT)
    level, upright = cv2.dilate(level, np.ones((3, 1), np.uint8)), cv2.dilate(upright, np.ones((1, 3), np.uint8))
    sides = [_shifted(level[..., 0], 0, -half_h), _shifted(level[..., 1], 0, half_h),
             _shifted(upright[..., 0], -half_w, 0), _shifted(upright[..., 1], half_w, 0)]
    mean = cv2.addWeighted(cv2.addWeighted(sides[0], 0.5, sides[1], 0.5, 0), 0.5,
                           cv2.addWeighted(sides[2], 0.5, sides[3], 0.5, 0), 0.5, 0)
    least = cv2.min(cv2.min(sides[0], sides[1]), cv2.min(sides[2], sides[3]))
    return np.asarray(cv2.addWeighted(mean, 0.7, least, 0.3, 0), np.uint8)


def _shifted(values: Bytes, dx: float, dy: float) -> Bytes:
    """Return values[y + dy, x + dx] at y, x; 0 beyond the edge."""
    h, w = values.shape
    x, y = round(dx), round(dy)
    out = np.zeros_like(values)
    out[max(0, -y):h - max(0, y), max(0, -x):w - max(0, x)] = values[max(0, y):h + min(0, y), max(0, x):w + min(0, x)]
    return out


def patch(seen: Features, size: tuple[int, int], x: float, y: float, angle: float) -> Features:
    """Return the patch of `size` that is centred at x, y and turned by `angle` degrees clockwise."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    u, v = (size[0] - 1) / 2, (size[1] - 1) / 2
    into = np.array([[c, -s, x - c * u + s * v], [s, c, y - s * u - c * v]])
    return np.asarray(cv2.warpAffine(seen, into, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                                     borderMode=cv2.BORDER_REPLICATE), np.float32)


def find(seen: Features, faces: Faces) -> list[SeenCard]:
    """Return the cards in a plan's features, whose scale is the faces' own; the surest first."""
    guesses = candidates(seen, faces.size, faces.inset)
    if not guesses:
        return []
    like = faces.likeness(np.stack([patch(seen, faces.size, g.x, g.y, -g.angle) for g in guesses]))
    named = [_named(seen, faces, g, row) for g, row in zip(guesses, like, strict=True) if row.max() > _HOPELESS]
    return _apart(named, min(faces.size))


_HOPELESS = 0.2
"""A candidate that is no more like any face than this is none, wherever it is shifted."""
_TRIED = 3
"""How many faces are fitted to a candidate."""
_KNOWN = 0.55
"""A card is named only when it is at least so like its face..."""
_CLEAR = 0.12
"""...and so much less like any other."""


def _named(seen: Features, faces: Faces, guess: _Guess, like: NDArray[np.float32]) -> SeenCard:
    """Return the candidate fitted to the face that it is most like."""
    best: tuple[float, int, tuple[float, float, float]] = (-1.0, 0, (0.0, 0.0, 0.0))
    for k in np.argsort(-like)[:_TRIED]:
        place, score = _fitted(seen, faces, int(k), (guess.x, guess.y, -guess.angle))
        if score > best[0]:
            best = (score, int(k), place)
    score, k, place = best
    second = _second(seen, faces, k, place)
    return _card(faces, faces.names[k], place, score, score - second)


def _fitted(seen: Features, faces: Faces, k: int, start: tuple[float, float, float]
            ) -> tuple[tuple[float, float, float], float]:
    """Return where face k fits best near `start` (x, y, angle), and how well; what lies on it is left out."""
    look = np.asarray(faces.looks[k, ..., 0])
    slopes = _slopes(look)
    x, y, angle = start
    for _ in range(_REFINED):
        now = patch(seen, faces.size, x, y, angle)
        off = look - now[..., 0]
        weight = 1 / (1 + (off / _STRAY) ** 2)
        pull = slopes * weight.ravel()
        step = np.linalg.solve(pull @ slopes.T + np.eye(3) * 1e-3, pull @ off.ravel())
        step = np.clip(step, (-1.5, -1.5, -0.03), (1.5, 1.5, 0.03))
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        x, y = x + c * step[0] - s * step[1], y + s * step[0] + c * step[1]
        angle += float(np.degrees(step[2]))
    return (float(x), float(y), angle), _agreement(patch(seen, faces.size, x, y, angle), faces, k)


def _slopes(look: NDArray[np.float32]) -> Points:
    """Return how a face's brightness changes as what is seen moves right, down and clockwise, 3 x pixels."""
    h, w = look.shape
    gx, gy = np.gradient(look.astype(np.float64), axis=1), np.gradient(look.astype(np.float64), axis=0)
    u, v = np.meshgrid(np.arange(w) - (w - 1) / 2, np.arange(h) - (h - 1) / 2)
    return np.stack([gx.ravel(), gy.ravel(), (u * gy - v * gx).ravel()])


def _agreement(now: Features, faces: Faces, k: int) -> float:
    """Return the correlation of a patch with face k over the pixels that nothing seems to lie on."""
    off = np.abs(now - faces.looks[k]).max(axis=2)
    weight = 1 / (1 + (off / (2 * _STRAY)) ** 2)
    a, b = (now - faces.usual) * weight[..., None], (faces.looks[k] - faces.usual) * weight[..., None]
    return float((a * b).sum() / max(1e-6, np.sqrt((a * a).sum() * (b * b).sum())))


def _second(seen: Features, faces: Faces, k: int, place: tuple[float, float, float]) -> float:
    """Return the likeness of the other card that is most like what lies there."""
    like = faces.likeness(patch(seen, faces.size, *place)[None])[0]
    mine = faces.names[k].card
    return float(max(like[n] for n, name in enumerate(faces.names) if name.card != mine))


def _card(faces: Faces, face: Face, place: tuple[float, float, float], score: float, margin: float) -> SeenCard:
    x, y, angle = place
    w, h = faces.size
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    square = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
    corners = np.roll(square, face.turns, axis=0) @ np.array([[c, s], [-s, c]]) + (x, y)
    known = score > _KNOWN and margin > _CLEAR
    return SeenCard(face.card if known else None, (x, y), angle - 90 * face.turns, score, margin, corners)


def _apart(cards: Sequence[SeenCard], side: float) -> list[SeenCard]:
    """Return the named cards that do not overlap a surer one, each card once."""
    kept: list[SeenCard] = []
    for card in sorted(cards, key=lambda c: -c.likeness):
        if card.id is not None and all(card.id != k.id and _away(card, k) > 0.75 * side for k in kept):
            kept.append(card)
    return kept


def _away(a: SeenCard, b: SeenCard) -> float:
    return float(np.hypot(a.centre[0] - b.centre[0], a.centre[1] - b.centre[1]))
