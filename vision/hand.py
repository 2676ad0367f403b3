"""What covers the board: cells where neither the printed circles nor the pieces' own can be seen."""

import numpy as np
from numpy.typing import NDArray

_COVERED = 0.5
"""Share of a usual cell's fit below which something lies over it; free cells have 0.75 or more."""
_COVERED_FULL = 0.35
"""The same for pieces of one colour in one another, whose circles melt into one another in a blurred picture."""
_CLEAN = 0.8
"""Beside a hand, cells below this share are not trusted either."""
_DOUBT = 0.05
"""A slot that is so far from every clear case shows something else than the board and its pieces."""


def covered_cells(fits: NDArray[np.float64], doubt: NDArray[np.float64], full: NDArray[np.bool_],
                  dazzled: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which cells (the first nine are the play cells) a hand covers or may cover; none when nothing does.

    `fits` says how well the circles fit in each cell, `doubt` how unclear its worst slot is, `full` whether it seems
    to hold pieces of one colour in one another; of `dazzled` ones nothing can be said.
    """
    usual = float(np.median(fits))
    bare = fits < np.where(full, _COVERED_FULL, _COVERED) * usual
    hidden = ~dazzled & (bare | ((doubt > _DOUBT) & (fits < _CLEAN * usual)))
    if not hidden.any():
        return np.zeros(len(fits), np.bool_)
    return np.asarray((fits < _CLEAN * usual) | (doubt > _DOUBT))
