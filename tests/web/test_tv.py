"""The television in a real browser: seen from across the room, told what a spectator may know, pressed by nobody."""

import json
import re
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from rules.text import Text
from tests.browser import Open
from tests.web.fake_table import FakeTable
from tests.web.looks import faults

LONG = "Purple puts a large ring into the top left cell of a board that everybody in the room can see very well"
Serve = Callable[[FakeTable], str]
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
SCREEN = {"width": 1920, "height": 1080}
GAMES = {
    "otrio": ({"players": "4"}, ["purple large 4", "red large 0", "green large 8"]),
    "mastermind": ({}, ["guess 0 red blue green yellow", "marks 0 1 1"]),
    "mondrian": ({"palette": "trusted"}, ["throw black 4 p3-1", "throw red 6 p3-1 left"]),
    "mystrio": ({"players": "4"}, ["lay 0", "lay 5"]),
    "mito": ({}, []),
}


def screen(open_page: Open, address: str, **phone: object) -> Page:
    page = open_page(f"{address}tv/", **{"viewport": SCREEN, **phone})
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
    return page


@pytest.mark.parametrize("game", GAMES)
def test_every_game_fits_on_the_screen(serve: Serve, open_page: Open, game: str) -> None:
    options, actions = GAMES[game]
    table = FakeTable(game, **options)
    table.tell(*actions)
    page = screen(open_page, serve(table), locale="fr-FR" if game == "mystrio" else "en-GB")
    expect(page.locator("#board > *")).to_be_visible()
    page.wait_for_function("() => document.querySelector('#board').style.transform.includes('scale')")
    box = page.locator("#board").bounding_box()
    assert box is not None and box["x"] >= 0 and box["y"] >= 0
    assert box["x"] + box["width"] <= 1160 and box["y"] + box["height"] <= 1081
    assert max(box["width"] / 1080, box["height"] / 1000) > 0.9  # as large as there is room
    size = page.evaluate("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [1920, 1080]
    name = page.locator(".turn .who").first
    assert float(name.evaluate("(element) => parseFloat(getComputedStyle(element).fontSize)")) >= 36


def test_the_screen_follows_names_scores_refusals_and_questions(serve: Serve, open_page: Open) -> None:
    table = FakeTable("otrio", players="4")
    table.seat("Ada", 0)
    page = screen(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Ada to play")
    expect(page.locator("#clock")).to_have_text(re.compile(r"^1:(1[6-9]|[2-5]\d)$"))
    expect(page.locator("#scores .name")).to_have_text(["Ada", "Red", "Green", "Blue"])
    table.tell("purple small 4", "red large 4")
    expect(page.locator("#dock .why")).to_contain_text("the centre cell")
    expect(page.locator("#log")).to_be_hidden()
    table.command(table.who(None), "again", {})
    expect(page.locator("#dock")).to_be_empty()
    expect(page.locator("#log li")).to_have_count(2)
    table.ask("red large 5", "red large 3")
    expect(page.locator("#dock li")).to_have_text(["Red puts a large ring into the middle right cell",
                                                   "Red puts a large ring into the middle left cell"])
    expect(page.locator("#dock button")).to_have_count(0)
    table.command(table.who(None), "again", {})
    table.see({f"{cell}.medium": "blue" for cell in range(6)})
    expect(page.locator("#dock .differences .more")).to_have_text("and 3 more")


@pytest.mark.parametrize(("game", "locale"), [(game, locale) for game in GAMES for locale in ("en-GB", "fr-FR")])
def test_no_line_of_the_last_moves_is_cut_off(serve: Serve, open_page: Open, game: str, locale: str) -> None:
    options, actions = GAMES[game]
    table = FakeTable(game, **options)
    page = screen(open_page, serve(table), locale=locale)
    for number in range(9):
        table._note("new", Text(*(f"{number} {LONG[:60 + 20 * (number % 3)]}" for _ in "ef")), None)
    table.tell(*actions)
    expect(page.locator("#log li")).to_have_count(7)
    page.wait_for_function(DRAWN)
    room = page.locator("#log").bounding_box()
    lines = [line.bounding_box() for line in page.locator("#log li").all()]
    shown = page.locator("#log li:not(.unseen)").count()
    assert room is not None and shown >= 1
    fits = [line is not None and line["y"] + line["height"] <= room["y"] + room["height"] + 1 for line in lines]
    assert fits == [True] * shown + [False] * (7 - shown)


def test_a_screen_without_a_game_asks_for_one(serve: Serve, open_page: Open) -> None:
    table = FakeTable(None)
    page = screen(open_page, serve(table))
    expect(page.locator("#rest")).to_contain_text("Choose a game on the host's phone")
    page.wait_for_function("() => document.querySelector('.qr').naturalWidth > 100")
    table.command(table.who(None), "new", {"game": "otrio", "options": {"players": "4"}})
    expect(page.locator("#turn .who")).to_have_text("Purple to play")
    expect(page.locator("#rest")).to_be_hidden()


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(serve: Serve, open_page: Open, scheme: str, locale: str) -> None:
    table = FakeTable("otrio", players="4")
    page = screen(open_page, serve(table), color_scheme=scheme, locale=locale)
    found = {"play": faults(page, 1920)}
    table.tell("purple small 4", "red large 4")
    expect(page.locator("#dock .why")).to_be_visible()
    found["refusal"] = faults(page, 1920)
    assert found == {"play": [], "refusal": []}


def test_the_hosts_own_television_is_told_no_more_than_a_spectator(client: FlaskClient, host: FlaskClient) -> None:
    assert host.get("/state.json").json["host"] is True
    told, watched = (json.dumps(browser.get("/tv/state.json").json) for browser in (host, client))
    assert told == watched and json.loads(told)["host"] is False
    with host.get("/tv/events", buffered=False) as answer:
        first = next(iter(answer.response))
    assert b'"host":false' in (first if isinstance(first, bytes) else first.encode())


def test_a_phone_puts_the_table_on_its_home_screen(client: FlaskClient) -> None:
    page = client.get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"})
    manifest = json.loads(answer.data)
    assert answer.mimetype == "application/manifest+json"
    assert (manifest["name"], manifest["lang"], manifest["display"], manifest["start_url"]) == (
        "Arbitrio", "fr", "standalone", "/")
    sizes = {icon["sizes"]: icon["src"] for icon in manifest["icons"] if icon["purpose"] == "any"}
    assert {"192x192", "512x512"} <= sizes.keys()
    for icon in manifest["icons"]:
        with client.get(icon["src"]) as picture:
            assert (picture.status_code, picture.mimetype) == (200, icon["type"])
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
