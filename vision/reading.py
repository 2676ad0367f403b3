"""What the eye says about one frame: plain data that can cross to another process."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from rules.game import Piece, Slot
from rules.text import Text

Frame: TypeAlias = NDArray[np.uint8]
Status: TypeAlias = Literal["hand", "moving", "still", "lost"]
Distribution: TypeAlias = Mapping[Piece | None, float]
"""How likely each piece (or None: empty) lies in a slot; the values sum to 1."""


@dataclass(frozen=True)
class Fault:
    """Why a frame, or part of it, can't be read; the sentence ends with the remedy."""

    code: str
    """A short constant: "no mat", "mirrored", "two boards", "no board", "dark"."""
    text: Text


@dataclass(frozen=True)
class Reading:
    """One look at the table."""

    status: Status
    """`hand`: something covers the table; `moving`: the picture changes; `still`: a read to trust; `lost`: no table."""
    slots: Mapping[Slot, Distribution] = field(default_factory=dict)
    """For every slot of the game's table what may lie there; empty when nothing can be read."""
    fault: Fault | None = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    """What was counted elsewhere, by the game's own names: Otrio's reserves, a token's exact pose."""
    sketch: tuple["Mark", ...] = ()
    """What was seen, in frame pixels, for drawing onto the frame."""
    ms: Mapping[str, float] = field(default_factory=dict)
    """Milliseconds by stage, when the reader was given a stopwatch."""


@dataclass(frozen=True)
class Mark:
    """One thing to draw: an outline in pixels, with a label and the colour name of the piece."""

    outline: tuple[tuple[float, float], ...]
    label: str = ""
    colour: str = ""


SURE = 0.95
"""A slot is told only when one answer is at least this likely."""
UNSURE = "?"


def told(likely: Distribution) -> Piece | None:
    """Return what lies in a slot: a piece, None when it is empty, "?" when it isn't sure."""
    piece, share = max(likely.items(), key=lambda item: item[1])
    return piece if share >= SURE else UNSURE
