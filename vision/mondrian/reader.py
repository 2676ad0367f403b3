"""Mondrian's table: markers, camera, light, cards, dice; one frame in, one reading out."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from rules.game import Piece, Slot
from rules.mondrian.actions import Landing
from rules.mondrian.deck import CardId
from rules.mondrian.options import DICE_COLOURS
from rules.mondrian.table import die_slots, piece
from rules.text import Text
from vision import mat, plan, which
from vision.board_reader import BoardReader
from vision.camera import Camera, Points
from vision.faults import DARK, NotFound
from vision.mat import Laps
from vision.mondrian import cards as mondrian_cards
from vision.mondrian import dice as mondrian_dice
from vision.mondrian import hand as mondrian_hand
from vision.mondrian.cards import SeenCard
from vision.mondrian.deck import SOFTNESS, Deck, Faces, features
from vision.mondrian.dice import SeenDie, square
from vision.plan import Scale
from vision.reading import Distribution, Fault, Frame, Mark, Reading
from vision.settings import TableSettings

SCALE = Scale(per_mm=2.0, margin_mm=15.0)
"""Of the plan that is looked at: about what the camera resolves."""
CARD = "card"
_SEEN = 0.99
_DIM = 0.01
"""Of full light: where white is darker than this, too little is left of a card."""
_AROUND_MM = 4.0
"""A die's shadow beside it."""
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


class MondrianReader(BoardReader):
    """Reads Mondrian's table against an enrolled deck, without which nothing is found: the cards and dice on the mat.

    `slots` says of each of the deck's cards whether it lies there; `evidence` holds "cards" and "dice" as the kit's
    line format has them, the place of each die's base among it.
    """

    def __init__(self, settings: TableSettings | None = None, deck: Deck | None = None) -> None:
        super().__init__(settings)
        self.deck = deck
        self.faces = tuple(Faces(deck, softness) for softness in SOFTNESS) if deck else ()
        size = tuple(round(mm * SCALE.per_mm) for mm in deck.size_mm) if deck else (0, 0)
        self._small = {card.id: np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
                       for card, picture in zip(deck.cards, deck.pictures, strict=True)} if deck else {}

    def _read(self, frame: Frame, laps: Laps) -> Reading:
        if self.deck is None:
            raise NotFound(_NO_DECK)
        camera, light = mat.locate(frame, self.settings, self._memory, laps)
        if float(light.white.max()) < _DIM:
            raise NotFound(DARK)
        view = plan.view(frame, plan.grid(camera, 0.0, SCALE, self.settings))
        laps.end("plan")
        cards = find_cards(view, self.faces, self.settings)
        named = [card for card in cards if card.id is not None]
        if not named and (wrong := which.other("Mondrian", frame, camera, self.settings)):
            raise wrong
        laps.end("cards")
        bare = self.expected(view, cards)
        dice = mondrian_dice.find(view, SCALE, camera, light, bare)
        laps.end("dice")
        table = Table(tuple(cards), tuple(dice))
        hand = mondrian_hand.reaches_in(
            view, bare, SCALE, self.settings, [card.corners for card in named], [around(die) for die in dice])
        laps.end("hand")
        slots = self._seen_slots(table) if hand else self._slots(table)
        return Reading("hand" if hand else "still", slots, evidence=evidence(table), sketch=sketch(camera, table),
                       ms=laps.ms)

    def _slots(self, table: Table) -> dict[Slot, Distribution]:
        there = {card.id for card in table.cards}
        assert self.deck is not None
        absent = [card.id for card in self.deck.cards if card.id not in there]
        gone = {CARD: 0.5, None: 0.5} if None in there else _sure(None, CARD)
        cards = {f"card.{card.id}": _sure(CARD) if card.id in there else gone for card in self.deck.cards}
        return {**cards, **die_distributions(table, absent)}

    def _seen_slots(self, table: Table) -> dict[Slot, Distribution]:
        """Return only what is seen: what is not may be under a hand."""
        return {f"card.{card.id}": _sure(CARD) for card in table.cards if card.id is not None}

    def expected(self, view: Frame, cards: Sequence[SeenCard]) -> Frame:
        """Return the plan as the cards alone would look: their pictures laid where they lie on a plain ground."""
        places = {card.id: SCALE.to_px(card.corners) for card in cards if card.id is not None}
        laid = np.zeros(view.shape[:2], np.uint8)
        for corners in places.values():
            cv2.fillConvexPoly(laid, np.round(corners).astype(np.int32), 1)
        ground = view[::4, ::4][laid[::4, ::4] == 0]
        out = np.full_like(view, 128 if not len(ground) else np.median(ground, axis=0))
        for card, corners in places.items():
            _lay(out, self._small[card], corners)
        return out


