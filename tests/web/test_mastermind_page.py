"""Mastermind's part of the page in a real browser, and its secret."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults, has_its_table, same_for_all, settled, tell
from web.table import HOST

ROUND = ("guess 0 red blue green yellow", "marks 0 1 1", "guess 1 red purple white blue", "marks 1 4 0",
         "reveal red purple white blue", "clear")


def mastermind(*actions: str, **options: str) -> FakeTable:
    table = FakeTable("mastermind", **options)
    table.tell(*actions)
    return table


def opened(open_page: Open, address: str, **phone: object) -> Page:
    page = open_page(address + f"?host={SECRET}", **phone)
    expect(page.locator("#liveness")).not_to_have_attribute("data-live", "no")
    expect(page.locator(".mastermind-row")).not_to_have_count(0)
    return page


def row(page: Page, number: int) -> object:
    return page.locator(f'.mastermind-row[data-row="{number}"]')


def test_rows_and_marks_follow_the_table(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind(rows="8")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Player B to play")
    expect(page.locator("#turn .note")).to_have_text("Guesses the code of Player A · Round 1 of 2")
    expect(page.locator(".mastermind-row")).to_have_count(8)
    expect(page.locator(".mastermind-row").last).to_have_attribute("data-row", "0")
    expect(page.locator(".mastermind-code")).to_have_attribute("aria-label", "The code: covered")
    table.tell("guess 0 red blue green yellow")
    expect(row(page, 0)).to_have_attribute("aria-label", "Row 1: red, blue, green, yellow; marks awaited")
    expect(page.locator('[data-slot="0.2"]')).to_have_attribute("data-piece", "green")
    table.tell("marks 0 1 2")
    expect(row(page, 0)).to_have_attribute("aria-label", "Row 1: red, blue, green, yellow; 1 red, 2 white")
    expect(page.locator('[data-slot="0.white"] text')).to_have_text("2")
    expect(row(page, 1)).to_have_attribute("aria-label", "Row 2: empty")


def test_a_round_is_counted_and_the_code_shown(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind(*ROUND[:-1])
    page = opened(open_page, serve(table))
    expect(page.locator(".mastermind-code")).to_have_attribute("aria-label", "The code: red, purple, white, blue")
    expect(page.locator("#turn .who")).to_have_text("Clear the board")
    cells = page.locator(".mastermind-rounds tbody tr td")
    expect(cells).to_have_text(["1", "A", "", "2", "+2", "0"])
    page.get_by_role("button", name="The board is cleared").click()
    expect(page.locator("#turn .who")).to_have_text("Player A to play")
    expect(page.locator(".mastermind-code")).to_have_attribute("aria-label", "The code: covered")
    assert table.commands == [(HOST, "play", {"action": "clear"})]


def test_wrong_marks_are_told_with_the_row(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind(*ROUND[:4], "reveal red purple white green")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .note")).to_contain_text("the round does not count and is replayed")
    expect(page.locator(".mastermind-rounds .void")).to_have_text("wrong marks")
    expect(page.locator(".mastermind-rounds .points")).to_have_text(["-3", "+3"])


def test_the_host_tells_a_whole_round(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind()
    page = opened(open_page, serve(table))
    tell(page, "Tell a guess", [("Hole 1", "white"), ("Hole 2", "black"), ("Hole 3", "orange"), ("Hole 4", "purple")])
    expect(row(page, 0)).to_have_attribute("aria-label", "Row 1: white, black, orange, purple; marks awaited")
    tell(page, "Tell the marks", [("Red marks", "4"), ("White marks", "0")])
    expect(page.locator("#turn .note")).to_contain_text("Uncovers the code")
    tell(page, "Tell the code", [("Hole 1", "white"), ("Hole 2", "black"), ("Hole 3", "orange"), ("Hole 4", "purple")])
    expect(page.locator("#scores .points")).to_have_text(["1", "0"])
    assert [args["action"] for _, _, args in table.commands] == [
        "guess 0 white black orange purple", "marks 0 4 0", "reveal white black orange purple"]


def test_the_host_corrects_a_row_at_once(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind()
    page = opened(open_page, serve(table))
    row(page, 0).click()  # type: ignore[attr-defined]
    expect(page.locator("#sheet-title")).to_have_text("Row 1: what really lies there?")
    for hole, colour in enumerate(("red", "blue", "green", "yellow"), 1):
        page.locator("fieldset", has_text=f"Hole {hole}").get_by_label(colour, exact=True).check()
    page.click("#sheet [type=submit]")
    settled(page)
    assert table.commands == [(HOST, "correct", {"table": {
        "0.0": "red", "0.1": "blue", "0.2": "green", "0.3": "yellow", "0.red": "0", "0.white": "0"}})]


def test_the_page_knows_what_should_lie_there(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind(rows="8", holes="3")
    page = opened(open_page, serve(table))
    assert has_its_table(page, table)
    for action in ("guess 0 red blue green", "marks 0 1 1", "guess 1 red green white", "marks 1 3 0",
                   "reveal red green white", "clear"):
        table.tell(action)
        assert has_its_table(page, table), action


def test_what_differs_is_named(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    table = mastermind(*ROUND[:2])
    page = opened(open_page, serve(table))
    table.see({"0.1": "black", "0.white": "2", "code.3": "red"})
    expect(page.locator(".differences li")).to_have_text([
        "Row 1, hole 2: the game has blue, the camera sees black",
        "Row 1, white marks: the game has 1, the camera sees 2",
        "The code, hole 4: the game has nothing, the camera sees red"])


def test_the_board_has_the_rows_and_holes_of_its_options(serve: Callable[[FakeTable], str], open_page: Open) -> None:
    page = opened(open_page, serve(mastermind(rows="11", holes="3")))
    expect(page.locator(".mastermind-row")).to_have_count(11)
    expect(page.locator('[data-row="0"] .peg')).to_have_count(3)


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(serve: Callable[[FakeTable], str], open_page: Open, scheme: str, locale: str) -> None:
    table = mastermind()
    page = opened(open_page, serve(table), color_scheme=scheme, locale=locale)
    faces = {"start": faults(page)}
    table.tell(*ROUND, "guess 0 black white orange purple", "marks 0 0 1", "guess 1 green yellow red blue")
    expect(page.locator(".mastermind-rounds tr")).to_have_count(2)
    faces["play"] = faults(page)
    row(page, 1).click()  # type: ignore[attr-defined]
    expect(page.locator("#sheet")).to_be_visible()
    faces["correction"] = faults(page)
    page.click(".close")
    page.click("#new")
    expect(page.locator("#sheet a")).to_be_visible()
    faces["new game"] = faults(page)
    assert faces == dict.fromkeys(faces, [])


def test_a_known_code_is_told_to_nobody() -> None:
    def after(code: str) -> FakeTable:
        return mastermind(f"hide {code}", "guess 0 red blue green yellow", "marks 0 0 0", code="known")
    assert same_for_all(after("white black orange purple"), after("purple white black orange"))
    assert not same_for_all(mastermind(*ROUND[:1]), mastermind("guess 0 blue red green yellow"))
