"""The mat's four ArUco markers: where their corners are in the frame. First stage of every reading."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.faults import BAD_CORNERS, BLANK, BRIGHT, DARK, MIRRORED, NO_MAT, TWO_BOARDS, NotFound
from vision.reading import Fault
from vision.settings import TableSettings

Grey: TypeAlias = NDArray[np.uint8]
Corners: TypeAlias = Mapping[int, Points]
"""By marker id 0 to 3 the four corners, 4 x 2 pixels, clockwise from the marker's own top left."""

DICTIONARY = cv2.aruco.DICT_4X4_50
ENOUGH = 2
"""Markers that give a pose by themselves."""


def find(grey: Grey, near: Corners | None = None) -> Corners:
    """Return the markers in a grey picture; look first where they were (`near`), and everywhere only if need be.

    Raises NotFound with the reason: no mat, too dark or bright, blank, mirrored, or a marker seen twice.
    """
    seen = _search_near(grey, near) if near and len(near) == 4 else {}
    if len(seen) <= ENOUGH:
        seen = _search_all(grey)
    if len(seen) < ENOUGH:
        raise NotFound(_why_none(grey))
    return {i: _sharpened(grey, c) for i, c in seen.items()}


def visible(grey: Grey) -> Corners:
    """Return whatever markers are in a grey picture, too few for a pose too; raise NotFound when one is there twice."""
    return _search_all(grey)


def on_mat(corners: Corners, settings: TableSettings) -> tuple[Points, Points, Points]:
    """Return all corners' places on the mat (n x 2, mm), in the frame (n x 2, px), and which way is out (n x 2)."""
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])
    mat = [origins(settings)[i] + square * settings.marker_mm for i in corners]
    return np.concatenate(mat), np.concatenate(list(corners.values())), np.tile(square * 2 - 1, (len(corners), 1))


def origins(settings: TableSettings) -> Points:
    """Return the top left corner of markers 0 to 3 on the mat, 4 x 2 millimetres."""
    near, far = settings.inset_mm, settings.inset_mm + settings.marker_mm
    w, h = settings.mat_mm
    return np.array([(near, near), (w - far, near), (w - far, h - far), (near, h - far)])


@lru_cache(maxsize=4)
def _detector(thorough: bool) -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    if thorough:
        parameters.adaptiveThreshWinSizeMin, parameters.adaptiveThreshWinSizeMax = 5, 45
        parameters.adaptiveThreshWinSizeStep = 8
        parameters.adaptiveThreshConstant = 4
        parameters.errorCorrectionRate = 0.8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def _detect(grey: Grey, thorough: bool = False) -> dict[int, Points]:
    """Return the mat's markers in one picture; raise NotFound when one is there twice."""
    corners, ids, _ = _detector(thorough).detectMarkers(grey)
    seen: dict[int, Points] = {}
    for one, i in zip(corners, () if ids is None else ids.ravel(), strict=True):
        quad = one.reshape(4, 2).astype(np.float64)
        if i > 3:
            continue
        if int(i) in seen and np.linalg.norm(quad.mean(0) - seen[int(i)].mean(0)) > _side(quad):
            raise NotFound(TWO_BOARDS)
        seen[int(i)] = quad
    return seen


def _side(quad: Points) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())


def _search_all(grey: Grey) -> dict[int, Points]:
    """Return the markers anywhere; a second, slower search only when the first one misses too many."""
    seen = _detect(grey)
    if len(seen) <= ENOUGH:
        seen = {**_detect(grey, thorough=True), **seen}
    if len(seen) <= ENOUGH:
        seen = {**_detect(_lifted(grey), thorough=True), **seen}
    return seen


def _lifted(grey: Grey) -> Grey:
    """Return the picture with noise smoothed away and dark and hazy places stretched."""
    even = cv2.createCLAHE(4.0, (8, 8)).apply(cv2.medianBlur(grey, 3))
    return np.asarray(even, np.uint8)


def _search_near(grey: Grey, near: Corners) -> dict[int, Points]:
    """Return the markers that are still about where they were, each searched for in its own small window."""
    seen: dict[int, Points] = {}
    for i, quad in near.items():
        reach = 0.6 * _side(quad)
        x0, y0 = np.maximum(np.floor(quad.min(0) - reach), 0).astype(int)
        x1, y1 = np.ceil(quad.max(0) + reach).astype(int)
        found = _detect(grey[y0:y1, x0:x1])
        if i in found:
            seen[i] = found[i] + (x0, y0)
    return seen


def _sharpened(grey: Grey, quad: Points) -> Points:
    """Return the corners to a fraction of a pixel."""
    reach = max(2, round(_side(quad) / 12))
    fine = quad.astype(np.float32).reshape(-1, 1, 2)
    cv2.cornerSubPix(grey, fine, (reach, reach), (-1, -1), (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 20, 0.02))
    moved = fine.reshape(4, 2).astype(np.float64)
    return moved if np.abs(moved - quad).max() < reach + 1 else quad


def _why_none(grey: Grey) -> Fault:
    """Return why a picture shows too few markers."""
    low, middle, high = np.percentile(grey[::4, ::4], (2, 50, 98))
    if high < 25:
        return DARK
    if low > 235:
        return BRIGHT
    if high - low < 6:
        return BLANK
    return MIRRORED if len(_detect(np.ascontiguousarray(grey[:, ::-1]))) >= ENOUGH else NO_MAT


def from_corners(corners_px: Points, size: tuple[int, int], settings: TableSettings) -> tuple[Points, Points]:
    """Return the mat's own four corners (mm and px), as given by a person for a frame of `size`; NotFound if absurd."""
    w, h = settings.mat_mm
    quad = np.asarray(corners_px, np.float64)
    if not cv2.isContourConvex(quad.astype(np.float32)) or cv2.contourArea(
            quad.astype(np.float32)) < 0.01 * size[0] * size[1]:
        raise NotFound(BAD_CORNERS)
    return np.array([(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]), quad
