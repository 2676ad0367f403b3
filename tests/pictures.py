"""Make the pictures of the pages in docs/ anew: `python -m tests.pictures`. Each is a real page in a real browser."""

import contextlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from device.appliance import running
from device.camera.simulated import SimulatedTable
from device.settings import CameraSettings, PinSettings, Settings, WebSettings
from tests.browser import ARGUMENTS, CHROMIUM, PATIENCE_MS, PHONE
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.server import Server
from web.table import HOST

DOCS = Path(__file__).parents[1] / "docs"
SCREEN = ViewportSize(width=1920, height=1080)
WIDEST = 1280
"""Pixels across; a larger page is kept smaller."""
LARGEST = 40_000
"""Bytes: a picture that would be larger is kept less sharp."""
SECRET = "a-secret-for-pictures-alone"
OTRIO = ("purple large 4", "red large 0", "green small 2", "blue medium 8", "purple medium 6", "red small 4",
         "green large 1", "blue small 0")
LAID = tuple(f"lay {cell}" for cell in range(12))


def otrio(*names: str) -> FakeTable:
    """Return a game of Otrio in its middle."""
    return told("otrio", {"players": "4"}, OTRIO, names)


def told(game: str, options: Mapping[str, str], actions: tuple[str, ...], names: tuple[str, ...] = ()) -> FakeTable:
    """Return a game in which these actions were done, and these people sit."""
    table = FakeTable(game, **options)
    for seat, name in enumerate(names):
        table.seat(name, seat)
    for action in actions:
        answer = table.command(HOST, "play", {"action": action})
        assert answer.ok, (action, answer)
    return table


def asked() -> FakeTable:
    """Return a table at which the referee can't tell where a ring was put."""
    table = otrio("Emma", "Léo", "Ada", "Noé")
    table.ask("purple large 3", "purple large 5")
    return table


def refused() -> FakeTable:
    """Return a table at which a piece was put where the rules forbid it."""
    table = otrio("Emma", "Léo", "Ada", "Noé")
    table.tell("purple medium 4", "purple large 4")
    return table


GAMES: Mapping[str, Callable[[], FakeTable]] = {
    "phone": lambda: otrio("Emma", "Léo", "Ada", "Noé"), "question": asked, "refusal": refused,
    "mastermind": lambda: told("mastermind", {"rows": "8"}, (
        "guess 0 red blue green yellow", "marks 0 1 1", "guess 1 red purple white blue", "marks 1 2 1",
        "guess 2 red white purple black"), ("Emma", "Léo")),
    "mystrio": lambda: told("mystrio", {"players": "2"}, (
        *LAID, "consult 0", "mystrio 0 1 2 RS RT RS"), ("Emma", "Léo")),
    "mondrian": lambda: told("mondrian", {"palette": "trusted"}, (
        "throw black 4 p3-1", "throw red 6 p3-1 left", "throw black 2 p1-2+p1-3"), ("Emma", "Léo")),
    "mito": lambda: told("mito", {"mode": "calls"}, (), ("Emma", "Léo", "Ada")),
}


@contextlib.contextmanager
def served(table: FakeTable) -> Iterator[str]:
    """Serve a table; gives its address."""
    with Server(create_app(table, host_secret=SECRET, beat=0.2), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/"


def live(page: Page) -> None:
    """Wait until the page shows what the table does, and its letters are drawn."""
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes", timeout=PATIENCE_MS)
    page.evaluate("document.fonts.ready")
    page.wait_for_timeout(500)  # what comes in softly has come


def keep(page: Page, name: str) -> None:
    """Write what the page shows, as sharp as its place allows."""
    shot = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert shot is not None
    if shot.shape[1] > WIDEST:
        shot = cv2.resize(shot, (WIDEST, WIDEST * shot.shape[0] // shot.shape[1]), interpolation=cv2.INTER_AREA)
    for quality in (90, 80, 70, 60, 50, 40):
        done = cv2.imencode(".webp", shot, [cv2.IMWRITE_WEBP_QUALITY, quality])[1].tobytes()
        if len(done) <= LARGEST:
            break
    (DOCS / f"{name}.webp").write_bytes(done)
    print(f"docs/{name}.webp: {shot.shape[1]} x {shot.shape[0]}, {len(done) / 1000:.0f} kB at quality {quality}")


def phone(browser: Browser, address: str) -> Page:
    """Open a page as the host's phone does."""
    size = ViewportSize(width=PHONE["width"], height=PHONE["height"])
    page = browser.new_page(viewport=size, locale="en-GB", reduced_motion="reduce")
    page.set_default_timeout(PATIENCE_MS)
    page.goto(address)
    return page


def games(browser: Browser, wanted: set[str]) -> None:
    """Show each game on a phone."""
    for name, make in GAMES.items():
        if name in wanted:
            with served(make()) as address, contextlib.closing(phone(browser, f"{address}?host={SECRET}")) as page:
                live(page)
                page.locator("#joinbar-close").click()
                keep(page, name)


def television(browser: Browser) -> None:
    """Show a game on a television."""
    with served(otrio("Emma", "Léo", "Ada", "Noé")) as address:
        page = browser.new_page(viewport=SCREEN, locale="en-GB", reduced_motion="reduce")
        page.goto(f"{address}tv/")
        live(page)
        keep(page, "tv")
        page.close()


def before_the_game(browser: Browser, wanted: set[str]) -> None:
    """Show the pages for joining, for choosing a game and for setting up, at a table with a simulated camera."""
    with tempfile.TemporaryDirectory() as folder:
        scene = SimulatedTable(Path(folder) / "table.json")
        scene.lay({"4.small": "purple", "0.large": "red"})
        settings = Settings(camera=CameraSettings(source=scene.source, frames_per_second=4.0), pins=PinSettings("mock"),
                            web=replace(WebSettings("127.0.0.1"), port=0))
        with running(settings, Path(folder)) as table:
            with contextlib.closing(phone(browser, table.host_link)) as page:
                if "setup" in wanted:
                    page.goto(f"{table.address}setup/")
                    expect(page.locator("#ready")).to_be_visible(timeout=120_000)
                    keep(page, "setup")
                if "new" in wanted:
                    page.goto(f"{table.address}new")
                    page.wait_for_load_state("networkidle")
                    keep(page, "new")
            if "join" in wanted:
                with contextlib.closing(phone(browser, table.address)) as page:
                    live(page)
                    page.locator("#joinbar-join").click()
                    expect(page.locator("#sheet")).to_be_visible()
                    keep(page, "join")


def main(*names: str) -> None:
    """Make these pictures, or all."""
    wanted = set(names or [*GAMES, "tv", "setup", "new", "join"])
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        games(browser, wanted)
        if "tv" in wanted:
            television(browser)
        if wanted & {"setup", "new", "join"}:
            before_the_game(browser, wanted)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
