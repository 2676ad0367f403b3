"""Enrolling a deck: a folder grows by one card at a time, whole after each, and nothing in it is lost."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.errors import SettingsError
from device.files import write_whole
from device.mondrian_deck import FACTS, load_deck, read_facts
from rules.mondrian.deck import BLOCK_COLOURS, Card
from vision.mondrian.cards import alike, same_as
from vision.mondrian.deck import Deck
from vision.reading import Frame

TOO_ALIKE, CLOSE = 0.15, 0.3
"""Margins of the reader's: below the first it may not name either card; below the second not with a die on it."""
_LEAST_PX = 64
"""A picture's shorter side, for the reader."""


@dataclass(frozen=True)
class Proposal:
    """A card as it is about to be enrolled."""

    card: Card
    picture: Frame
    """BGR, upright, cut at the card's edges."""
    photo: str
    """The photograph's digest."""

    def turned(self) -> "Proposal":
        """Return the card the other way up; a square one by a quarter turn."""
        square = self.picture.shape[0] == self.picture.shape[1]
        return replace(self, picture=np.ascontiguousarray(np.rot90(self.picture, -1 if square else 2)))


def digest(photo: bytes | Frame) -> str:
    """Return what a photograph is known by when its file has another name."""
    return hashlib.sha256(photo if isinstance(photo, bytes) else photo.tobytes()).hexdigest()[:24]


class Folder:
    """A deck's folder that is being filled; raises SettingsError for one that holds a broken deck."""

    def __init__(self, path: Path, size_mm: tuple[float, float] | None = None) -> None:
        self.path = path
        self.facts: dict[str, Any] = {"name": path.resolve().name, "size_mm": None, "cards": []}
        self.pictures: dict[str, Frame] = {}
        if (path / FACTS).exists():
            self.facts = read_facts(path)
            if self.facts["cards"]:
                deck = load_deck(path)
                self.pictures = {card.id: picture for card, picture in zip(deck.cards, deck.pictures, strict=True)}
        if size_mm is not None:
            self.set_size(size_mm)

    @property
    def size_mm(self) -> tuple[float, float] | None:
        """A card's width and height, once they are known."""
        size = self.facts.get("size_mm")
        return None if size is None else (float(size[0]), float(size[1]))

    def set_size(self, size_mm: tuple[float, float]) -> None:
        """Say how large the deck's cards are; raise SettingsError when the deck has cards of another size."""
        if self.pictures and self.size_mm != size_mm:
            assert self.size_mm is not None
            raise SettingsError(f"the deck in {self.path} has cards of {self.size_mm[0]:g} x {self.size_mm[1]:g} mm; "
                                "leave out --size, or enrol cards of another size into a folder of their own")
        self.facts["size_mm"] = list(size_mm)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards that are enrolled."""
        return tuple(Card(str(c["id"]), int(c["value"]), tuple(int(c["blocks"].get(k, 0)) for k in BLOCK_COLOURS))
                     for c in self.facts["cards"])

    def knows_photo(self, photo: str) -> bool:
        """Say whether a card of this photograph is enrolled."""
        return any(card.get("photo") == photo for card in self.facts["cards"])

    def free_id(self, value: int) -> str:
        """Return the next name for a card of a value."""
        taken = {card.id for card in self.cards} | {path.stem for path in self.path.glob("*.png")}
        return next(name for n in range(1, 10_000) if (name := f"v{value}-{n}") not in taken)

    def like(self, picture: Frame) -> str | None:
        """Return the enrolled card that a picture can't be told from, if any."""
        if not self.pictures or self.size_mm is None:
            return None
        deck = Deck(self.size_mm, self.cards, tuple(self.pictures[card.id] for card in self.cards))
        return same_as(picture, deck, TOO_ALIKE)

    def put(self, proposal: Proposal, instead_of: str | None = None) -> None:
        """Enrol a card, or replace an enrolled one; the picture first, then the deck's facts, each whole or not at all.

        A replaced card keeps its old picture's file until the facts name the new one.
        """
        card = proposal.card
        self.path.mkdir(parents=True, exist_ok=True)
        name = self._free_file(card.id)
        write_whole(self.path / name, cv2.imencode(".png", proposal.picture)[1].tobytes())
        kept = [c for c in self.facts["cards"] if c["id"] != instead_of]
        old = [c["image"] for c in self.facts["cards"] if c["id"] == instead_of]
        entry = {**card.json(), "image": name, "photo": proposal.photo}
        facts = {**self.facts, "cards": sorted([*kept, entry], key=lambda c: _in_order(c["id"]))}
        write_whole(self.path / FACTS, json.dumps(facts, ensure_ascii=False, indent=1).encode())
        self.facts = facts
        self.pictures = {i: p for i, p in self.pictures.items() if i != instead_of} | {card.id: proposal.picture}
        for image in old:
            (self.path / image).unlink(missing_ok=True)

    def _free_file(self, card: str) -> str:
        names = (f"{card}.png" if n == 1 else f"{card}_{n}.png" for n in range(1, 10_000))
        return next(name for name in names if not (self.path / name).exists())


def _in_order(name: str) -> list[Any]:
    """Return a key that sorts v1-2 before v1-10."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", name)]


def faults(deck: Deck) -> list[str]:
    """Return what may go wrong with a deck whose folder is sound, each in one sentence that ends with the remedy."""
    return [*_twins(deck), *_pictures(deck)]


def _twins(deck: Deck) -> list[str]:
    found = []
    for a, b, margin in alike(deck, CLOSE):
        if margin < TOO_ALIKE:
            found.append(f"cards {a} and {b} look the same to the camera, and neither will be named; if one card was "
                         f"photographed twice, remove one of the two from {FACTS}, else make a small mark on one of "
                         "the cards and enrol it again")
        else:
            found.append(f"cards {a} and {b} are much alike, and a die on the place where they differ may hide which "
                         "it is; keep one of them out of the game, or mark one in a corner and enrol it again")
    return found


def _pictures(deck: Deck) -> list[str]:
    found, wide = [], deck.size_mm[0] / deck.size_mm[1]
    for card, picture in zip(deck.cards, deck.pictures, strict=True):
        h, w = picture.shape[:2]
        if min(h, w) < _LEAST_PX:
            found.append(f"the picture of card {card.id} has only {w} x {h} pixels; enrol the card again from a "
                         "photograph of more pixels")
        elif abs(w / h / wide - 1) > 0.05:
            found.append(f"the picture of card {card.id} has other proportions than a card of {deck.size_mm[0]:g} x "
                         f"{deck.size_mm[1]:g} mm; cut it at the card's edges, or enrol the card again")
        elif float(picture.std()) < 8:
            found.append(f"the picture of card {card.id} shows nothing but one plain colour; enrol the card again")
    return found


def summary(cards: tuple[Card, ...]) -> Mapping[int, int]:
    """Return how many cards of each value there are."""
    values = sorted({card.value for card in cards})
    return {value: sum(card.value == value for card in cards) for value in values}
