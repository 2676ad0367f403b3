"""Mondrian's and the dice's photographs with their truth, and how a reading compares with it.

`python -m tests.vision.mondrian_photos` reads them all and writes results-*.tsv anew, one row a photograph.
"""

import json
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.mondrian_deck import load_deck
from vision.dice.reader import DiceReader
from vision.mondrian.reader import MondrianReader
from vision.reading import UNSURE, Frame, Reading

TESTS = Path(__file__).parents[1]
DECKS = {"mondrian": "mondrian", "mondrian-grid": "mondrian-square"}
HEAD = ("photo", "status", "right", "wrong", "unsure")
_CARD_MM, _DIE_MM = 12.0, 9.0
"""A card, or a die, seen so near to its true place is that one."""
_SHARE = 0.2
"""How far the share of a base on a card may be off."""


@dataclass(frozen=True)
class Score:
    """How many slots were right, wrong (also those that are not there) and not told."""

    right: int
    wrong: int
    unsure: int


def names(folder: str, hand: bool | None = None) -> list[str]:
    """Return the names of a folder's photographs: all, only those with a hand, or only those without."""
    every = sorted(path.stem for path in (TESTS / "photos" / folder).glob("*.jpg"))
    return [name for name in every if hand is None or truth(folder, name)["hand"] == hand]


def photo(folder: str, name: str) -> Frame:
    """Return a photograph (BGR)."""
    frame = cv2.imread(str(TESTS / "photos" / folder / f"{name}.jpg"))
    assert frame is not None
    return np.asarray(frame, np.uint8)


def truth(folder: str, name: str) -> dict[str, Any]:
    """Return what is known of a photograph."""
    known: dict[str, Any] = json.loads((TESTS / "photos" / folder / f"{name}.json").read_text())
    return known


@lru_cache(maxsize=2)
def reader(folder: str) -> MondrianReader:
    """Return a reader with the deck of a folder's photographs; forget between them."""
    return MondrianReader(deck=load_deck(TESTS / "decks" / DECKS[folder]))


def read(folder: str, frame: Frame) -> Reading:
    """Return what a fresh look at a table shows."""
    reader(folder).forget()
    return reader(folder).read(frame)


def slots(reading: Reading, known: dict[str, Any]) -> list[tuple[Any, Any]]:
    """Return what was told and what is so: each card's name; each die's colour, value and the cards that it touches."""
    cards, dice = list(reading.evidence["cards"]), list(reading.evidence["dice"])
    out = []
    for card in known["cards"]:
        hit = _taken(cards, card, _CARD_MM)
        out.append((hit["id"] if hit else UNSURE, card["id"]))
    for die in known["dice"]:
        hit = _taken(dice, die, _DIE_MM)
        out += [(hit[what] if hit else UNSURE, die[what]) for what in ("colour", "value")]
        want, got = dict(die["cards"]), dict(hit["cards"]) if hit else {}
        for card in want.keys() | got.keys():
            near = abs(want.get(card, 0) - got.get(card, 0)) <= _SHARE
            out.append((UNSURE if hit is None else card if near else got.get(card), card))
    return out + [(card["id"], None) for card in cards] + [(die["value"], None) for die in dice]


def _taken(left: list[dict[str, Any]], thing: dict[str, Any], reach: float) -> dict[str, Any] | None:
    """Return the seen thing at the place of a true one, and take it off the list."""
    for seen in left:
        if np.hypot(*np.subtract(seen["centre_mm"], thing["centre_mm"])) < reach:
            left.remove(seen)
            return seen
    return None


def score(reading: Reading, known: dict[str, Any]) -> Score:
    """Compare a reading of a table with the truth."""
    pairs = slots(reading, known)
    right = sum(got == want for got, want in pairs)
    unsure = sum(got == UNSURE for got, _ in pairs)
    return Score(right, len(pairs) - right - unsure, unsure)


def dice_score(reading: Reading, known: dict[str, Any]) -> Score:
    """Compare the values of dice alone with the truth."""
    got, want = Counter(reading.evidence["values"]), Counter(known["values"])
    right = (got & want).total()
    return Score(right, (got - want).total(), max(0, want.total() - got.total()))


def results(folder: str) -> dict[str, dict[str, str]]:
    """Return the committed table's rows by photograph."""
    head, *rows = [line.split("\t") for line in _table(folder).read_text().splitlines()]
    return {row[0]: dict(zip(head, row, strict=True)) for row in rows}


def _table(folder: str) -> Path:
    return Path(__file__).with_name(f"results-{folder}.tsv")


def write_results(folder: str) -> None:
    """Read every photograph by itself and write the table."""
    lines = ["\t".join(HEAD)]
    for name in names(folder):
        dice = folder not in DECKS
        reading = DiceReader().read(photo(folder, name)) if dice else read(folder, photo(folder, name))
        s = (dice_score if dice else score)(reading, truth(folder, name))
        lines.append("\t".join(map(str, (name, reading.status, s.right, s.wrong, s.unsure))))
    _table(folder).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    for each in ("mondrian", "mondrian-grid", "dice-real"):
        write_results(each)
