"""What can't be read says why, and what to do about it."""

import cv2
import numpy as np
import pytest

from tests.vision.harm import gains, hidden_markers, mirrored, resized
from tests.vision.otrio_photos import photo, truth
from vision import faults
from vision.otrio.reader import OtrioReader
from vision.reading import Fault, Frame
from vision.settings import TableSettings

ROOM = photo("otrio-004")


def two_mats() -> Frame:
    half = resized(640, 470)(ROOM[:, 150:1130])
    return np.ascontiguousarray(np.hstack([half, half]))


def marker_twice(i: int) -> Frame:
    """Return the photograph with one of the mat's markers lying on the board as well."""
    frame = ROOM.copy()
    x, y = (round(v) for v in truth("otrio-004")["markers_px"][i])
    frame[330:430, 590:690] = ROOM[y - 50:y + 50, x - 50:x + 50]
    return frame


def bare_mat() -> Frame:
    frame = ROOM.copy()
    corners = np.array(truth("otrio-004")["board_corners_px"], np.int32)
    return np.asarray(cv2.fillPoly(frame, [corners], (225, 228, 230)), np.uint8)


def noise() -> Frame:
    return np.random.default_rng(0).integers(0, 255, ROOM.shape).astype(np.uint8)


CASES = {
    "black": (np.zeros_like(ROOM), faults.DARK), "white": (np.full_like(ROOM, 255), faults.BRIGHT),
    "plain grey": (np.full_like(ROOM, 120), faults.BLANK), "noise": (noise(), faults.NO_MAT),
    "mirrored": (mirrored(ROOM), faults.MIRRORED), "two mats": (two_mats(), faults.TWO_BOARDS),
    **{f"marker {i} twice": (marker_twice(i), faults.TWO_BOARDS) for i in range(4)},
    "no board": (bare_mat(), faults.NO_BOARD), "one channel": (ROOM[..., 0], faults.BAD_FRAME),
    "tiny": (np.ascontiguousarray(ROOM[:40, :40]), faults.BAD_FRAME),
    "one marker": (hidden_markers(ROOM, truth("otrio-004")["markers_px"], (0, 1, 2)), faults.NO_MAT),
}


@pytest.mark.parametrize("case", CASES)
def test_a_picture_that_cannot_be_read_says_why(case: str) -> None:
    frame, fault = CASES[case]
    reading = OtrioReader().read(frame)
    assert reading.status == "lost"
    assert reading.fault is fault
    assert not reading.slots


def test_a_reader_reads_on_after_a_fault() -> None:
    reader = OtrioReader()
    assert reader.read(np.zeros_like(ROOM)).status == "lost"
    assert reader.read(ROOM).status == "still"


def test_glare_is_said_and_nothing_is_claimed() -> None:
    reading = OtrioReader().read(gains(2.5, 2.5, 2.5)(photo("otrio-003")))
    assert reading.fault in (faults.GLARE, faults.BRIGHT)
    assert all(max(likely.values()) < 0.95 for likely in reading.slots.values())


def test_corners_on_one_line_are_called_so() -> None:
    settings = TableSettings(corners_px=((0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)))
    assert OtrioReader(settings).read(ROOM).fault is faults.BAD_CORNERS


def test_every_fault_has_a_remedy_in_both_languages() -> None:
    every = [value for value in vars(faults).values() if isinstance(value, Fault)]
    assert len({fault.text.en for fault in every}) == len(every) >= 9
    for fault in every:
        assert fault.text.en != fault.text.fr
        assert all(";" in text and not text.endswith(".") for text in fault.text.json().values())
