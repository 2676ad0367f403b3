"""A real browser at a phone's size, for the tests of pages.

With ARBITRIO_SLOW=6 its processor is six times slower, and each answer comes 50 ms a time later: a test that passes so
waits for what it tests.
"""

import os
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.patience import PATIENCE

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", "--no-first-run", "--no-default-browser-check"]
PHONE = {"width": 390, "height": 844}
PATIENCE_MS = 1000 * PATIENCE
SLOW = float(os.environ.get("ARBITRIO_SLOW", 1))
expect.set_options(timeout=PATIENCE_MS)  # a busy machine's patience; what is there at once is asserted at once
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, started once a module: tests elsewhere may count the processes that are left."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Open]:
    """Open a URL on a phone of its own (further arguments are Playwright's); its script errors fail the test."""
    contexts, faults = [], []

    def open_url(url: str, **context: object) -> Page:
        phone = browser.new_context(**{"viewport": PHONE, "locale": "en-GB", "reduced_motion": "reduce", **context})
        phone.set_default_timeout(PATIENCE_MS)
        contexts.append(phone)
        page = phone.new_page()
        _slow_down(page)
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(url)
        return page

    yield open_url
    for phone in contexts:
        phone.close()
    assert faults == []


def _slow_down(page: Page) -> None:
    if SLOW == 1:
        return
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", {
        "offline": False, "latency": 50 * SLOW, "downloadThroughput": -1, "uploadThroughput": -1})
