"""A film of a Mystrio game: every still moment is read as it is, and which tokens were touched before it."""

import numpy as np
import pytest

from rules.game import Piece, Slot
from tests.vision.harm import HARMS
from tests.vision.table_film import still_tables, truth
from tests.vision.table_photos import MYSTRIO as PHOTOS
from vision.mystrio.poses import handled
from vision.mystrio.reader import MystrioReader
from vision.reading import Reading

TOUCHED = {"lay": ("cell",), "look": ("cell",), "move": ("a", "b"), "swap": ("a", "b")}


def after(event: dict[str, object], cells: dict[Slot, Piece | None]) -> dict[Slot, Piece | None]:
    """Return what lies in the cells after an event."""
    if event["kind"] == "lay":
        return {**cells, str(event["cell"]): "down"}
    if event["kind"] == "move":
        return {**cells, str(event["a"]): None, str(event["b"]): "down"}
    if event["kind"] == "mystrio":
        return {**cells, **dict(zip(map(str, event["cells"]), event["faces"], strict=True))}  # type: ignore[call-overload]
    return cells


def rests() -> list[tuple[dict[str, object], dict[Slot, Piece | None], Reading]]:
    """Return each event with the table and the reading once it has come to rest."""
    tables = still_tables("mystrio")
    found = []
    for event, _ in truth("mystrio"):
        start = int(event["frame"])
        found.append((event, *next((t, r) for frame, t, r in tables if start <= frame <= start + 5)))
    return found


def test_every_cell_is_read_when_the_table_has_come_to_rest() -> None:
    cells: dict[Slot, Piece | None] = {str(cell): None for cell in range(16)}
    for event, table, _ in rests():
        cells = after(event, cells)
        assert table == cells, event


def test_the_tokens_that_a_hand_touched_are_told_even_when_nothing_else_changed() -> None:
    seen = rests()
    for (_, _, before), (event, _, now) in zip(seen, seen[1:], strict=False):
        names = event["cells"] if event["kind"] == "mystrio" else [event[key] for key in TOUCHED[str(event["kind"])]]
        assert set(handled(before, now)) == set(map(str, names)), event  # type: ignore[call-overload]


@pytest.mark.parametrize("harm", ["warm light", "noise", "JPEG 40", "a lamp aside", "pincushion lens"])
def test_light_noise_and_a_lens_touch_no_token(harm: str) -> None:
    for name in ("mystrio-002", "mystrio-010"):
        frame = PHOTOS.photo(name)
        assert handled(MystrioReader().read(frame), MystrioReader().read(HARMS[harm](frame))) == []


def test_a_shifted_camera_touches_no_token() -> None:
    frame = PHOTOS.photo("mystrio-002")
    shifted = np.roll(frame, (9, -14), (0, 1))
    assert handled(MystrioReader().read(frame), MystrioReader().read(shifted)) == []
