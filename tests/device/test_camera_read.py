"""The simulated table, read by vision's own reader, as a game's tests use it."""

import itertools
import random
import sys
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from device.camera.scene import View
from device.camera.simulated import Layout, SimulatedTable
from device.camera.source import Capture
from device.eye import Eye, Look
from device.settings import Settings
from device.watching import make_watcher
from rules.game import Table
from vision.reading import Frame
from vision.registry import READERS
from vision.settings import TableSettings

sys.path.append(str(Path(__file__).parent))
Listener = import_module("eye_helpers").Listener
SIZES, COLOURS = ("large", "medium", "small"), ("purple", "red", "green", "blue")
SLOTS = [f"{cell}.{size}" for cell in range(9) for size in SIZES]


def _random_table(seed: int, pieces: int) -> Table:
    """Return a table with pieces anywhere, no more than three of a kind."""
    chance = random.Random(seed)
    stock = [(colour, size) for colour, size in itertools.product(COLOURS, SIZES) for _ in range(3)]
    chance.shuffle(stock)
    table = {}
    for slot in chance.sample(SLOTS, pieces):
        at = next((n for n, (_, size) in enumerate(stock) if slot.endswith(size)), None)
        if at is not None:
            table[slot] = stock.pop(at)[0]
    return table


def _frame(table: Table, view: View, seed: int) -> Frame:
    drawn = Layout("otrio", table).draw(view)
    noise = np.random.default_rng(seed).normal(0, 2, drawn.shape)
    noisy: Frame = np.clip(drawn + noise, 0, 255).astype(np.uint8)
    return noisy


@pytest.mark.parametrize("width", [1152, 1280, 1536])
@pytest.mark.parametrize("pieces", [0, 1, 9, 20])
def test_vision_reads_every_slot_of_a_simulated_table(width: int, pieces: int) -> None:
    table = _random_table(width + pieces, pieces)
    view = View(width, width * 9 // 16, near_mm=60.0 + 5 * pieces, roll_deg=pieces / 4 - 2)
    reading = READERS["otrio"](TableSettings()).read(_frame(table, view, pieces))
    assert reading.status == "still" and reading.fault is None
    assert sorted(reading.slots) == sorted(SLOTS)
    for slot, likely in reading.slots.items():
        best = max(likely, key=lambda piece: likely[piece])
        assert (best, likely[best] > 0.9) == (table.get(slot), True), (slot, likely)


def test_the_eye_sees_a_hand_and_then_the_piece_that_it_laid(tmp_path: Path) -> None:
    table = SimulatedTable(tmp_path / "table.json")
    heard = Listener()

    def still_with(piece: str | None) -> bool:
        last: Look | None = heard.looks[-1] if heard.looks else None
        return last is not None and last.reading.status == "still" and (
            last.reading.slots["4.small"].get(piece, 0) > 0.9)

    watcher = partial(make_watcher, "otrio", Settings())
    with Eye(table.source, watcher, Capture(frames_per_second=15), heard.look, heard.state):
        heard.wait_for(lambda: still_with(None))
        table.hand(True)
        heard.wait_for(lambda: heard.looks[-1].reading.status == "hand")
        table.put("4.small", "purple")
        table.hand(False)
        heard.wait_for(lambda: still_with("purple"))
    pictures = [look for look in heard.looks if look.jpeg is not None]
    assert len(pictures) >= 2 and all(look.reading.status == "still" for look in pictures)
    assert heard.kinds() == ["running"]
