"""Choosing a camera, the simulated table, and waits that have a limit."""

import itertools
import threading
from pathlib import Path

import cv2
import numpy as np
import pytest

import device.camera.open
from device.camera.film import FilmSource
from device.camera.limits import Limited, limited
from device.camera.open import open_camera
from device.camera.picamera import PicameraSource
from device.camera.scene import View
from device.camera.simulated import Layout, SimulatedCamera, SimulatedTable
from device.camera.source import CameraError, Capture
from device.camera.webcam import WebcamSource
from vision.reading import Frame


def _error(source: str) -> str:
    with pytest.raises(CameraError) as caught, open_camera(source):
        pass
    assert caught.value.text.fr != caught.value.text.en
    return str(caught.value)


# Choosing


def test_a_source_is_chosen_by_its_name(tmp_path: Path) -> None:
    capture = Capture(640, 480)
    first, second = open_camera("picamera2", capture), open_camera("picamera2:1")
    assert isinstance(first, PicameraSource) and isinstance(second, PicameraSource)
    assert (first.number, second.number, first.capture) == (0, 1, capture)
    webcam = open_camera("webcam:2")
    assert isinstance(webcam, WebcamSource) and webcam.number == 2
    assert isinstance(open_camera("simulated"), SimulatedCamera)
    assert isinstance(open_camera(str(tmp_path)), FilmSource)
    assert repr(second) == "<PicameraSource 1 closed>"
    assert repr(webcam) == "<WebcamSource /dev/video2 closed>"


@pytest.mark.parametrize(("source", "start"), [
    ("", "there is no camera, film or folder ''; name picamera2, webcam"),
    ("film.mp4", "there is no camera, film or folder 'film.mp4'; name picamera2"),
    ("picamera2:one", "picamera2:one is no camera; write a number after the colon"),
    ("webcam:-1", "webcam:-1 is no camera; write a number after the colon"),
    ("webcam:57", "the webcam /dev/video57 can't be opened; plug it in"),
    ("simulated:none.json", "the simulated table none.json can't be read ("),
])
def test_a_source_that_is_not_there_says_so(source: str, start: str, tmp_path: Path,
                                            monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert _error(source).startswith(start)


def test_auto_without_a_camera_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device.camera.open, "find_spec", lambda name: None)
    monkeypatch.setattr(device.camera.open.Path, "exists", lambda path: False)
    assert _error("auto").startswith("no camera was found, so all moves are told on the phones; connect one")
    assert _error("none").startswith("this table plays without a camera, as its settings say; write source")


def test_picamera2_is_imported_only_when_it_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "picamera2", None)
    camera = PicameraSource()
    with pytest.raises(CameraError, match="picamera2 is not installed; type `sudo apt install python3-picamera2`"):
        camera.__enter__()
    camera.close()


# Waiting


def test_a_call_that_hangs_is_given_up() -> None:
    release = threading.Event()
    call = Limited("starting", release.wait)
    with pytest.raises(CameraError, match=r"the camera did not answer within 0.05 s \(starting\); check its cable"):
        call.result(0.05)
    release.set()
    assert call.result(10) is True


def test_a_limited_call_returns_and_raises_as_it_is() -> None:
    assert limited("adding", 10, lambda: 1 + 1) == 2
    with pytest.raises(ZeroDivisionError):
        limited("dividing", 10, lambda: 1 // 0)


# The simulated table


def _frames(camera: SimulatedCamera, count: int) -> list[Frame]:
    with camera:
        return [shot.frame for shot in itertools.islice(camera.shots(), count)]


def _markers(frame: Frame) -> dict[int, np.ndarray]:
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(frame)
    return {int(number): quad[0] for number, quad in zip(ids.ravel(), corners, strict=True)}


def test_a_simulated_table_shows_the_mats_markers_where_they_lie() -> None:
    view = View(1280, 720)
    markers = _markers(Layout().draw(view))
    assert sorted(markers) == [0, 1, 2, 3]
    centres = np.array([(25, 25, 0), (395, 25, 0), (395, 272, 0), (25, 272, 0)], np.float64)
    for number, centre in enumerate(view.pixels(centres)):
        assert np.linalg.norm(markers[number].mean(axis=0) - centre) < 1.5


def test_what_stands_higher_appears_farther_from_the_cameras_foot() -> None:
    view = View(roll_deg=0)
    low, high = view.pixels(np.array([(60, 148.5, 0), (60, 148.5, 100)], np.float64))
    assert high[0] < low[0] - 20 and high[1] < low[1] - 5


def test_a_piece_lies_in_its_cell_and_is_missing_from_the_reserve() -> None:
    view = View()
    bare, laid = Layout().draw(view), Layout("otrio", {"4.small": "purple"}).draw(view)
    cell, reserve = view.pixels(np.array([(210, 148.5, 20), (258, 52.5, 20)], np.float64)).round().astype(int)
    blue, green, red = laid[cell[1], cell[0]].astype(int)
    assert blue > green + 50 and red > green + 20, "no purple peg in the middle"
    blue, green, red = laid[reserve[1], reserve[0]].astype(int)
    assert red > green > blue, "no wood where the peg was"
    changed = np.argwhere(np.abs(bare.astype(int) - laid).max(axis=2) > 20)
    for y, x in changed:
        assert min(np.hypot(x - cell[0], y - cell[1]), np.hypot(x - reserve[0], y - reserve[1])) < 25


def test_a_camera_follows_the_table_and_its_hand(tmp_path: Path) -> None:
    table = SimulatedTable(tmp_path / "table.json")
    with open_camera(table.source, Capture(frames_per_second=100)) as camera:
        shots = camera.shots()
        bare = next(shots).frame.astype(int)
        assert 0 < np.abs(next(shots).frame - bare).max() < 25, "noise, and nothing else"
        table.hand(True)
        hand = np.abs(next(shots).frame - bare).max(axis=2) > 30
        assert hand.mean() > 0.04
        table.put("0.large", "red")
        table.hand(False)
        laid = np.abs(next(shots).frame - bare).max(axis=2) > 30
        assert 0.0005 < laid.mean() < 0.01
        table.lay({})
        assert np.abs(next(shots).frame - bare).max() < 25


def test_a_table_outlives_whoever_laid_it(tmp_path: Path) -> None:
    SimulatedTable(tmp_path / "table.json").put("8.medium", "blue")
    again = SimulatedTable(tmp_path / "table.json")
    assert again.layout == Layout("otrio", {"8.medium": "blue"}, False)
    again.put("8.medium", None)
    assert again.layout.table == {"8.medium": None}


def test_a_simulated_camera_without_a_table_shows_a_bare_board() -> None:
    frames = _frames(SimulatedCamera(None, Capture(frames_per_second=100)), 3)
    assert [sorted(_markers(frame)) for frame in frames] == [[0, 1, 2, 3]] * 3
    assert frames[0].shape == (720, 1280, 3)


@pytest.mark.parametrize("content", ["", "{}", "[1]", '{"game": "chess", "table": {}, "hand": false}'])
def test_a_damaged_table_says_so(tmp_path: Path, content: str) -> None:
    path = tmp_path / "table.json"
    path.write_text(content)
    wanted = "there is no simulated table for chess; choose one of otrio" if "chess" in content else (
        f"the simulated table {path} can't be read (")
    assert _error(f"simulated:{path}").startswith(wanted)
