"""Faces of dice built from pips that are tilted alike, wherever the camera stands."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import pips
from vision.camera import Points
from vision.dice.pips import Pips

RADII = (0.08, 0.10, 0.12, 0.14)
"""A pip's radius as a share of its face's side: dice differ."""
_NARROW = (1.0, 1.3, 1.6)
"""How much closer the two columns of a six may stand than the pips within them are spread: dice differ in that too."""
_LATTICE = 15
_ROWS = 30_000
"""OpenCV samples a little more at a time, but not much."""
_REACH = 0.38
"""How far from a face's middle it is looked at, in shares of its side."""
_LIKE = 0.7
"""Two pips of one face have shapes whose logarithms differ by less than this."""
_TURNS = 6
"""A single pip does not show how its face is turned; so many turns are tried."""
_FAR = 14.0
"""Opposite pips of a face are no further apart than this, in pip radii."""
_NEAR = 0.75
"""A pip lies no further than this from its place, in pip radii."""
_PROMISING = 0.55
"""A face that fits worse before it is settled on its pips is none."""
_STRANGER = 0.2
"""A face's merit falls by this for each pip on it that its pattern does not have."""


def _six(narrow: float) -> tuple[tuple[float, float], ...]:
    """Return the places of a six whose columns are closer by `narrow` than their pips are spread."""
    return tuple((x / narrow**0.5, y * narrow**0.5) for x in (-1, 1) for y in (-1, 0, 1))


_PATTERNS: tuple[tuple[int, tuple[tuple[float, float], ...]], ...] = (
    (1, ((0, 0),)),
    (2, ((-1, -1), (1, 1))),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (4, ((-1, -1), (1, 1), (-1, 1), (1, -1))),
    (5, ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0))),
    *((6, _six(narrow)) for narrow in _NARROW),
)
_VALUES = np.array([value for value, _ in _PATTERNS])
_PLACES = tuple(np.array(places) * pips.SPREAD for _, places in _PATTERNS)
_SPANS = ((2 * np.sqrt(2) * pips.SPREAD, np.pi / 4, -1),
          *((2 * pips.SPREAD / narrow**0.5, 0.0, 5 + n) for n, narrow in enumerate(_NARROW)))
"""How far opposite pips are apart, how their line leans, and which pattern alone is meant, if one is."""


@dataclass(frozen=True)
class Face:
    """A face of a die in a picture."""

    value: int
    at: Points
    """Its middle, pixels."""
    frame: Points
    """2 x 2: from shares of the face's side to pixels."""
    fit: float
    """How well the pips fit their pattern, at most 1."""
    merit: float
    """The fit, less what speaks against it: pips not found one by one, of another tilt, or beside the pattern."""
    radius: float
    """Its pips' radius as a share of its side."""
    contrast: float
    """By how many grey levels its pips stand out."""
    depth: float
    """How much darker its pips are than it, or it than its light pips, as a share of the brighter of the two."""
    crowd: int
    """How many spots like its pips the whole picture has: many where the ground has a pattern or a texture."""

    @property
    def side(self) -> float:
        """Return the length of its side, as the root of its area, pixels."""
        return float(np.sqrt(abs(np.linalg.det(self.frame))))

    @property
    def tilt(self) -> Points:
        """Return how it is seen askew, as the logarithm of a 2 x 2 matrix: 0 from straight above."""
        return np.asarray(log_symmetric((self.frame @ self.frame.T)[None] / self.side**2)[0] / 2, np.float64)

    @property
    def corners(self) -> Points:
        """Return its four corners, 4 x 2 pixels."""
        square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
        return np.asarray(square @ self.frame.T + self.at)


def log_symmetric(matrices: Points) -> Points:
    """Return the logarithms of symmetric positive matrices, n x 2 x 2."""
    values, vectors = np.linalg.eigh(matrices)
    return np.asarray(np.einsum("nij,nj,nkj->nik", vectors, np.log(np.maximum(values, 1e-9)), vectors))


