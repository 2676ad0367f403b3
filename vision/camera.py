"""The camera over the table: where a point of the table, at any height, lies in the frame."""

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Points: TypeAlias = NDArray[np.float64]

_K1_SIGMA = 0.06
"""How far a lens of this kind strays from no distortion: holds k1 where the corners say little about it."""
_SWELL_SIGMA = 0.4
"""How much wider or narrower than printed a marker may look at each edge, millimetres."""
_CORNER_SIGMA = 0.2
"""How exactly a marker's corner is found, pixels."""


@dataclass(frozen=True)
class Camera:
    """A pose and a lens, from marker corners."""

    rvec: Points
    tvec: Points
    focal: float
    centre: tuple[float, float]
    k1: float
    error: float
    """Root mean square distance of the corners from where this camera puts them, pixels."""

    @property
    def matrix(self) -> Points:
        """Return the 3 x 3 intrinsic matrix, pixels."""
        return np.array([[self.focal, 0.0, self.centre[0]], [0.0, self.focal, self.centre[1]], [0.0, 0.0, 1.0]])

    def project(self, points_mm: ArrayLike) -> Points:
        """Return frame pixels, n x 2, for points of the mat's frame, n x 3 (x, y, z up) in millimetres."""
        x, y, z = np.asarray(points_mm, np.float64).reshape(-1, 3).T
        (a, b, c), t = self.rotation.T, self.tvec
        px = [a[i] * x + b[i] * y - c[i] * z + t[i] for i in range(3)]
        u, v = px[0] / px[2], px[1] / px[2]
        bend = self.focal * (1.0 + self.k1 * (u * u + v * v))
        return np.stack([u * bend + self.centre[0], v * bend + self.centre[1]], axis=1)

    @property
    def rotation(self) -> Points:
        """Return the 3 x 3 rotation from the mat's frame (z down) to the camera's."""
        return np.asarray(cv2.Rodrigues(self.rvec)[0], np.float64)

    @property
    def position_mm(self) -> Points:
        """Return where the camera hangs in the mat's frame: x, y, z up, millimetres."""
        eye = -self.rotation.T @ self.tvec
        return np.array([eye[0], eye[1], -eye[2]])


def focal_px(width: int, hfov_deg: float) -> float:
    """Return the focal length in pixels of a lens that sees `hfov_deg` across a frame `width` pixels wide."""
    return width / 2 / float(np.tan(np.radians(hfov_deg) / 2))


def solve(
    mat_mm: Points, frame_px: Points, size: tuple[int, int], hfov_deg: float, outward_mm: Points | None = None
) -> Camera:
    """Return the camera that puts points of the mat (n x 2, millimetres) where they were seen (n x 2, pixels).

    `size` is the frame's width and height. Four points or more, not on one line. The lens's k1 is refined with the
    pose once eight points are known, held near 0 where they say little. `outward_mm`, n x 2, says for a marker's
    corner which way is out: blur and glare let white eat black, so all markers may look smaller by one unknown amount.
    Raises ValueError when no pose fits.
    """
    focal = focal_px(size[0], hfov_deg)
    centre = ((size[0] - 1) / 2, (size[1] - 1) / 2)
    lens = np.array([[focal, 0.0, centre[0]], [0.0, focal, centre[1]], [0.0, 0.0, 1.0]])
    found, rvec, tvec = cv2.solvePnP(_flat(mat_mm), frame_px, lens, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    if not found:
        raise ValueError("no camera pose fits the mat's corners; show the whole mat to the camera")
    start = np.concatenate([rvec.ravel(), tvec.ravel(), [0.0, 0.0]])
    free = 6 if len(mat_mm) < 8 else 7 if outward_mm is None else 8
    out = np.zeros_like(mat_mm) if outward_mm is None else outward_mm
    pose, error = _refine(start, free, mat_mm, out, frame_px, lens)
    return Camera(pose[:3], pose[3:6], focal, centre, float(pose[6]), error)


def _flat(mat_mm: Points) -> Points:
    return np.column_stack([mat_mm, np.zeros(len(mat_mm))])


def _refine(start: Points, free: int, mat_mm: Points, out: Points, seen: Points, lens: Points) -> tuple[Points, float]:
    """Return rotation, translation, k1 and swelling after Gauss-Newton steps, and the error that is left, in pixels."""
    pose = start.copy()
    prior = np.array([0.0] * 6 + [1 / _K1_SIGMA**2, 1 / _SWELL_SIGMA**2])[:free]
    miss = np.zeros(2 * len(seen))
    for _ in range(6):
        at, slopes = _project_swollen(pose, mat_mm, out, lens)
        slopes = slopes[:, :free] / _CORNER_SIGMA
        miss = (seen - at).ravel()
        step = np.linalg.solve(
            slopes.T @ slopes + np.diag(prior), slopes.T @ miss / _CORNER_SIGMA - prior * pose[:free])
        pose[:free] += step
        if np.abs(step).max() < 1e-5:
            break
    return pose, float(np.sqrt((miss**2).mean() * 2))


def _project_swollen(pose: Points, mat_mm: Points, out: Points, lens: Points) -> tuple[Points, Points]:
    """Return where the points come to lie (n x 2) and the slopes by rotation, translation, k1 and swelling (2n x 8)."""
    bend = np.array([pose[6], 0.0, 0.0, 0.0, 0.0])
    world = _flat(mat_mm + pose[7] * out)
    at, slopes = cv2.projectPoints(world, pose[:3], pose[3:6], lens, bend)[:2]
    beyond = cv2.projectPoints(world + 0.1 * _flat(out), pose[:3], pose[3:6], lens, bend)[0]
    swell = (beyond - at).reshape(-1, 1) / 0.1
    return np.asarray(at.reshape(-1, 2)), np.hstack([slopes[:, [0, 1, 2, 3, 4, 5, 10]], swell])
