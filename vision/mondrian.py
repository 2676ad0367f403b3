"""Mondrian's table: markers, camera, light, cards, dice; one frame in, one reading out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from rules.game import Slot
from rules.text import Text
from vision import mat, mondrian_cards, mondrian_dice, plan
from vision.camera import Camera, Points
from vision.deck import Deck, Faces, features
from vision.faults import NotFound
from vision.mat import Laps, Stopwatch
from vision.mondrian_cards import SeenCard
from vision.mondrian_dice import SeenDie, square
from vision.plan import Scale
from vision.reading import Distribution, Fault, Frame, Mark, Reading
from vision.settings import TableSettings

SCALE = Scale(per_mm=2.0, margin_mm=15.0)
"""Of the plan that is looked at: about what the camera resolves."""
CARD = "card"
_SEEN = 0.99
_LEAST_SHARE = 0.01
"""A die that lies on a card with less of its base than this does not touch it."""
_NO_DECK = Fault("no deck", Text(
    "Mondrian's cards are not enrolled, so that none can be named; enrol the deck with arbitrio deck enrol FOLDER",
    "les cartes de Mondrian ne sont pas enregistrées, aucune ne peut être nommée ; enregistrez le paquet avec "
    "arbitrio deck enrol FOLDER"))


@dataclass(frozen=True)
class Table:
    """What lies on the mat, in millimetres."""

    cards: tuple[SeenCard, ...]
    dice: tuple[SeenDie, ...]


class MondrianReader:
    """Reads Mondrian's table against an enrolled deck. Frames are BGR, uint8, height x width x 3."""

    def __init__(self, settings: TableSettings | None = None, deck: Deck | None = None) -> None:
        self.settings = settings or TableSettings()
        self.deck = deck
        self.faces = Faces(deck) if deck else None
        size = tuple(round(mm * SCALE.per_mm) for mm in deck.size_mm) if deck else (0, 0)
        self._small = {card.id: np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
                       for card, picture in zip(deck.cards, deck.pictures, strict=True)} if deck else {}
        self.forget()

    def forget(self) -> None:
        """Drop what earlier frames taught, as for a new table."""
        self._memory = mat.Memory()

    def read(self, frame: Frame, stopwatch: Stopwatch | None = None) -> Reading:
        """Return the cards and dice on the mat; `lost` with a fault when the mat can't be found or no deck is known.

        `slots` says of each of the deck's cards whether it lies there; `evidence` holds "cards" and "dice" as the
        kit's line format has them, the place of each die's base among it.
        """
        laps = Laps(stopwatch)
        try:
            return self._read(frame, laps)
        except NotFound as lost:
            self.forget()
            return Reading("lost", fault=lost.fault, ms=laps.ms)

    def _read(self, frame: Frame, laps: Laps) -> Reading:
        if self.faces is None or self.deck is None:
            raise NotFound(_NO_DECK)
        camera, light = mat.locate(frame, self.settings, self._memory, laps)
        view = plan.view(frame, plan.grid(camera, 0.0, SCALE, self.settings))
        laps.end("plan")
        cards = find_cards(view, self.faces, self.settings)
        laps.end("cards")
        dice = mondrian_dice.find(view, SCALE, camera, light, self.expected(view, cards))
        laps.end("dice")
        table = Table(tuple(cards), tuple(dice))
        return Reading("still", self._slots(table), evidence=evidence(table), sketch=sketch(camera, table), ms=laps.ms)

    def _slots(self, table: Table) -> dict[Slot, Distribution]:
        there = {card.id for card in table.cards}
        assert self.deck is not None
        return {f"card.{card.id}": {CARD: _SEEN if card.id in there else 1 - _SEEN,
                                    None: 1 - _SEEN if card.id in there else _SEEN} for card in self.deck.cards}

    def expected(self, view: Frame, cards: Sequence[SeenCard]) -> Frame:
        """Return the plan as the cards alone would look, their pictures laid where they lie; grey beside them."""
        out = np.full_like(view, 128)
        for card in cards:
            if card.id is not None:
                _lay(out, self._small[card.id], SCALE.to_px(card.corners))
        return out


def find_cards(view: Frame, faces: Faces, settings: TableSettings) -> list[SeenCard]:
    """Return the cards in a plan, their places in millimetres of the mat."""
    scale = Scale(faces.per_mm, SCALE.margin_mm)
    seen = features(np.asarray(cv2.resize(view, scale.size(settings), interpolation=cv2.INTER_AREA), np.uint8))
    return [mondrian_cards.on_mat(card, scale) for card in mondrian_cards.find(seen, faces)]


def _lay(out: Frame, picture: Frame, corners: Points) -> None:
    """Paint a card's picture over its place, corners in pixels clockwise from its own top left."""
    x0, y0 = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(corners.max(axis=0)).astype(int) + 1, (out.shape[1], out.shape[0]))
    h, w = picture.shape[:2]
    source = np.array([(-0.5, -0.5), (w - 0.5, -0.5), (-0.5, h - 0.5)], np.float32)
    into = cv2.getAffineTransform(source, (corners[[0, 1, 3]] - (x0, y0)).astype(np.float32))
    if min(x1 - x0, y1 - y0) > 0:
        cv2.warpAffine(picture, into, (int(x1 - x0), int(y1 - y0)), dst=out[y0:y1, x0:x1],
                       borderMode=cv2.BORDER_TRANSPARENT)


def shares(die: SeenDie, cards: Sequence[SeenCard]) -> list[tuple[str, float]]:
    """Return each card that a die's base touches with the share of the base on it, the largest first."""
    base = (np.array(die.base) + square(die.side, die.yaw)).astype(np.float32)
    on = [(card.id, float(cv2.intersectConvexConvex(base, card.corners.astype(np.float32))[0]) / die.side**2)
          for card in cards if card.id is not None and
          np.hypot(*np.subtract(card.centre, die.base)) < np.linalg.norm(card.corners[0] - card.centre) + die.side]
    return sorted(((i, round(s, 3)) for i, s in on if s >= _LEAST_SHARE), key=lambda pair: -pair[1])


def evidence(table: Table) -> dict[str, Any]:
    """Return the cards and dice as the kit's line format has them."""
    return {
        "cards": [{"id": card.id, "centre_mm": [round(v, 1) for v in card.centre]} for card in table.cards],
        "dice": [{"colour": die.colour or "?", "value": die.value or "?", "centre_mm": [round(v, 1) for v in die.base],
                  "cards": [list(pair) for pair in shares(die, table.cards)]} for die in table.dice],
    }


def sketch(camera: Camera, table: Table) -> tuple[Mark, ...]:
    """Return what to draw: each card's edge with its name, and each die's base with its value."""
    marks = [Mark(_outline(camera, card.corners), card.id or "?") for card in table.cards]
    marks += [Mark(_outline(camera, np.array(die.base) + square(die.side, die.yaw)), str(die.value or "?"),
                   die.colour or "") for die in table.dice]
    return tuple(marks)


def _outline(camera: Camera, corners_mm: Points) -> tuple[tuple[float, float], ...]:
    at = camera.project(np.column_stack([corners_mm, np.zeros(len(corners_mm))]))
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in at)
