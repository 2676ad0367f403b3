"""What lies in Otrio's slots: the colours of the rings, judged together with the reserves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from rules.game import Piece, Slot
from vision.camera import Points
from vision.palette import WOOD, Palette, hue
from vision.reading import Distribution

SIZES = ("large", "medium", "small")
SIDES: Mapping[Piece, tuple[int, int]] = {"purple": (0, -1), "red": (1, 0), "green": (0, 1), "blue": (-1, 0)}
"""Each colour's reserve: the side of the board, x to the right and y down."""
CELLS = 9
USUAL = Palette(WOOD, {"purple": (0.68, 1.12), "red": (2.06, 0.07), "green": (-1.17, -0.97), "blue": (-0.67, 1.19)})
"""The colours as sold."""
EACH = 3
"""Pieces of each colour and size."""
SURE = 0.95
"""A slot is told only when one answer is at least this likely."""
_NOT_WOOD = 0.4
"""What lies further from the wood than this is a piece."""
_ONE_HUE = 0.25
"""Hues that differ by no more than this may be of one colour."""
_SAME_WAY = 0.7
"""How well a reserve's colour must agree in direction with its usual one (cosine)."""
_SEVERAL = 5
"""Of a side's nine rings, so many must lie there for its colour to be taught."""
_APART = 2.0
"""Two colours that are nearer to each other than so many spreads can't be told apart."""
_EVEN = 0.2
"""A ring of one piece strays no more than this from its own middle hue, on the average."""
_WITNESSES = 8.0
"""A ring's angles are not independent; they count as this many."""


@dataclass(frozen=True)
class Pieces:
    """The judgement of all 63 slots, those of the reserves among them."""

    slots: Mapping[Slot, Distribution]
    reserves: Mapping[Piece, Mapping[str, int]]
    """By colour and size the number of pieces that lie in the reserves."""
    doubt: NDArray[np.float64]
    """For each of the 21 cells how far its worst slot is from any clear case, 0 to 1."""
    strange: NDArray[np.float64]
    """For each cell the largest share of a ring that has the colour of neither wood nor pieces."""
    full: NDArray[np.bool_]
    """For each cell whether pieces of one colour lie in one another there."""
    palette: Palette
    laid: Palette | None
    """The colours that lie on the four sides now, whatever they are; None where they can't be told apart for sure."""

    def fewest(self) -> int:
        """Return how many pieces are seen, on the board and beside it, of the colour of which there are fewest."""
        seen = [max(likely.items(), key=lambda item: item[1]) for likely in self.slots.values()]
        played = [piece for piece, share in seen if share >= SURE]
        return min(played.count(colour) + sum(sizes.values()) for colour, sizes in self.reserves.items())


def judge(tops: NDArray[np.float32], dazzled: NDArray[np.bool_], usual: Palette = USUAL) -> Pieces:
    """Return what lies where, from the slots' reflectances, cells x sizes x angles x 3 (BGR).

    Nothing is claimed of the slots that are `dazzled` (cells x sizes).
    """
    cells, sizes, angles = tops.shape[:3]
    hues = hue(tops.reshape(-1, 3))
    each = hues.reshape(cells, sizes, angles, 2)
    palette = learned(each, usual)
    share = palette.shares(hues).reshape(cells, sizes, angles, -1).mean(axis=2)
    chance = chances(share)
    doubt = np.where(dazzled, 0.0, 1 - chance.max(axis=2)).max(axis=1)
    chance[dazzled] = 1 / chance.shape[2]
    best = chance.argmax(axis=2)
    full = ((best[:, 1:] > 0) & (best[:, 1:] == best[:, :-1])).any(axis=1) & (doubt < 0.05)
    chance = counted(chance)
    names: tuple[Piece | None, ...] = (None, *palette.pieces)
    slots = {f"{k}.{size}": dict(zip(names, map(float, chance[k, s]), strict=True))
             for k in range(CELLS) for s, size in enumerate(SIZES)}
    return Pieces(slots, _reserves(chance, names), doubt, share[..., 0].max(axis=1), full, palette,
                  laid_out(each, tuple(usual.pieces)))


def chances(share: Points) -> Points:
    """Return for each slot the probability of being empty or of each piece (last axis: 1 + pieces).

    `share` holds, on the last axis, the mean share of the angles that look like none of these, wood, or each piece.
    A piece fills its ring; in an empty one a wall of a neighbour may be seen on one side.
    """
    pieces = share.shape[-1] - 2
    there = np.log(np.array([0.04, 0.04] + [0.02] * pieces))
    model = np.tile(there, (pieces + 1, 1))
    model[0] = np.log(np.array([0.06, 0.74] + [0.2 / pieces] * pieces))
    for k in range(pieces):
        model[k + 1, k + 2] = np.log(0.9)
    score = _WITNESSES * share @ model.T
    weight = np.exp(score - score.max(axis=-1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=-1, keepdims=True))


