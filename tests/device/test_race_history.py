"""Several races in a row, and what is kept of them."""

import os
from pathlib import Path

import pytest

from device.errors import StoreError
from device.panel import Edge, player
from device.races import Margins, Race, RaceRules, Result
from device.races.history import History, Run
from device.races.match import Tally, champion, tallies, winner
from device.races.presses import MS

ONE, TWO, THREE = map(player, range(3))
NAMES = {ONE: "Emma", TWO: "Léo"}


def _ran(*times: float | None, dead_heat_ms: float = 0.05) -> Result:
    """Return a race in which the seats react after so many milliseconds, before the light when negative, or never."""
    buttons = tuple(player(seat) for seat in range(len(times)))
    race = Race(RaceRules(buttons, margins=Margins(dead_heat_ms)), 0).wait(20 * MS).light(1000 * MS)
    for button, ms in zip(buttons, times, strict=True):
        if ms is not None:
            race = race.hear(Edge(button, True, round((1000 + ms) * MS)))
    return race.wait(60_000 * MS).result


def test_a_match_is_won_by_more_than_half_of_the_races() -> None:
    results = [_ran(200, 300), _ran(300, 200), _ran(200, 200), _ran(None, None), _ran(250, -30)]
    assert [winner(result) for result in results] == [ONE, TWO, None, None, ONE]
    assert champion(results[:4], 3) is None and champion(results, 3) == ONE
    assert champion(results, 5) is None and champion([], 1) is None and champion(results[1:2], 1) == TWO


def test_each_seats_races_are_counted() -> None:
    results = [_ran(200, 300), _ran(300, 200), _ran(200, 200), _ran(None, 240), _ran(250, -30), _ran(180, 190, 500)]
    assert tallies(results) == (
        Tally(ONE, 6, 3, 1, 2, 0, 1, 180.0, 200.0),
        Tally(TWO, 6, 2, 1, 1, 1, 0, 190.0, 200.0),
        Tally(THREE, 1, 0, 0, 1, 0, 0, 500.0, 500.0))
    assert tallies([]) == ()


def test_races_are_kept_and_read_again(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert history.runs() == ()
    runs = [Run(1_800_000_000.5 + n, 1_800_000_000.0, 3, NAMES, result)
            for n, result in enumerate([_ran(200, 300), _ran(-5, 250), _ran(None, None)], 1)]
    for run in runs:
        history.add(run)
    assert history.runs() == tuple(runs)
    assert [run.result.first for run in History(tmp_path).runs()] == [(ONE,), (TWO,), ()]


def test_a_torn_line_is_left_out_and_said_so(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    history = History(tmp_path)
    run = Run(1.0, 0.0, 1, NAMES, _ran(200, 300))
    history.add(run)
    with open(history.path, "ab") as file:
        file.write(history.path.read_bytes()[:100])
    assert history.runs() == (run,) and "line 2 of" in caplog.text
    history.add(run)
    assert history.runs() == (run, run)


def test_a_disk_that_takes_nothing_is_said(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.path.mkdir()
    with pytest.raises(StoreError, match=r"the race can't be written to .*; make room on the disk, or make the file"):
        history.add(Run(1.0, 0.0, 1, NAMES, _ran(200, 300)))
    with pytest.raises(StoreError, match=r"the races in .* can't be read \(.*\); make the file readable"):
        history.runs()
    assert os.listdir(tmp_path) == ["races.jsonl"]
