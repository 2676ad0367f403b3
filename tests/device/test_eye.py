"""The eye with real processes: they are killed, stopped and revived, and none is left."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import psutil
import pytest

from device.camera.simulated import SimulatedTable
from device.camera.source import Capture
from device.eye import Eye, Limits, Look
from tests.patience import PATIENCE

sys.path.append(str(Path(__file__).parent))  # the eye's process gets this path, too
helpers = import_module("eye_helpers")

QUICK = Limits(start=20, beat=2, stop=1, pause=0.05)
LIVE = Capture(640, 360, frames_per_second=20)


@pytest.fixture
def heard() -> Iterator[Any]:
    """A listener; afterwards no process of the eye may be left."""
    yield helpers.Listener()
    left = [p for p in psutil.Process().children() if "resource_tracker" not in " ".join(p.cmdline())]
    assert left == []


@pytest.fixture
def table(tmp_path: Path) -> SimulatedTable:
    return SimulatedTable(tmp_path / "table.json")


def _film(folder: Path, greys: list[int]) -> str:
    folder.mkdir()
    for index, grey in enumerate(greys):
        cv2.imwrite(str(folder / f"{index}.png"), np.full((90, 160, 3), grey, np.uint8))
    return str(folder)


def test_every_frame_of_a_film_arrives_in_order_even_when_the_listener_is_slow(tmp_path: Path, heard: Any) -> None:
    source = _film(tmp_path / "film", [4 * n for n in range(40)])

    def slowly(look: Look) -> None:
        time.sleep(0.02)
        heard.look(look)

    with Eye(source, helpers.Brightness, Capture(frames_per_second=5), slowly, heard.state, limits=QUICK) as eye:
        assert eye.frames_per_second is None
        heard.wait_for(lambda: "ended" in heard.kinds())
    assert [look.index for look in heard.looks] == list(range(40))
    assert heard.values() == [str(n) for n in range(40)]
    assert [look.seconds for look in heard.looks[:3]] == [0, 0.2, 0.4]
    assert heard.kinds() == ["running", "ended"]
    assert eye.looks == 40 and eye.frames_per_second == pytest.approx(5)


def test_a_picture_comes_once_each_time_the_table_comes_to_rest(tmp_path: Path, heard: Any) -> None:
    source = _film(tmp_path / "film", [40, 40, 40, 40, 80, 80, 80])
    with Eye(source, helpers.Brightness, Capture(), heard.look, heard.state, limits=QUICK):
        heard.wait_for(lambda: "ended" in heard.kinds())
    assert [look.index for look in heard.looks if look.jpeg is not None] == [1, 5]
    picture = cv2.imdecode(np.frombuffer(heard.looks[1].jpeg or b"", np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape == (90, 160, 3)
    outline, middle = picture[40, 50].astype(int), picture[80, 120].astype(int)
    assert outline[2] - outline[0] > 40, "the red mark is not drawn"
    assert abs(middle - 40).max() < 6


def test_a_live_table_is_followed_and_gives_a_picture_on_request(table: SimulatedTable, heard: Any) -> None:
    with Eye(table.source, helpers.Brightness, LIVE, heard.look, heard.state, limits=QUICK) as eye:
        heard.wait_for(lambda: len(heard.looks) > 4)
        before = heard.values()[-1]
        table.hand(True)
        heard.wait_for(lambda: heard.values()[-1] != before)
        heard.wait_for(lambda: [look.reading.status for look in heard.looks[-2:]] == ["still", "still"])
        pictures = sum(look.jpeg is not None for look in heard.looks)
        eye.ask_picture()
        heard.wait_for(lambda: sum(look.jpeg is not None for look in heard.looks) == pictures + 1)
        assert repr(eye) == f"<Eye {table.source} running>"
    assert [look.index for look in heard.looks] == sorted({look.index for look in heard.looks})


def test_a_slow_listener_of_a_live_camera_gets_the_newest_frame(table: SimulatedTable, heard: Any) -> None:
    lags: list[float] = []

    def slowly(look: Look) -> None:
        lags.append(time.monotonic() - look.seconds)
        time.sleep(0.4)
        heard.look(look)

    with Eye(table.source, helpers.Brightness, LIVE, slowly, heard.state, limits=QUICK):
        heard.wait_for(lambda: len(heard.looks) >= 6)
    indices = [look.index for look in heard.looks]
    assert indices[5] - indices[0] > 10, "frames were queued, not skipped"


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP, signal.SIGSEGV])
def test_an_eye_that_dies_or_hangs_is_started_again(table: SimulatedTable, heard: Any,
                                                    blow: signal.Signals) -> None:
    with Eye(table.source, helpers.Brightness, LIVE, heard.look, heard.state, limits=QUICK) as eye:
        heard.wait_for(lambda: heard.looks)
        first = eye.pid
        assert first is not None
        os.kill(first, blow)
        heard.wait_for(lambda: heard.kinds() == ["running", "lost", "running"])
        count = len(heard.looks)
        heard.wait_for(lambda: len(heard.looks) > count + 2)
        assert eye.pid != first
        assert not psutil.pid_exists(first)
    lost = heard.states[1].text
    assert lost is not None
    if blow == signal.SIGSTOP:
        assert lost.en.startswith("the camera has not been heard of for 2 s and is started again")
    else:
        assert lost.en.startswith(f"the camera's process ended unexpectedly (status -{int(blow)})")
    assert lost.fr != lost.en


def test_a_stop_of_all_processes_is_left_to_the_parent(table: SimulatedTable, heard: Any,
                                                       caplog: pytest.LogCaptureFixture) -> None:
    with Eye(table.source, helpers.Brightness, LIVE, heard.look, heard.state, limits=QUICK) as eye:
        heard.wait_for(lambda: heard.looks)
        assert eye.pid is not None
        for number in (signal.SIGTERM, signal.SIGINT):
            os.kill(eye.pid, number)
        count = len(heard.looks)
        heard.wait_for(lambda: len(heard.looks) > count + 2)
    assert heard.kinds() == ["running"] and "unexpectedly" not in caplog.text
    assert eye.pid is None


@pytest.mark.parametrize("how", ["kill", "hang"])
def test_a_film_goes_on_where_the_eye_died(tmp_path: Path, heard: Any, how: str) -> None:
    source = _film(tmp_path / "film", [4 * n for n in range(30)] + [240, 244] + [4 * n for n in range(10)])
    lives = tmp_path / "lives"
    lives.write_text("2")
    reader = partial(helpers.Deadly, str(lives), how)
    with Eye(source, reader, Capture(), heard.look, heard.state, limits=QUICK):
        heard.wait_for(lambda: "ended" in heard.kinds())
    assert [look.index for look in heard.looks] == list(range(42))
    assert heard.kinds() == ["running", "lost", "running", "lost", "running", "ended"]


def test_a_film_that_always_kills_the_eye_ends_with_a_sentence(tmp_path: Path, heard: Any) -> None:
    source = _film(tmp_path / "film", [40, 44, 48, 240])
    lives = tmp_path / "lives"
    lives.write_text("99")
    reader = partial(helpers.Deadly, str(lives), "kill")
    with Eye(source, reader, Capture(), heard.look, heard.state, limits=QUICK):
        heard.wait_for(lambda: heard.states and heard.states[-1].final)
    assert [look.index for look in heard.looks] == [0, 1, 2]
    assert heard.states[-1].kind == "lost"
    assert str(heard.states[-1].text) == ("the film brings the reader down after frame 2; take another film, "
                                          "and report this one")


def test_a_reader_that_raises_is_told_of_and_tried_again(table: SimulatedTable, heard: Any,
                                                         capfd: pytest.CaptureFixture[str]) -> None:
    with Eye(table.source, helpers.Broken, LIVE, heard.look, heard.state, limits=QUICK):
        heard.wait_for(lambda: heard.kinds().count("running") == 2)
    assert "RuntimeError: broken reader" in capfd.readouterr().err
    assert str(heard.states[1].text).startswith("the camera's process ended unexpectedly (status 1)")


def test_a_camera_that_is_lost_comes_back_by_itself(table: SimulatedTable, heard: Any) -> None:
    with Eye(table.source, helpers.Brightness, LIVE, heard.look, heard.state, limits=QUICK):
        heard.wait_for(lambda: heard.looks)
        away = table.path.rename(table.path.with_suffix(".away"))
        heard.wait_for(lambda: heard.kinds() == ["running", "lost"])
        away.rename(table.path)
        heard.wait_for(lambda: heard.kinds() == ["running", "lost", "running"])
    assert str(heard.states[1].text).startswith(f"the simulated table {table.path} can't be read")
    assert not heard.states[1].final


@pytest.mark.parametrize("source", ["no-such-film.mp4", "picamera2:x"])
def test_a_source_that_does_not_exist_is_final(heard: Any, source: str) -> None:
    with Eye(source, helpers.Brightness, Capture(), heard.look, heard.state, limits=QUICK):
        heard.wait_for(lambda: heard.states)
    assert heard.states[0].kind == "lost" and heard.states[0].final


def test_a_camera_that_is_not_there_yet_is_waited_for(heard: Any) -> None:
    if find_spec("picamera2") or Path("/dev/video0").exists():
        pytest.skip("this machine has a camera")
    with Eye("auto", helpers.Brightness, Capture(), heard.look, heard.state, limits=QUICK) as eye:
        heard.wait_for(lambda: heard.states)
        assert not heard.states[0].final and heard.states[0].kind == "absent"
        assert str(heard.states[0].text).startswith("no camera was found, so all moves are told on the phones; connect")
        turned = eye.beats
        heard.wait_for(lambda: eye.beats > turned + 1)


def test_a_listener_that_fails_does_not_blind_the_eye(tmp_path: Path, heard: Any,
                                                      caplog: pytest.LogCaptureFixture) -> None:
    def failing(look: Look) -> None:
        heard.look(look)
        raise ValueError("a bad listener")

    source = _film(tmp_path / "film", [40, 44, 48])
    with Eye(source, helpers.Brightness, Capture(), failing, heard.state, limits=QUICK):
        heard.wait_for(lambda: "ended" in heard.kinds())
    assert len(heard.looks) == 3
    assert caplog.text.count("ValueError: a bad listener") == 3


@pytest.mark.parametrize("state", ["running", "stopped", "starting"])
def test_stop_leaves_nothing_behind(table: SimulatedTable, heard: Any, state: str) -> None:
    eye = Eye(table.source, helpers.Brightness, LIVE, heard.look, heard.state, limits=QUICK)
    threads = threading.active_count()
    eye.start()
    if state != "starting":
        heard.wait_for(lambda: heard.looks)
    if state == "stopped":
        assert eye.pid is not None
        os.kill(eye.pid, signal.SIGSTOP)
    eye.stop()
    eye.stop()
    assert threading.active_count() == threads
    assert eye.pid is None


PARENT = """
import sys, time
from functools import partial
sys.path.append({tests!r})
import eye_helpers
from device.camera.source import Capture
from device.eye import Eye
if __name__ == "__main__":
    eye = Eye({source!r}, eye_helpers.Brightness, Capture(640, 360, 20), lambda look: None,
              lambda state: print(eye.pid, flush=True))
    eye.start()
    time.sleep(60)
"""


@pytest.mark.parametrize("stopped", [False, True])
def test_the_eye_dies_with_its_parent(table: SimulatedTable, tmp_path: Path, stopped: bool) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT.format(tests=str(Path(__file__).parent), source=table.source))
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        eye = psutil.Process(int(parent.stdout.readline()))
        if stopped:
            eye.suspend()
        parent.kill()
        gone, alive = psutil.wait_procs([eye], timeout=PATIENCE)
    assert gone == [eye] and alive == []
