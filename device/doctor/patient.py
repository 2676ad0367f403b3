"""What the checks look at: the machine, the settings, and the service that runs here, if one does."""

import json
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeAlias

from device.settings import Settings

Level: TypeAlias = Literal["ok", "warning", "fault"]
PATIENCE = 5.0
"""Seconds that a command, or the running service, has for its answer."""


@dataclass(frozen=True)
class Finding:
    """What a check found; where it is not ok, the sentence ends with the remedy."""

    level: Level
    text: str


def ok(text: str) -> Finding:
    """Return a finding of what is well."""
    return Finding("ok", text)


def warning(text: str) -> Finding:
    """Return a finding of what may lead to trouble."""
    return Finding("warning", text)


def fault(text: str) -> Finding:
    """Return a finding of what keeps the table from working."""
    return Finding("fault", text)


def asked(command: Sequence[str]) -> str | None:
    """Return what a command prints; None when it is not there, fails, or does not come to an end."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


@dataclass(frozen=True)
class Patient:
    """The machine as the checks see it."""

    settings: Settings
    folder: Path
    """The games' folder."""
    running: Mapping[str, Any] | None = None
    """What the service that runs here says of itself, see `running_service`; None: none runs."""
    root: Path = Path("/")
    """Where the kernel's files are; another folder in tests."""
    ask: Callable[[Sequence[str]], str | None] = field(default=asked)

    def read(self, name: str) -> str | None:
        """Return the text of a file of the system, such as "proc/mounts"; None when it can't be read."""
        try:
            return (self.root / name).read_text(errors="replace").strip("\0\n ")
        except OSError:
            return None

    @property
    def is_a_pi(self) -> bool:
        """Whether the machine calls itself a Raspberry Pi."""
        return any("Raspberry Pi" in (self.read(name) or "") for name in ("proc/device-tree/model", "proc/cpuinfo"))


def running_service(settings: Settings) -> Mapping[str, Any] | None:
    """Return the health of the table that is served here by these settings, with its `referee`; None when none is."""
    own = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "": "127.0.0.1"}.get(settings.web.host, settings.web.host)
    health, state = (_answer(f"http://{own}:{settings.web.port}/{name}") for name in ("healthz", "state.json"))
    if health is None or state is None or "eye" not in health:
        return None
    return {**health, "referee": state.get("referee", {})}


def _answer(url: str) -> Mapping[str, Any] | None:
    try:
        with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
            said = json.load(answer)
    except urllib.error.HTTPError as error:  # a service that is in trouble says so by 503
        with error:
            try:
                said = json.load(error)
            except ValueError:
                return None
    except (OSError, ValueError):
        return None
    return said if isinstance(said, dict) else None