def find(bright: pips.Grey, found: Pips, least: float, dark: bool) -> list[Face]:
    """Return the faces that the pips may form and that fit better than `least`, the same pips in several ways.

    `dark` says that the picture is inverted, for dark pips.
    """
    at, frames, only = _proposed(found)
    if not len(at):
        return []
    fits = _fits(_samples(bright, at, frames))
    fits[only >= 0] *= np.eye(len(_VALUES))[only[only >= 0]]
    guesses = [_settled(found, int(fits[n].argmax()), at[n], frames[n])
               for n in np.nonzero(fits.max(axis=1) > _PROMISING)[0]]
    guesses = [guess for guess in guesses if len(guess.mine) and abs(np.linalg.det(guess.frame)) >= 1.0]
    if not guesses:
        return []
    seen = _samples(bright, np.array([g.at for g in guesses]), np.array([g.frame for g in guesses]))
    return [_face(found, guess, float(fit.max()), float(np.median(face)), dark)
            for guess, fit, face in zip(guesses, _fits(seen), seen, strict=True)
            if fit.max() > least and _VALUES[fit.argmax()] == _VALUES[guess.pattern]]


@lru_cache(maxsize=1)
def _lattice() -> Points:
    line = np.linspace(-_REACH, _REACH, _LATTICE)
    return np.stack([axis.ravel() for axis in np.meshgrid(line, line)], axis=1)


@lru_cache(maxsize=1)
def _templates() -> NDArray[np.float32]:
    """Return what the lattice shows of each pattern with pips of each radius, radii x patterns x samples."""
    shapes = [pips.shape(_lattice(), places, radius) for radius in RADII for places in _PLACES]
    flat = pips.levelled(np.asarray(shapes, np.float32), _lattice())
    return flat.reshape(len(RADII), len(_PLACES), -1)


def _samples(bright: pips.Grey, at: Points, frames: Points) -> NDArray[np.float32]:
    """Return what the lattice shows of each face, faces x samples."""
    u, v = _lattice().T.astype(np.float32)
    seen = []
    for n in range(0, len(at), _ROWS):
        frame, (x, y) = frames[n:n + _ROWS].astype(np.float32)[..., None], at[n:n + _ROWS].T.astype(np.float32)
        across, down = (frame[:, k, 0] * u + frame[:, k, 1] * v for k in (0, 1))
        seen.append(cv2.remap(bright, across + x[:, None], down + y[:, None], cv2.INTER_LINEAR,
                              borderMode=cv2.BORDER_REPLICATE))
    return np.concatenate(seen).astype(np.float32)


