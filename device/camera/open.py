"""Finds the camera that a source's name means."""

from importlib.util import find_spec
from pathlib import Path

from device.camera import sentences
from device.camera.film import FilmSource
from device.camera.picamera import PicameraSource
from device.camera.simulated import SimulatedCamera
from device.camera.source import Camera, CameraError, Capture, NoCamera
from device.camera.webcam import WebcamSource

NONE = "none"
"""The source of a table that plays without a camera."""


def open_camera(source: str, capture: Capture | None = None) -> Camera:
    """Return the camera, not yet opened: `with open_camera("picamera2") as camera`; raise CameraError for no source.

    Sources: "auto", "picamera2[:n]", "webcam[:n]" (n counted from 0), "simulated[:file]", or the path of a film or a
    folder of pictures.
    """
    capture = capture or Capture()
    kind, _, rest = (_found() if source == "auto" else source).partition(":")
    if kind == "picamera2":
        return PicameraSource(_number(source, rest), capture)
    if kind == "webcam":
        return WebcamSource(_number(source, rest), capture)
    if kind == "simulated":
        return SimulatedCamera(rest or None, capture)
    if source == NONE:
        raise NoCamera(sentences.NONE_WANTED)
    if not source or not Path(source).exists():
        raise CameraError(sentences.NO_SUCH_SOURCE.fill(source=repr(source)))
    return FilmSource(source, capture)


def _found() -> str:
    """Return the live camera that this machine seems to have."""
    if find_spec("picamera2") is not None:
        return "picamera2"
    if Path("/dev/video0").exists():
        return "webcam"
    raise NoCamera(sentences.NO_CAMERA)


def _number(source: str, text: str) -> int:
    if text and not text.isdecimal():
        raise CameraError(sentences.NOT_A_NUMBER.fill(source=source))
    return int(text or 0)
