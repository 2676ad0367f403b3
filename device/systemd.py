"""What systemd is told: that the service is ready, how it is, that it stops, and that it lives."""

import contextlib
import os
import socket
from typing import TextIO

SOCKET = "NOTIFY_SOCKET"
"""The environment's name of the socket that systemd listens on."""
WATCHDOG_USEC, WATCHDOG_PID = "WATCHDOG_USEC", "WATCHDOG_PID"


def notify(**fields: str) -> bool:
    """Send the fields, such as `READY="1"`, as sd_notify(3) names them; return whether anybody was there to take them.

    Nobody is when the program was started by hand. A word that does not arrive is no reason to end a game.
    """
    address = os.environ.get(SOCKET, "")
    if not address:
        return False
    if address[0] == "@":  # Linux's abstract namespace
        address = "\0" + address[1:]
    text = "\n".join(f"{name}={' '.join(value.split())}" for name, value in fields.items())
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
        sender.settimeout(1)
        sender.connect(address)
        sender.sendall(text.encode())
        return True
    return False


def watchdog_seconds() -> float | None:
    """Return within how many seconds systemd wants a sign of life from this process; None: it wants none."""
    time, pid = os.environ.get(WATCHDOG_USEC, ""), os.environ.get(WATCHDOG_PID, "")
    if not time.isdecimal() or int(time) == 0 or pid not in ("", str(os.getpid())):
        return None
    return int(time) / 1e6


def is_journal(stream: TextIO) -> bool:
    """Tell whether what is written there goes into the machine's log, which others than the owner may read."""
    try:
        status = os.fstat(stream.fileno())
    except OSError:
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{status.st_dev}:{status.st_ino}"
