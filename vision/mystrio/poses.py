"""Exactly how each token lies, so that two still looks at a table tell which tokens a hand has touched in between."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from rules.game import Piece, Slot
from vision.camera import Camera, Points
from vision.lines import LineBoard
from vision.mystrio.outlines import Outlines
from vision.mystrio.tokens import TOP_MM, Tokens, pose_turn
from vision.reading import UNSURE, Distribution, Frame, Reading, told
from vision.rings import Place

_PATCH = 24
"""Pixels across a patch."""
_PATCH_MM = 10.0
"""Half of what it shows of a token's top."""
_SHIFTED_MM = 0.8
"""A token that lies so far from where it lay has been handled; looks at one that was not differ by a third of it."""
_TURNED_DEG = 3.0
_GRAIN = 0.35
"""Patches that show some grain and agree less than this (correlation) are not of the same wood in the same place."""
_SOME_GRAIN = 2.5
"""A patch with less contrast than this, in noises, shows no grain to compare."""


@dataclass(frozen=True)
class Pose:
    """How a token lies: its middle in the board's frame (x to the right, y down, from the board's centre, mm)."""

    x: float
    y: float
    turn: float | None
    """Degrees clockwise as the camera sees it; None for what looks the same however it is turned."""
    every: float
    """After so many degrees it looks the same."""
    patch: NDArray[np.float32] = field(repr=False)
    """Its top seen from above, unturned, even light taken off, in noises; for comparing grain."""


def poses_of(frame: Frame, camera: Camera, place: Place, board: LineBoard, found: Outlines, tokens: Tokens,
             slots: Mapping[Slot, Distribution]) -> dict[Slot, Pose]:
    """Return the pose of every token that is surely there."""
    surely = {slot: (cell, piece) for cell, (slot, likely) in enumerate(slots.items())
              if (piece := told(likely)) is not None and piece != UNSURE}
    if not surely:
        return {}
    cells = [cell for cell, _ in surely.values()]
    middles = np.array(board.centres)[cells] + found.poses[cells, :2]
    patches = _patches(frame, camera, place, middles)
    return {slot: Pose(float(x), float(y), *_turn(found, tokens, cell, piece), patch)
            for (slot, (cell, piece)), (x, y), patch in zip(surely.items(), middles, patches, strict=True)}


def _turn(found: Outlines, tokens: Tokens, cell: int, piece: Piece) -> tuple[float | None, float]:
    if found.kind == "square":
        return float(np.degrees(found.poses[cell, 2])), 90.0
    return pose_turn(found, tokens.symbols[cell], piece) or (None, 0.0)


def _patches(frame: Frame, camera: Camera, place: Place, middles: Points) -> list[NDArray[np.float32]]:
    """Return each token's top as the board's axes have it, less what is smooth, divided by the noise."""
    axis = (np.arange(_PATCH) + 0.5) / _PATCH * 2 * _PATCH_MM - _PATCH_MM
    grid = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    flat = (middles[:, None] + grid[None]).reshape(-1, 2)
    at = camera.project(place.to_mat(np.column_stack([flat, np.full(len(flat), TOP_MM)]))).astype(np.float32)
    u, v = at.T.reshape(2, len(middles), -1)
    seen = cv2.remap(frame, u, v, cv2.INTER_LINEAR).mean(axis=2).reshape(-1, _PATCH, _PATCH).astype(np.float32)
    return [_grain(top) for top in seen]


def _grain(top: NDArray[np.float32]) -> NDArray[np.float32]:
    fine = cv2.GaussianBlur(top, (0, 0), 0.8)
    noise = float(np.median(np.abs(top - fine))) + 0.5
    return np.asarray((fine - cv2.GaussianBlur(top, (0, 0), 5.0)) / noise, np.float32)


def handled(before: Reading, after: Reading) -> list[Slot]:
    """Return the cells whose token lies otherwise than before, or whose piece has come, gone or been turned over.

    Both readings are a Mystrio reader's, of a still table. The whole board may have been shifted: what all tokens did
    together, none did. Cells that were not surely seen in both are left out. In the slots' order.
    """
    then, now = before.evidence.get("poses", {}), after.evidence.get("poses", {})
    same = [slot for slot in before.slots if slot in then and slot in now]
    drift = _drift([then[s] for s in same], [now[s] for s in same])
    touched = {slot for slot in same if moved(then[slot], now[slot], drift)}
    for slot, likely in before.slots.items():
        old, new = told(likely), told(after.slots.get(slot, {UNSURE: 1.0}))
        if UNSURE not in (old, new) and old != new:
            touched.add(slot)
    return [slot for slot in before.slots if slot in touched]


def _drift(then: list[Pose], now: list[Pose]) -> Points:
    """Return by how much the tokens seem to have shifted together, median x and y in millimetres."""
    if len(then) < 3:
        return np.zeros(2)
    return np.asarray(np.median([(b.x - a.x, b.y - a.y) for a, b in zip(then, now, strict=True)], axis=0))


def moved(then: Pose, now: Pose, drift: Points | None = None) -> bool:
    """Return whether a token lies otherwise: shifted, turned, or of another grain."""
    dx, dy = (0.0, 0.0) if drift is None else drift
    if np.hypot(now.x - then.x - dx, now.y - then.y - dy) > _SHIFTED_MM:
        return True
    if then.turn is not None and now.turn is not None and then.every == now.every:
        away = (now.turn - then.turn + then.every / 2) % then.every - then.every / 2
        if abs(away) > _TURNED_DEG:
            return True
    return _grain_differs(then.patch, now.patch)


def _grain_differs(a: NDArray[np.float32], b: NDArray[np.float32]) -> bool:
    if min(float(a.std()), float(b.std())) < _SOME_GRAIN:
        return False
    return float(np.corrcoef(a.ravel(), b.ravel())[0, 1]) < _GRAIN
