"""Real photographs of dice: every one at least as well read as in the committed table, and harmed ones too."""

from collections import Counter

import cv2
import numpy as np
import pytest

from tests.vision import mondrian_photos as photos
from tests.vision.harm import HARMS, Harm, blur, scaled
from vision.dice.reader import DiceReader
from vision.reading import Frame

FOLDER = "dice-real"
NAMES = photos.names(FOLDER)
DAY = ["dice-012", "dice-015", "dice-020", "dice-030", "dice-037", "dice-050", "dice-062"]
"""To harm: ivory, red and black dice, on carpet, board, wood and paper, from above and aslant, near and far."""
MILD = ["warm light", "cold light", "vignetting", "a lamp aside", "JPEG 40", "barrel lens"]
SHARE_WRONG = 0.03


@pytest.mark.parametrize("name", NAMES)
def test_a_photograph_is_read_no_worse_than_in_the_table(name: str) -> None:
    row = photos.results(FOLDER)[name]
    score = photos.dice_score(DiceReader().read(photos.photo(FOLDER, name)), photos.truth(FOLDER, name))
    assert score.wrong <= int(row["wrong"])
    assert score.right >= int(row["right"])


def test_the_table_holds_what_is_asked_of_the_reader() -> None:
    rows = photos.results(FOLDER)
    assert sorted(rows) == NAMES
    dice = sum(len(photos.truth(FOLDER, name)["values"]) for name in NAMES)
    assert sum(int(row["wrong"]) for row in rows.values()) <= 0.01 * dice
    assert sum(int(row["right"]) for row in rows.values()) >= 0.97 * dice
    assert sum(row["wrong"] == row["unsure"] == "0" for row in rows.values()) >= 0.92 * len(NAMES)


@pytest.mark.parametrize("harm", MILD)
def test_a_harmed_photograph_is_read_all_the_same(harm: str) -> None:
    seen, truly = Counter[int](), Counter[int]()
    for name in DAY:
        reading = DiceReader().read(HARMS[harm](photos.photo(FOLDER, name)))
        seen.update(reading.evidence["values"])
        truly.update(photos.truth(FOLDER, name)["values"])
    assert (seen - truly).total() <= SHARE_WRONG * truly.total()
    assert (seen & truly).total() >= 0.9 * truly.total()


def test_a_photograph_may_be_turned_any_way() -> None:
    frame, want = photos.photo(FOLDER, "dice-037"), sorted(photos.truth(FOLDER, "dice-037")["values"])
    for turns in range(4):
        turned = np.ascontiguousarray(np.rot90(frame, turns))
        assert sorted(DiceReader().read(turned).evidence["values"]) == want


@pytest.mark.parametrize("frame", [np.zeros((480, 640, 3), np.uint8), np.full((480, 640, 3), 200, np.uint8)])
def test_where_no_die_lies_none_is_seen(frame: Frame) -> None:
    assert DiceReader().read(frame).evidence["values"] == []


def test_a_lone_dark_spot_is_no_die() -> None:
    frame = np.full((480, 640, 3), 200, np.uint8)
    cv2.line(frame, (0, 240), (640, 240), (30, 30, 30), 6)
    cv2.putText(frame, "3 8 0", (100, 100), cv2.FONT_HERSHEY_SIMPLEX, 2, (20, 20, 20), 4)
    assert DiceReader().read(frame).evidence["values"] == []


SOFT = ["dice-026", "dice-027", "dice-031", "dice-035"]
"""Small dice as dark as pips on paper, scratched wood, ink dots on paper, dark noise."""


@pytest.mark.parametrize("name", SOFT)
@pytest.mark.parametrize("harm", [blur(1.2), scaled(0.6)], ids=["soft", "small"])
def test_neither_whole_dice_nor_specks_are_taken_for_pips_where_little_is_sharp(name: str, harm: Harm) -> None:
    seen = Counter(DiceReader().read(harm(photos.photo(FOLDER, name))).evidence["values"])
    truly = Counter[int](photos.truth(FOLDER, name)["values"])
    assert not seen - truly
    assert seen.total() >= 0.6 * truly.total()


def test_what_is_no_picture_in_colours_is_refused() -> None:
    reading = DiceReader().read(np.zeros((480, 640), np.uint8))
    assert reading.fault is not None and reading.fault.code == "bad frame"
