"""The club's page in a real browser, over a real broker: two hundred tables, calls for help, a tournament."""

import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from device.club.club import Club
from device.service import LiveTable
from device.settings import MqttSettings
from tests.broker import Broker, broker  # noqa: F401
from tests.browser import Open, browser, open_page  # noqa: F401
from tests.hall import Hall
from tests.patience import PATIENCE
from tests.web.looks import settled
from web.app import create_app
from web.club.app import create_club_app
from web.server import Server
from web.table import HOST, SPECTATOR

SECRET = "a-secret-for-tests-alone"


@pytest.fixture
def address(tmp_path: Path, broker: Broker) -> Iterator[str]:  # noqa: F811
    """The page's address."""
    with Club(MqttSettings(host="127.0.0.1", port=broker.port), tmp_path, "club") as club:
        with Server(create_club_app(club, secret=SECRET, beat=0.2), "127.0.0.1", 0) as server:
            yield f"http://127.0.0.1:{server.port}/"


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


def fill(hall: Hall, *players: str) -> None:
    """Let every table be there, with two players each."""
    for table in range(len(hall.names)):
        until(lambda t=table: hall.online(t))  # type: ignore[misc]
        until(lambda t=table: hall.tell(t, players or (f"Ada {t}", f"Ben {t}")))  # type: ignore[misc]


def no_serious_fault(page: Page) -> None:
    settled(page)
    found = [v for v in Axe().run(page).response["violations"] if v["impact"] in ("serious", "critical")]
    assert found == []


def post(address: str, name: str, cookie: str = "", origin: str | None = None) -> tuple[int, Any]:
    """Send a command as a browser's page does, or as one of another site."""
    request = urllib.request.Request(f"{address}command/{name}", b"{}", {
        "Content-Type": "application/json", "Accept": "application/json", "Cookie": cookie,
        "Origin": address.rstrip("/") if origin is None else origin})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def test_two_hundred_tables_on_one_page(address: str, broker: Broker, open_page: Open) -> None:  # noqa: F811
    with Hall(broker.port, 200) as hall:
        fill(hall)
        page = open_page(address, viewport={"width": 1280, "height": 900})
        expect(page.locator("#count")).to_have_text("200 of 200")
        expect(page.locator("#tables > li h3").nth(9)).to_have_text("Table 10")
        expect(page.locator("#table-table-7")).to_contain_text("Ada 6")
        assert hall.tell(6, ("Ada 6", "Ben 6"), n=1, call="Ben 6")
        expect(page.locator("#calls")).to_contain_text("Ben 6 calls for help")
        expect(page.locator("#table-table-7 .line")).to_have_text("Ready for move 1")
        page.get_by_role("searchbox").fill("ada 150")
        expect(page.locator("#tables > li:visible")).to_have_count(1)
        expect(page.locator("#count")).to_have_text("1 of 200")
        broker.kill()
        expect(page.locator("#broker")).to_contain_text("The broker 127.0.0.1", timeout=90_000)
        broker.start()
        expect(page.locator("#broker")).to_be_empty(timeout=90_000)
        until(lambda: hall.tell(150, ("Ada 150", "Ben 150"), n=2, won=("Ada 150",)))
        expect(page.locator("#tables > li:visible .line")).to_have_text("Ada 150 wins")


@pytest.mark.parametrize("size", [{"width": 390, "height": 844}, {"width": 1280, "height": 900}])
def test_a_tournament_is_played(address: str, broker: Broker, open_page: Open, size: Any) -> None:  # noqa: F811
    with Hall(broker.port, 2) as hall:
        fill(hall, "x", "y")
        page = open_page(f"{address}?organiser={SECRET}", viewport=size)
        expect(page).to_have_url(address)
        expect(page.locator("#count")).to_have_text("2 of 2")
        page.get_by_role("button", name="New tournament").click()
        no_serious_fault(page)
        page.get_by_label("Players, one name a line").fill("Ada\nBen\nCleo\nDan")
        page.get_by_role("button", name="Begin", exact=True).click()
        page.get_by_role("button", name="Draw the next round").click()
        first = page.locator(".meetings > li").first
        expect(first).to_contain_text("Ada · Ben")
        expect(first.locator(".where")).to_have_text("Table 1")
        assert hall.tell(0, ("Ada", "Ben"), game=2, won=("Ben",))
        expect(first.locator(".how")).to_have_text("Won by Ben")
        second = page.locator(".meetings > li").nth(1)
        second.get_by_role("button", name="Result").click()
        page.get_by_role("button", name="Draw, all share the point").click()
        expect(second.locator(".how")).to_have_text("Draw (told by hand)")
        rows = page.locator(".standings tbody tr")
        expect(rows.first).to_have_text(re.compile("^1Ben10"))
        no_serious_fault(page)
        page.get_by_role("button", name="Draw the next round").click()
        expect(page.locator("#tournament .quiet")).to_have_text("Round 2 of 3")
        page.get_by_role("button", name="Dan goes home").click()
        expect(page.get_by_role("button", name="Dan is back")).to_be_visible()
        page.get_by_role("link", name="Français").click()
        expect(page.locator("#tournament .quiet")).to_have_text("Ronde 2 sur 3")
        page.get_by_role("button", name="Terminer le tournoi").click()
        page.get_by_role("dialog").get_by_role("button", name="Terminer le tournoi").click()
        expect(page.get_by_role("button", name="Nouveau tournoi")).to_be_visible()


def test_a_table_calls_for_help(open_page: Open, tmp_path: Path) -> None:  # noqa: F811
    with LiveTable(tmp_path / "games.sqlite") as table:
        table.has_club = True
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        with Server(create_app(table, host_secret=SECRET, beat=0.2), "127.0.0.1", 0) as server:
            address = f"http://127.0.0.1:{server.port}/"
            page, watcher = open_page(f"{address}?host={SECRET}"), open_page(address)
            page.get_by_role("button", name="Call the club for help").click()
            expect(page.locator("#calling")).to_contain_text("called")
            assert table.snapshot(SPECTATOR)["call"] is not None
            expect(watcher.locator("#calling")).to_contain_text("called")
            expect(watcher.locator("#calling button")).to_have_count(0)
            page.get_by_role("button", name="Help is not needed any more").click()
            expect(watcher.locator("#calling")).to_be_empty()
            assert table.snapshot(SPECTATOR)["call"] is None


def test_only_the_organiser_rules(address: str, open_page: Open) -> None:  # noqa: F811
    assert post(address, "begin") == (403, {
        "ok": False, "code": "not_organiser", "text": {
            "en": "Only the organiser can do that. Open the organiser's link that the club's machine prints.",
            "fr": "Seul l'organisateur peut faire cela. Ouvrez le lien d'organisateur que la machine du club "
                  "affiche."}})
    assert post(address, "begin", cookie="organiser=eyJvcmdhbmlzZXIiOnRydWV9.forged.signature")[0] == 403
    assert post(address, "begin", origin="http://elsewhere.example")[0] == 403
    assert post(address, "nothing")[0] == 404
    page = open_page(address)
    expect(page.get_by_role("button", name="New tournament")).to_have_count(0)
    page.goto(f"{address}?organiser=wrong")
    expect(page.locator("main")).to_contain_text("This organiser's link is not right")
