"""Mastermind's photographs: every one at least as well read as in the committed table, and harmed ones too."""

import numpy as np
import pytest

from tests.vision.harm import HARMS, hidden_markers, with_arm
from tests.vision.table_photos import MASTERMIND as PHOTOS
from vision.mastermind.reader import MastermindReader
from vision.reading import UNSURE, told

OPEN = PHOTOS.names(hand=False)
COVERED = PHOTOS.names(hand=True)
DAY = ["mastermind-003", "mastermind-006", "mastermind-009", "mastermind-012", "mastermind-015", "mastermind-018"]
"""To harm: both editions, bars white on white, glossy light, few pegs and many; one with a hand."""
HARD = {"almost night", "soft contrast", "hard contrast", "cold light", "out of focus", "all at once"}
"""Here some slots may be left open, 1 in 12 at most."""
SKINS = ((95, 133, 205), (140, 175, 230), (50, 80, 130), (35, 50, 85))
SLEEVES = ((160, 50, 120), (40, 40, 200), (60, 150, 40), (40, 40, 40), (230, 230, 230))


@pytest.mark.parametrize("name", PHOTOS.names())
def test_a_photograph_is_read_no_worse_than_in_the_table(name: str) -> None:
    row = PHOTOS.results()[name]
    reading = PHOTOS.reader().read(PHOTOS.photo(name))
    score = PHOTOS.score(reading, name)
    assert (reading.status, score.wrong) == (row["status"], 0)
    assert score.right >= int(row["right"])


def test_the_table_holds_what_is_asked_of_the_reader() -> None:
    rows = PHOTOS.results()
    assert sorted(rows) == PHOTOS.names()
    assert {int(row["wrong"]) for row in rows.values()} == {0}
    assert sum(rows[name]["unsure"] == "0" for name in OPEN) >= 0.95 * len(OPEN)
    assert sum(int(rows[name]["right"]) for name in OPEN) >= 0.995 * sum(len(PHOTOS.slots(name)) for name in OPEN)
    assert {rows[name]["status"] for name in COVERED} == {"hand"}


@pytest.mark.parametrize("name", PHOTOS.names())
def test_the_edition_and_the_cover_are_told_by_sight(name: str) -> None:
    known = PHOTOS.truth(name)
    evidence = MastermindReader().read(PHOTOS.photo(name)).evidence
    assert evidence["edition"] == known["edition"]
    assert evidence["cover"] is (known["code"] is None)


def test_under_a_cover_the_code_has_no_slots() -> None:
    slots = MastermindReader().read(PHOTOS.photo("mastermind-002")).slots
    assert [slot for slot in slots if slot.startswith("code")] == []


def test_a_half_filled_row_is_read_as_it_is() -> None:
    slots = MastermindReader().read(PHOTOS.photo("mastermind-014")).slots
    assert [told(slots[f"5.{hole}"]) for hole in range(4)] == ["purple", "white", None, "black"]


@pytest.mark.parametrize("harm", HARMS)
def test_a_harmed_photograph_is_read_all_the_same(harm: str) -> None:
    for name in DAY:
        score = PHOTOS.score(PHOTOS.reader().read(HARMS[harm](PHOTOS.photo(name))), name)
        assert score.wrong == 0, name
        if name not in COVERED:
            assert score.unsure <= (len(PHOTOS.slots(name)) / 12 if harm in HARD else 0), name


@pytest.mark.parametrize("ids", [(0,), (1, 3), (2, 3)])
def test_one_or_two_hidden_markers_do_not_matter(ids: tuple[int, ...]) -> None:
    for name in ("mastermind-006", "mastermind-010"):
        frame = hidden_markers(PHOTOS.photo(name), PHOTOS.truth(name)["markers_px"], ids)
        score = PHOTOS.score(PHOTOS.reader().read(frame), name)
        assert (score.wrong, score.unsure) == (0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_under_any_arm_nothing_wrong_is_claimed_and_a_covered_hole_is_a_hand(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for name in rng.choice(OPEN, 3, replace=False):
        board = np.array(PHOTOS.truth(name)["board_corners_px"])
        tip = board.min(0) + rng.random(2) * np.ptp(board, axis=0)
        start = [(rng.random() * 1280, 760.0), (-40.0, 300 + 400 * rng.random()), (1320.0, 300 + 400 * rng.random())]
        skin, sleeve = SKINS[rng.integers(len(SKINS))], SLEEVES[rng.integers(len(SLEEVES))]
        frame, mask = with_arm(PHOTOS.photo(name), (float(tip[0]), float(tip[1])), start[rng.integers(3)],
                               int(rng.integers(45, 90)), skin, sleeve)
        reading = PHOTOS.reader().read(frame)
        assert PHOTOS.score(reading, name).wrong == 0
        holes = np.array(PHOTOS.truth(name)["hole_px"]).reshape(-1, 2)
        if max(float(mask[int(y) - 5:int(y) + 5, int(x) - 5:int(x) + 5].mean()) for x, y in holes) > 60:
            assert reading.status == "hand"
            assert UNSURE in {told(likely) for likely in reading.slots.values()}


def test_a_reading_is_drawn_where_the_board_is() -> None:
    edge = np.array(MastermindReader().read(PHOTOS.photo("mastermind-006")).sketch[0].outline)
    assert np.abs(edge - PHOTOS.truth("mastermind-006")["board_corners_px"]).max() < 2.0
