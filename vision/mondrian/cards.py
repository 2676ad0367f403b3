"""Canvas cards on the mat: where they lie, by their outlines, and which they are, by an enrolled deck's faces."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.mondrian.deck import Card, CardId
from vision.camera import Points
from vision.mondrian.deck import Deck, Face, Faces, Features
from vision.plan import Scale
from vision.reading import Frame

Bytes: TypeAlias = NDArray[np.uint8]

ANGLES = (-4.5, -2.25, 0.0, 2.25, 4.5)
"""By which a card may be turned from straight, degrees; what lies in between is found by the refinement."""
_STEP = 0.14
"""A change of brightness, as a share of black to white, that counts as a full edge."""
_OUTLINE = 0.36
"""Below this share of its outline nothing is taken for a card."""
_MOST = 400
"""Candidates looked at closely."""
_APART = 5
"""Two candidates closer than this, pixels, are one."""
_MOST_ROWS = 32000
"""OpenCV samples a little more at a time, but not much."""
_REFINED = 3
"""Steps of the refinement."""
_SETTLED = 0.05
"""It ends when a step moves no corner by more than about this, pixels."""
_STRAY = 0.2
"""A pixel that is off by more than this, of black to white, counts ever less: something lies on it."""


@dataclass(frozen=True)
class SeenCard:
    """A card on the mat."""

    id: CardId | None
    """None when it can't be told from others, or is not in the deck."""
    centre: tuple[float, float]
    """In plan pixels, or after `on_mat` in millimetres."""
    yaw: float
    """How its upright is turned, degrees clockwise as seen from above."""
    likeness: float
    """Correlation with its face, what lies on it left out."""
    margin: float
    """By how much it is more like this face than any other card's."""
    corners: Points
    """4 x 2, as the centre, clockwise from the face's own top left."""

    @cached_property
    def reach(self) -> float:
        """Return how far its corners are from its centre."""
        return math.dist(self.centre, self.corners[0])


def on_mat(card: SeenCard, scale: Scale) -> SeenCard:
    """Return a card whose place is in plan pixels with its place in millimetres of the mat."""
    x, y = scale.to_mm(np.array(card.centre))
    return replace(card, centre=(float(x), float(y)), corners=scale.to_mm(card.corners))


@dataclass(frozen=True)
class _Guess:
    x: float
    y: float
    angle: float
    outline: float


def candidates(seen: Features, size: tuple[int, int], inset: float) -> list[_Guess]:
    """Return where outlines of cards of `size` (pixels) may lie, the clearest first."""
    edges = _edges(np.asarray(seen[..., 0]))
    found = np.concatenate([_at_angle(edges, size, inset, angle) for angle in ANGLES])
    found = found[np.argsort(-found[:, 3])]
    return [_Guess(*map(float, found[n])) for n in _first_apart(found[:, 0], found[:, 1])]


def _first_apart(x: Points, y: Points) -> list[int]:
    """Return the numbers of the first places, in their order, none of which is too near to one before it."""
    kept: list[int] = []
    x, y, left = x.copy(), y.copy(), np.arange(len(x))
    while len(left) and len(kept) < _MOST:
        kept.append(int(left[0]))
        far = np.abs(x - x[0]) + np.abs(y - y[0]) > _APART
        x, y, left = x[far], y[far], left[far]
    return kept


def _edges(bright: NDArray[np.float32]) -> Bytes:
    """Return height x width x 4: darker downwards, darker upwards, darker rightwards, darker leftwards; 255 is full."""
    soft = cv2.GaussianBlur(bright, (0, 0), 0.7)
    kernel = np.array([[1.0, 0.0, -1.0]]) * 255 / (1.5 * _STEP)
    across = np.asarray(cv2.filter2D(soft, cv2.CV_32F, kernel), np.float32)
    down = np.asarray(cv2.filter2D(soft, cv2.CV_32F, kernel.T), np.float32)
    return np.asarray(cv2.merge([_byte(down), _byte(-down), _byte(across), _byte(-across)]), np.uint8)


def _byte(values: NDArray[np.float32]) -> Bytes:
    return np.asarray(np.clip(values, 0, 255), np.uint8)


def _at_angle(edges: Bytes, size: tuple[int, int], inset: float, angle: float) -> Points:
    """Return where outlines may lie, turned by one angle: n x (x, y, angle, share of the outline)."""
    h, w = edges.shape[:2]
    turn = cv2.getRotationMatrix2D(((w - 1) / 2, (h - 1) / 2), angle, 1.0)
    turned = np.asarray(cv2.warpAffine(edges, turn, (w, h)) if angle else edges, np.uint8)
    share = _outline(turned, size, inset)
    peaks = (share == cv2.dilate(share, np.ones((7, 7), np.uint8))) & (share > 255 * _OUTLINE)
    ys, xs = np.nonzero(peaks)
    back = cv2.invertAffineTransform(turn)
    at = np.stack([xs, ys, np.ones(len(xs))], axis=1) @ back.T
    return np.column_stack([at, np.full(len(at), angle), share[ys, xs] / 255])


