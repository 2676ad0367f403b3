"""The whole program, as a user starts it: `arbitrio demo` in a browser, `arbitrio run` killed and started again."""

import json
import re
import signal
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import cv2
import psutil
import pytest
from playwright.sync_api import Page, expect

from device.appliance import SECRET_NAME, host_secret
from device.errors import SettingsError
from device.store import STORE_NAME, Store
from tests.browser import Open
from tests.films import DEMO_FILM, truth
from tests.patience import PATIENCE
from tests.program import ARBITRIO


@contextmanager
def started(*call: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Start the program; yield it with the address for everybody and the host's link."""
    process = subprocess.Popen([*ARBITRIO, *call], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None and process.stderr is not None
        links = []
        while len(links) < 2:
            line = process.stdout.readline()
            assert line, process.stderr.read()
            links += re.findall(r"http://\S+", line)
        yield process, links[0], links[1]
    finally:
        process.kill()
        process.communicate()


def state(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address + "state.json", timeout=PATIENCE) as answer:
        return dict(json.load(answer))


def health(address: str) -> dict[str, Any]:
    with urllib.request.urlopen(address + "healthz", timeout=PATIENCE) as answer:
        return dict(json.load(answer))


def wait_for_log(address: str, kinds: list[str]) -> dict[str, Any]:
    """Wait until the log holds these kinds of events, the last of them newest."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        now = state(address)
        if [line["kind"] for line in now["log"]][-len(kinds):] == kinds:
            return now
        time.sleep(0.05)
    raise AssertionError(f"the log never held {kinds}; it holds {state(address)['log']}")


def kinds_of(events: list[dict[str, Any]]) -> list[str]:
    names = {"move": "action", "illegal": "illegal", "put right": "put right"}
    return ["new", *(names[event["kind"]] for event in events)]


def test_the_demonstration_plays_the_film_through_on_a_phone(open_page: Open) -> None:
    with started("demo", "--no-browser", "--port", "0", "--pace", "2") as (process, _, host):
        assert health(host.split("?")[0])["eye"]["state"] is None  # the film waits for somebody who looks
        page = open_page(host)
        expect(page.locator("#refusal").filter(has_text="small peg")).to_be_visible(timeout=60_000)
        expect(page.get_by_text("green to play").first).to_be_visible(timeout=60_000)
        won = page.get_by_text("Otrio! Purple and green win: three of the same size in a line")
        expect(won.first).to_be_visible(timeout=90_000)
        assert_board_shows(page, {"0.medium": "red", "0.small": "purple", "1.large": "red", "2.small": "green",
                                  "3.large": "purple", "4.small": "purple", "5.medium": "red", "5.small": "green",
                                  "6.small": "blue", "7.small": "blue", "8.small": "green"})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("link", name="Français").or_(page.get_by_role("button", name="Français")).first.click()
        expect(page.get_by_text("trois pièces de même taille alignées").first).to_be_visible()
        again = page.get_by_role("button", name="Revoir le film")
        expect(again).to_be_visible(timeout=60_000)
        watcher = open_page(host.split("?")[0])
        expect(watcher.locator("#film")).to_contain_text("The button on the host's page shows it again.")
        again.click()
        expect(page.locator("#scores .points").first).to_have_text("0")
        expect(page.locator("#film")).to_be_empty()
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0


def assert_board_shows(page: Page, pieces: dict[str, str]) -> None:
    cells = page.evaluate("fetch('/state.json').then(answer => answer.json()).then(state => state.game.view.cells)")
    shown = {f"{cell}.{size}": colour for cell, held in enumerate(cells) for size, colour in held.items() if colour}
    assert shown == pieces


@pytest.fixture(scope="module")
def film_pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the film's frames as pictures."""
    folder = tmp_path_factory.mktemp("film")
    capture, number = cv2.VideoCapture(str(DEMO_FILM)), 0
    while (got := capture.read())[0]:
        cv2.imwrite(str(folder / f"{number:04d}.jpg"), got[1])
        number += 1
    capture.release()
    return folder


def settings_file(folder: Path) -> str:
    path = folder / "settings.toml"
    path.write_text(f"""
        [game]
        options = {{ players = "2", turns = "purple,red,green,blue" }}
        [camera]
        frames_per_second = 5
        [pins]
        factory = "mock"
        [web]
        host = "127.0.0.1"
        [store]
        folder = "{folder}"
    """)
    return str(path)


@pytest.mark.parametrize("killed_after", [1, 6, 11])
def test_killed_in_mid_game_and_started_again_it_goes_on_to_the_same_end(
        killed_after: int, film_pictures: Path, tmp_path: Path) -> None:
    call = ["run", "--port", "0", "--pace", "3", "--settings", settings_file(tmp_path)]
    want = truth("otrio")
    with started(*call, "--source", str(film_pictures)) as (process, address, _):
        shown = wait_for_log(address, kinds_of(want[:killed_after]))
        eyes = psutil.Process(process.pid).children(recursive=True)
        process.send_signal(signal.SIGKILL)
        process.wait()
        psutil.wait_procs(eyes, timeout=PATIENCE)
        assert not [eye for eye in eyes if eye.is_running() and eye.status() != psutil.STATUS_ZOMBIE]
    with Store(tmp_path / STORE_NAME, read_only=True) as store:
        kept = len(list(store.events())) - 1
    assert kept >= killed_after
    rest = tmp_path / "rest"
    rest.mkdir()
    for picture in sorted(film_pictures.iterdir())[want[kept - 1]["frame"]:]:
        (rest / picture.name).symlink_to(picture)
    with started(*call, "--source", str(rest)) as (_, address, _):
        resumed = state(address)
        assert [line["text"] for line in resumed["log"]][:len(shown["log"])] == [line["text"] for line in shown["log"]]
        final = wait_for_log(address, kinds_of(want))
    assert final["game"]["outcome"]["reason"] == "same size"
    assert final["game"]["scores"] == [1, 0]


@pytest.mark.parametrize("left", [b"", b"\0" * 22, b"cut", b"\xff" * 30])
def test_the_hosts_secret_is_made_anew_when_a_power_cut_left_nothing_of_it(
        left: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / SECRET_NAME).write_bytes(left)
    secret = host_secret(tmp_path)
    assert len(secret) >= 16 and host_secret(tmp_path) == secret
    assert "is made anew; open the new link" in caplog.text
    assert [file.name for file in tmp_path.iterdir()] == [SECRET_NAME]
    assert (tmp_path / SECRET_NAME).stat().st_mode & 0o777 == 0o600


def test_a_secret_that_can_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / SECRET_NAME).mkdir()
    with pytest.raises(SettingsError, match=r"can't be read or made \(is a directory\); give this user the right"):
        host_secret(tmp_path)


def test_a_port_in_use_and_no_camera_are_one_sentence_each(tmp_path: Path) -> None:
    settings = settings_file(tmp_path)
    with started("run", "--port", "0", "--settings", settings, "--source", "simulated") as (_, address, _):
        port = address.rstrip("/").rsplit(":", 1)[1]
        other = tmp_path / "other"
        other.mkdir()
        second = subprocess.run([*ARBITRIO, "run", "--port", port, "--settings", settings_file(other),
                                 "--source", "simulated"], capture_output=True, text=True, timeout=60)
        assert second.returncode == 1
        assert f"arbitrio: port {port} is in use" in second.stderr
        assert second.stderr.rstrip().endswith("under [web] port")
        third = subprocess.run([*ARBITRIO, "run", "--port", "0", "--settings", settings, "--source", "simulated"],
                               capture_output=True, text=True, timeout=60)
        assert third.returncode == 1
        assert "another arbitrio uses the store" in third.stderr
    with started("run", "--port", "0", "--settings", settings, "--source", "webcam:77") as (_, address, _):
        end = time.monotonic() + PATIENCE
        while (now := state(address)["referee"])["state"] != "lost" and time.monotonic() < end:
            time.sleep(0.1)
        assert now["state"] == "lost"
        assert "webcam" in now["text"]["en"] and now["text"]["fr"] != now["text"]["en"]
        eye = health(address)["eye"]
        assert (eye["source"], eye["needed"], eye["state"], eye["frames"]) == ("webcam:77", True, "lost", 0)
        assert eye["text"] == now["text"]


def test_without_a_camera_phones_play_on_and_the_page_says_what_to_do(tmp_path: Path) -> None:
    if find_spec("picamera2") or Path("/dev/video0").exists():
        pytest.skip("this machine has a camera")
    with started("run", "--port", "0", "--settings", settings_file(tmp_path), "--source", "auto") as (_, address, host):
        end = time.monotonic() + PATIENCE
        while state(address)["camera"] != "absent":
            assert time.monotonic() < end
            time.sleep(0.1)
        assert state(address)["referee"]["state"] == "ready"  # it is no alarm
        phone = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        phone.open(host, timeout=PATIENCE).close()
        request = urllib.request.Request(f"{address}command/play", b'{"action": "purple large 4"}', {
            "Content-Type": "application/json", "Origin": address.rstrip("/")})
        with phone.open(request, timeout=PATIENCE) as answer:
            assert json.load(answer)["ok"] is True
        assert state(address)["game"]["view"]["cells"][4]["large"] == "purple"
        eye = health(address)["eye"]
        assert eye["state"] == "absent"
        assert eye["text"]["en"].startswith("no camera was found, so all moves are told on the phones; connect one")


def test_a_damaged_store_is_said_in_the_log_and_on_the_page(tmp_path: Path, open_page: Open) -> None:
    (tmp_path / STORE_NAME).write_bytes(b"broken" * 999)
    with started("run", "--port", "0", "--settings", settings_file(tmp_path), "--source", "simulated") as (
            process, address, _):
        page = open_page(address)
        notice = page.locator("#notice")
        expect(notice).to_contain_text("The store of the games was damaged: 0 events of it were saved")
        expect(notice).to_contain_text("games.sqlite.damaged-1")
        page.get_by_role("button", name="I have read it").click()
        expect(notice).to_be_empty()
        assert health(address)["notice"]["fr"].startswith("L'enregistrement des parties était abîmé")
        process.terminate()
        assert process.stderr is not None and "The store of the games was damaged" in process.stderr.read()
