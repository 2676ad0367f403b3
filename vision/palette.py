"""Colours told apart by their hue under any light: the pieces' own and the board's wood, learned on the table.

A colour is two numbers, the logarithms of red over green and of blue over green reflectance: an opponent plane like
Lab's a and b, but one in which shade and exposure drop out.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

_DIM = 0.02
"""Reflectance added to all three, so that the noise of black things has no hue."""
_SPREAD = 0.28
"""How far a piece's pixel strays from its colour."""
_STRAY = 0.02
"""The likelihood of a pixel that is none of the colours."""
_BRIGHT = 0.8
"""How bright a colour is shown: the opponent plane says nothing of that."""
WOOD = (0.42, -0.38)
"""An Otrio board's wood, before its own is known."""


def hue(reflectance: NDArray[np.float32]) -> Points:
    """Return n x 2 opponent values for n x 3 reflectances (blue, green, red)."""
    b, g, r = np.log(np.maximum(np.asarray(reflectance, np.float64), 0.0) + _DIM).T
    return np.stack([r - g, b - g], axis=1)


@dataclass(frozen=True)
class Palette:
    """The wood and the pieces' colours, as points of the opponent plane."""

    wood: tuple[float, float]
    pieces: Mapping[str, tuple[float, float]]
    vivid: float = 1.0
    """How far the pieces lie from the wood, against their usual distance: a camera's contrast stretches all hues."""
    own: frozenset[str] = frozenset()
    """The pieces whose colour was learned on this table, and is not the usual one."""

    def shares(self, hues: Points) -> Points:
        """Return for n hues the probability of each class, n x (2 + pieces): none of these, wood, then the pieces.

        Wood in deep shade loses its hue, so that the whole way from wood to grey counts as wood.
        """
        centres = np.array([*self.pieces.values()])
        away = np.linalg.norm(hues[:, None] - centres[None], axis=2)
        near = np.exp(-((np.column_stack([_from_segment(hues, np.array(self.wood)), away]) / self.spread) ** 2) / 2)
        all_classes = np.column_stack([np.full(len(hues), _STRAY), near])
        return np.asarray(all_classes / all_classes.sum(axis=1, keepdims=True))

    @property
    def spread(self) -> float:
        """Return how far a pixel strays from its colour in this light."""
        return _SPREAD * min(max(self.vivid, 0.6), 1.8)

    def closest_pair(self) -> tuple[str, str, float]:
        """Return the two piece colours that are hardest to tell apart, and their distance in spreads."""
        names = list(self.pieces)
        pairs = [(a, b, float(np.linalg.norm(np.subtract(self.pieces[a], self.pieces[b])) / self.spread))
                 for i, a in enumerate(names) for b in names[i + 1:]]
        return min(pairs, key=lambda pair: pair[2])


def on_screen(at: tuple[float, float]) -> str:
    """Return about what a point of the opponent plane looks like, as #rrggbb."""
    light = np.exp([at[0], 0.0, at[1]])
    light = np.clip(light / light.max() * _BRIGHT, 0, 1)
    red, green, blue = np.round(255 * light ** (1 / 2.2)).astype(int)
    return f"#{red:02x}{green:02x}{blue:02x}"


def _from_segment(hues: Points, end: Points) -> Points:
    """Return each hue's distance from the line between grey and `end`."""
    along = np.clip(hues @ end / max(float(end @ end), 1e-9), 0.3, 1.15)
    return np.asarray(np.linalg.norm(hues - along[:, None] * end, axis=1))
