"""The Otrio photographs with their truth, and how a reading compares with it.

`python -m tests.vision.otrio_photos` reads them all and writes results-otrio.tsv anew, one row a photograph.
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.otrio.reader import OtrioReader
from vision.otrio.slots import SURE
from vision.reading import Frame, Reading

FOLDER = Path(__file__).parents[1] / "photos" / "otrio"
RESULTS = Path(__file__).with_name("results-otrio.tsv")
HEAD = ("photo", "status", "right", "wrong", "unsure")


def names() -> list[str]:
    """Return the photographs' names, "otrio-001" and so on."""
    return sorted(path.stem for path in FOLDER.glob("*.jpg"))


@lru_cache(maxsize=4)
def _picture(name: str) -> Frame:
    frame = cv2.imread(str(FOLDER / f"{name}.jpg"))
    assert frame is not None
    return np.asarray(frame, np.uint8)


def photo(name: str) -> Frame:
    """Return a photograph (BGR), a copy that may be painted on."""
    return _picture(name).copy()


def truth(name: str) -> dict[str, Any]:
    """Return what is known of a photograph."""
    known: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text())
    return known


def slots(name: str) -> dict[str, str | None]:
    """Return what truly lies in each slot."""
    return {f"{k}.{size}": piece for k, cell in enumerate(truth(name)["cells"]) for size, piece in cell.items()}


def told(reading: Reading) -> dict[str, str | None]:
    """Return what a reading claims: the slots of which it is sure."""
    best = {slot: max(likely, key=lambda piece: likely[piece]) for slot, likely in reading.slots.items()}
    return {slot: piece for slot, piece in best.items() if reading.slots[slot][piece] >= SURE}


@dataclass(frozen=True)
class Score:
    """How many of the 27 slots were right, wrong and not told."""

    right: int
    wrong: int
    unsure: int


def score(reading: Reading, name: str) -> Score:
    """Compare a reading with the truth."""
    want, got = slots(name), told(reading)
    right = sum(got[slot] == want[slot] for slot in got)
    return Score(right, len(got) - right, len(want) - len(got))


def results() -> dict[str, dict[str, str]]:
    """Return the committed table's rows by photograph."""
    head, *rows = [line.split("\t") for line in RESULTS.read_text().splitlines()]
    return {row[0]: dict(zip(head, row, strict=True)) for row in rows}


def write_results() -> None:
    """Read every photograph by itself and write the table."""
    lines = ["\t".join(HEAD)]
    for name in names():
        reading = OtrioReader().read(photo(name))
        s = score(reading, name)
        lines.append("\t".join(map(str, (name, reading.status, s.right, s.wrong, s.unsure))))
    RESULTS.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    write_results()
