"""The doctor: each check on machines that ail from one thing, and the whole command beside a running table."""

import gc
import json
import os
import socket
import subprocess
import time
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from device.camera.simulated import SimulatedTable
from device.doctor import broker as brokers
from device.doctor import camera, checks, clock, disk, games, network, power, software, wires
from device.doctor.patient import Finding, Patient, running_service
from device.events import Event
from device.settings import (
    CameraSettings,
    MatSettings,
    MqttSettings,
    PinSettings,
    Settings,
    StoreSettings,
    WebSettings,
)
from device.setup.unwatched import keep_unwatched
from device.store import STORE_NAME, Store
from tests.broker import Broker, broker  # noqa: F401
from tests.device.test_appliance import ARBITRIO, settings_file, started

PI = "Raspberry Pi 5 Model B Rev 1.0\0"


def nothing(command: Sequence[str]) -> str | None:
    return None


def says(text: str) -> Callable[[Sequence[str]], str | None]:
    return lambda command: text


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    """A machine without any hardware, whose kernel's files are in a folder."""
    folder, root = tmp_path / "games", tmp_path / "root"
    folder.mkdir()
    root.mkdir()
    return Patient(Settings(web=WebSettings("127.0.0.1", 0)), folder, root=root, ask=nothing)


def write(patient: Patient, name: str, text: str) -> None:
    file = patient.root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def a_pi(patient: Patient) -> Patient:
    write(patient, "proc/device-tree/model", PI)
    return patient


@pytest.mark.parametrize(("bits", "level", "words"), [
    ("0x0", "ok", "has held"), ("0x1", "fault", "too weak right now (under-voltage); take"),
    ("0x50005", "fault", "right now"), ("0x4", "warning", "too hot; give it air"),
    ("0x10000", "warning", "at some time since the start; take"),
    ("0x80000", "warning", "because it was too hot; give"),
    ("nonsense", "ok", "tells nothing"),
])
def test_power(patient: Patient, bits: str, level: str, words: str) -> None:
    found = power.throttling(replace(patient, ask=says(f"throttled={bits}")))
    assert found.level == level and words in found.text
    write(patient, "sys/devices/platform/soc/soc:firmware/get_throttled", bits.removeprefix("0x"))
    assert power.throttling(patient) == found


def test_a_pi_that_tells_nothing_of_its_power_is_told_what_to_install(patient: Patient) -> None:
    assert power.throttling(a_pi(patient)) == Finding(
        "warning", "the Pi's firmware does not tell of its power supply; type `sudo apt install raspi-utils`")


@pytest.mark.parametrize(("text", "level"), [("45123", "ok"), ("84900", "warning"), ("", "ok")])
def test_heat(patient: Patient, text: str, level: str) -> None:
    write(patient, "sys/class/thermal/thermal_zone0/temp", text)
    assert power.heat(patient).level == level


Disk = namedtuple("Disk", "f_flag f_bavail f_frsize f_files f_favail", defaults=(0, 10**6, 4096, 1000, 900))


@pytest.mark.parametrize(("found", "level", "words"), [
    (Disk(), "ok", "4.1 GB are free"),
    (Disk(f_flag=os.ST_RDONLY), "fault", "mounted read-only; make it writable"),
    (Disk(f_bavail=1000), "fault", "only 4 MB are free; delete"),
    (Disk(f_bavail=50_000), "warning", "only 205 MB are free; delete"),
    (Disk(f_favail=3), "warning", "hardly any room for further files"),
])
def test_room(patient: Patient, found: Any, level: str, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "statvfs", lambda path: found)
    finding = disk.room(patient)
    assert finding.level == level and words in finding.text
    assert not list(patient.folder.iterdir())


