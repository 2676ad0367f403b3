"""How a guess was marked: bars out of the body's edges with a tick a level, or small red and white pins."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.mastermind.board import BAR_MM, BAR_STEP_MM, Looks
from vision.mastermind.pegs import colour
from vision.reading import Distribution

Edition: TypeAlias = Literal["sliders", "pins"]
LEVELS = 4
_STEP_MM = 7.0
_LEVEL_MM = 4.0
"""How far a bar shows at level 0."""
_SHADE_MM = 2.5
"""A bar's own shadow, and the body's."""
_ALIKE = 0.6
"""The table beyond a bar and beside it differ less than this in colour."""
_SEAM_MM = (1.5, 3.2)
"""Where every bar shows, whatever its level."""
_TICK_MM = 8.0
"""The first level's tick; each other is a step further."""
_TICK_REACH_MM = 1.0
_BEFORE_MM, _BEHIND_MM = (5.3, 6.6), (9.2, 10.2)
"""Bar on both sides of the first level's tick."""
_TICK = {"red": 0.3, "white": 0.4}
"""How much darker (logarithm) a tick is than its bar, at least half way."""
_BAR, _BAR_MOST = 0.8, 1.3
"""How far what lies there is from the bar's own colour, at most half way; more when the table is quite another."""
_GAIN = 20.0
"""Logarithmic odds a unit of either."""
_SURELY = 8.0
_QUITE_ANOTHER = 1.2
"""A table's usual colour that is so far from the bar's can't be taken for it."""
_FOREIGN = 1.0
"""A bar whose visible root is so far from the other bars' colour lies under something."""
_REDDER = 0.3
"""A red bar's root is redder (logarithm, against green) than the table beside it by more than this, in any glare."""
_PIN_SHOWS = 0.3
"""A pin, or a pin's hole, stands out from the board by more than this."""
_RED, _WHITE = (2.2, 0.1), 0.0
_PALER = 0.25
"""A white pin is brighter than the board by this at least."""


@dataclass(frozen=True)
class Marks:
    """The marks of all rows."""

    edition: Edition | None
    red: tuple[Distribution, ...]
    white: tuple[Distribution, ...]
    """By row, pieces "0" to "4"."""
    hidden: NDArray[np.bool_]
    """For each row whether something lies over its marks."""
    beset: NDArray[np.bool_]
    """For each row whether what lies beside its marks is not alike: that may be the table's own, or a hand."""


def judge(looks: Looks) -> Marks:
    """Return the marks, unknown where the edition can't be told."""
    edition = tell_edition(looks)
    if edition == "sliders":
        return _bars(looks)
    if edition == "pins":
        return _pins(looks)
    rows = looks["bar"].shape[1]
    nothing = (UNKNOWN,) * rows
    return Marks(None, nothing, nothing, np.ones(rows, np.bool_), np.ones(rows, np.bool_))


UNKNOWN: Distribution = {str(n): 1 / (LEVELS + 1) for n in range(LEVELS + 1)}


def tell_edition(looks: Looks) -> Edition | None:
    """Return which edition it is: pins' holes or pins show right of the rows, or red bars' roots on the left edge."""
    holes = float(_pins_show(looks).mean())
    bar, gap = (colour(looks[name][0, :, _span(*_SEAM_MM)].mean(axis=1))[:, 0] for name in ("bar", "gap"))
    roots = float((bar - (gap[:-1] + gap[1:]) / 2 > _REDDER).mean())
    if holes > roots + 0.1:
        return "pins"
    return "sliders" if roots > 0.5 and holes < roots - 0.5 else None


# bars


def _bars(looks: Looks) -> Marks:
    sides = {name: _side(looks["bar"][n], looks["gap"][n], name) for n, name in enumerate(("red", "white"))}
    hidden = sides["red"][1] | sides["white"][1]
    red, white = (tuple(UNKNOWN if hidden[r] else _levels(sides[name][0][r]) for r in range(len(hidden)))
                  for name in ("red", "white"))
    beset = _beset(looks, 0, red) | _beset(looks, 1, white)
    return Marks("sliders", red, white, hidden, beset)


