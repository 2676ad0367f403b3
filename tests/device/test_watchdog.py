"""The words to systemd, and the watchdog that only work done by all parts feeds."""

import os
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from device.systemd import notify, watchdog_seconds
from device.watchdog import Watchdog, WebBeats
from tests.device.test_appliance import ARBITRIO, settings_file
from tests.patience import PATIENCE
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.server import Server

Heard = Callable[[], str]


@pytest.fixture
def systemd(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Heard]:
    """Listen where systemd would, as it does for a service with a watchdog of 2 s; return the next word."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify"))
        listener.settimeout(PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "2000000")
        yield lambda: listener.recv(4096).decode()


def test_words_arrive_as_they_were_said_each_on_one_line(systemd: Heard) -> None:
    assert notify(READY="1", STATUS="two\nlines\n")
    assert systemd() == "READY=1\nSTATUS=two lines"


def test_an_abstract_socket_is_served_too(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(f"\0arbitrio-{os.getpid()}")
        monkeypatch.setenv("NOTIFY_SOCKET", f"@arbitrio-{os.getpid()}")
        assert notify(WATCHDOG="1")
        assert listener.recv(4096) == b"WATCHDOG=1"


def test_without_systemd_nothing_is_said_and_nothing_breaks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify(READY="1")
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    assert not notify(READY="1")


@pytest.mark.parametrize(("usec", "pid", "seconds"), [
    ("2000000", "", 2.0), ("500000", "own", 0.5), ("2000000", "1", None), ("0", "", None), ("", "", None),
    ("soon", "", None)])
def test_the_watchdogs_time_is_taken_only_when_it_is_this_process_that_is_meant(
        monkeypatch: pytest.MonkeyPatch, usec: str, pid: str, seconds: float | None) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", usec)
    monkeypatch.setenv("WATCHDOG_PID", str(os.getpid()) if pid == "own" else pid)
    assert watchdog_seconds() == seconds


@pytest.mark.parametrize("stuck", ["eye", "referee", "web"])
def test_one_part_that_hangs_starves_the_watchdog_whatever_the_others_do(systemd: Heard, stuck: str) -> None:
    work: dict[str, int | None] = {"eye": 1, "referee": 1, "web": 1}

    def all_work_but(idle: str) -> None:
        work.update({name: (count or 0) + (name != idle) for name, count in work.items()})

    watchdog = Watchdog({name: lambda name=name: work[name] for name in work})  # type: ignore[misc]
    assert watchdog.period == 0.5
    assert watchdog.pulse("") and [systemd(), systemd()] == ["READY=1\nSTATUS=", "WATCHDOG=1"]
    assert not watchdog.pulse(""), "nobody has worked"
    for _ in range(3):
        all_work_but(stuck)
        assert not watchdog.pulse("")
    all_work_but("")
    assert watchdog.pulse("") and systemd() == "WATCHDOG=1"
    work[stuck] = None  # not needed any more: it can't starve anybody
    all_work_but(stuck)
    work[stuck] = None
    assert watchdog.pulse("") and systemd() == "WATCHDOG=1"


def test_a_status_is_told_once_and_without_a_watchdog_too(systemd: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WATCHDOG_USEC")
    watchdog = Watchdog({"web": lambda: 1})
    for status in ("ready", "ready", "lost"):
        assert not watchdog.pulse(status)
    assert [systemd(), systemd()] == ["READY=1\nSTATUS=ready", "STATUS=lost"]


def test_the_web_beats_only_when_it_answers() -> None:
    with Server(create_app(FakeTable(), host_secret="a secret of the host"), "0.0.0.0", 0) as server:
        beats = WebBeats("0.0.0.0", server.port)
        assert [beats(), beats()] == [1, 2]
    assert beats() == 2


def test_the_program_tells_systemd_that_it_is_ready_how_it_is_that_it_lives_and_that_it_stops(
        systemd: Heard, tmp_path: Path) -> None:
    call = [*ARBITRIO, "run", "--settings", settings_file(tmp_path), "--port", "0", "--source", "simulated"]
    journal = (tmp_path / "journal").open("w+")
    kind = os.fstat(journal.fileno())
    table = subprocess.Popen(call, stdout=journal, stderr=subprocess.PIPE, text=True,
                             env={**os.environ, "JOURNAL_STREAM": f"{kind.st_dev}:{kind.st_ino}"})
    try:
        words = [systemd()]
        assert words[0].startswith("READY=1\nSTATUS=http://127.0.0.1:"), words
        while words.count("WATCHDOG=1") < 3:
            words.append(systemd())
        while not words[-1].endswith("; camera running"):
            words.append(systemd())
        assert "/ Otrio, " in words[-1]
        table.send_signal(signal.SIGTERM)
        while words[-1] != "STOPPING=1":
            words.append(systemd())
        assert table.wait(PATIENCE) == 0
        assert re.fullmatch(r"everybody:  http://127.0.0.1:\d+/\n", (tmp_path / "journal").read_text())
    finally:
        table.kill()
        table.communicate()
        journal.close()
