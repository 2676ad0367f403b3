"""Which reader reads which game's table; the one place in `vision` that names them."""

from collections.abc import Callable, Mapping
from typing import Protocol

from rules.game import Slot
from vision.dice.reader import DiceReader
from vision.mastermind.reader import MastermindReader
from vision.mondrian.reader import MondrianReader
from vision.mystrio.poses import handled
from vision.mystrio.reader import MystrioReader
from vision.otrio.reader import OtrioReader
from vision.reading import Frame, Reading


class Reader(Protocol):
    """Reads one game's table, a frame at a time."""

    def read(self, frame: Frame, stopwatch: Callable[[], float] | None = None) -> Reading:
        """Return what one frame shows; with a stopwatch (seconds), the milliseconds of each stage too."""

    def forget(self) -> None:
        """Drop what earlier frames taught, as for a new table."""


READERS: Mapping[str, Callable[..., Reader]] = {
    "dice": DiceReader, "mastermind": MastermindReader, "mondrian": MondrianReader, "mystrio": MystrioReader,
    "otrio": OtrioReader}
"""By game; "dice" is no game, but dice alone, read without a mat."""

TOUCHED: Mapping[str, Callable[[Reading, Reading], list[Slot]]] = {"mystrio": handled}
"""For games in which a hand can leave the table as it was: which slots it touched between two still readings."""

WITH_DECK = frozenset({"mondrian"})
"""Games whose reader is given an enrolled deck of cards."""
