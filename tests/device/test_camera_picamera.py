"""How the Picamera2 source locks a sensor, on a stand-in for picamera2; the real one is tested in tests/pi."""

import itertools
import sys
import types
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

from device.camera.picamera import PicameraSource
from device.camera.source import CameraError, Capture

QUICK = Capture(64, 48, frames_per_second=20, settle_seconds=0, patience_seconds=0.2)
BGR = {"RGB888": (10, 20, 200), "BGR888": (200, 20, 10), "XRGB8888": (10, 20, 200, 255), "XBGR8888": (200, 20, 10, 255)}
"""How a red pixel lies in memory, by picamera2's names."""


class Sensor:
    """A sensor with automatic exposure and white balance that drift with every frame until they are switched off."""

    def __init__(self) -> None:
        self.format = "RGB888"
        self.deaf: set[str] = set()
        """Controls that it ignores without a word."""
        self.silent = False
        self.controls: dict[str, Any] = {}
        self.closed = 0
        self.released = 0
        self.frames = 0

    def metadata(self) -> dict[str, Any]:
        self.frames += 1
        drift = {"ExposureTime": 9000 + 500 * self.frames, "AnalogueGain": 1.0 + self.frames / 5,
                 "ColourGains": (1.5 + self.frames / 5, 2.0)}
        said = {name: value for name, value in self.controls.items() if name not in self.deaf}
        auto = "AeEnable" not in said or said["AeEnable"]
        exposed = drift if auto else drift | {k: said[k] for k in ("ExposureTime", "AnalogueGain") if k in said}
        if not said.get("AwbEnable", True) and "ColourGains" in said:
            exposed = exposed | {"ColourGains": said["ColourGains"]}
        duration = said.get("FrameDurationLimits", (66666, 66666))[0]
        return {**exposed, "ExposureTime": exposed["ExposureTime"] - 7, "FrameDuration": duration + 12}


class FakePicamera2:
    sensor = Sensor()

    def __init__(self, number: int) -> None:
        self.camera_controls = {name: (0, 0, 0) for name in (
            "FrameDurationLimits", "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")}

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [{"Num": 0}]

    def create_video_configuration(self, main: dict[str, Any], **rest: Any) -> dict[str, Any]:
        return {"main": {**main, "format": self.sensor.format}, **rest}

    def configure(self, configuration: dict[str, Any]) -> None:
        self._configuration = configuration
        self.sensor.controls |= configuration["controls"]

    def camera_configuration(self) -> dict[str, Any]:
        return self._configuration

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.sensor.controls |= controls

    def start(self) -> None:
        pass

    def close(self) -> None:
        self.sensor.closed += 1

    def capture_request(self, wait: bool) -> Any:
        assert wait is False, "this could hang for ever"
        job: Future[Any] = Future()
        if not self.sensor.silent:
            job.set_result(self)
        return types.SimpleNamespace(get_result=lambda timeout: job.result(timeout=timeout))

    def make_array(self, name: str) -> np.ndarray:
        return np.full((48, 64, len(BGR[self.sensor.format])), BGR[self.sensor.format], np.uint8)

    def get_metadata(self) -> dict[str, Any]:
        return self.sensor.metadata()

    def release(self) -> None:
        self.sensor.released += 1


@pytest.fixture
def sensor(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sensor]:
    module = types.ModuleType("picamera2")
    module.Picamera2 = FakePicamera2  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)
    FakePicamera2.sensor = Sensor()
    yield FakePicamera2.sensor
    assert FakePicamera2.sensor.closed == 1


def _notes() -> list[str]:
    with PicameraSource(0, QUICK) as camera:
        return [note.en for note in camera.notes]


def test_exposure_gains_and_frame_rate_are_fixed_as_they_settled(sensor: Sensor) -> None:
    with PicameraSource(0, QUICK) as camera:
        assert camera.notes == ()
        first = sensor.metadata()
        list(itertools.islice(camera.shots(), 10))
        assert sensor.metadata() == first, "it still drifts"
    assert (sensor.controls["AeEnable"], sensor.controls["AwbEnable"]) == (False, False)
    assert sensor.controls["ExposureTime"] == 9000 + 500 - 7
    assert sensor.controls["FrameDurationLimits"] == (50000, 50000)
    assert sensor.released == sensor.frames - 2, "a request was not given back"


@pytest.mark.parametrize(("deaf", "named"), [
    ({"AeEnable"}, "the exposure, the gain"),
    ({"ColourGains"}, "the white balance"),
    ({"AeEnable", "AwbEnable"}, "the exposure, the gain, the white balance"),
])
def test_a_control_that_is_ignored_without_a_word_is_noted(sensor: Sensor, deaf: set[str], named: str) -> None:
    sensor.deaf = deaf
    assert _notes() == [f"the camera does not keep {named} fixed; colours may drift with the light, "
                        "so keep the light even"]


def test_a_frame_rate_that_is_ignored_is_noted(sensor: Sensor) -> None:
    sensor.deaf = {"FrameDurationLimits"}
    assert _notes() == ["the camera does not keep the frame rate fixed; a slower one is used when it is dark, "
                        "so light the table better"]


@pytest.mark.parametrize("name", BGR)
def test_red_is_red_whatever_the_camera_calls_its_format(sensor: Sensor, name: str) -> None:
    sensor.format = name
    with PicameraSource(0, QUICK) as camera:
        frame = next(camera.shots()).frame
    assert frame.shape == (48, 64, 3)
    assert frame[20, 20].tolist() == [10, 20, 200]


def test_a_format_that_nobody_knows_says_so(sensor: Sensor) -> None:
    sensor.format = "MONO16"
    with pytest.raises(CameraError, match="the camera gives MONO16, which can't be used; choose another width"):
        PicameraSource(0, QUICK).__enter__()


def test_a_camera_that_falls_silent_says_so_within_its_patience(sensor: Sensor) -> None:
    with PicameraSource(0, QUICK) as camera:
        shots = camera.shots()
        next(shots)
        sensor.silent = True
        with pytest.raises(CameraError, match=r"the camera has given no picture for 0.2 s; check its cable"):
            next(shots)