def test_a_folder_that_takes_nothing_is_a_fault(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert disk.room(patient).text.endswith("(no space left on device); free some space, or replace the card")


def card(patient: Patient, **files: str) -> None:
    number = patient.folder.stat().st_dev
    part = patient.root / "sys/devices/mmc0/block/mmcblk0/mmcblk0p2"
    write(patient, str(part.relative_to(patient.root) / "partition"), "2")
    for name, text in files.items():
        write(patient, str(part.parent.relative_to(patient.root) / "device" / name), text)
    link = patient.root / f"sys/dev/block/{os.major(number)}:{os.minor(number)}"
    link.parent.mkdir(parents=True)
    link.symlink_to(part)


@pytest.mark.parametrize(("files", "level", "words"), [
    ({"life_time": "0x02 0x01", "pre_eol_info": "0x01"}, "ok", "less than 20 %"),
    ({"life_time": "0x01 0x09", "pre_eol_info": "0x01"}, "warning", "80 to 90 % of the card mmcblk0's life are used"),
    ({"life_time": "0x0b 0x01", "pre_eol_info": "0x01"}, "fault", "is worn out; copy the games"),
    ({"life_time": "0x02 0x02", "pre_eol_info": "0x03"}, "fault", "is worn out; copy the games"),
    ({"life_time": "0x00 0x00"}, "ok", "does not tell its wear, as few SD cards do"),
])
def test_wear(patient: Patient, files: dict[str, str], level: str, words: str) -> None:
    card(patient, **files)
    finding = disk.wear(patient)
    assert finding.level == level and words in finding.text


def test_wear_is_read_from_the_cards_own_register_and_the_file_systems_count(patient: Patient) -> None:
    card(patient)
    register = bytearray(512)
    register[267:270] = 1, 10, 3
    write(patient, "sys/kernel/debug/mmc0/mmc0:0001/ext_csd", register.hex())
    assert "90 to 100 %" in disk.wear(patient).text
    write(patient, "sys/fs/ext4/mmcblk0p2/errors_count", "3")
    assert disk.wear(patient).text.startswith("the file system of mmcblk0p2 has had 3 faults; have it checked")


@pytest.mark.parametrize(("wall", "said", "level", "words"), [
    (100.0, "yes", "warning", "the clock says 1970-01-01, which can't be; connect"),
    (9e9, "yes", "warning", "which can't be"),
    (1.8e9, "yes", "ok", "set by the network"), (1.8e9, "no", "warning", "nobody sets the clock; connect"),
    (1.8e9, None, "ok", "the clock says 2027-01-15"),
])
def test_clock(patient: Patient, wall: float, said: str | None, level: str, words: str,
               monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    fixed = time.gmtime(wall)
    monkeypatch.setattr(time, "time", lambda: wall)
    monkeypatch.setattr(clock.time, "strftime", lambda form: f"{fixed.tm_year}-{fixed.tm_mon:02}-{fixed.tm_mday:02}")
    finding = clock.clock(replace(patient, ask=lambda command: said))
    assert finding.level == level and words in finding.text


def test_pins_and_groups(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "this machine is no Raspberry Pi" in wires.pins(patient).text
    twice = replace(patient, settings=Settings(pins=PinSettings(green=12)))
    assert wires.pins(twice).level == "fault" and "12" in wires.pins(twice).text
    a_pi(patient)
    monkeypatch.setattr(wires, "find_spec", lambda name: None)
    assert "sudo apt install python3-lgpio" in wires.pins(patient).text
    monkeypatch.setattr(wires, "find_spec", lambda name: name)
    assert "no chip of pins" in wires.pins(patient).text
    write(patient, "dev/gpiochip0", "")
    assert wires.pins(patient) == Finding("ok", "pins are driven by lgpio on gpiochip0")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert "sudo usermod -aG gpio" in wires.pins(patient).text
    write(patient, "etc/group", "root:x:0:\ngpio:x:990:\nvideo:x:44:\n")
    assert wires.groups(patient, {"gpio", "video"}).level == "ok"
    assert wires.groups(patient, {"gpio"}) == Finding(
        "fault", "this user is not in the group video, which may use the camera; type `sudo usermod -aG video $USER`, "
                 "then log in anew")


def test_two_copies_of_a_library_are_named(patient: Patient, tmp_path: Path) -> None:
    first, second = tmp_path / "venv/lib/python3/site-packages", tmp_path / "dist-packages"
    for folder, module in ((first, "cv2"), (first, "numpy"), (second, "cv2")):
        (folder / module).mkdir(parents=True)
    finding = software.copies(patient, [str(first), str(second)])
    assert finding.level == "warning" and f"cv2 is there twice, in {first} and in {second}; remove one" in finding.text
    (second / "cv2").rmdir()
    assert software.copies(patient, [str(first), str(second), str(first)]).level == "ok"
    (second / "numpy").mkdir()
    assert software.copies(a_pi(patient), [str(first), str(second)]).level == "fault"
    (first / "cv2").rmdir()
    assert software.copies(patient, [str(first)]).text == "cv2 is not installed; install Arbitrio again"


@pytest.mark.parametrize(("state", "level"), [("active", "ok"), ("failed", "fault"), ("inactive", "warning")])
def test_the_service(patient: Patient, state: str, level: str) -> None:
    assert software.service(patient).level == "ok"
    write(patient, "etc/systemd/system/arbitrio.service", "")
    assert software.service(replace(patient, ask=says(state))).level == level


def test_a_port_in_use_and_no_network(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        busy = replace(patient, settings=Settings(web=WebSettings("127.0.0.1", port)))
        assert network.port(busy).text.startswith(f"port {port} is in use by another program; stop that one")
    assert network.address(busy).level == "warning"
    monkeypatch.setattr(network, "own_address", lambda host: "127.0.0.1")
    assert network.address(replace(patient, settings=Settings())).text.startswith("this machine is in no network; plug")
    assert network.name(patient).text.endswith("or open the page by its numbers")
    write(patient, "run/avahi-daemon/socket", "")
    assert network.name(patient).level == "ok"


def telling(patient: Patient, **mqtt: Any) -> Patient:
    return replace(patient, settings=replace(patient.settings, mqtt=MqttSettings(**mqtt)))


def test_a_broker_that_takes_what_it_is_told(patient: Patient, broker: Broker) -> None:  # noqa: F811
    assert brokers.broker(patient) == Finding("ok", "no broker is named under [mqtt], so none is told anything")
    named = telling(patient, host="127.0.0.1", port=broker.port)
    assert brokers.broker(named) == Finding("ok", f"Connected to the broker 127.0.0.1:{broker.port}")
    broker.kill()
    away = brokers.broker(named)
    assert away.level == "warning" and "does not answer (connection refused); start it, or mend host" in away.text


# paho leaves a socket whose TLS handshake failed to the garbage collector
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_somebody_must_mend_of_a_broker_is_a_fault(patient: Patient, broker: Broker) -> None:  # noqa: F811
    at = {"host": "127.0.0.1", "port": broker.port}
    for mqtt, words in (({**at, "tls": True}, "does not speak TLS on this port; use its other port (often 8883)"),
                        ({**at, "user": "a", "password_file": "/none"}, "named as password_file under [mqtt]"),
                        ({**at, "tls": True, "cert_file": "/none"}, "named as cert_file under [mqtt]")):
        found = brokers.broker(telling(patient, **mqtt))
        assert found.level == "fault" and words in found.text
    gc.collect()


def test_a_broker_that_refuses_the_password_is_a_fault(patient: Patient, tmp_path: Path) -> None:
    (tmp_path / "passwords").write_text("")
    guarded = Broker(tmp_path, "allow_anonymous false", f"password_file {tmp_path}/passwords")
    guarded.start()
    try:
        found = brokers.broker(telling(patient, host="127.0.0.1", port=guarded.port, user="a", password="b"))
    finally:
        guarded.kill()
    assert found.level == "fault" and found.text.endswith(
        "refuses this table (not authorized); mend user and password under [mqtt]")


@pytest.mark.parametrize(("said", "level", "words"), [
    ({"state": "up", "text": {"en": "Connected to the broker a:1"}}, "ok", "Connected to the broker a:1"),
    ({"state": "connecting", "text": {"en": "Looking for the broker a:1"}}, "warning", "a:1; ask again in a minute"),
    ({"state": "away", "text": {"en": "start it"}}, "warning", "start it"),
    ({"state": "down", "text": {"en": "mend host"}}, "fault", "mend host"),
    (None, "fault", "the running table tells no broker, though the settings name one; restart it: `sudo systemctl"),
])
def test_a_running_table_is_asked_of_its_broker(patient: Patient, said: Any, level: str, words: str) -> None:
    found = brokers.broker(telling(replace(patient, running={"broker": said}), host="nowhere.invalid"))
    assert found.level == level and words in found.text


def test_the_store(patient: Patient) -> None:
    path = patient.folder / STORE_NAME
    assert games.store(patient) == Finding("ok", "no game has been played here yet")
    with Store(path) as store:
        store.append([Event("new", {"game": "otrio", "options": {}})])
    assert games.store(patient) == Finding("ok", f"the store {path} is sound; games in it: 1")
    (patient.folder / f"{STORE_NAME}.damaged-1").write_bytes(b"x")
    assert games.store(patient).level == "warning"
    with Store(path) as store:
        store.append([Event("action", {"action": "purple large 99"})])
    assert games.store(patient).text.startswith("the last game can't be played back")
    path.write_bytes(b"broken" * 1000)
    assert games.store(patient).level == "fault"
    assert path.read_bytes() == b"broken" * 1000


def test_a_folder_that_this_user_may_not_look_into(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert games.store(patient).text.endswith("type `sudo arbitrio doctor`")


def test_what_the_camera_sees(patient: Patient, tmp_path: Path) -> None:
    table = SimulatedTable(tmp_path / "table.json")
    settings = Settings(camera=CameraSettings(table.source, frames_per_second=30))
    eyes = camera.Eyes(replace(patient, settings=settings))
    assert camera.markers(eyes) == Finding("ok", "all four markers are seen")
    assert camera.light(eyes).level == "ok"
    assert camera.camera(eyes).level in ("ok", "warning")  # a busy machine is slow
    assert f"the camera {table.source} gives " in camera.camera(eyes).text
    mat = MatSettings(corners_px=((200, 100), (1000, 100), (1000, 660), (200, 660)))
    assert "without markers" in camera.markers(camera.Eyes(replace(patient, settings=replace(settings, mat=mat)))).text


@pytest.mark.parametrize("source", ["webcam:77", "nosuch.mp4"])
def test_no_camera_is_a_fault_with_its_remedy(patient: Patient, source: str) -> None:
    eyes = camera.Eyes(replace(patient, settings=Settings(camera=CameraSettings(source, patience_seconds=1))))
    assert camera.camera(eyes).level == "fault"
    assert camera.markers(eyes).text == "no picture, so no markers: see to the camera first"
    assert camera.light(eyes).level == "warning"


@pytest.mark.parametrize("chosen", ["settings", "page"])
def test_a_table_that_wants_no_camera_is_well(patient: Patient, chosen: str) -> None:
    source = "none" if chosen == "settings" else "webcam:77"
    if chosen == "page":
        keep_unwatched(patient.folder, True)
    eyes = camera.Eyes(replace(patient, settings=Settings(camera=CameraSettings(source))))
    for check in (camera.camera, camera.markers, camera.light):
        assert check(eyes).level == "ok" and "without a camera" in check(eyes).text


def test_no_camera_where_any_would_do_is_no_fault(patient: Patient) -> None:
    if find_spec("picamera2") or Path("/dev/video0").exists():
        pytest.skip("this machine has a camera")
    found = camera.camera(camera.Eyes(patient))
    assert found.level == "warning" and "connect one and it is found by itself" in found.text


def test_a_check_that_fails_hides_no_other(patient: Patient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(patient: Patient) -> Finding:
        raise RuntimeError("oh")

    monkeypatch.setattr(power, "heat", fails)
    settings = Settings(camera=CameraSettings("nosuch.mp4"), web=WebSettings("127.0.0.1", 0))
    found = dict(checks.examine(replace(patient, settings=settings)))
    assert found["heat"].level == "fault" and "(oh)" in found["heat"].text
    assert len(found) == 17


def test_a_running_table_is_asked_and_keeps_its_camera(tmp_path: Path) -> None:
    file = settings_file(tmp_path)
    with started("run", "--port", "0", "--settings", file, "--source", "simulated") as (_, address, _):
        port = int(address.rstrip("/").rsplit(":", 1)[1])
        settings = Settings(web=WebSettings("127.0.0.1", port), store=StoreSettings(str(tmp_path)))
        own = tmp_path / "doctor.toml"
        own.write_text(f'[web]\nport = {port}\nhost = "127.0.0.1"\n[store]\nfolder = "{tmp_path}"\n')
        while not (service := running_service(settings) or {}).get("eye", {}).get("frames_per_second"):
            time.sleep(0.2)  # asked without a pause, a busy machine's table comes to nothing else
        assert service is not None and service["referee"]["state"]
        call = [*ARBITRIO, "doctor", "--json", "--settings", str(own)]
        done = subprocess.run(call, capture_output=True, text=True, timeout=60)
        said = json.loads(done.stdout)
        assert said["running"] is True
        assert said["checks"]["camera"]["text"].startswith("the camera simulated gives ")
        assert said["checks"]["port"]["text"] == f"the table is served on port {port}, 0 phones follow it"
        assert said["checks"]["store"]["level"] == "ok"
        assert done.returncode == (0 if said["ok"] else 1)
    own.write_text("[web]\nprot = 80\n")
    done = subprocess.run([*ARBITRIO, "doctor", "--settings", str(own)], capture_output=True, text=True, timeout=60,
                          env={**os.environ, "HOME": str(tmp_path)})
    assert done.returncode == 1 and done.stderr == ""
    assert done.stdout.startswith("FAULT    settings")
    assert done.stdout.splitlines()[-1].split()[1] in ("fault,", "faults,")
