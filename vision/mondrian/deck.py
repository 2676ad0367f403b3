"""A Mondrian deck with its pictures, and what is compared of them: faces as a camera over the table sees them."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.mondrian.deck import Card, CardId
from vision.reading import Frame

Features: TypeAlias = NDArray[np.float32]
"""Height x width x 3: brightness between the local black and white, red less blue, purple less green."""

FACE_PX = 64
"""A face's shorter side, pixels."""
SOFTNESS = (0.6, 1.3)
"""Of a picture in focus, and of one that is not: standard deviations of the blur, pixels of the faces."""
_COARSE = 4
"""Pixels to a side of the squares in which black and white are looked for."""
_REACH = 7
"""Squares across within which a card shows something black and something white."""
_LEAST_RANGE = 24.0
"""Of black to white, grey levels: what has less contrast is not stretched."""
_PAPER = 246
_SURROUND = 20


@dataclass(frozen=True)
class Deck:
    """The canvas cards that a family plays with, as enrolled."""

    size_mm: tuple[float, float]
    """Width and height of a card that lies upright."""
    cards: tuple[Card, ...]
    pictures: tuple[Frame, ...]
    """One BGR picture a card, upright, cut at the card's edges."""


@dataclass(frozen=True)
class Face:
    """Which card, and how it lies."""

    card: CardId
    turns: int
    """Quarter turns against the clock from upright, as seen from above."""


class Faces:
    """All the ways in which a deck's cards can look, at one scale and in pictures of one softness (pixels)."""

    def __init__(self, deck: Deck, softness: float = SOFTNESS[0]) -> None:
        w, h = deck.size_mm
        self.per_mm = FACE_PX / min(w, h)
        """Pixels a millimetre of the faces."""
        self.size = round(w * self.per_mm), round(h * self.per_mm)
        turns = (0, 1, 2, 3) if self.size[0] == self.size[1] else (0, 2)
        self.names = tuple(Face(card.id, t) for card in deck.cards for t in turns)
        small = [_as_seen(picture, self.size, softness) for picture in deck.pictures]
        self.looks: Features = np.stack([np.rot90(face, t) for face in small for t in turns])
        """Faces x height x width x 3."""
        self.usual: Features = self.looks.mean(axis=0)
        """What all faces share: the frame and paper."""
        self.inset = _inset(np.asarray(self.usual[..., 0]))
        """How far within its edge a face has its dark outline, pixels."""
        halves = np.stack([cv2.resize(look, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for look in self.looks])
        self._usual_half = halves.mean(axis=0)
        self.unlike = _normed(np.asarray(halves - self._usual_half, np.float32))
        """Faces x values, of length 1: what tells a face, at half the scale, from the usual one."""

    @lru_cache(maxsize=256)  # noqa: B019 - as many as there are faces; they live as long as the reader
    def slopes(self, k: int) -> NDArray[np.float32]:
        """Return how face k's brightness changes as what is seen moves right, down and clockwise, 3 x pixels."""
        w, h = self.size
        down, right = np.gradient(self.looks[k, ..., 0])
        u, v = np.meshgrid(np.arange(w) - (w - 1) / 2, np.arange(h) - (h - 1) / 2)
        return np.asarray(np.stack([right.ravel(), down.ravel(), (u * down - v * right).ravel()]), np.float32)

    def likeness(self, seen: Features) -> NDArray[np.float32]:
        """Return how like each face (columns) n patches at half the scale are: correlations, at most 1."""
        return np.asarray(_normed(np.asarray(seen - self._usual_half, np.float32)) @ self.unlike.T, np.float32)


def features(picture: Frame) -> Features:
    """Return what is compared of a picture (BGR): the same under weak or coloured light and under an even glare."""
    seen = picture.astype(np.float32)
    white, black = _extremes(picture)
    ratio = np.clip((seen - black) / np.maximum(white - black, _LEAST_RANGE), 0.0, 1.1)
    b, g, r = cv2.split(ratio)
    return np.asarray(cv2.merge([(b + g + r) * 0.5, (r - b) * 0.6, ((r + b) * 0.5 - g) * 1.2]), np.float32)


def _extremes(picture: Frame) -> tuple[Features, Features]:
    """Return the local white (height x width x 3) and black (x 1), smooth."""
    size = picture.shape[1], picture.shape[0]
    small = max(1, size[0] // _COARSE), max(1, size[1] // _COARSE)
    close, far = np.ones((3, 3), np.uint8), np.ones((_REACH, _REACH), np.uint8)
    bright = cv2.dilate(cv2.resize(cv2.dilate(picture, close), small, interpolation=cv2.INTER_AREA), far)
    dark = cv2.erode(cv2.resize(cv2.erode(picture, close), small, interpolation=cv2.INTER_AREA), far).min(axis=2)
    white = cv2.resize(cv2.blur(bright, (5, 5)).astype(np.float32), size)
    black = cv2.resize(cv2.blur(dark, (5, 5)).astype(np.float32), size)
    return np.asarray(white, np.float32), np.asarray(black[..., None], np.float32)


def _as_seen(picture: Frame, size: tuple[int, int], softness: float) -> Features:
    """Return a face's features at the given size, on white and as soft as a camera sees it."""
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    s = _SURROUND
    on_white = cv2.copyMakeBorder(small, s, s, s, s, cv2.BORDER_CONSTANT, value=(_PAPER,) * 3)
    soft = cv2.GaussianBlur(on_white, (0, 0), softness)
    return features(np.asarray(soft, np.uint8))[s:-s, s:-s]


def _normed(values: Features) -> NDArray[np.float32]:
    flat = values.reshape(len(values), -1)
    return np.asarray(flat / np.maximum(np.linalg.norm(flat, axis=1, keepdims=True), 1e-6), np.float32)


def _inset(usual: NDArray[np.float32]) -> float:
    """Return where, from the sides inwards, the usual face first falls steeply; 0 when it does not."""
    reach = min(usual.shape) // 8
    sides = [np.rot90(usual, k) for k in range(4)]
    profile = np.mean([side[:reach, reach:-reach].mean(axis=1) for side in sides], axis=0)
    fall = profile[:-1] - profile[1:]
    return float(fall.argmax()) + 0.5 if fall.max() > 0.2 * float(usual.max()) else 0.0
