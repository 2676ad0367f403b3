"""The mat's corners as they were tapped on a phone, kept in a small file beside the games."""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np

from device.files import write_whole
from device.settings import Settings
from device.watching import table_settings
from vision.faults import BAD_CORNERS, NotFound
from vision.markers import from_corners

_log = logging.getLogger(__name__)
CORNERS_NAME = "corners.json"
Corner: TypeAlias = tuple[float, float]


@dataclass(frozen=True)
class Corners:
    """What was chosen on the page; it counts instead of the settings' own corners."""

    points: tuple[Corner, ...] = ()
    """Pixels, clockwise from the mat's top left; empty: the markers are used."""
    size: tuple[int, int] = (0, 0)
    """Of the picture in which they were tapped."""


def checked(points: Sequence[Corner], size: tuple[int, int], settings: Settings) -> Corners:
    """Return four corners that may be a mat's in a picture of this size; raise NotFound."""
    quad = np.array(points, np.float64)
    if quad.shape != (4, 2) or not ((quad >= 0) & (quad <= size)).all() or _turn(quad) <= 0:
        raise NotFound(BAD_CORNERS)
    from_corners(quad, size, table_settings(settings))
    return Corners(tuple((float(x), float(y)) for x, y in points), size)


def _turn(quad: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """Return twice the area within, negative when the corners run against the clock: then the mat would be mirrored."""
    (x, y), (u, v) = quad.T, np.roll(quad, -1, axis=0).T
    return float((x * v - u * y).sum())


def keep(folder: Path, corners: Corners) -> None:
    """Write the corners down for good; raise OSError."""
    write_whole(folder / CORNERS_NAME, json.dumps({"corners": corners.points, "size": corners.size}).encode())


def kept(folder: Path) -> Corners | None:
    """Return what was chosen on the page; None when nothing was, or it can't be read any more."""
    path = folder / CORNERS_NAME
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        points = tuple((float(x), float(y)) for x, y in said["corners"])
        width, height = said["size"]
        if len(points) in (0, 4):
            return Corners(points, (int(width), int(height)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        pass
    _log.warning("the corners in %s can't be read, so the settings count; tap them anew on the set-up page", path)
    return None


def with_corners(settings: Settings, corners: Corners | None) -> Settings:
    """Return the settings with the corners as they were chosen; raise SettingsError when the markers don't fit."""
    if corners is None:
        return settings
    return replace(settings, mat=replace(settings.mat, corners_px=corners.points))
