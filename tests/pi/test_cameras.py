"""The live cameras on real libraries: picamera2 on recorded frames, OpenCV on a V4L2 device."""

import itertools
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.camera.open import open_camera
from device.camera.picamera import PicameraSource
from device.camera.source import CameraError, Capture
from device.camera.webcam import WebcamSource
from device.eye import Eye, EyeState, Limits, Look
from device.settings import Settings
from device.watching import make_watcher

support = import_module("conftest")
COLOURS = {"red": (30, 30, 200), "green": (40, 160, 30), "blue": (190, 60, 30), "grey": (120, 120, 120)}
"""Blue, green, red."""
VIRTUAL = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
"""What makes the virtual camera exist."""
QUICK = Capture(settle_seconds=0.2, patience_seconds=3)


@pytest.fixture
def pictures() -> Iterator[None]:
    """Pictures of one colour each, with a black corner at the top left, for the virtual camera."""
    shutil.rmtree(support.FRAMES, ignore_errors=True)
    support.FRAMES.mkdir()
    for index, colour in enumerate(COLOURS.values()):
        picture = np.full((720, 1280, 3), colour, np.uint8)
        picture[:200, :300] = 0
        cv2.imwrite(str(support.FRAMES / f"{index}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])
    yield
    shutil.rmtree(support.FRAMES)


def _name(frame: np.ndarray) -> str:
    """Return which of the pictures it is; NV12 and JPEG shift colours a little."""
    middle = frame[500, 900].astype(int)
    return min(COLOURS, key=lambda name: int(np.abs(middle - COLOURS[name]).sum()))


def test_frames_are_blue_green_red_and_upright(pictures: None) -> None:
    with PicameraSource(0, QUICK) as camera:
        shots = list(itertools.islice(camera.shots(), 60))
    assert [shot.index for shot in shots] == list(range(60))
    assert all(b.seconds > a.seconds for a, b in itertools.pairwise(shots))
    for shot in shots:
        assert shot.frame.shape == (720, 1280, 3) and shot.frame.dtype == np.uint8 and shot.frame.flags.c_contiguous
        assert np.abs(shot.frame[500, 900].astype(int) - COLOURS[_name(shot.frame)]).max() < 30
        assert shot.frame[100, 100].max() < 20 and shot.frame[100, 1200].max() > 90
    assert {_name(shot.frame) for shot in shots} == set(COLOURS)


def test_what_the_camera_does_not_confirm_is_noted(pictures: None) -> None:
    with PicameraSource(0, QUICK) as camera:
        notes = [note.en for note in camera.notes]
    assert notes == [
        "the camera does not keep the exposure, the gain, the white balance fixed; colours may drift with the light, "
        "so keep the light even",
        "the camera does not keep the frame rate fixed; a slower one is used when it is dark, so light the table "
        "better",
    ]


def test_a_camera_is_closed_twice_and_opened_again(pictures: None) -> None:
    camera = PicameraSource(0, QUICK)
    for _ in range(2):
        with camera:
            assert _name(next(camera.shots()).frame) in COLOURS
            assert repr(camera) == "<PicameraSource 0 open>"
        camera.close()
        assert repr(camera) == "<PicameraSource 0 closed>"


def test_a_camera_that_is_not_there_says_so(pictures: None) -> None:
    with pytest.raises(CameraError, match=r"camera 4 was not found \(1 connected\); check its cable"):
        PicameraSource(4, QUICK).__enter__()


def test_a_camera_that_is_in_use_says_so(pictures: None) -> None:
    with PicameraSource(0, QUICK) as camera:
        with pytest.raises(CameraError, match="the camera can't be used .*busy.*; close other programs that use it"):
            PicameraSource(0, QUICK).__enter__()
        assert _name(next(camera.shots()).frame) in COLOURS


def test_without_any_camera_it_says_so() -> None:
    hidden = VIRTUAL.rename(VIRTUAL.with_suffix(".away"))
    try:
        # in another process: libcamera looks for cameras only once
        process = support.python("from device.camera.open import open_camera; open_camera('auto').__enter__()")
        _, errors = process.communicate(timeout=60)
    finally:
        hidden.rename(VIRTUAL)
    assert "NoCamera: camera 0 was not found (0 connected); check its cable, then start again" in errors


def test_a_camera_that_falls_silent_is_told_of_in_time(pictures: None) -> None:
    with PicameraSource(0, Capture(settle_seconds=0, patience_seconds=1)) as camera:
        shots = camera.shots()
        next(shots)
        camera._camera.stop()  # as a pulled cable: no request comes back
        with pytest.raises(CameraError, match="the camera has given no picture for 1 s; check its cable"):
            list(itertools.islice(shots, 4))


def test_a_camera_whose_stop_hangs_is_given_up(pictures: None) -> None:
    release = threading.Event()
    camera = PicameraSource(0, Capture(settle_seconds=0, patience_seconds=1)).__enter__()
    camera._camera.dispatch_functions([lambda: (release.wait(60), None)], wait=False)  # picamera2's own thread hangs
    with pytest.raises(CameraError, match="the camera has given no picture for 1 s"):
        list(itertools.islice(camera.shots(), 4))
    began = time.monotonic()
    camera.close()
    assert time.monotonic() - began < 3
    release.set()


class _Heard:
    def __init__(self) -> None:
        self.looks: list[Look] = []
        self.states: list[EyeState] = []


def test_an_eye_on_the_camera_is_killed_and_sees_again(pictures: None) -> None:
    heard = _Heard()
    watcher = partial(make_watcher, "otrio", Settings())
    with Eye("picamera2", watcher, QUICK, heard.looks.append, heard.states.append, limits=Limits(pause=0.1)) as eye:
        assert support.wait_for(lambda: len(heard.looks) > 3)
        first = eye.pid
        subprocess.run(["kill", "-KILL", str(first)], check=True)
        assert support.wait_for(lambda: [state.kind for state in heard.states] == ["running", "lost", "running"])
        count = len(heard.looks)
        assert support.wait_for(lambda: len(heard.looks) > count + 3)
        assert eye.pid != first
    assert {look.reading.status for look in heard.looks} <= {"lost", "moving"}, "there is no mat in these pictures"


def test_auto_finds_the_camera_of_the_pi(pictures: None) -> None:
    with open_camera("auto", QUICK) as camera:
        assert repr(camera) == "<PicameraSource 0 open>"


def test_a_webcam_is_blue_green_red_and_closes() -> None:
    subprocess.run(["modprobe", "vivid"], check=True)
    assert support.wait_for(lambda: Path("/dev/video0").exists())
    try:
        with WebcamSource(0, Capture(640, 360, settle_seconds=0.2)) as camera:
            shots = list(itertools.islice(camera.shots(), 5))
        row = shots[-1].frame[shots[-1].frame.shape[0] // 2].astype(int)
        yellow = (row[:, 1] > 120) & (row[:, 2] > 120) & (row[:, 0] < 70)
        blue = (row[:, 0] > 120) & (row[:, 1] < 70) & (row[:, 2] < 70)
        assert yellow.mean() > 0.05 and blue.mean() > 0.05, "no colour bars, or red and blue are swapped"
        assert np.flatnonzero(yellow).mean() < np.flatnonzero(blue).mean(), "mirrored"
        assert [shot.index for shot in shots] == [0, 1, 2, 3, 4]
    finally:
        assert support.wait_for(lambda: subprocess.run(["modprobe", "-r", "vivid"], check=False).returncode == 0)