def _outline(edges: Bytes, size: tuple[int, int], inset: float) -> Bytes:
    """Return for each pixel how much of the outline of a card centred there is seen, 0 to 255."""
    half_w, half_h = size[0] / 2 - inset, size[1] / 2 - inset
    level = cv2.blur(edges[..., :2], (round(2 * half_w) - 3, 1), borderType=cv2.BORDER_CONSTANT)
    upright = cv2.blur(edges[..., 2:], (1, round(2 * half_h) - 3), borderType=cv2.BORDER_CONSTANT)
    level = np.asarray(cv2.dilate(level, np.ones((3, 1), np.uint8)), np.uint8)
    upright = np.asarray(cv2.dilate(upright, np.ones((1, 3), np.uint8)), np.uint8)
    sides = [_shifted(level, 0, 0, -half_h), _shifted(level, 1, 0, half_h),
             _shifted(upright, 0, -half_w, 0), _shifted(upright, 1, half_w, 0)]
    mean = cv2.addWeighted(cv2.addWeighted(sides[0], 0.5, sides[1], 0.5, 0), 0.5,
                           cv2.addWeighted(sides[2], 0.5, sides[3], 0.5, 0), 0.5, 0)
    least = cv2.min(cv2.min(sides[0], sides[1]), cv2.min(sides[2], sides[3]))
    return np.asarray(cv2.addWeighted(mean, 0.7, least, 0.3, 0), np.uint8)


def _shifted(layers: NDArray[Any], layer: int, dx: float, dy: float) -> Bytes:
    """Return a layer's [y + dy, x + dx] at y, x; 0 beyond the edge."""
    values: Bytes = layers[..., layer]
    h, w = values.shape
    x, y = round(dx), round(dy)
    out = np.zeros_like(values)
    out[max(0, -y):h - max(0, y), max(0, -x):w - max(0, x)] = values[max(0, y):h + min(0, y), max(0, x):w + min(0, x)]
    return out


def patch(seen: NDArray[np.float32], size: tuple[int, int], x: float, y: float, angle: float
          ) -> NDArray[np.float32]:
    """Return the patch of `size` that is centred at x, y and turned by `angle` degrees clockwise."""
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    u, v = (size[0] - 1) / 2, (size[1] - 1) / 2
    into = np.array([[c, -s, x - c * u + s * v], [s, c, y - s * u - c * v]])
    return np.asarray(cv2.warpAffine(seen, into, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                                     borderMode=cv2.BORDER_REPLICATE), np.float32)


