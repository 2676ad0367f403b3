"""Camera, light and board against what is known of the photographs."""

import cv2
import numpy as np
import pytest

from tests.vision.harm import gains
from tests.vision.otrio_photos import names, photo, truth
from vision import light, markers
from vision.camera import Camera, solve
from vision.mat import Laps, Memory, locate
from vision.otrio.reader import OtrioReader
from vision.settings import TableSettings

SETTINGS = TableSettings()
HALF_PX = 0.5
"""The truth counts from a pixel's edge, frames from its centre."""


def camera_of(name: str) -> Camera:
    return locate(photo(name), SETTINGS, Memory(), Laps(None))[0]


@pytest.mark.parametrize("name", names()[::3])
def test_the_mats_corners_are_where_the_photograph_has_them(name: str) -> None:
    w, h = SETTINGS.mat_mm
    seen = camera_of(name).project([(0, 0, 0), (w, 0, 0), (w, h, 0), (0, h, 0)]) + HALF_PX
    assert np.abs(seen - np.array(truth(name)["mat_corners_px"])).max() < 0.6


@pytest.mark.parametrize("name", names()[::3])
def test_the_board_is_found_where_it_lies_and_as_high_as_it_stands(name: str) -> None:
    reading = OtrioReader().read(photo(name))
    edge = np.array(reading.sketch[0].outline) + HALF_PX
    assert np.abs(edge - np.array(truth(name)["board_corners_px"])).max() < 2.5
    assert reading.evidence["board"]["height"] == pytest.approx(truth(name)["board_height_mm"], abs=4.0)


def test_a_camera_projects_as_opencv_does() -> None:
    camera = Camera(np.array([0.1, -0.2, 0.05]), np.array([-200.0, -140.0, 580.0]), 985.0, (639.5, 359.5), -0.04, 0.0)
    points = np.array([(0.0, 0.0, 0.0), (420.0, 297.0, 0.0), (210.0, 100.0, 25.0)])
    want = cv2.projectPoints(points * (1, 1, -1), camera.rvec, camera.tvec, camera.matrix,
                             np.array([camera.k1, 0.0, 0.0, 0.0]))[0].reshape(-1, 2)
    assert np.allclose(camera.project(points), want, atol=1e-6)


def test_a_pose_is_recovered_from_exact_corners_with_swollen_markers() -> None:
    made = Camera(np.array([0.15, -0.1, 0.02]), np.array([-205.0, -150.0, 590.0]), 985.486, (639.5, 359.5), 0.05, 0.0)
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    mat = np.concatenate([origin + 30.0 * square for origin in markers.origins(SETTINGS)])
    outward = np.tile(square * 2 - 1, (4, 1))
    seen = made.project(np.column_stack([mat - 0.25 * outward, np.zeros(16)]))
    got = solve(mat, seen, (1280, 720), 66.0, outward)
    assert np.allclose(got.position_mm, made.position_mm, atol=1.0)
    assert got.k1 == pytest.approx(0.05, abs=0.01)
    assert got.error < 0.05


def test_light_follows_exposure_and_colour() -> None:
    frame = photo("otrio-013")
    camera = camera_of("otrio-013")
    plain = light.measure(frame, camera, (0, 1, 2, 3), SETTINGS)
    warm = light.measure(gains(0.5, 0.75, 0.9)(frame), camera, (0, 1, 2, 3), SETTINGS)
    expected = np.array([0.5, 0.75, 0.9]) ** 2.2
    assert np.allclose(warm.white / plain.white, expected, rtol=0.08)
    assert plain.clipped == 0.0


def test_light_without_markers_is_plain() -> None:
    assert light.measure(photo("otrio-013"), camera_of("otrio-013"), (), SETTINGS) is light.PLAIN


def test_markers_are_found_again_near_where_they_were() -> None:
    grey = np.asarray(cv2.cvtColor(photo("otrio-005"), cv2.COLOR_BGR2GRAY), np.uint8)
    first = markers.find(grey)
    moved = np.asarray(np.roll(grey, (5, -4), (0, 1)), np.uint8)
    again = markers.find(moved, first)
    assert sorted(again) == [0, 1, 2, 3]
    assert all(np.allclose(again[i] - first[i], (-4.0, 5.0), atol=0.2) for i in first)


@pytest.mark.parametrize(("wrong", "remedy"), [
    ({"marker_mm": 0.0}, "give it in millimetres"), ({"hfov_deg": 5.0}, "data sheet"),
    ({"mat_mm": (60.0, 50.0)}, "sheet"),
])
def test_settings_that_cannot_be_are_refused_with_the_remedy(wrong: dict[str, object], remedy: str) -> None:
    with pytest.raises(ValueError, match=remedy):
        TableSettings(**wrong)  # type: ignore[arg-type]
