"""What every test may count on: nothing that it started is left behind."""

import threading
import time
from collections.abc import Iterator

import hypothesis
import pytest

from tests.patience import PATIENCE

pytest_plugins = ["tests.browser"]
# a busy machine fails no test: speed is measured by the benchmark
hypothesis.settings.register_profile("untimed", deadline=None)
hypothesis.settings.load_profile("untimed")


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    """Fail a test after which a thread runs that did not run before it."""
    before = set(threading.enumerate())
    yield
    end = time.monotonic() + PATIENCE
    while (left := set(threading.enumerate()) - before) and time.monotonic() < end:
        time.sleep(0.01)
    assert not left, f"threads left behind: {sorted(thread.name for thread in left)}"
