"""The rules' lines for the game that the film shows, against the film's truth."""

import json
from pathlib import Path
from typing import Any

from rules.game import Refused
from rules.otrio import OTRIO

TRUTH: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "films" / "otrio.json").read_text())["events"]


def test_every_act_of_the_film_is_judged_as_in_its_truth() -> None:
    ready = TRUTH[0]
    state = OTRIO.new({"players": str(ready["players"]), "turns": ",".join(ready["turns"]),
                       "placement": ready["placement"]})
    acts = [event for event in TRUTH if event["kind"] in ("move", "illegal")]
    assert len(acts) == 13
    for act in acts:
        action = OTRIO.parse(f"{act['colour']} {act['size']} {act['cell']}")
        try:
            after = OTRIO.apply(state, action)
        except Refused as refusal:
            line = OTRIO.refused_line(state, action, refusal)
        else:
            line, state = OTRIO.line(state, action, after), after
        assert line == {name: value for name, value in act.items() if name != "frame"}
    assert OTRIO.outcome(state) is not None