def counted(chance: Points) -> Points:
    """Return the chances (21 cells x 3 sizes x 5) after counting: there are three pieces of each colour and size.

    A slot in doubt is not likely to hold a colour of which all three lie elsewhere, and likely to hold something when
    a piece is missing everywhere else. Where four are seen, one of them is wrong, and none is believed.
    """
    sure = chance.max(axis=2) >= SURE
    best = np.where(sure, chance.argmax(axis=2), -1)
    tally = np.stack([(best == c).sum(axis=0) for c in range(1, chance.shape[2])], axis=1)
    weight = np.where(tally >= EACH, 0.03, 1.0)
    empty = np.where((tally < EACH).any(axis=1), 0.5, 1.0)
    prior = np.column_stack([empty, weight])[None]
    fixed = np.where(sure[..., None], chance, chance * prior)
    fixed /= fixed.sum(axis=2, keepdims=True)
    too_many = (tally > EACH)[None, :, :] & (best[..., None] == np.arange(1, chance.shape[2]))
    return np.asarray(np.where(too_many.any(axis=2)[..., None], 0.5 * fixed + 0.5 / chance.shape[2], fixed))


# this table's own colours


def palette_of(taught: Sequence[tuple[float, float]]) -> Palette:
    """Return the colours to begin with: wood and pieces as they were taught, or as sold when nothing was."""
    return Palette(taught[0], dict(zip(SIDES, taught[1:], strict=True))) if taught else USUAL


def learned(hues: Points, usual: Palette) -> Palette:
    """Return the palette as it is on this table, from the slots' hues, cells x sizes x angles x 2.

    The reserves say which colour is which: what lies on a side is that side's. A colour of which nothing lies there is
    where the usual one would be, as far from the wood as the others are; the pieces in play then refine it.
    """
    middle = np.median(hues, axis=2)
    base = _commonest(middle.reshape(-1, 2))
    even = np.abs(hues - middle[:, :, None]).mean(axis=(2, 3)) < _EVEN
    usually = {name: np.subtract(at, usual.wood) for name, at in usual.pieces.items()}
    own = _by_side(middle, even, base, usually)
    vivid = float(np.median([np.linalg.norm(own[n] - base) / np.linalg.norm(usually[n]) for n in own])) if own else 1.0
    pieces = {name: own.get(name, base + min(vivid, 1.8) * away) for name, away in usually.items()}
    return _refined(Palette(_pair(base), {n: _pair(p) for n, p in pieces.items()}, vivid, frozenset(own)), middle[even])


def laid_out(hues: Points, names: tuple[Piece, ...]) -> Palette | None:
    """Return the colours of what lies on the four sides, for a family whose pieces have others than usual.

    Nothing is guessed: each side must show several rings of one colour, and the four be far from each other.
    """
    middle = np.median(hues, axis=2)
    base = _commonest(middle.reshape(-1, 2))
    even = np.abs(hues - middle[:, :, None]).mean(axis=(2, 3)) < _EVEN
    pieces = {}
    for n, name in enumerate(names):
        side = slice(CELLS + 3 * n, CELLS + 3 * n + 3)
        rings = middle[side][even[side]]
        rings = rings[np.linalg.norm(rings - base, axis=1) > _NOT_WOOD]
        if len(rings) < _SEVERAL:
            return None
        at = np.median(rings, axis=0)
        if np.linalg.norm(rings - at, axis=1).max() > _NOT_WOOD:
            return None
        pieces[name] = _pair(at)
    found = Palette(_pair(base), pieces)
    return found if found.closest_pair()[2] > _APART else None


def _by_side(middle: Points, even: NDArray[np.bool_], base: Points, usually: Mapping[str, Points]) -> dict[str, Points]:
    """Return the hue of each colour that lies in a reserve: the median of what is there and is not wood.

    A side where the colours disagree, or lie in quite another direction from the wood than that side's, says nothing.
    """
    own: dict[str, Points] = {}
    for n, name in enumerate(usually):
        side = slice(CELLS + 3 * n, CELLS + 3 * n + 3)
        rings = middle[side][even[side]]
        rings = rings[np.linalg.norm(rings - base, axis=1) > _NOT_WOOD]
        if len(rings) < 2:
            continue
        at = np.median(rings, axis=0)
        if np.median(np.linalg.norm(rings - at, axis=1)) < _NOT_WOOD and _alike(at - base, usually[name]) > _SAME_WAY:
            own[name] = at
    return own


def _alike(a: Points, b: Points) -> float:
    """Return the cosine of the angle between two directions."""
    return float(a @ b / (np.linalg.norm(a) * np.linalg.norm(b) + 1e-9))


def _commonest(middle: Points) -> Points:
    """Return the grooves' hue, the one that most slots have: 36 pieces leave at least 27 of the 63 empty."""
    away = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    near = away < _ONE_HUE
    return np.asarray(middle[near[int(near.sum(axis=1).argmax())]].mean(axis=0))


def _refined(palette: Palette, middle: Points) -> Palette:
    """Return the palette moved by all rings that are clearly of a colour; it counts itself for two of them."""
    clear = palette.shares(middle) > 0.8
    moved = {name: _moved(at, middle[clear[:, k + 2]]) for k, (name, at) in enumerate(palette.pieces.items())}
    return replace(palette, pieces=moved)


def _moved(start: tuple[float, float], seen: Points) -> tuple[float, float]:
    return _pair((seen.sum(axis=0) + 2 * np.asarray(start)) / (len(seen) + 2))


def _pair(point: Points) -> tuple[float, float]:
    return float(point[0]), float(point[1])


def _reserves(chance: Points, names: tuple[Piece | None, ...]) -> dict[Piece, dict[str, int]]:
    """Return how many pieces of each colour lie in the reserves, by size."""
    likely = chance[CELLS:] >= SURE
    return {name: {size: int(likely[:, s, c].sum()) for s, size in enumerate(SIZES)}
            for c, name in enumerate(names) if name is not None}