def _beset(looks: Looks, side: int, levels: tuple[Distribution, ...]) -> NDArray[np.bool_]:
    """Return for each row whether, beyond its bar, something else is seen than beside it."""
    look, table = _smooth(colour(looks["bar"][side])), _smooth(colour(looks["gap"][side]))
    away = np.minimum(np.linalg.norm(look - table[:-1], axis=2), np.linalg.norm(look - table[1:], axis=2))
    unlike = np.linalg.norm(table[:-1] - table[1:], axis=2)
    tips = [_LEVEL_MM + _STEP_MM * int(max(level, key=lambda name: level[name]) or 0) for level in levels]
    return np.array([max(_most(away[r], tip + _SHADE_MM), _most(unlike[r], _SHADE_MM)) > _ALIKE
                     for r, tip in enumerate(tips)])


def _most(away: Points, start: float) -> float:
    """Return how unlike any three millimetres from `start` on are."""
    beyond = away[_span(start, float(BAR_MM[-1]))]
    width = round(3.0 / BAR_STEP_MM)
    return float(np.convolve(beyond, np.ones(width) / width, "valid").max()) if len(beyond) >= width else 0.0


def _side(
    bars: NDArray[np.float32], gaps: NDArray[np.float32], name: str
) -> tuple[Points, NDArray[np.bool_]]:
    """Return for each row and level the logarithmic odds that the bar reaches so far, and which bars are hidden."""
    look, table = _smooth(colour(bars)), _smooth(colour(gaps))
    root = np.median(look[:, _span(*_SEAM_MM)], axis=1)
    hidden = np.linalg.norm(root - np.median(root, axis=0), axis=1) > _FOREIGN
    odds = np.stack([_out(look, table, root, n * _STEP_MM, _TICK[name]) for n in range(LEVELS)], axis=1)
    return odds, np.asarray(hidden)


def _out(look: Points, table: Points, root: Points, shift: float, tick: float) -> Points:
    """Return for each row the odds that the level at `shift` is out.

    It is when its tick shows and the bar's own colour lies on both sides of it: a stripe of the table alone is no tick.
    Where the table is of the bar's colour the tick must be clear, elsewhere a faint one will do. The bar's colour
    without a tick, on a table of another, is a sleeve, and nothing can be told.
    """
    before, behind = (_part(look, a + shift, b + shift) for a, b in (_BEFORE_MM, _BEHIND_MM))
    middle = _TICK_MM + shift
    dark = look[:, _span(middle - _TICK_REACH_MM, middle + _TICK_REACH_MM), 2].min(axis=1)
    dip = np.minimum(before[:, 2], behind[:, 2]) - dark
    away = np.maximum(_apart(before, root), 0.5 * _apart(behind, root))
    beside = _part(table, _BEFORE_MM[0] + shift, _BEHIND_MM[1] + shift)
    unlike = np.minimum(_apart(beside[:-1], root), _apart(beside[1:], root))
    another = np.clip((unlike - 0.5) / 0.7, 0.0, 1.0)
    needed = tick * (1 - 0.85 * another)
    allowed = np.clip(0.5 * unlike, _BAR, _BAR_MOST)
    by_tick, by_colour = _GAIN * (1 + 2 * another) * (dip - needed), _GAIN * (allowed - away)
    odds = np.minimum(by_tick, by_colour) + np.minimum(np.maximum(by_tick, by_colour), 0.0)
    usual = np.linalg.norm(np.median(beside, axis=0) - root, axis=1)
    strange = (by_colour > _SURELY) & (by_tick < 0) & (usual > _QUITE_ANOTHER)
    return np.asarray(np.where(strange, 0.0, odds))


def _part(look: Points, start: float, end: float) -> Points:
    return np.asarray(np.median(look[:, _span(start, end)], axis=1))


def _apart(a: Points, b: Points) -> Points:
    return np.asarray(np.linalg.norm(a - b, axis=1))


