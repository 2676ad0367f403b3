"""An arm that reaches in over the picture's edge and keeps still is a hand, whatever it covers."""

import cv2
import numpy as np

from tests.films import DEMO_FILM
from vision.otrio.reader import OtrioReader
from vision.reading import Frame
from vision.stillness import look, reaches_in
from vision.watcher import Watcher


def first_frame() -> Frame:
    capture = cv2.VideoCapture(str(DEMO_FILM))
    got, frame = capture.read()
    capture.release()
    assert got
    return np.asarray(frame, np.uint8)


def with_arm(frame: Frame, colour: tuple[int, int, int]) -> Frame:
    """Return the frame with an arm from the left edge to beside the board, which it does not touch."""
    arm = frame.copy()
    height = frame.shape[0]
    cv2.line(arm, (-40, height - 60), (230, height - 260), colour, 70, cv2.LINE_AA)
    return arm


def test_an_arm_beside_the_board_is_a_hand_until_it_has_lain_there_too_long() -> None:
    frame = first_frame()
    for colour in ((120, 160, 220), (60, 40, 160), (40, 40, 40)):
        watcher, arm = Watcher(OtrioReader()), with_arm(frame, colour)
        before = [watcher.see(frame, i / 5).status for i in range(4)]
        there = [watcher.see(arm, 1 + i / 5).status for i in range(12)]
        assert before[-1] == "still"
        assert set(there) <= {"hand", "moving"} and there[-1] == "hand"
        assert [watcher.see(frame, 4 + i / 5).status for i in range(4)][-1] == "still"
        assert [watcher.see(arm, 5 + i / 5).status for i in range(20)][-1] == "still"


def test_a_thing_that_lies_within_the_picture_and_a_shade_reach_in_over_no_edge() -> None:
    frame = first_frame()
    thing = frame.copy()
    cv2.circle(thing, (140, 330), 60, (30, 30, 200), -1)
    assert not reaches_in(look(thing), look(frame))
    shade = np.linspace(0.5, 1.0, frame.shape[1])[None, :, None]
    assert not reaches_in(look((frame * shade).astype(np.uint8)), look(frame))
    assert reaches_in(look(with_arm(frame, (120, 160, 220))), look(frame))
