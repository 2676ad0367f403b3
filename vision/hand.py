"""What covers the board: cells where neither the printed circles nor the pieces' own can be seen."""

import numpy as np
from numpy.typing import NDArray

_COVERED = 0.6
"""Share of a usual cell's fit below which something lies over it; free cells have 0.75 or more."""
_CLEAN = 0.75
"""Beside a hand, cells below this share are not trusted either."""


def covered_cells(fits: NDArray[np.float64], doubt: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which cells (the first nine are the play cells) a hand covers or may cover; none when nothing does.

    `fits` says how well the circles fit in each cell, `doubt` how unclear its worst slot is.
    """
    usual = float(np.median(fits))
    if not (fits < _COVERED * usual).any():
        return np.zeros(len(fits), np.bool_)
    return np.asarray((fits < _CLEAN * usual) | (doubt > 0.05))
