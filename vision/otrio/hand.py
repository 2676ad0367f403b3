"""What covers the board: cells where neither the printed circles nor the pieces' own can be seen."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

_COVERED = 0.5
"""Share of a usual cell's fit below which something lies over it; free cells have 0.75 or more, blurred ones 0.6."""
_COVERED_FULL = 0.35
"""The same for pieces of one colour in one another, whose circles melt into one another in a blurred picture."""
_CLEAN = 0.8
"""Beside a hand, cells below this share are not trusted either."""
_STRANGE = 0.25
"""A ring of which so much is of no known colour, in a cell whose circles fit worse than _HALF_CLEAN, is covered."""
_HALF_CLEAN = 0.65
_BESIDE = 1.5
"""Pitches around a covered cell: a fingertip may hide a peg there and leave all else in sight."""
_DOUBT = 0.05
"""A slot that is so far from every clear case shows something else than the board and its pieces."""


@dataclass(frozen=True)
class Signs:
    """What each cell looks like, by which a hand is known."""

    fits: NDArray[np.float64]
    """How well the circles fit."""
    doubt: NDArray[np.float64]
    """How unclear the cell's worst slot is, 0 to 1."""
    strange: NDArray[np.float64]
    """Largest share of a slot's ring that has the colour of neither wood nor pieces."""
    full: NDArray[np.bool_]
    """Whether it seems to hold pieces of one colour in one another."""
    dazzled: NDArray[np.bool_]
    """Whether the light is so bright that nothing can be said of it; a white sleeve in a lesser light is no such."""


def covered_cells(signs: Signs, centres: Points) -> NDArray[np.bool_]:
    """Return which cells (at `centres`, n x 2) a hand covers or may cover; none when nothing does."""
    fit = signs.fits / max(float(np.median(signs.fits)), 1e-6)
    hidden = ~signs.dazzled & ((fit < np.where(signs.full, _COVERED_FULL, _COVERED))
                               | ((signs.doubt > _DOUBT) & (fit < _CLEAN))
                               | ((signs.strange > _STRANGE) & (fit < _HALF_CLEAN)))
    if not hidden.any():
        return np.zeros(len(fit), np.bool_)
    away = np.linalg.norm(centres[:, None] - centres[None], axis=2)
    beside = away < _BESIDE * away[away > 0].min()
    return np.asarray(beside[hidden].any(axis=0) | (fit < _CLEAN) | (signs.doubt > _DOUBT))
