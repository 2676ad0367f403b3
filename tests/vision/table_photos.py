"""Photographs of a game's table with their truth, and how a reading compares with it.

`python -m tests.vision.table_photos` reads all of Mastermind's and Mystrio's and writes results-GAME.tsv anew, one row
a photograph.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from rules.game import Piece, Slot
from vision.reading import UNSURE, Frame, Reading, told
from vision.registry import READERS, Reader
from vision.settings import TableSettings

HEAD = ("photo", "status", "right", "wrong", "unsure")
Slots = Mapping[Slot, Piece | None]


def mastermind_slots(known: Mapping[str, Any]) -> Slots:
    """Return what truly stands in each slot; the code's only when no cover is on it."""
    pegs = {f"{r}.{hole}": peg for r, row in enumerate(known["rows"]) for hole, peg in enumerate(row["pegs"])}
    marks = {f"{r}.{name}": str(row[name]) for r, row in enumerate(known["rows"]) for name in ("red", "white")}
    return {**pegs, **marks, **{f"code.{hole}": peg for hole, peg in enumerate(known["code"] or [])}}


def mystrio_slots(known: Mapping[str, Any]) -> Slots:
    """Return what truly lies in each cell."""
    return {str(cell): piece for cell, piece in enumerate(known["cells"])}


@dataclass(frozen=True)
class Score:
    """How many slots were right, wrong (also those that are not there) and not told."""

    right: int
    wrong: int
    unsure: int


@dataclass(frozen=True)
class Photos:
    """One game's photographs."""

    game: str
    truly: Callable[[Mapping[str, Any]], Slots]

    @property
    def folder(self) -> Path:
        return Path(__file__).parents[1] / "photos" / self.game

    @property
    def results_path(self) -> Path:
        return Path(__file__).with_name(f"results-{self.game}.tsv")

    def names(self, hand: bool | None = None) -> list[str]:
        """Return the photographs' names: all, only those with a hand, or only those without."""
        every = sorted(path.stem for path in self.folder.glob("*.jpg"))
        return [name for name in every if hand is None or self.truth(name)["hand"] == hand]

    def photo(self, name: str) -> Frame:
        """Return a photograph (BGR)."""
        frame = cv2.imread(str(self.folder / f"{name}.jpg"))
        assert frame is not None
        return np.asarray(frame, np.uint8)

    def truth(self, name: str) -> dict[str, Any]:
        """Return what is known of a photograph."""
        known: dict[str, Any] = json.loads((self.folder / f"{name}.json").read_text())
        return known

    def slots(self, name: str) -> Slots:
        return self.truly(self.truth(name))

    def reader(self, settings: TableSettings | None = None) -> Reader:
        return READERS[self.game](settings or TableSettings())

    def score(self, reading: Reading, name: str) -> Score:
        """Compare a reading with the truth."""
        want = self.slots(name)
        got = {slot: piece for slot, likely in reading.slots.items() if (piece := told(likely)) != UNSURE}
        right = sum(slot in want and want[slot] == piece for slot, piece in got.items())
        empty = sum(slot not in want and piece is None for slot, piece in got.items())
        return Score(right, len(got) - right - empty, sum(slot not in got for slot in want))

    def results(self) -> dict[str, dict[str, str]]:
        """Return the committed table's rows by photograph."""
        head, *rows = [line.split("\t") for line in self.results_path.read_text().splitlines()]
        return {row[0]: dict(zip(head, row, strict=True)) for row in rows}

    def write_results(self) -> None:
        """Read every photograph by itself and write the table."""
        lines = ["\t".join(HEAD)]
        for name in self.names():
            reading = self.reader().read(self.photo(name))
            s = self.score(reading, name)
            lines.append("\t".join(map(str, (name, reading.status, s.right, s.wrong, s.unsure))))
        self.results_path.write_text("\n".join(lines) + "\n")


MASTERMIND = Photos("mastermind", mastermind_slots)
MYSTRIO = Photos("mystrio", mystrio_slots)

if __name__ == "__main__":
    for photos in (MASTERMIND, MYSTRIO):
        photos.write_results()
