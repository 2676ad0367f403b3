"""A phone whose script comes late, or whose commands take long: nothing is pressed in vain or done by accident."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, cast

import pytest
from playwright.sync_api import Page, Route, expect

from device.archive.archive import Archive
from device.service import LiveTable
from device.store import STORE_NAME
from device.terminal.race_page import RacePage
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import settled
from web.app import create_app
from web.club.app import create_club_app
from web.race import create_race_app
from web.server import Server
from web.table import HOST

OTRIO_WON = ("purple large 0", "red large 8", "green large 1", "blue large 7", "purple medium 0", "red medium 8",
             "green medium 1", "blue medium 7", "purple small 0")
PRESSABLE = "button:enabled:visible, input:enabled:visible, select:enabled:visible, textarea:enabled:visible"
NATIVE = "#new [type=radio], #new [type=checkbox]"
"""What the browser itself keeps until the script comes and reads it."""
PATHS = ("", "panel/", "tv/", "print", "new", "setup/", "history/", "history/1")


class NoMachine:
    """A machine of which the pages ask only whether it has a camera, and which sounds its panel has."""

    sounds: Mapping[str, object] = {}

    def camera(self) -> None:
        return None


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A table with all its pages, on which two games of Otrio were won."""
    with LiveTable(tmp_path / STORE_NAME) as table:
        for _ in range(2):
            table.command(HOST, "new", {"game": "otrio", "options": {"players": "2"}})
            assert all(table.command(HOST, "play", {"action": action}).ok for action in OTRIO_WON)
        app = create_app(table, host_secret=SECRET, beat=0.2, archive=Archive(tmp_path), panel=cast(Any, NoMachine()),
                         setup=cast(Any, NoMachine()))
        with Server(app, "127.0.0.1", 0) as server:
            yield f"http://127.0.0.1:{server.port}/"


def unfolded(page: Page) -> None:
    """Unfold what a person can unfold without any script."""
    page.locator("details").evaluate_all("(parts) => parts.forEach((part) => { part.open = true })")


@pytest.mark.parametrize(("locale", "needed"), [("en-GB", "JavaScript. Turn"), ("fr-FR", "JavaScript. Activez-le")])
def test_without_scripts_each_page_says_so_and_offers_nothing_in_vain(address: str, open_page: Open, locale: str,
                                                                      needed: str) -> None:
    page = open_page(f"{address}?host={SECRET}", java_script_enabled=False, locale=locale)
    with ExitStack() as servers:
        apps = (create_race_app(RacePage({"player 1": "Emma"}, print, print)),
                create_club_app(cast(Any, object()), secret=SECRET))
        others = [servers.enter_context(Server(app, "127.0.0.1", 0)).port for app in apps]
        for url in (*(address + path for path in PATHS), *(f"http://127.0.0.1:{port}/" for port in others)):
            page.goto(url)
            unfolded(page)
            assert needed in page.locator("main noscript").evaluate("(note) => note.textContent"), url
            pressable = [element.evaluate("(element) => element.outerHTML") for element in page.locator(PRESSABLE).all()
                         if not element.evaluate(f"(element) => element.matches('{NATIVE}')")]
            assert (url, pressable) == (url, [])


@pytest.mark.parametrize(("path", "script", "opened"), [
    ("", "app.js", "#lookback"), ("print", "print.js", "#print"), ("new", "new.js", "#new [type=submit]"),
    ("new", "games/otrio.js", "#new [type=submit]"), ("history/", "history.js", "#next"),
    ("history/1", "replay.js", "#slider"), ("history/1", "games/otrio.js", ".moves button >> nth=0"),
    ("history/1", "replay.js", "#erase")])
def test_what_the_script_makes_work_opens_when_it_does(address: str, open_page: Open, path: str, script: str,
                                                       opened: str) -> None:
    page, held = open_page(f"{address}?host={SECRET}"), list[Route]()
    page.route(f"**/static/{script}", lambda route: held.append(route))
    with page.expect_request(f"**/static/{script}"):
        page.goto(address + path, wait_until="commit")
    expect(page.locator(opened)).to_be_disabled()
    expect(page.locator(".loading") if path != "print" else page.locator("main")).to_be_visible()  # after four seconds
    for route in held:
        route.continue_()
    expect(page.locator(opened)).to_be_enabled()
    expect(page.locator(".loading")).to_be_hidden()


def test_a_form_pressed_before_its_script_is_there_begins_the_game_afterwards(open_page: Open) -> None:
    table, held = FakeTable(None), list[Route]()
    with Server(create_app(table, host_secret=SECRET), "127.0.0.1", 0) as server:
        page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}")
        page.route("**/static/new.js", lambda route: held.append(route))
        with page.expect_request("**/static/new.js"):
            page.goto(f"http://127.0.0.1:{server.port}/new", wait_until="commit")
        page.get_by_role("radio", name="Mystrio").check()
        page.locator("#new [type=submit]").click(force=True)
        page.get_by_role("radio", name="Mystrio").press("Enter")
        assert page.url.endswith("/new")  # it was not sent by the browser itself
        for route in held:
            route.continue_()
        page.click("#new [type=submit]")
        expect(page.locator("#turn .who")).to_have_text("Player 1 to play")
        assert [args["game"] for _, name, args in table.commands if name == "new"] == ["mystrio"]


