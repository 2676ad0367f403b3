"""Films with their truth, and what a film's events must agree with."""

import json
from pathlib import Path
from typing import Any

FILMS = Path(__file__).parent / "films"
DEMO_FILM = Path(__file__).parents[1] / "device" / "data" / "otrio.mp4"
IN_TIME = 5
"""Frames after the table's coming to rest within which an event must be decided: one second."""


def truth(name: str) -> list[dict[str, Any]]:
    """Return what happens in a film, by frame, without what leaves nothing to see."""
    events = json.loads((FILMS / f"{name}.json").read_text())["events"]
    return [event for event in events if event["kind"] not in ("ready", "no move", "part", "look")]


def assert_told(lines: list[dict[str, Any]], want: list[dict[str, Any]], keys: tuple[str, ...]) -> None:
    """Assert that the lines are these events: all, in order, in time, and nothing that did not happen."""
    fields = [{key: line[key] for key in keys if key in line} for line in lines]
    assert fields == [{key: event[key] for key in keys if key in event} for event in want]
    for line, event in zip(lines, want, strict=True):
        assert event["frame"] - 3 <= line["frame"] <= event["frame"] + IN_TIME, (line, event)
