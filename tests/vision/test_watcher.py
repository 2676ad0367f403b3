"""The film of a game, and light that comes and goes: what is motion, what is a hand, when the table is read."""

import json
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from tests.films import DEMO_FILM, FILMS
from tests.vision.harm import bytes_of, gains, noise, resized
from tests.vision.otrio_photos import photo, slots, told
from vision.otrio.reader import OtrioReader
from vision.reading import Frame, Reading
from vision.sketch import draw
from vision.stillness import changed, look
from vision.watcher import Watcher

PHOTO = "otrio-005"


def film() -> Iterator[Frame]:
    source = cv2.VideoCapture(str(DEMO_FILM))
    while True:
        there, frame = source.read()
        if not there:
            return
        yield np.asarray(frame, np.uint8)


@lru_cache(maxsize=1)
def seen() -> list[Reading]:
    """Return what a watcher says to every frame of the film."""
    watcher = Watcher(OtrioReader())
    return [watcher.see(frame, i / 5) for i, frame in enumerate(film())]


def events() -> list[dict[str, Any]]:
    return list(json.loads((FILMS / "otrio.json").read_text())["events"])


def test_every_move_of_the_film_is_read_three_frames_after_the_hand_has_gone() -> None:
    for event in events()[1:]:
        reading = seen()[event["frame"] + 2]
        assert reading.status == "still"
        if event["kind"] == "move":
            assert told(reading)[f"{event['cell']}.{event['size']}"] == event["colour"]


def test_nothing_else_changes_in_the_film() -> None:
    still = [told(reading) for reading in seen() if reading.status == "still"]
    changes = [(a, b) for a, b in zip(still, still[1:], strict=False) if a != b]
    assert len(changes) == len(events()) - 1
    assert all(len(table) == 27 for table in still)
    assert all(sum(a[slot] != b[slot] for slot in a) == 1 for a, b in changes)


def test_a_hand_that_rests_on_the_board_is_a_hand() -> None:
    for event in events()[1:]:
        assert [seen()[event["frame"] - k].status for k in (1, 2, 3)] == ["hand"] * 3


def watched(frames: list[Frame], fps: float, watcher: Watcher | None = None, start: int = 0) -> list[str]:
    eye = watcher or Watcher(OtrioReader())
    return [eye.see(frame, (start + i) / fps).status for i, frame in enumerate(frames)]


def test_a_table_at_rest_is_read_after_a_third_of_a_second_at_any_rate() -> None:
    assert watched([photo(PHOTO)] * 4, 5) == ["moving", "moving", "still", "still"]
    fast = watched([photo(PHOTO)] * 16, 30)
    assert 10 <= fast.index("still") <= 12
    assert set(fast[fast.index("still"):]) == {"still"}


def test_light_that_changes_is_no_motion() -> None:
    frame = photo(PHOTO)
    y, x = np.mgrid[:frame.shape[0], :frame.shape[1]]
    flicker: Callable[[int], Frame] = lambda i: bytes_of(frame * (1 + 0.12 * np.sin(y / 90 + i))[..., None])  # noqa: E731
    glow = 60 * np.exp(-((x - 700) ** 2 + (y - 360) ** 2) / 2 / 160**2)[..., None] * np.array([0.2, 1.0, 0.3])
    watcher = Watcher(OtrioReader())
    assert watched([frame] * 3, 5, watcher)[-1] == "still"
    drift = [gains(g, g, g)(frame) for g in (0.97, 0.9, 0.8, 0.7, 0.85, 1.1)]
    lit = [bytes_of(frame + glow), frame, bytes_of(frame + glow)]
    assert set(watched([*drift, *(flicker(i) for i in range(4)), *lit, noise(6)(frame)], 5, watcher, 3)) == {"still"}


def test_a_piece_that_moves_is_motion() -> None:
    frame = photo(PHOTO)
    x, y = 561, 436  # a peg in the photograph's middle
    moved = frame.copy()
    moved[y - 14:y + 14, x - 14:x + 14] = frame[y - 14:y + 14, x + 40:x + 68]
    assert changed(look(frame), look(frame)) == 0
    assert changed(look(moved), look(frame)) >= 6


def test_a_frame_of_another_size_starts_anew() -> None:
    watcher = Watcher(OtrioReader())
    assert watched([photo(PHOTO)] * 3, 5, watcher)[-1] == "still"
    small = resized(960, 540)(photo(PHOTO))
    assert watched([small] * 3, 5, watcher, 3) == ["moving", "moving", "still"]


def test_a_table_out_of_sight_is_lost_and_comes_back() -> None:
    watcher = Watcher(OtrioReader())
    watched([photo(PHOTO)] * 3, 5, watcher)
    black = np.zeros_like(photo(PHOTO))
    assert watched([black] * 4, 5, watcher, 3)[-1] == "lost"
    assert watcher.see(black, 1.5).fault is not None
    assert watched([photo(PHOTO)] * 4, 5, watcher, 8)[-1] == "still"


def test_frames_that_are_no_pictures_are_lost_without_a_crash() -> None:
    watcher = Watcher(OtrioReader())
    for shape in ((0, 0, 3), (720, 1280), (720, 1280, 4), (30, 30, 3)):
        for i in range(4):
            reading = watcher.see(np.zeros(shape, np.uint8), i / 5)
        assert reading.status == "lost"


def test_an_unchanged_table_is_not_read_again_and_costs_no_stage_but_stillness() -> None:
    clock = iter(range(10_000))
    watcher = Watcher(OtrioReader())
    readings = [watcher.see(photo(PHOTO), i / 5, lambda: next(clock) / 1000) for i in range(6)]
    assert {"markers", "board", "slots"} <= set(readings[2].ms)
    assert [set(reading.ms) for reading in readings[3:]] == [{"stillness"}] * 3
    assert told(readings[-1]) == slots(PHOTO)


def test_a_sketch_draws_on_a_copy() -> None:
    frame = photo(PHOTO)
    reading = OtrioReader().read(frame)
    picture = draw(frame, reading)
    assert np.array_equal(frame, photo(PHOTO))
    assert picture.shape == frame.shape
    pieces = sum(piece is not None for piece in slots(PHOTO).values())
    assert sum(mark.colour != "" for mark in reading.sketch) == pieces
    for mark in reading.sketch:
        x, y = np.round(mark.outline[0]).astype(int)
        assert not np.array_equal(picture[y - 2:y + 3, x - 2:x + 3], frame[y - 2:y + 3, x - 2:x + 3])
