"""Choosing the next game in a real browser: its rules explained, the usual ones first, as they were chosen last."""

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from device.archive.archive import Archive
from device.service import LiveTable
from device.store import STORE_NAME
from rules.registry import GAMES
from tests.browser import Open
from tests.web.conftest import SECRET
from web.app import create_app
from web.new_game import is_long_ago, remembered
from web.offers import offered
from web.server import Server
from web.table import HOST

OWN_DECK = " ".join(f"own{n}:{1 + n % 7}:1,0,0,1" for n in range(40))


@pytest.fixture
def live(tmp_path: Path) -> Iterator[LiveTable]:
    """A table whose family has a deck of its own, and no game yet."""
    table = LiveTable(tmp_path / STORE_NAME)
    table.defaults = {"mondrian": {"deck": OWN_DECK}}
    with table:
        yield table


@pytest.fixture
def address(live: LiveTable, tmp_path: Path) -> Iterator[str]:
    app = create_app(live, host_secret=SECRET, beat=0.2, archive=Archive(tmp_path))
    with Server(app, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}"


@pytest.fixture
def page(address: str, open_page: Open) -> Page:
    """The host's phone, on the page for a new game."""
    page = open_page(f"{address}/?host={SECRET}")
    page.goto(f"{address}/new")
    expect(page.locator("#options .option").first).to_be_visible()
    return page


def option(page: Page, name: str) -> Locator:
    return page.locator(f'[data-option="{name}"]')


def choose(page: Page, name: str, words: str) -> None:
    option(page, name).get_by_role("radio", name=words, exact=True).check()


def pick(page: Page, title: str) -> None:
    page.get_by_role("radio", name=re.compile(f"^{title}")).check()


def start(page: Page, live: LiveTable) -> Any:
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_url(re.compile(r":\d+/$"))
    return live.snapshot(HOST)["game"]


def test_a_game_is_begun_with_its_rules(page: Page, live: LiveTable) -> None:
    expect(page.locator(".tile")).to_have_count(len(GAMES))
    expect(page.locator(".tile").first).to_contain_text("Otrio 2 to 4 players")
    placement = option(page, "placement")
    expect(placement.locator("legend")).to_have_text("Where pieces may go")
    expect(placement.locator(".says")).to_contain_text("Placement: only inside larger pieces")
    expect(placement.locator(".source")).to_have_text(
        "Source: the usual choice: rule sheet; otherwise: the publisher's rules")
    choose(page, "players", "3")
    choose(page, "placement", "Free")
    game = start(page, live)
    assert (game["name"], game["options"]["players"], game["options"]["placement"]) == ("otrio", "3", "free")


def test_rules_that_mean_nothing_now_are_put_away(page: Page, live: LiveTable) -> None:
    pick(page, "Mastermind")
    expect(option(page, "target")).to_be_hidden()
    expect(option(page, "rounds")).to_be_visible()
    choose(page, "length", "Up to a score")
    expect(option(page, "target")).to_be_visible()
    expect(option(page, "rounds")).to_be_hidden()
    option(page, "target").get_by_text("Or your own").click()
    page.locator('[name="target typed"]').fill("42")
    expect(option(page, "target_end")).to_be_hidden()  # under "More rules"
    page.get_by_text("More rules (11)").click()
    expect(option(page, "target_end")).to_be_visible()
    game = start(page, live)
    assert (game["options"]["length"], game["options"]["target"]) == ("target", "42")


def test_a_value_that_the_rules_refuse_is_said_and_nothing_begins(page: Page, live: LiveTable) -> None:
    pick(page, "Mastermind")
    option(page, "rows").get_by_text("Or your own").click()
    page.locator('[name="rows typed"]').fill("99")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#toast")).to_contain_text('Rows can\'t be "99"; give a number from 1 to 20')
    assert live.snapshot(HOST)["game"] is None
    assert page.locator('[name="rows typed"]').input_value() == "99"


def test_what_was_chosen_last_is_chosen_again_until_it_is_reset(page: Page, live: LiveTable, address: str) -> None:
    live.command(HOST, "new", {"game": "otrio", "options": {"placement": "free", "players": "2"}})
    live.command(HOST, "new", {"game": "mystrio", "options": {}})
    page.goto(f"{address}/new")
    expect(page.locator(".tile input:checked")).to_have_value("mystrio")  # what is played now
    pick(page, "Otrio")
    chosen = option(page, "placement").locator("input:checked")
    expect(chosen).to_have_value("free")
    expect(option(page, "players").locator("input:checked")).to_have_value("2")
    expect(page.get_by_text("The game that is on ends here.")).to_be_visible()
    page.get_by_role("button", name="As the rule sheet has it").click()
    expect(chosen).to_have_value("nested")


def test_the_familys_own_deck_is_played_unless_another_is_chosen(page: Page, live: LiveTable, address: str) -> None:
    pick(page, "Mondrian")
    expect(option(page, "deck").locator("input:checked + span")).to_have_text("This table's own")
    assert start(page, live)["options"]["deck"].startswith("own0:1")
    page.goto(f"{address}/new")
    choose(page, "deck", "Practice cards")
    assert start(page, live)["options"]["deck"] == "practice"
    page.goto(f"{address}/new")
    expect(option(page, "deck").locator("input:checked + span")).to_have_text("This table's own")


def test_an_evening_begins_when_the_host_says_so(page: Page, live: LiveTable, tmp_path: Path, address: str) -> None:
    for _ in range(2):
        page.goto(f"{address}/new")
        expect(page.locator("#options .option").first).to_be_visible()
        page.get_by_role("switch").check()
        start(page, live)
        live.command(HOST, "play", {"action": "purple large 4"})
    evening = Archive(tmp_path).evening()
    assert evening is not None and len(evening["games"]) == 1


@pytest.mark.parametrize(("date", "long_ago"), [
    (None, False), ("2026-12-01T23:30", False), ("2026-12-01T12:00", True), ("2027-01-01T00:00", False)])
def test_another_evening_is_proposed_when_the_last_game_is_long_ago(date: str | None, long_ago: bool) -> None:
    assert is_long_ago(date, datetime(2026, 12, 2, 1, 0)) is long_ago


def test_only_the_host_chooses(address: str, open_page: Open) -> None:
    page = open_page(f"{address}/new")
    expect(page.locator("main")).to_contain_text("Only the host may do this")


def test_the_rules_speak_french(address: str, open_page: Open) -> None:
    page = open_page(f"{address}/?host={SECRET}", locale="fr-FR")
    page.goto(f"{address}/new")
    expect(option(page, "placement").locator("legend")).to_have_text("Où placer les pièces")
    expect(option(page, "placement").locator(".source")).to_contain_text("sinon : règles de l'éditeur")


def test_what_the_rules_do_not_know_any_more_is_not_chosen_again() -> None:
    games = offered({"mondrian": {"deck": OWN_DECK}})
    last = {"otrio": {"placement": "sideways", "players": "2", "gone": "x"},
            "mondrian": {"deck": "practice", "tie": "shared"}}
    found = remembered(games, last)
    assert (found["otrio"], found["mondrian"], found["mito"]) == ({"players": "2"}, {"tie": "shared"}, {})
