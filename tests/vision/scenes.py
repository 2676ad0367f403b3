"""Pictures of a mat with flat things on it, as a camera above would take them: what no photograph shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Camera, Points, focal_px
from vision.markers import DICTIONARY, origins
from vision.reading import Frame
from vision.settings import TableSettings

PER_MM = 4.0
AROUND_MM = 120.0
"""How much of the table is drawn around the mat."""
SIZE = 1536, 864


@dataclass(frozen=True)
class Scene:
    """A table, the light on it and the camera over it."""

    sheet: tuple[int, int, int] | None = (246, 246, 246)
    """BGR of the printed sheet; None: the markers are squares stuck on the table."""
    table: tuple[int, int, int] = (70, 110, 150)
    stripes: tuple[int, int, int] | None = None
    """BGR of every second stripe of a cloth, 18 mm wide."""
    light: tuple[float, float, float] = (0.9, 0.9, 0.9)
    """What the white of each channel comes to."""
    slope: float = 0.0
    """How much brighter, as a logarithm, the right edge of the picture is than the left."""
    noise: float = 2.0
    blur: float = 0.6
    off_mm: tuple[float, float] = (10.0, 60.0)
    """Where the camera hangs, from the mat's middle."""
    height_mm: float = 580.0
    roll_deg: float = 2.0
    k1: float = -0.03

    def camera(self) -> Camera:
        """Return the camera, which looks at the mat's middle."""
        middle = np.array([210.0, 148.5, 0.0])
        eye = middle + (*self.off_mm, -self.height_mm)
        ahead = (middle - eye) / np.linalg.norm(middle - eye)
        roll = np.radians(self.roll_deg)
        right = np.array([np.cos(roll), np.sin(roll), 0.0])
        right -= ahead * (right @ ahead)
        right /= np.linalg.norm(right)
        rotation = np.stack([right, np.cross(ahead, right), ahead])
        rvec = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()
        centre = (SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2
        return Camera(rvec, -rotation @ eye, focal_px(SIZE[0], 66.0), centre, self.k1, 0.0)


def photograph(scene: Scene, cards: Sequence[tuple[Frame, Points]] = ()) -> Frame:
    """Return the picture (BGR, SIZE) of a scene with flat cards, each with its corners on the mat (4 x 2 mm)."""
    out, plan = _bare(scene).copy(), _ground(scene).copy()
    for picture, corners in cards:
        h, w = picture.shape[:2]
        source = np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float32)
        into = cv2.getPerspectiveTransform(source, ((corners + AROUND_MM) * PER_MM).astype(np.float32))
        fine = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        cv2.warpPerspective(fine, into @ np.diag([2.0, 2.0, 1.0]), plan.shape[1::-1], dst=plan,
                            borderMode=cv2.BORDER_TRANSPARENT)
    if cards:
        on_mat = np.concatenate([corners for _, corners in cards])
        at = scene.camera().project(np.column_stack([on_mat, np.zeros(len(on_mat))]))
        (x0, y0), (x1, y1) = np.floor(at.min(axis=0)).astype(int) - 8, np.ceil(at.max(axis=0)).astype(int) + 8
        out[y0:y1, x0:x1] = _exposed(scene, plan, (slice(y0, y1), slice(x0, x1)))
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, 88])[1], 1), np.uint8)


@lru_cache(maxsize=2)
def _bare(scene: Scene) -> Frame:
    return _exposed(scene, _ground(scene), (slice(None), slice(None)))


@lru_cache(maxsize=2)
def _ground(scene: Scene) -> Frame:
    settings = TableSettings()
    w, h = (round((side + 2 * AROUND_MM) * PER_MM) for side in settings.mat_mm)
    plan = np.full((h, w, 3), scene.table, np.uint8)
    if scene.stripes is not None:
        plan[:, (np.arange(w) / PER_MM // 18) % 2 == 1] = scene.stripes
    edge = round(AROUND_MM * PER_MM)
    if scene.sheet is not None:
        plan[edge:-edge, edge:-edge] = scene.sheet
    dictionary, side = cv2.aruco.getPredefinedDictionary(DICTIONARY), round(settings.marker_mm * PER_MM)
    rim = round(5 * PER_MM)
    for i, at in enumerate(origins(settings)):
        x, y = np.round((at + AROUND_MM) * PER_MM).astype(int)
        plan[y - rim:y + side + rim, x - rim:x + side + rim] = 246
        plan[y:y + side, x:x + side] = np.maximum(cv2.aruco.generateImageMarker(dictionary, i, side), 12)[..., None]
    return plan


@lru_cache(maxsize=2)
def _rays(scene: Scene) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return for every pixel of the picture where in the plan it looks."""
    camera = scene.camera()
    x, y = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    u, v = ((side - c) / camera.focal for side, c in zip((x, y), camera.centre, strict=True))
    bend = 1 / (1 + camera.k1 * (u * u + v * v))
    rays = np.stack([u * bend, v * bend, np.ones(u.shape)], axis=-1) @ camera.rotation
    eye = -camera.rotation.T @ camera.tvec
    away = -eye[2] / rays[..., 2]
    across, down = (((eye[k] + away * rays[..., k] + AROUND_MM) * PER_MM).astype(np.float32) for k in (0, 1))
    return across, down


@lru_cache(maxsize=2)
def _grain(scene: Scene) -> NDArray[np.float32]:
    return np.random.default_rng(1).normal(0, max(scene.noise, 1e-6), (SIZE[1], SIZE[0], 3)).astype(np.float32)


def _exposed(scene: Scene, plan: Frame, part: tuple[slice, slice]) -> Frame:
    """Return a part of the picture of a plan under the scene's light."""
    across, down = _rays(scene)
    seen = cv2.remap(plan, across[part], down[part], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    side = np.exp(scene.slope * np.linspace(-0.5, 0.5, SIZE[0], dtype=np.float32)) ** (1 / 2.2)
    lit = seen * (np.asarray(scene.light, np.float32) ** (1 / 2.2) * side[part[1], None])
    noisy = cv2.GaussianBlur(lit, (0, 0), scene.blur) + _grain(scene)[part]
    return np.asarray(np.clip(noisy, 0, 255), np.uint8)


def laid(size_mm: tuple[float, float], centre: tuple[float, float], yaw_deg: float) -> Points:
    """Return a card's corners on the mat, clockwise from its own top left, 4 x 2 mm."""
    w, h = size_mm
    c, s = np.cos(np.radians(yaw_deg)), np.sin(np.radians(yaw_deg))
    corners = np.array([(-w, -h), (w, -h), (w, h), (-w, h)]) / 2
    return np.asarray(corners @ np.array([[c, s], [-s, c]]) + centre)
