"""The camera: whether it gives frames, how fast, and what is to be seen in them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from device.appliance import capture_of
from device.camera.open import NONE, open_camera
from device.camera.source import CameraError, NoCamera
from device.doctor.patient import Finding, Patient, fault, ok, warning
from device.doctor.sight import Sight, look
from device.setup.checks import DAZZLED, DIM, NARROW, SLOW
from device.setup.unwatched import is_unwatched
from device.watching import table_settings

ASKED = "the running table"


@dataclass(frozen=True)
class Eyes:
    """Looks through the camera once for all checks, unless a running service has it: then that one is asked."""

    patient: Patient

    @property
    def running(self) -> dict[str, Any] | None:
        """What the service that runs says of its eye, with the referee's word; None when none runs."""
        service = self.patient.running
        return None if service is None else {**service["eye"], "referee": service["referee"]}

    @property
    def unwanted(self) -> bool:
        """Whether the settings, or the choice on the set-up page, want no camera."""
        service = self.running
        if service is not None:
            return bool(service["source"] == NONE)
        return self.patient.settings.camera.source == NONE or is_unwatched(self.patient.folder)

    @cached_property
    def sight(self) -> Sight | CameraError:
        """What our own look showed, or why there is no camera."""
        settings = self.patient.settings
        try:
            open_camera(settings.camera.source, capture_of(settings, 0))
        except CameraError as error:
            return error
        return look(settings.camera.source, capture_of(settings, 0), table_settings(settings))


def camera(eyes: Eyes) -> Finding:
    """Look whether the camera gives frames, and as many as it should."""
    if eyes.unwanted:
        return ok("this table plays without a camera: every game is told on the phones; to have one watch, write "
                  "source = \"auto\" under [camera], or choose it on the page \"Set up\"")
    service = eyes.running
    if service is not None:
        if not service["needed"]:
            return ok(f"{ASKED} needs no camera for its game")
        if service["state"] == "absent":
            return warning(service["text"]["en"])
        if service["state"] == "lost":
            return fault(service["text"]["en"])
        return _speed(eyes.patient, service["frames_per_second"], None, service["source"])
    sight = eyes.sight
    if isinstance(sight, CameraError):
        return warning(sight.text.en) if isinstance(sight, NoCamera) else fault(sight.text.en)
    if sight.state is None:
        return fault("the camera has not opened within 40 seconds; check its cable, and start the machine again")
    if sight.state.kind in ("lost", "absent") and sight.state.text is not None:
        return (fault if sight.state.kind == "lost" else warning)(sight.state.text.en)
    for note in sight.state.notes:
        return warning(note.en)
    return _speed(eyes.patient, sight.frames_per_second, sight.size, eyes.patient.settings.camera.source)


def _speed(patient: Patient, rate: float | None, size: tuple[int, int] | None, source: str) -> Finding:
    asked = patient.settings.camera.frames_per_second
    if rate is None:
        return warning(f"the camera {source} has given no two frames yet; ask again in a minute")
    if rate < SLOW * asked:
        return warning(f"the camera {source} gives {rate:.1f} frames a second instead of {asked:g}; give the table "
                       "more light, or ask for smaller pictures under [camera]")
    if size is not None and size[0] < NARROW:
        return warning(f"the camera {source} gives pictures of {size[0]} x {size[1]} pixels, in which small pieces are "
                       "mistaken; set width = 1280 and height = 720 under [camera]")
    shape = f" of {size[0]} x {size[1]} pixels" if size is not None else ""
    return ok(f"the camera {source} gives {rate:.1f} frames a second{shape}")


def markers(eyes: Eyes) -> Finding:
    """Look whether the mat is where the camera sees it."""
    if eyes.unwanted:
        return ok("without a camera no mat is looked for")
    if eyes.running is not None:
        return _said(eyes, "the mat")
    sight = eyes.sight
    if isinstance(sight, CameraError) or not sight.size[0]:
        return warning("no picture, so no markers: see to the camera first")
    if sight.fault is not None:
        return fault(sight.fault.text.en)
    if eyes.patient.settings.mat.corners_px:
        return ok("the mat is given by its corners, without markers")
    hidden = [number for number in range(4) if number not in sight.markers]
    if hidden:
        places = ("top left", "top right", "bottom right", "bottom left")
        return warning(f"the marker at the {places[hidden[0]]} is not seen; take away what covers it, or turn the "
                       "camera until all four are in its picture")
    return ok("all four markers are seen")


def light(eyes: Eyes) -> Finding:
    """Look whether the light lets colours be told."""
    if eyes.unwanted:
        return ok("without a camera any light will do")
    if eyes.running is not None:
        return _said(eyes, "the light")
    sight = eyes.sight
    if isinstance(sight, CameraError) or not sight.size[0]:
        return warning("no picture, so no light: see to the camera first")
    if sight.fault is not None:
        return warning("the light can't be measured without the markers: see to those first")
    if sight.brightness < DIM:
        return fault("the table is so dark that colours can't be told; turn on a lamp")
    if sight.clipped > DAZZLED:
        return warning("the table is so bright that colours can't be told; turn the lamp away or lower the camera's "
                       "exposure")
    return ok(f"white paper is at {sight.brightness:.0%} of what the camera can tell")


def _said(eyes: Eyes, what: str) -> Finding:
    service = eyes.running
    assert service is not None
    if service["needed"] and service["referee"].get("state") == "lost":
        return fault(service["referee"]["text"]["en"])
    return ok(f"{ASKED} has no complaint of {what}")
