"""Counts the tests for the runner's last line, and checks that none leaves a thread or a process behind."""

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

FRAMES = Path("/run/frames")
"""Where libcamera's virtual camera takes its pictures from."""


def pytest_terminal_summary(terminalreporter: Any) -> None:
    count = {name: len(terminalreporter.stats.get(name, [])) for name in ("passed", "failed", "error")}
    Path("closing").write_text(f"{count['passed']} passed, {count['failed'] + count['error']} failed\n")


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    threads, files = set(threading.enumerate()), set(Path.cwd().glob(".lgd*"))
    yield
    assert wait_for(lambda: not [thread for thread in threading.enumerate() if thread not in threads
                                 and type(thread).__module__ != "lgpio"])  # lgpio's own stays with the process
    assert not multiprocessing.active_children()
    assert set(Path.cwd().glob(".lgd*")) == files


def wait_for(condition: Callable[[], Any], seconds: float = 30) -> bool:
    """Wait until the condition holds; return whether it does."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def level(pin: int) -> int:
    """Return the level of a kernel pin, seen from outside."""
    return int(Path(f"/run/gpio/sim_gpio{pin}/value").read_text())


def python(code: str, *arguments: str, **environment: str) -> "subprocess.Popen[str]":
    """Start another Python process on the product."""
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, env={**os.environ, **environment})
