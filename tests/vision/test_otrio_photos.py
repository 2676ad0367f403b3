"""Otrio's photographs: every one at least as well read as in the committed table, and harmed ones too."""

import numpy as np
import pytest

from tests.vision.harm import HARMS, hidden_markers, with_arm
from tests.vision.otrio_photos import names, photo, results, score, slots, told, truth
from vision.otrio.reader import OtrioReader
from vision.settings import TableSettings

OPEN = [name for name in names() if not truth(name)["hand"]]
COVERED = [name for name in names() if truth(name)["hand"]]
DAY = [*OPEN[0:23:4], "otrio-002", "otrio-011"]
"""Photographs to harm: every table and sheet, light and dark boards."""
SKINS = ((95, 133, 205), (140, 175, 230), (50, 80, 130), (35, 50, 85))
SLEEVES = ((160, 50, 120), (40, 40, 200), (60, 150, 40), (200, 90, 30), (40, 40, 40), (230, 230, 230))


@pytest.mark.parametrize("name", names())
def test_a_photograph_is_read_no_worse_than_in_the_table(name: str) -> None:
    row = results()[name]
    reading = OtrioReader().read(photo(name))
    got = score(reading, name)
    assert reading.status == row["status"]
    assert got.wrong == 0
    assert got.right >= int(row["right"])


def test_the_table_holds_what_is_asked_of_the_reader() -> None:
    rows = results()
    assert sorted(rows) == names()
    assert {int(row["wrong"]) for row in rows.values()} == {0}
    exact = [name for name in OPEN if int(rows[name]["right"]) == 27]
    assert len(exact) >= 0.95 * len(OPEN)
    assert sum(int(rows[name]["right"]) for name in OPEN) >= 0.995 * 27 * len(OPEN)
    assert all(rows[name]["status"] == "hand" for name in COVERED)


@pytest.mark.parametrize("harm", HARMS)
def test_a_harmed_photograph_is_read_all_the_same(harm: str) -> None:
    scores = [score(OtrioReader().read(HARMS[harm](photo(name))), name) for name in DAY]
    assert [s.wrong for s in scores] == [0] * len(DAY)
    assert [s.right for s in scores] == [27] * len(DAY)


@pytest.mark.parametrize("harm", HARMS)
def test_a_harmed_photograph_of_a_hand_claims_nothing_wrong(harm: str) -> None:
    for name in COVERED:
        reading = OtrioReader().read(HARMS[harm](photo(name)))
        assert reading.status == "hand"
        assert score(reading, name).wrong == 0


@pytest.mark.parametrize("ids", [(0,), (2,), (0, 1), (1, 3), (2, 3), (0, 3)])
def test_one_or_two_hidden_markers_do_not_matter(ids: tuple[int, ...]) -> None:
    for name in DAY[::3]:
        frame = hidden_markers(photo(name), truth(name)["markers_px"], ids)
        assert told(OtrioReader().read(frame)) == slots(name)


@pytest.mark.parametrize("name", DAY[::2])
def test_given_corners_replace_the_markers(name: str) -> None:
    a, b, c, d = ((x + 2.0, y - 1.0) for x, y in truth(name)["mat_corners_px"])
    frame = hidden_markers(photo(name), truth(name)["markers_px"], (0, 1, 2, 3))
    assert told(OtrioReader(TableSettings(corners_px=(a, b, c, d))).read(frame)) == slots(name)


@pytest.mark.parametrize("seed", range(12))
def test_under_any_arm_nothing_wrong_is_claimed_and_a_covered_cell_is_a_hand(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for name in rng.choice(OPEN, 3, replace=False):
        board = np.array(truth(name)["board_corners_px"])
        tip = board.min(0) + rng.random(2) * np.ptp(board, axis=0)
        start = [(rng.random() * 1280, 760.0), (-40.0, 300 + 400 * rng.random()), (1320.0, 300 + 400 * rng.random())]
        skin, sleeve = SKINS[rng.integers(len(SKINS))], SLEEVES[rng.integers(len(SLEEVES))]
        frame, mask = with_arm(photo(name), (float(tip[0]), float(tip[1])), start[rng.integers(3)],
                               int(rng.integers(45, 90)), skin, sleeve)
        reading = OtrioReader().read(frame)
        assert score(reading, name).wrong == 0
        around = [mask[int(y) - 12:int(y) + 12, int(x) - 12:int(x) + 12] for x, y in truth(name)["cell_px"]]
        if max(float(cell.mean()) for cell in around) > 60:
            assert reading.status == "hand"