@pytest.fixture
def told(serve: Any, open_page: Open) -> Iterator[tuple[Page, FakeTable, list[Route]]]:
    """The host's page of a game of Mito whose cards are dealt; its plays are held until they are let go."""
    table, held = FakeTable("mito"), list[Route]()
    page = open_page(f"{serve(table)}?host={SECRET}")
    expect(page.locator("#turn .who")).to_have_text("Deal the cards")
    settled(page)
    page.route("**/command/play", lambda route: held.append(route))
    yield page, table, held


def middle(page: Page, selector: str) -> tuple[float, float]:
    page.locator(selector).scroll_into_view_if_needed()
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_while_a_command_is_under_way_no_other_is_given(told: tuple[Page, FakeTable, list[Route]]) -> None:
    page, table, held = told
    card, undo = '.mito-own [data-card="c1"]', "#lookback"
    place = middle(page, card)
    with page.expect_request("**/command/play"):
        page.mouse.click(*place)
    page.mouse.click(*place)
    page.locator(card).press("Enter")
    page.mouse.click(*middle(page, undo))
    expect(page.locator("body")).to_have_attribute("data-held", "long")  # and it is seen that the page waits
    expect(page.locator("#sheet")).to_be_hidden()
    assert len(held) == 1
    held.pop().continue_()
    settled(page)
    expect(page.locator("#turn .who")).to_have_text("Player 1 to play")
    assert [args["action"] for _, name, args in table.commands if name == "play"] == ["deal c1"]


def test_the_page_takes_taps_again_when_no_answer_comes(told: tuple[Page, FakeTable, list[Route]]) -> None:
    page, _, held = told
    page.click('.mito-own [data-card="c1"]')
    page.click("#lookback")  # after five seconds
    expect(page.locator("#sheet")).to_be_visible()
    for route in held:
        route.abort()


def test_what_a_command_did_is_shown_before_the_next_is_taken(serve: Any, open_page: Open) -> None:
    table = FakeTable("mito")
    page = open_page(f"{serve(table)}?host={SECRET}")
    page.click('.mito-own [data-card="c1"]')
    page.click('.mito-own [data-card="c5"]')  # a card to deal on the drawing before, one to play on the next
    settled(page)
    assert [args["action"] for _, name, args in table.commands if name == "play"] == ["deal c1", "play p1 c5"]


def test_a_double_tap_does_not_confirm_what_its_first_half_asks(server: Server, table: FakeTable,
                                                                open_page: Open) -> None:
    page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}")
    table.tell("purple large 4")
    expect(page.locator("#undo")).to_be_visible()
    expect(page.locator("#undo")).to_be_enabled()
    settled(page)
    x, y = middle(page, "#undo")
    page.evaluate("""([x, y]) => new MutationObserver(() => {
        const sheet = document.getElementById('sheet');
        const button = sheet.open && sheet.querySelector('.primary');
        if (button) button.style.cssText = `position: fixed; left: ${x - 60}px; top: ${y - 20}px; width: 120px`;
    }).observe(document.getElementById('sheet'), {attributes: true, childList: true})""", [x, y])
    page.mouse.dblclick(x, y)
    expect(page.locator("#sheet .primary")).to_be_visible()  # it lay under the second half
    settled(page)
    expect(page.locator("#sheet")).to_be_visible()
    assert table.commands == []
    page.mouse.dblclick(x, y)  # and the next double tap does it once
    expect(page.locator("#sheet")).to_be_hidden()
    settled(page)
    assert [name for _, name, _ in table.commands] == ["undo"]


def test_a_phone_without_a_place_is_shown_what_it_did(table: FakeTable, open_page: Open) -> None:
    with Server(create_app(table, host_secret=SECRET, streams=1), "127.0.0.1", 0) as server:
        first = open_page(f"http://127.0.0.1:{server.port}/")
        expect(first.locator("#liveness")).to_have_text("Live")
        table.watched = False
        second = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}")
        expect(second.locator("#stale")).to_contain_text("Too many phones are following")
        second.click('[data-choice="purple large"]')
        second.click('.otrio-key[data-cell="4"]')
        settled(second)
        expect(second.locator('[data-slot="4.large"]')).to_have_attribute("data-piece", "purple")


def test_a_games_part_that_did_not_arrive_is_fetched_again(server: Server, open_page: Open) -> None:
    page, lost = open_page("about:blank"), list[Route]()

    def lose(route: Route) -> None:
        lost.append(route)
        if len(lost) < 3:
            route.abort()
        else:
            route.continue_()

    page.route("**/static/games/otrio.js", lose)
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.locator("#board svg")).to_be_visible()
    assert len(lost) == 3