def _patches(seen: Features, size: tuple[int, int], centres: Points, angles: Points) -> Features:
    """Return the patches of `size` that are centred at n x 2 places and turned by n angles, as `patch` does."""
    c, s = (f(np.radians(angles)).astype(np.float32)[:, None, None] for f in (np.cos, np.sin))
    u, v = np.meshgrid(*(np.arange(side, dtype=np.float32) - (side - 1) / 2 for side in size))
    x, y = (centres.T.astype(np.float32)[k][:, None, None] for k in (0, 1))
    at = [(along.reshape(-1, size[0])) for along in (x + c * u - s * v, y + s * u + c * v)]
    rows = _MOST_ROWS // size[1] * size[1]
    parts = [cv2.remap(seen, at[0][n:n + rows], at[1][n:n + rows], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
             for n in range(0, len(at[0]), rows)]
    return np.asarray(np.concatenate(parts).reshape(len(angles), size[1], size[0], -1), np.float32)


# naming

_HOPELESS = 0.28
"""A candidate that is less like any face than this is none, wherever it is shifted."""
_FAMILIAR = 0.12
"""A second face is fitted too when it is, before fitting, nearly as likely."""
_SAMPLE = 3
"""Candidates that show how soft the picture is."""
_KNOWN, _KNOWN_AMONG_LIKE = 0.4, 0.52
"""A card is named only when its score, half of its margin and a tenth of its outline come to this..."""
_PLAIN = 0.25
"""...to the first, when by so much no other card is as like it: dice or a glare may hide much; else to the second."""
_FRAMED, _TOLD, _FAINT = 0.6, 0.12, 0.45
"""A glare may leave so little of a card that its score says nothing; then so clear an outline, a margin by which no
other card is as like it, and a likeness before fitting are enough."""
_SEEN, _SOME = 0.5, 0.38
"""What is not named is still told to be a card by so clear an outline and so much likeness to any face."""
_OVERLAP = 0.85
"""Two cards whose centres are nearer than this share of a card's sides, in both directions, are one."""
_LAP, _LAP_UNNAMED = 0.05, 0.25
"""Two cards lie over each other by no more than this share of a card: they lie side by side; unnamed ones were not
fitted so exactly."""
_CLEAR = 0.05
"""The margin, by which it is more like its face than like any other card's, comes to this at least."""


@dataclass(frozen=True)
class _Seen:
    """A plan's features, and their brightness alone."""

    whole: Features
    bright: NDArray[np.float32]

    @classmethod
    def of(cls, whole: Features) -> "_Seen":
        return cls(whole, np.ascontiguousarray(whole[..., 0]))


def find(seen: Features, softer: Sequence[Faces]) -> list[SeenCard]:
    """Return the cards in a plan's features, whose scale is the faces' own; the surest first, unnamed ones last.

    `softer` holds the deck's faces in one softness after another; those are taken that the picture resembles most.
    """
    size = softer[0].size
    guesses = candidates(seen, size, softer[0].inset)
    if not guesses:
        return []
    half = _halved(seen)
    centres = np.array([(g.x, g.y) for g in guesses])
    like = softer[0].likeness(_patches(half, (size[0] // 2, size[1] // 2), centres / 2 - 0.25,
                                       np.array([g.angle for g in guesses])))
    best = like.max(axis=1)
    order = np.argsort(-best)
    both = _Seen.of(seen)
    faces = _as_soft(both, softer, [(guesses[n], like[n]) for n in order[:_SAMPLE]])
    cards: list[SeenCard] = []
    likely = best >= _HOPELESS
    for n in order:
        if not likely[n]:
            continue
        card = _named(both, faces, guesses[n], like[n])
        if card.id is not None:
            likely &= ~_over(centres, card, faces.size)
        if card.id is not None or (guesses[n].outline > _SEEN and best[n] > _SOME):
            cards.append(card)
    return _apart(cards, faces.size)


def _as_soft(seen: _Seen, softer: Sequence[Faces], sample: Sequence[tuple[_Guess, NDArray[np.float32]]]) -> Faces:
    """Return the faces, of one softness, that the likeliest candidates agree with most."""
    def agreement(faces: Faces) -> float:
        return sum(_fitted(seen, faces, int(np.argmax(like)), (g.x, g.y, g.angle))[0] for g, like in sample)
    return max(softer, key=agreement)


def _named(seen: _Seen, faces: Faces, guess: _Guess, like: NDArray[np.float32]) -> SeenCard:
    """Return the candidate fitted to the face that it is most like; without a name when its merits are too few."""
    first = int(np.argmax(like))
    others = np.array([name.card != faces.names[first].card for name in faces.names])
    second = int(np.argmax(np.where(others, like, -1.0)))
    start = guess.x, guess.y, guess.angle
    margin = float(like[first] - like[second])
    score, place = _fitted(seen, faces, first, start)
    if margin < _FAMILIAR:
        rival, elsewhere = _fitted(seen, faces, second, start)
        margin = abs(score - rival)
        if rival > score:
            score, place, first = rival, elsewhere, second
    merit = score + margin / 2 + guess.outline / 10
    known = merit > (_KNOWN if margin > _PLAIN else _KNOWN_AMONG_LIKE) and margin > _CLEAR
    known |= guess.outline > _FRAMED and margin > _TOLD and float(like.max()) > _FAINT
    return _card(faces, faces.names[first], place, score, margin, known)


_RIVALS = 4
"""Other faces compared with each one closely."""


def alike(deck: Deck, least: float) -> list[tuple[CardId, CardId, float]]:
    """Return the pairs of cards that the reader tells apart by a margin under `least`, the closest first.

    The margin is by how much a card, seen clearly, is more like its own face than like the other's: 0 to about 1.
    """
    faces = Faces(deck)
    upright = [k for k, name in enumerate(faces.names) if name.turns == 0]
    like = faces.unlike[upright] @ faces.unlike.T
    pairs: dict[tuple[CardId, CardId], float] = {}
    for mine, likes in zip(upright, like, strict=True):
        card = faces.names[mine].card
        others = [int(k) for k in np.argsort(-likes) if faces.names[int(k)].card != card][:_RIVALS]
        for other in others:
            margin = _margin(faces, mine, other)
            if margin < least:
                a, b = sorted((card, faces.names[other].card))
                pairs[a, b] = min(pairs.get((a, b), least), margin)
    return sorted(((a, b, margin) for (a, b), margin in pairs.items()), key=lambda pair: pair[2])


def same_as(picture: Frame, deck: Deck, least: float) -> CardId | None:
    """Return the deck's card that a picture, cut at a card's edges, can't be told from by that margin, if any."""
    faces, mine = Faces(deck), Faces(replace(deck, cards=(Card("?", 1),), pictures=(picture,)))
    seen, middle = mine.looks[0], ((faces.size[0] - 1) / 2, (faces.size[1] - 1) / 2, 0.0)
    half = cv2.resize(seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    others = np.argsort(-faces.likeness(np.asarray(half, np.float32)[None])[0])[:_RIVALS]
    fit, best = max((_fitted(_Seen.of(seen), faces, int(k), middle)[0], int(k)) for k in others)
    return faces.names[best].card if fit > 1 - least else None


def _margin(faces: Faces, mine: int, other: int) -> float:
    """Return by how much a face that is seen clearly fits better than another one."""
    seen, middle = _Seen.of(faces.looks[mine]), ((faces.size[0] - 1) / 2, (faces.size[1] - 1) / 2, 0.0)
    return _fitted(seen, faces, mine, middle)[0] - _fitted(seen, faces, other, middle)[0]


def _halved(look: Features) -> Features:
    return np.asarray(cv2.resize(look, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.float32)


def _fitted(seen: _Seen, faces: Faces, k: int, start: tuple[float, float, float]
            ) -> tuple[float, tuple[float, float, float]]:
    """Return how well face k fits where it fits best near `start` (x, y, angle), and that place."""
    look, slopes, bright = np.asarray(faces.looks[k, ..., 0]), faces.slopes(k), seen.bright
    x, y, angle = start
    for _ in range(_REFINED):
        off = (look - patch(bright, faces.size, x, y, angle)).ravel()
        pull = slopes * (1 / (1 + (off / _STRAY) ** 2))
        step = np.linalg.solve(pull @ slopes.T + np.eye(3) * 1e-3, pull @ off)
        right, down, turn = np.clip(step, (-1.5, -1.5, -0.03), (1.5, 1.5, 0.03))
        c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
        x, y, angle = float(x + c * right - s * down), float(y + s * right + c * down), float(angle + np.degrees(turn))
        if max(abs(right), abs(down), abs(turn) * faces.size[1] / 2) < _SETTLED:
            break
    return _agreement(patch(seen.whole, faces.size, x, y, angle), faces, k), (x, y, angle)


def _agreement(now: Features, faces: Faces, k: int) -> float:
    """Return how much of what tells face k apart is seen: a correlation, times what nothing lies on."""
    brightness, warmth, purple = cv2.split(cv2.absdiff(now, faces.looks[k]))
    off = cv2.max(cv2.max(brightness, warmth), purple)
    weight = (1 / (1 + (off / (2 * _STRAY)) ** 2))[..., None]
    own = faces.looks[k] - faces.usual
    a, b, whole = ((now - faces.usual) * weight).ravel(), (own * weight).ravel(), float(np.vdot(own, own))
    across, seen, mine = float(a @ b), float(a @ a), float(b @ b)
    agreeing = float((off < 1.5 * _STRAY).mean())
    return float(across / max(1e-6, np.sqrt(seen * mine)) * np.sqrt(mine / whole) * agreeing)


def _card(faces: Faces, face: Face, place: tuple[float, float, float], score: float, margin: float,
          known: bool) -> SeenCard:
    x, y, angle = place
    w, h = faces.size
    c, s = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    square = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
    corners = np.roll(square, face.turns, axis=0) @ np.array([[c, s], [-s, c]]) + (x, y)
    return SeenCard(face.card if known else None, (x, y), angle - 90 * face.turns, score, margin, corners)


def _apart(cards: Sequence[SeenCard], size: tuple[int, int]) -> list[SeenCard]:
    """Return the cards that do not lie over a surer one, each named card once, those without a name last."""
    kept: list[SeenCard] = []
    named: set[CardId] = set()
    for card in sorted(cards, key=lambda c: (c.id is None, -c.likeness)):
        if card.id in named:
            continue
        lap = _LAP_UNNAMED if card.id is None else _LAP
        if all(_shared(card, k) < lap * size[0] * size[1] for k in kept):
            kept.append(card)
            named |= {card.id} if card.id is not None else set()
    return kept


def _shared(a: SeenCard, b: SeenCard) -> float:
    """Return the area, square pixels, that two cards would share."""
    if math.dist(a.centre, b.centre) > 2 * a.reach:
        return 0.0
    return float(cv2.intersectConvexConvex(a.corners.astype(np.float32), b.corners.astype(np.float32))[0])


def _over(centres: Points, card: SeenCard, size: tuple[int, int]) -> NDArray[np.bool_]:
    """Return which cards, centred at n x 2 places, would lie over another one, more than a little."""
    (dx, dy), t = (centres - card.centre).T, np.radians(card.yaw)
    u, v = np.abs(dx * np.cos(t) + dy * np.sin(t)), np.abs(dy * np.cos(t) - dx * np.sin(t))
    return np.asarray((u < _OVERLAP * size[0]) & (v < _OVERLAP * size[1]))