def die_distributions(table: Table, absent: Sequence[CardId] = ()) -> dict[Slot, Distribution]:
    """Return what lies in the dice slots of `rules.mondrian.table`; a die that can't be read shows any face.

    One on a card that can't be named touches any of the deck's cards that are not seen (`absent`).
    """
    slots: dict[Slot, Distribution] = {}
    for colour in DICE_COLOURS:
        lying = [(die, tuple(card for card, _ in shares(die, table.cards)))
                 for die in table.dice if die.colour == colour]
        clear = [(die.value, cards) for die, cards in lying if die.value and not on_unnamed(die, table.cards)]
        open_ = [(die, cards) for die, cards in lying if not die.value or on_unnamed(die, table.cards)]
        told = die_slots(colour, [Landing(value, cards) for value, cards in clear])
        slots |= {slot: _sure(lies) for slot, lies in told.items()}
        free = [slot for slot, lies in told.items() if lies is None]
        for slot, (die, cards) in zip(free, open_, strict=False):
            may = [(*cards, card) for card in absent] if absent and on_unnamed(die, table.cards) else [cards]
            values = [die.value] if die.value else range(1, 7)
            pieces = [piece(Landing(value, touched)) for value in values for touched in may]
            slots[slot] = dict.fromkeys(pieces, 1 / len(pieces))
    return slots


def _sure(lies: Piece | None, other: Piece | None = None) -> Distribution:
    """Return that this lies in a slot, and what little chance there is for the other (or an empty slot)."""
    return {other if lies is None else None: 1 - _SEEN, lies: _SEEN}


def find_cards(view: Frame, faces: Sequence[Faces], settings: TableSettings) -> list[SeenCard]:
    """Return the cards in a plan, their places in millimetres of the mat."""
    scale = Scale(faces[0].per_mm, SCALE.margin_mm)
    small = np.asarray(cv2.resize(view, scale.size(settings), interpolation=cv2.INTER_AREA), np.uint8)
    return [mondrian_cards.on_mat(card, scale) for card in mondrian_cards.find(features(small), faces)]


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
    near = [card for card in cards if card.id is not None and math.dist(card.centre, die.base) < card.reach + die.side]
    on = [(card.id, float(cv2.intersectConvexConvex(base, card.corners.astype(np.float32))[0]) / die.side**2)
          for card in near if card.id is not None]
    return sorted(((i, round(s, 3)) for i, s in on if s >= _LEAST_SHARE), key=lambda pair: -pair[1])


def on_unnamed(die: SeenDie, cards: Sequence[SeenCard]) -> bool:
    """Return whether a die's base touches a card that can't be named."""
    base = (np.array(die.base) + square(die.side, die.yaw)).astype(np.float32)
    return any(cv2.intersectConvexConvex(base, card.corners.astype(np.float32))[0] > _LEAST_SHARE * die.side**2
               for card in cards if card.id is None)


def around(die: SeenDie) -> Points:
    """Return the outline of what a die with its sides and its shadow covers of the plan, in millimetres."""
    wide = die.side + 2 * _AROUND_MM
    ends = np.concatenate([middle + square(wide, die.yaw) for middle in (np.array(die.base), die.top.mean(axis=0))])
    return np.asarray(cv2.convexHull(ends.astype(np.float32)).reshape(-1, 2), np.float64)


def evidence(table: Table) -> dict[str, Any]:
    """Return the cards and dice as the kit's line format has them.

    It has no way to say that a die lies on a card which can't be told: such a die, and the card, are left out.
    """
    cards = [card for card in table.cards if card.id is not None]
    dice = [die for die in table.dice if not on_unnamed(die, table.cards)]
    return {
        "cards": [{"id": card.id, "centre_mm": [round(v, 1) for v in card.centre]} for card in cards],
        "dice": [{"colour": die.colour or "?", "value": die.value or "?", "centre_mm": [round(v, 1) for v in die.base],
                  "cards": [list(pair) for pair in shares(die, table.cards)]} for die in dice],
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
