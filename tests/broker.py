"""A real broker for tests: Debian's Mosquitto, that can be killed and started again on the same port."""

import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion

MOSQUITTO = "/usr/sbin/mosquitto"


class Broker:
    """Mosquitto on a free port of this machine, with more lines of settings if given."""

    def __init__(self, folder: Path, *lines: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = int(probe.getsockname()[1])
        self._settings = folder / "mosquitto.conf"
        self._settings.write_text("\n".join([
            f"listener {self.port} 127.0.0.1", "user root", f"persistence_location {folder}/", "persistence true",
            *(lines or ["allow_anonymous true"])]) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and return once it answers."""
        self._process = subprocess.Popen([MOSQUITTO, "-c", str(self._settings)], stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
                return
            except OSError:
                assert self._process.poll() is None, "the broker ended"
                time.sleep(0.05)
        raise AssertionError("the broker does not answer")

    def kill(self) -> None:
        """End it as a power cut does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Listener:
    """Keeps what the broker says, in the order in which it came."""

    def __init__(self, port: int, topic: str = "#") -> None:
        self.heard: list[tuple[str, bytes, bool]] = []
        """Topic, payload, and whether the broker had kept it."""
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: client.subscribe(topic, qos=1)
        self._client.on_message = lambda client, data, m: self.heard.append((m.topic, bytes(m.payload), m.retain))
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def newest(self, topic: str) -> bytes | None:
        """Return the newest payload of a topic."""
        return next((payload for name, payload, _ in reversed(self.heard) if name == topic), None)

    def all(self, topic: str) -> list[bytes]:
        """Return every payload of a topic."""
        return [payload for name, payload, _ in self.heard if name == topic]

    def close(self) -> None:
        """Stop listening."""
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A running broker that anybody may use."""
    folder = tmp_path / "broker"
    folder.mkdir()
    found = Broker(folder)
    found.start()
    yield found
    found.kill()
