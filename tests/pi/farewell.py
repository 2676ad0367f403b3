"""The last boot of the disk that Arbitrio was installed on: it is taken off, without its games, then with them."""

import subprocess
from pathlib import Path

from device.store import STORE_NAME, Store

INSTALLER = "/work/systemd/install"
GAMES, SETTINGS = Path("/var/lib/arbitrio"), Path("/etc/arbitrio/arbitrio.toml")
OURS = ("/opt/arbitrio", "/etc/systemd/system/arbitrio.service", "/usr/local/bin/arbitrio",
        "/etc/systemd/journald.conf.d/arbitrio.conf", "/etc/avahi/services/arbitrio.service")


def uninstall(**environment: str) -> str:
    return subprocess.run([INSTALLER, "uninstall"], capture_output=True, text=True, check=True,
                          env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", **environment}).stdout


def test_the_games_and_settings_stay_when_it_is_taken_off() -> None:
    assert all(Path(name).exists() for name in OURS)
    with Store(GAMES / STORE_NAME, read_only=True) as store:
        before = list(store.events())
    said = uninstall()
    assert "Its games stay in /var/lib/arbitrio" in said and "PURGE=yes" in said
    assert not any(Path(name).exists() for name in OURS) and SETTINGS.exists()
    assert "host-name=arbitrio" not in Path("/etc/avahi/avahi-daemon.conf").read_text().splitlines()
    assert subprocess.run(["systemctl", "is-active", "arbitrio"], capture_output=True, text=True,
                          check=False).stdout == "inactive\n"
    with Store(GAMES / STORE_NAME, read_only=True) as store:
        assert before and list(store.events()) == before


def test_purged_nothing_of_it_is_left() -> None:
    assert "with its games and settings" in uninstall(PURGE="yes")
    assert not GAMES.exists() and not SETTINGS.parent.exists()
    assert subprocess.run(["id", "arbitrio"], capture_output=True, check=False).returncode == 1
    assert uninstall() == "Arbitrio is not installed.\n"
