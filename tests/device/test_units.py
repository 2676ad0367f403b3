"""The service's unit files by systemd's own judgement, and the installer's refusals before it has touched anything."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from device.settings import load

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
UNITS = ("arbitrio.service", "arbitrio-kiosk.service")
EXPOSURE = 2.0
"""What `systemd-analyze security` may find at most, of 10."""


def analyze(*call: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["systemd-analyze", *call], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("unit", UNITS)
def test_systemd_finds_nothing_wrong_in_the_unit(unit: str, tmp_path: Path) -> None:
    # verify also looks whether the program is there: this checkout's own stands for the installed one
    text = (SYSTEMD / unit).read_text()
    text = text.replace("/opt/arbitrio/current/bin", str(ROOT / ".venv/bin")).replace("/opt/arbitrio", str(SYSTEMD))
    for other in UNITS:
        (tmp_path / other).write_text(text if other == unit else (SYSTEMD / other).read_text())
    found = analyze("verify", "--man=no", "--recursive-errors=no", str(tmp_path / unit))
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", UNITS)
def test_every_right_that_is_taken_away_has_its_reason(unit: str) -> None:
    """A comment stands above each line, or above the lines that it is one of."""
    for group in re.split(r"\n(?=#)|\n\n", (SYSTEMD / unit).read_text().split("[Service]")[1]):
        taken = re.findall(r"^(?:Protect|Private|Restrict|Device|SystemCall|Capability|Ambient|NoNew|Lock|Memory|"
                           r"Keyring|RemoveIPC|UMask)\w*=", group, re.M)
        assert not taken or group.lstrip().startswith("#"), group


def test_a_mistake_in_a_unit_would_be_found(tmp_path: Path) -> None:
    text = (SYSTEMD / UNITS[0]).read_text().replace("/opt/arbitrio/current/bin", str(ROOT / ".venv/bin"))
    (tmp_path / UNITS[0]).write_text(text.replace("WatchdogSec=30", "WatchdogSec=often"))
    assert "often" in analyze("verify", "--man=no", str(tmp_path / UNITS[0])).stderr


def test_the_service_is_exposed_by_no_more_than_two_of_ten(tmp_path: Path) -> None:
    found = analyze("security", "--offline=yes", "--no-pager", f"--threshold={EXPOSURE * 10:.0f}",
                    str(SYSTEMD / UNITS[0]))
    exposure = re.search(r"exposure level for arbitrio.service: ([\d.]+)", found.stdout)
    assert exposure is not None and float(exposure[1]) <= EXPOSURE, found.stdout
    assert found.returncode == 0


def test_the_settings_that_are_installed_can_be_read() -> None:
    assert load(SYSTEMD / "arbitrio.toml").web.port == 80


def install(*call: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(call or [str(SYSTEMD / "install")], capture_output=True, text=True, check=False,
                          env={**os.environ, **environment})


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """Return the one sentence that the installer refused with."""
    assert done.returncode == 1 and done.stdout == "", done
    assert re.fullmatch(r"arbitrio: [^\n]+\n", done.stderr), done.stderr
    return done.stderr.removeprefix("arbitrio: ").strip()


as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@as_root
def test_without_root_the_installer_says_how_to_call_it() -> None:
    text = (SYSTEMD / "install").read_text()
    nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    done = install(*nobody, "bash", "-c", text, "install")
    assert refused(done) == "this needs the rights of root; type `sudo make install`"


@as_root
@pytest.mark.parametrize(("environment", "sentence"), [
    ({"NAME": "Table 3"}, "Table 3 can't be a name in the network; write small letters, digits and hyphens, such as "
                          "NAME=table3"),
    ({"ROOM": "99999999"}, r"only \d+ MB of the disk are free, and 99999999 are needed; free some space .*, then type "
                           "`sudo make install` again"),
])
def test_what_can_not_work_is_refused_in_a_sentence(environment: dict[str, str], sentence: str) -> None:
    assert re.fullmatch(sentence, refused(install(**environment)))


@as_root
def test_an_old_python_is_named_with_what_to_install(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    old.write_text('#!/bin/sh\n[ "$1" = -V ] && echo Python 3.9.2\n')
    old.chmod(0o755)
    assert refused(install(PYTHON=str(old))) == (
        "Arbitrio needs Python 3.11 or newer, and this system has Python 3.9.2; install Raspberry Pi OS 12 (bookworm) "
        "or newer on the card")


@as_root
def test_a_read_only_disk_is_named_with_what_to_do() -> None:
    done = install("unshare", "--mount", "sh", "-c",
                   f"mount --bind /opt /opt && mount -o remount,ro,bind /opt && {SYSTEMD}/install")
    assert refused(done).startswith("/opt can't be written, the disk is read-only: make it writable (on a Pi: `sudo "
                                    "raspi-config`")


@as_root
def test_an_unknown_task_is_refused() -> None:
    assert refused(install(str(SYSTEMD / "install"), "sell")) == "sell is no task; write install, uninstall or kiosk"
