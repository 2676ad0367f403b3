"""What the eye sees in our own lamps' glow: no hand, but pieces all the same."""

import time
from types import SimpleNamespace
from typing import Any

import pytest

from device.appliance import Appliance
from device.eye import Look
from device.panel.lights import CALM, Lights
from device.panel.shows import LightState
from device.referee import Message
from tests.device.test_panel_lights import Lamp
from vision.reading import Reading, Status


@pytest.mark.parametrize(("status", "since_s", "judged"), [
    ("hand", 0.1, False), ("moving", 0.1, False), ("still", 0.1, True), ("lost", 0.1, True),
    ("hand", CALM + 0.1, True), ("moving", -0.1, True),
])
def test_a_lamps_change_passes_for_no_hand(status: Status, since_s: float, judged: bool) -> None:
    messages: list[Message] = []
    with Lights({"green": Lamp()}) as lights:
        before = time.monotonic()
        lights.burn(LightState("ready"))
        after = time.monotonic()
        table: Any = SimpleNamespace(panel=SimpleNamespace(lights=lights), table=SimpleNamespace(show=messages.append),
                                     _reporting=None, _looks=0, on_look=None)
        seconds = before + since_s if since_s < 0 else after + since_s
        Appliance._looked(table, Look(1, seconds, Reading(status)))
    assert [type(message).__name__ for message in messages] == (["Look"] if judged else [])