def _levels(odds: Points) -> Distribution:
    """Return how likely each level is: all ticks up to it are out, and none beyond."""
    out = np.clip(odds, -12.0, 12.0)
    score = np.array([out[:n].sum() - out[n:].sum() for n in range(LEVELS + 1)]) / 2
    weight = np.exp(score - score.max())
    return _named(weight / weight.sum())


def _named(chance: Points) -> Distribution:
    return {str(n): float(share) for n, share in enumerate(chance)}


def _span(start: float, end: float) -> slice:
    """Return which of a bar's looks lie between two distances from the edge, millimetres."""
    return slice(int(np.ceil(start / BAR_STEP_MM)), int(np.floor(end / BAR_STEP_MM)) + 1)


def _smooth(look: Points) -> Points:
    """Return the looks without the noise of a single one (second axis from last)."""
    padded = np.concatenate([look[:, :1], look, look[:, -1:]], axis=1)
    return np.asarray((padded[:, :-2] + 2 * padded[:, 1:-1] + padded[:, 2:]) / 4)


# pins


def _pins(looks: Looks) -> Marks:
    """Return the marks of the edition with pins, from what is in each of the four holes of a row."""
    chance = _pin_chances(looks)
    hidden = _pins_hidden(looks) | (chance.max(axis=2).min(axis=1) < 0.7)
    red, white = (tuple(UNKNOWN if hidden[r] else _named(_count(chance[r, :, k])) for r in range(len(hidden)))
                  for k in (1, 2))
    return Marks("pins", red, white, hidden, hidden)


def _pins_show(looks: Looks) -> NDArray[np.bool_]:
    """Return where a pin or a hole stands out from the board, rows x 4."""
    pin, board = _pin_colours(looks)
    return np.asarray(np.linalg.norm(pin - board[:, None], axis=2) > _PIN_SHOWS)


def _pin_colours(looks: Looks) -> tuple[Points, Points]:
    """Return the colours of the pin holes (rows x 4 x 3) and of the board between them (rows x 3)."""
    return colour(np.median(looks["pin"], axis=2)), colour(np.median(looks["by pins"], axis=1))


def _pin_chances(looks: Looks) -> Points:
    """Return for each row and pin hole the probabilities: empty, red, white."""
    pin, board = _pin_colours(looks)
    base = np.median(board, axis=0)
    redder = np.linalg.norm((pin[..., :2] - _RED) / (0.45, 0.45), axis=2)
    duller = np.minimum(pin[..., 2] - _WHITE, 0), 2 * np.minimum(pin[..., 2] - base[2] - _PALER, 0)
    paler = np.linalg.norm(np.stack([pin[..., 0], pin[..., 1], *duller], axis=2) / 0.35, axis=2)
    dark = np.maximum(pin[..., 2] - (base[2] - 0.45), 0) / 0.18
    odd = np.maximum(np.abs(pin[..., 0] - base[0]) - 0.3, 0) / 0.25
    away = np.stack([np.hypot(dark, odd), redder, paler], axis=2)
    near = np.exp(-np.minimum(away, 12.0) ** 2 / 2) + 1e-12
    stray = 1e-5
    return np.asarray(near / (near.sum(axis=2, keepdims=True) + stray) + 0)


def _pins_hidden(looks: Looks) -> NDArray[np.bool_]:
    """Return the rows where what lies between the pins is not the board."""
    board = _pin_colours(looks)[1]
    return np.asarray(np.linalg.norm(board - np.median(board, axis=0), axis=1) > 0.6)


def _count(share: Points) -> Points:
    """Return how likely 0 to 4 of four holes hold such a pin, each by its own probability."""
    chance = np.array([1.0])
    for p in share:
        chance = np.convolve(chance, [1 - p, p])
    return chance


def as_counts(marks: Marks) -> Mapping[str, Distribution]:
    """Return the marks by slot: "0.red", "0.white" and so on."""
    return {f"{row}.{name}": likely for name, side in (("red", marks.red), ("white", marks.white))
            for row, likely in enumerate(side)}
