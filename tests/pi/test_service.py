"""Arbitrio installed on the guest as on a fresh card, and what its service lives through.

The tests follow each other on one installation; the power cuts, which come after them, go on with it.
"""

import itertools
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from device.panel.pins import wiring
from device.settings import PinSettings
from device.store import STORE_NAME, Store
from tests.pi.judged import lines, wanted

support = import_module("conftest")
phones = import_module("phone")
INSTALLER = "/work/systemd/install"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
OFFLINE = {**CLEAN, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/work/wheels"}
"""Instead of PyPI."""
SOURCES = Path("/etc/apt/sources.list")
SETTINGS = Path("/etc/arbitrio/arbitrio.toml")
GAMES = Path("/var/lib/arbitrio")
VIRTUAL = Path("/usr/share/libcamera/pipeline/virtual/virtual.yaml")
"""What makes the virtual camera exist."""
A_FEW = 4
DROP_IN = """
[Service]
# the virtual camera, slowed down to about five pictures a second, as the film was taken
Environment=PYTHONPATH=/opt/rig VIRTUAL_CAMERA_PAUSE=0.15
# the service has a /proc of its own, and the guest's word that it is a Pi is laid over the other one
BindReadOnlyPaths=/run/cpuinfo:/proc/cpuinfo
# the tests' time is dear
WatchdogSec=12
"""
FILM_GAME = """
[game]
name = "otrio"
options = {players = "2", turns = "purple,red,green,blue"}
[camera]
source = "picamera2"
"""
SLOW = "patience_seconds = 60\n"
"""libcamera reads all pictures before it gives the first: the film's take a while."""
WEB = "[web]\nport = 80\n"
WIRING = wiring(PinSettings()).lamps
STOP = PinSettings().stop


def run(*call: str, **environment: str) -> str:
    return subprocess.run(call, capture_output=True, text=True, check=True, env={**CLEAN, **environment}).stdout


def told(name: str) -> str:
    """Return what systemd knows of the service under this name."""
    return run("systemctl", "show", "--value", "-p", name, "arbitrio").strip()


def active() -> bool:
    return told("ActiveState") == "active"


def eye() -> int | None:
    """Return the process that looks."""
    found = subprocess.run(["pgrep", "-P", told("MainPID"), "-f", "spawn_main"], capture_output=True, text=True,
                           check=False).stdout.split()
    return int(found[0]) if found else None


def events() -> list[Any]:
    with Store(GAMES / STORE_NAME, read_only=True) as store:
        return list(store.events())


def pull(pin: int, down: bool) -> None:
    """Press or release the button on this pin, from outside."""
    Path(f"/run/gpio/sim_gpio{pin}/pull").write_text("pull-down" if down else "pull-up")


def show(pictures: int) -> None:
    """Put so many of the film's pictures before the virtual camera, and nothing else."""
    shutil.rmtree(support.FRAMES, ignore_errors=True)
    support.FRAMES.mkdir()
    for number in range(pictures):
        shutil.copy(f"frames/{number}.jpg", support.FRAMES)


@pytest.fixture
def film(installed: str) -> Iterator[None]:
    """Begin the film and its game from the start, on a table without games."""
    run("systemctl", "stop", "arbitrio")
    for file in GAMES.glob("games.sqlite*"):
        file.unlink()
    show(len(os.listdir("frames")))
    SETTINGS.write_text(FILM_GAME + SLOW + WEB)
    run("systemctl", "start", "arbitrio")
    yield
    run("systemctl", "stop", "arbitrio")
    show(A_FEW)
    SETTINGS.write_text(FILM_GAME + WEB)
    run("systemctl", "start", "arbitrio")


@pytest.fixture(scope="module")
def pictures() -> Iterator[None]:
    """A few pictures of a table before the virtual camera."""
    show(A_FEW)
    yield
    run("systemctl", "stop", "arbitrio")
    shutil.rmtree(support.FRAMES)


@pytest.fixture(scope="module")
def installed(pictures: None) -> str:
    """Install it where nothing of it is; return what the installer says. Only PyPI and Debian are in a folder."""
    shutil.copytree("/work/tests/pi/guest", "/opt/rig")
    drop_in = Path("/etc/systemd/system/arbitrio.service.d/rig.conf")
    drop_in.parent.mkdir()
    drop_in.write_text(DROP_IN)
    SOURCES.write_text("deb [trusted=yes] file:/work/debs ./\n")
    for other in Path("/etc/apt/sources.list.d").iterdir():
        other.unlink()
    done = subprocess.run([INSTALLER], capture_output=True, text=True, check=False, env=OFFLINE)
    assert done.returncode == 0, (done.stdout, done.stderr, Path("/var/log/arbitrio-install.log").read_text()[-4000:],
                                  run("journalctl", "-u", "arbitrio", "-o", "cat", "-n", "40"))
    return done.stdout


def test_without_a_network_the_installer_says_so_and_leaves_nothing() -> None:
    done = subprocess.run([INSTALLER], capture_output=True, text=True, check=False, env=CLEAN)
    assert done.returncode == 1
    assert done.stderr.startswith("arbitrio: what Arbitrio needs can't be fetched: connect this machine to the "
                                  "internet, then type `sudo make install` again"), done.stderr
    assert not list(Path("/opt").glob("arbitrio/*")) and not SETTINGS.exists()


def test_the_installer_makes_a_service_and_says_what_to_do_next(installed: str) -> None:
    assert "Arbitrio is installed and runs: http://arbitrio.local\n" in installed
    everybody, host = phones.links()
    assert f"everybody:  {everybody}\nthe host:   {host}\n" in installed and host.startswith(f"{everybody}?host=")
    assert "Next: scan the code" in installed
    assert active() and told("UnitFileState") == "enabled"
    assert "<html" in phones.Phone("http://127.0.0.1/").page, "port 80"
    assert re.search(r"^\[server\]\nhost-name=arbitrio$", Path("/etc/avahi/avahi-daemon.conf").read_text(), re.M)
    assert "<port>80</port>" in Path("/etc/avahi/services/arbitrio.service").read_text()
    assert run("systemctl", "is-active", "avahi-daemon") == "active\n"


def test_the_service_has_a_user_of_its_own_and_keeps_its_files_to_itself(installed: str) -> None:
    assert run("ps", "-o", "user=", "-p", told("MainPID")).strip() == "arbitrio"
    assert {"arbitrio", "gpio", "video", "render"} == set(run("id", "-nG", "arbitrio").split())
    assert run("stat", "-c", "%U %a", str(GAMES), "/run/arbitrio", str(GAMES / STORE_NAME)).splitlines() == [
        "arbitrio 750", "arbitrio 755", "arbitrio 600"]
    assert run("stat", "-c", "%U %G %a", str(SETTINGS)) == "root arbitrio 640\n"


def test_buttons_go_before_the_eye(installed: str) -> None:
    assert support.wait_for(lambda: eye() is not None, 60)
    assert support.wait_for(lambda: [int(run("ps", "-o", "nice=", "-p", str(process)))
                                     for process in (told("MainPID"), eye())] == [-5, 0])
    classes = run("ps", "-L", "-o", "cls=", "-p", told("MainPID")).split()
    assert classes.count("RR") == 1 and set(classes) == {"TS", "RR"}


def test_systemd_finds_nothing_wrong_in_what_was_installed(installed: str) -> None:
    assert run("systemd-analyze", "verify", "--man=no", "--recursive-errors=no", "arbitrio.service") == ""


def test_the_film_is_refereed_move_by_move_while_buttons_are_pressed_and_lamps_follow(film: None) -> None:
    want = wanted("otrio")
    phone = phones.Phone(phones.links()[0])
    seen: list[tuple[float, frozenset[str]]] = []
    presses = 0
    end = time.monotonic() + 400
    told_events: list[Any] = []
    while len(told_events) <= len(want) and time.monotonic() < end and active():
        seen.append((time.monotonic(), frozenset(lamp for lamp, pin in WIRING.items() if support.level(pin))))
        if len(seen) % 20 == 0:
            told_events = events()
            pull(STOP, down=presses % 2 == 0)
            presses += 1
        time.sleep(0.02)
    assert lines(told_events)[:len(want)] == want, run("journalctl", "-u", "arbitrio", "-o", "cat", "-n", "40")
    pull(STOP, down=False)
    panel = phone.health()["panel"]
    assert panel["edges"] == presses + presses % 2 >= 6 and panel["lost"] == 0 and not panel["faults"]
    log = [line["kind"] for line in phone.state()["log"]]
    assert log[:len(told_events)] == [event.kind for event in told_events]
    _assert_lamps_followed(seen, sum(line["kind"] == "move" for line in want))


def _assert_lamps_followed(seen: list[tuple[float, frozenset[str]]], moves: int) -> None:
    """The turn's lamp went from one player to the other with every move, and red burned for each refusal."""
    players = [shown & {"player 1", "player 2"} for _, shown in seen]
    turns = [turn for turn, _ in itertools.groupby(next(iter(lit)) for lit in players if len(lit) == 1)]
    assert turns[:moves] == [f"player {1 + move % 2}" for move in range(moves)]  # then the winner's blinks
    playing = seen[players.index(frozenset({"player 2"})):]  # before that, red says that there is no camera yet
    red = [seconds for seconds, shown in playing if "red" in shown]
    begun = [seconds for before, seconds in zip([0.0, *red], red, strict=False) if seconds - before > 1.5]
    assert len(begun) == 2, red  # it flashes when it begins


def test_the_watchdog_is_fed_and_the_status_tells_how_it_is(installed: str) -> None:
    fed = []
    for _ in range(3):
        fed.append(int(told("WatchdogTimestampMonotonic")))
        assert support.wait_for(lambda: int(told("WatchdogTimestampMonotonic")) > fed[-1])
    assert support.wait_for(lambda: re.fullmatch(r"http://127\.0\.0\.1/ Otrio, \w+; camera running",
                                                 told("StatusText")) is not None, 120), told("StatusText")


def test_an_eye_that_hangs_is_replaced_and_the_game_does_not_notice(installed: str) -> None:
    phone, hung, main = phones.Phone(phones.links()[0]), eye(), told("MainPID")
    assert hung is not None
    os.kill(hung, signal.SIGSTOP)
    assert support.wait_for(lambda: phone.state()["referee"]["state"] == "lost", 40)
    assert support.wait_for(lambda: eye() not in (None, hung) and phone.state()["referee"]["state"] != "lost", 120)
    assert told("MainPID") == main and told("NRestarts") == "0"


def test_a_camera_that_is_taken_away_comes_back_by_itself(installed: str) -> None:
    phone, main = phones.Phone(phones.links()[0]), told("MainPID")
    hidden = VIRTUAL.rename(VIRTUAL.with_suffix(".away"))
    looking = eye()
    assert looking is not None
    os.kill(looking, signal.SIGKILL)  # what looked through it does not outlive it
    try:
        assert support.wait_for(lambda: "camera 0 was not found" in told("StatusText"), 120), told("StatusText")
        state = phone.state()["referee"]
        assert state["state"] == "lost" and "check its cable" in state["text"]["en"]
        fed = int(told("WatchdogTimestampMonotonic"))
        assert support.wait_for(lambda: int(told("WatchdogTimestampMonotonic")) > fed), "a lost camera is no hang"
    finally:
        hidden.rename(VIRTUAL)
    assert support.wait_for(lambda: phone.state()["referee"]["state"] != "lost", 120)
    assert told("MainPID") == main and told("NRestarts") == "0"


def test_a_main_process_that_hangs_is_started_again_by_systemd_and_the_game_goes_on(installed: str) -> None:
    before, main = events(), told("MainPID")
    os.kill(int(main), signal.SIGSTOP)
    assert support.wait_for(lambda: told("NRestarts") == "1" and active(), 60)
    assert told("MainPID") != main
    assert events()[:len(before)] == before
    assert len(phones.Phone(phones.links()[0]).state()["log"]) >= len(lines(before))


def test_it_stops_in_time(installed: str) -> None:
    main = told("MainPID")
    run("systemctl", "stop", "arbitrio")
    assert told("Result") == "success" and told("ExecMainStatus") == "0", "it had to be killed"
    assert not Path(f"/proc/{main}").exists() and not any(support.level(pin) for pin in WIRING.values())


def test_installed_again_it_keeps_settings_and_games(installed: str) -> None:
    run("systemctl", "start", "arbitrio")
    before, settings, release = events(), SETTINGS.read_text(), Path("/opt/arbitrio/current").resolve()
    again = subprocess.run([INSTALLER], capture_output=True, text=True, check=False, env={**OFFLINE, "NAME": "table3"})
    assert again.returncode == 0, again.stderr
    assert "Arbitrio is installed and runs: http://table3.local\n" in again.stdout
    assert SETTINGS.read_text() == settings and events()[:len(before)] == before
    assert Path("/opt/arbitrio/current").resolve() != release and not release.exists()


def test_a_version_that_does_not_start_gives_way_to_the_one_before(installed: str, tmp_path: Path) -> None:
    for part in ("device", "rules", "vision", "web", "systemd", "pyproject.toml", "constraints.txt", "README.md",
                 "LICENSE"):
        subprocess.run(["cp", "-r", f"/work/{part}", str(tmp_path)], check=True)
    broken = tmp_path / "device" / "commands" / "run.py"
    broken.write_text(broken.read_text() + "\n\ndef run(args):\n    raise SystemExit('arbitrio: this one is broken')\n")
    release, before = Path("/opt/arbitrio/current").resolve(), events()
    done = subprocess.run([str(tmp_path / "systemd" / "install")], capture_output=True, text=True, check=False,
                          env=OFFLINE)
    assert done.returncode == 1
    assert "the new version does not start (this one is broken), so the one before it goes on" in done.stderr
    assert active() and Path("/opt/arbitrio/current").resolve() == release
    assert [path for path in Path("/opt/arbitrio").glob("release.*")] == [release]
    assert events()[:len(before)] == before


def test_settings_that_are_wrong_are_told_and_nothing_is_replaced(installed: str) -> None:
    SETTINGS.write_text('[web]\nport = "eighty"\n')
    done = subprocess.run([INSTALLER], capture_output=True, text=True, check=False, env=OFFLINE)
    assert done.returncode == 1
    assert done.stderr.startswith("arbitrio: /etc/arbitrio/arbitrio.toml: [web] port is 'eighty'")
    assert "nothing has been changed: mend the settings, then type `sudo make install` again" in done.stderr
    assert active()
    SETTINGS.write_text(FILM_GAME + WEB)
