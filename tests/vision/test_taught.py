"""A family's own colours: learned from the sides where they lie, taught for good, and never guessed."""

from collections.abc import Mapping

import pytest

from device.camera import drawn_otrio
from device.camera.scene import View
from device.camera.simulated import Layout
from vision.otrio.reader import OtrioReader
from vision.palette import WOOD, on_screen
from vision.reading import Reading
from vision.settings import TableSettings

OTHERS = {"purple": (60, 200, 235), "red": (190, 180, 60), "green": (150, 90, 225), "blue": (60, 60, 190)}
"""Yellow, turquoise, pink and red instead (blue, green, red)."""


def read(table: Mapping[str, str], settings: TableSettings | None = None) -> Reading:
    return OtrioReader(settings).read(Layout(table=dict(table)).draw(View()))


def pieces(reading: Reading) -> dict[str, str]:
    likely = {slot: max(chances.items(), key=lambda item: item[1]) for slot, chances in reading.slots.items()}
    assert min(chance for _, chance in likely.values()) > 0.9
    return {slot: piece for slot, (piece, _) in likely.items() if piece is not None}


def test_the_colours_as_sold_are_learned_where_they_lie() -> None:
    colours = read({}).evidence["colours"]
    assert colours["own"] == ["blue", "green", "purple", "red"] and len(colours["laid"]) == 5
    all_purple = {f"{cell}.{size}": "purple" for cell in range(3) for size in ("small", "medium", "large")}
    colours = read(all_purple).evidence["colours"]
    assert "purple" not in colours["own"] and colours["laid"] is None  # none of them lies on its side


def test_other_colours_are_taught_and_read_from_then_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_otrio, "COLOURS", OTHERS)
    laid = read({}).evidence["colours"]["laid"]
    assert laid is not None
    taught = TableSettings(otrio_hues=tuple(laid))
    game = {"4.large": "purple", "0.small": "red", "8.medium": "green", "2.large": "blue", "6.small": "purple"}
    assert pieces(read(game, taught)) == game
    all_purple = {f"{cell}.{size}": "purple" for cell in range(3) for size in ("small", "medium", "large")}
    assert pieces(read(all_purple, taught)) == all_purple  # its side is bare, and its colour known all the same


def test_colours_that_cannot_be_told_apart_are_not_taught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawn_otrio, "COLOURS", {**OTHERS, "red": OTHERS["purple"]})
    assert read({}).evidence["colours"]["laid"] is None


def test_a_hue_is_shown_as_a_colour() -> None:
    assert on_screen((0.0, 0.0)) == "#e6e6e6"
    red, green, blue = (int(on_screen(WOOD)[place:place + 2], 16) for place in (1, 3, 5))
    assert red > green > blue
