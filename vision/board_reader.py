"""What all readers of a table on the mat have in common: what they remember, and how a lost table is told."""

from abc import ABC, abstractmethod

from vision.faults import NotFound
from vision.mat import Laps, Memory, Stopwatch
from vision.reading import Frame, Reading
from vision.settings import TableSettings


class BoardReader(ABC):
    """Reads one game's table. Frames are BGR, uint8, height x width x 3."""

    def __init__(self, settings: TableSettings | None = None) -> None:
        self.settings = settings or TableSettings()
        self.forget()

    def forget(self) -> None:
        """Drop what earlier frames taught, as for a new table."""
        self._memory = Memory()

    def read(self, frame: Frame, stopwatch: Stopwatch | None = None) -> Reading:
        """Return what lies on the table, as the game's reader says; `lost` with a fault when it can't be found."""
        laps = Laps(stopwatch)
        try:
            return self._read(frame, laps)
        except NotFound as lost:
            self.forget()
            return Reading("lost", fault=lost.fault, ms=laps.ms)

    @abstractmethod
    def _read(self, frame: Frame, laps: Laps) -> Reading:
        """Return what lies on the table; raise NotFound."""