def _fits(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how well each pattern (columns) fits each face, with pips of the radius that fits best."""
    fits = pips.levelled(samples, _lattice()) @ _templates().reshape(-1, samples.shape[1]).T
    return np.asarray(fits.reshape(len(samples), len(RADII), -1).max(axis=1), np.float32)


def _turned(angles: Points) -> Points:
    c, s = np.cos(angles), np.sin(angles)
    return np.moveaxis(np.array([[c, -s], [s, c]]), -1, 0)


def _proposed(found: Pips) -> tuple[Points, Points, NDArray[np.int_]]:
    """Return middles (n x 2), frames (n x 2 x 2) and, where only one pattern is meant, its number, else -1."""
    parts = [_singles(found), *_pairs(found)]
    at, frames, only = (np.concatenate(part) for part in zip(*parts, strict=True))
    return at, frames, only.astype(int)


_Proposals = tuple[Points, Points, NDArray[np.int_]]


def _singles(found: Pips) -> _Proposals:
    """Return the faces on which each pip is the only one."""
    turns = _turned(np.asarray(np.arange(_TURNS) * (np.pi / 2 / _TURNS), np.float64))
    frames = np.concatenate([found.shape @ turn / radius for turn in turns for radius in RADII])
    return np.tile(found.at, (len(turns) * len(RADII), 1)), frames, np.zeros(len(frames), np.int_)


def _pairs(found: Pips) -> list[_Proposals]:
    """Return the faces of which two pips of like tilt are opposite: corners, or the middles of a six's columns."""
    i, j = np.triu_indices(len(found.at), 1)
    size, logs = found.size, log_symmetric(found.shape)
    apart = found.at[j] - found.at[i]
    alike = (np.hypot(apart[:, 0], apart[:, 1]) < _FAR * np.maximum(size[i], size[j])) & (
        np.linalg.norm(logs[i] - logs[j], axis=(1, 2)) < _LIKE)
    i, j, apart = i[alike], j[alike], apart[alike]
    shape = (found.shape[i] + found.shape[j]) / 2
    step = np.linalg.solve(shape, apart[..., None])[..., 0] if len(i) else np.zeros((0, 2))
    length, angle = np.hypot(step[:, 0], step[:, 1]), np.arctan2(step[:, 1], step[:, 0])
    middle = (found.at[i] + found.at[j]) / 2
    out = []
    for span, lean, only in _SPANS:
        radius = span / np.maximum(length, 1e-6)
        fair = (radius > 0.85 * RADII[0]) & (radius < 1.15 * RADII[-1])
        frames = shape[fair] @ _turned(angle[fair] - lean) / radius[fair][:, None, None]
        out.append((middle[fair], frames, np.full(int(fair.sum()), only)))
    return out


@dataclass(frozen=True)
class _Guess:
    pattern: int
    at: Points
    frame: Points
    mine: NDArray[np.int_]
    """Which pips are at its places."""


def _settled(found: Pips, pattern: int, at: Points, frame: Points) -> _Guess:
    """Return a face moved onto the pips that were found."""
    for _ in range(2):
        at, frame, mine = _onto(found, _PLACES[pattern], at, frame)
    return _Guess(pattern, at, frame, mine)


def _face(found: Pips, guess: _Guess, fit: float, level: float, dark: bool) -> Face:
    """Return a guess as a face that fits so well and has this grey level beside its pips."""
    side = np.sqrt(abs(np.linalg.det(guess.frame)))
    radius = float(np.median(found.size[guess.mine])) / side
    contrast = float(np.median(found.contrast[guess.mine]))
    depth = contrast / max(1.0, 255 - level if dark else level + contrast)
    return Face(int(_VALUES[guess.pattern]), guess.at, guess.frame, fit, fit - _against(found, guess), radius,
                contrast, depth, len(found.at))


def _onto(found: Pips, places: Points, at: Points, frame: Points) -> tuple[Points, Points, NDArray[np.int_]]:
    """Return middle and frame so that the places come to lie on pips, and the numbers of these pips."""
    away = np.hypot(*np.moveaxis(found.at[None] - (places @ frame.T + at)[:, None], 2, 0))
    nearest = away.argmin(axis=1)
    there = away[np.arange(len(places)), nearest] < _NEAR * found.size[nearest]
    source, target, mine = places[there], found.at[nearest[there]], nearest[there]
    if len(source) >= 3 and np.linalg.matrix_rank(source - source.mean(axis=0), tol=1e-6) == 2:
        fitted = np.linalg.lstsq(np.column_stack([source, np.ones(len(source))]), target, rcond=None)[0]
        return fitted[2], fitted[:2].T, mine
    if len(source):
        at = (target - source @ frame.T).mean(axis=0)
    return at, frame, mine


def _against(found: Pips, guess: _Guess) -> float:
    """Return what speaks against a face: missing pips, pips seen askew on it, other pips on it."""
    mine = guess.mine
    missing = len(_PLACES[guess.pattern]) - len(set(mine.tolist()))
    flat = np.linalg.solve(guess.frame, found.shape[mine].mean(axis=0))
    long, short = np.linalg.svd(flat, compute_uv=False)
    askew = max(0.0, float(long / short) - 1.3)
    inside = np.abs(np.linalg.solve(guess.frame, (found.at - guess.at).T)).max(axis=0) < 0.42
    inside &= np.abs(np.log(found.size / np.median(found.size[mine]))) < np.log(2)
    inside[mine] = False
    return 0.08 * missing + 0.2 * askew + _STRANGER * int(inside.sum())
