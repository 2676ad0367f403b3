"""Mystrio's photographs: every one at least as well read as in the committed table, and harmed ones too."""

import pickle

import cv2
import numpy as np
import pytest

from tests.vision.harm import HARMS, hidden_markers, with_arm
from tests.vision.table_photos import MYSTRIO as PHOTOS
from vision.mystrio.reader import MystrioReader
from vision.reading import UNSURE, told
from vision.settings import TableSettings

OPEN = PHOTOS.names(hand=False)
COVERED = PHOTOS.names(hand=True)
DAY = ["mystrio-001", "mystrio-003", "mystrio-005", "mystrio-008", "mystrio-012"]
"""To harm: round and square tokens, tokens of the board's own wood, dim light, faces of all kinds."""
HARD = {"almost night", "hard contrast", "dark and noisy", "noise", "out of focus", "all at once"}
"""Here some slots may be left open."""
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
    assert sum(int(rows[name]["right"]) for name in OPEN) >= 0.995 * 16 * len(OPEN)
    assert {rows[name]["status"] for name in COVERED} == {"hand"}


@pytest.mark.parametrize("harm", HARMS)
def test_a_harmed_photograph_is_read_all_the_same(harm: str) -> None:
    open_slots = 0
    for name in DAY:
        score = PHOTOS.score(PHOTOS.reader().read(HARMS[harm](PHOTOS.photo(name))), name)
        assert score.wrong == 0, name
        open_slots += score.unsure
    assert open_slots <= (0.2 * 16 * len(DAY) if harm in HARD else 0)


@pytest.mark.parametrize("degrees", [20, 75, 110, 145, 200, 260, 310])
@pytest.mark.parametrize(("cell", "piece"), [(13, "black triangle"), (14, "black square")])
def test_a_token_may_be_turned_any_way(cell: int, piece: str, degrees: float) -> None:
    frame = PHOTOS.photo("mystrio-005")
    marks = MystrioReader().read(frame).sketch
    x, y = next(np.mean(mark.outline, axis=0) for mark in reversed(marks) if mark.label == piece.split(" ")[1][0])
    turned = cv2.warpAffine(frame, cv2.getRotationMatrix2D((float(x), float(y)), degrees, 1.0), frame.shape[1::-1])
    disc = np.zeros(frame.shape[:2], np.uint8)
    cv2.circle(disc, (round(x), round(y)), 18, 255, -1)
    frame[disc > 0] = turned[disc > 0]
    assert told(MystrioReader().read(frame).slots[str(cell)]) == piece


def test_a_grid_of_fewer_cells_is_set_not_guessed() -> None:
    reading = MystrioReader(TableSettings(mystrio_grid=(2, 4))).read(PHOTOS.photo("mystrio-001"))
    assert list(reading.slots) == [str(cell) for cell in range(8)]


@pytest.mark.parametrize("ids", [(0,), (1, 3), (2, 3)])
def test_one_or_two_hidden_markers_do_not_matter(ids: tuple[int, ...]) -> None:
    for name in ("mystrio-001", "mystrio-005"):
        frame = hidden_markers(PHOTOS.photo(name), PHOTOS.truth(name)["markers_px"], ids)
        score = PHOTOS.score(PHOTOS.reader().read(frame), name)
        assert (score.wrong, score.unsure) == (0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_under_any_arm_nothing_wrong_is_claimed_and_a_covered_cell_is_a_hand(seed: int) -> None:
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
        cells = np.array(PHOTOS.truth(name)["cell_px"])
        if max(float(mask[int(y) - 12:int(y) + 12, int(x) - 12:int(x) + 12].mean()) for x, y in cells) > 60:
            assert reading.status == "hand"
            assert UNSURE in {told(likely) for likely in reading.slots.values()}


def test_a_reading_crosses_to_another_process_with_every_token_s_pose() -> None:
    reading = pickle.loads(pickle.dumps(MystrioReader().read(PHOTOS.photo("mystrio-001"))))
    tokens = [slot for slot, piece in PHOTOS.slots("mystrio-001").items() if piece is not None]
    assert list(reading.evidence["poses"]) == tokens
    assert reading.evidence["kind"] == "square"
