"""Mystrio's part of the page in a real browser, and its secrets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults, has_its_table, same_for_all, tell
from web.table import HOST

Serve = Callable[[FakeTable], str]
LAID = tuple(f"lay {cell}" for cell in range(12))
PILE = "RS RS RS RS BS BS BS BS RT RT BT BT"


def mystrio(*actions: str, **options: str) -> FakeTable:
    table = FakeTable("mystrio", **options)
    table.tell(*actions)
    assert table._refusal is None
    return table


def opened(open_page: Open, address: str, **phone: object) -> Page:
    page = open_page(address + f"?host={SECRET}", **phone)
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
    expect(page.locator(".mystrio-cell")).not_to_have_count(0)
    return page


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'.mystrio-cell[data-cell="{number}"]')


def actions(table: FakeTable) -> list[str]:
    return [args["action"] for _, name, args in table.commands if name == "play"]


def test_tokens_follow_the_table_face_down(serve: Serve, open_page: Open) -> None:
    table = mystrio()
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Player 1 to play")
    expect(page.locator("#turn .note")).to_have_text("Lays a token, may look at it · Three of one colour")
    expect(cell(page, 5)).to_have_attribute("aria-label", "Row 2, column 2: empty")
    table.tell("lay 5")
    expect(cell(page, 5)).to_have_attribute("aria-label", "Row 2, column 2: face down")
    table.tell("lay 6", "lay 7")
    expect(page.locator("#turn .note")).to_contain_text("without looking")
    table.tell(*(f"lay {free}" for free in (0, 1, 2, 3, 4, 8, 9, 10, 11)), "consult 0", "move 8 12")
    expect(cell(page, 8)).to_have_attribute("data-piece", "")
    expect(cell(page, 12)).to_have_attribute("data-piece", "down")
    expect(page.locator("#turn .note")).to_contain_text("Has moved; may announce")


def test_an_announcement_is_shown_to_all_and_counted(serve: Serve, open_page: Open) -> None:
    table = mystrio(*LAID, "consult 0", "mystrio 0 1 2 RS RT RS")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Take the three tokens away")
    expect(cell(page, 1)).to_have_attribute("aria-label", "Row 1, column 2: red triangle; turned over for all")
    expect(page.locator(".mystrio-token.good")).to_have_count(3)
    expect(page.locator('[data-seat="0"] .marks[role="img"]')).to_have_attribute(
        "aria-label", "red square, red triangle, red square")
    expect(page.locator(".mystrio-left b")).to_have_text(["2", "4", "1", "2"])
    expect(page.locator("#scores .points")).to_have_text(["1", "0"])
    page.get_by_role("button", name="The three are taken").click()
    expect(cell(page, 1)).to_have_attribute("data-piece", "")
    table.tell("consult 4", "mystrio 4 5 6 BS RS BT")
    expect(page.locator("#turn .note")).to_contain_text("No Mystrio: an error")
    expect(page.locator(".mystrio-token.bad")).to_have_count(3)
    expect(page.locator('[data-seat="1"] .wrong')).to_have_text("1 error: the next one eliminates")
    page.get_by_role("button", name="The three lie face down").click()
    expect(cell(page, 4)).to_have_attribute("aria-label", "Row 2, column 1: face down")
    assert actions(table) == ["tidy", "tidy"]


def test_the_host_tells_what_no_camera_sees(serve: Serve, open_page: Open) -> None:
    table = mystrio(*LAID[:10])
    page = opened(open_page, serve(table))
    tell(page, "Tell where it was laid", [("Where", "10")])
    tell(page, "Tell where it was laid", [("Where", "11")])
    tell(page, "Tell a consultation", [("Which token", "2")])
    tell(page, "Tell a move or swap", [("From", "0"), ("To", "5")])
    page.locator("#tellings").get_by_role("button", name="The turn ends").click()
    tell(page, "Tell a consultation", [("Which token", "?")])
    tell(page, "Tell a move or swap", [("From", "11"), ("To", "15")])
    tell(page, "Announce a Mystrio", [
        ("Token 1", "0"), ("Token 2", "1"), ("Token 3", "2"), ("Token 1 shows", "black square"),
        ("Token 2 shows", "black square"), ("Token 3 shows", "black triangle")])
    expect(page.locator("#scores .points")).to_have_text(["0", "1"])
    assert actions(table) == ["lay 10", "lay 11", "consult 2", "swap 0 5", "stop", "consult ?", "move 11 15",
                              "mystrio 0 1 2 BS BS BT"]


def test_the_host_corrects_a_cell(serve: Serve, open_page: Open) -> None:
    table = mystrio()
    page = opened(open_page, serve(table))
    table.see({"9": "down"})
    expect(page.locator(".differences li")).to_have_text(
        "Row 3, column 2: the game has nothing, the camera sees face down")
    cell(page, 9).click()
    page.locator("#sheet").get_by_role("button", name="face down").click()
    expect(cell(page, 9)).to_have_attribute("data-piece", "down")
    assert table.commands == [(HOST, "correct", {"table": {"9": "down"}})]


def test_the_page_knows_what_should_lie_there(serve: Serve, open_page: Open) -> None:
    table = mystrio()
    page = opened(open_page, serve(table))
    for action in (*LAID, "consult 3", "move 8 12", "mystrio 0 1 2 RS RT RS", "tidy"):
        table.tell(action)
        assert table._refusal is None and has_its_table(page, table), action


def test_another_board_is_drawn_and_its_doubts_are_told(serve: Serve, open_page: Open) -> None:
    page = opened(open_page, serve(mystrio(board="3x5", tokens="5/5/2/2")))
    expect(page.locator(".mystrio-cell")).to_have_count(15)
    expect(cell(page, 5)).to_have_attribute("aria-label", "Row 2, column 1: empty")
    tops = [cell(page, number).bounding_box() for number in (4, 5)]
    assert tops[0] is not None and tops[1] is not None and tops[1]["y"] > tops[0]["y"] + 40
    expect(page.locator(".mystrio-concerns li").first).to_contain_text("14 tokens, where the rules speak of 12")


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(serve: Serve, open_page: Open, scheme: str, locale: str) -> None:
    table = mystrio(tokens="4/4/3/3", memory="shown")
    page = opened(open_page, serve(table), color_scheme=scheme, locale=locale)
    faces = {"start": faults(page)}
    table.tell(*LAID, "lay 12", "lay 13", "consult 0", "mystrio 0 1 2 RS BT RS")
    expect(page.locator(".mystrio-token.bad")).to_have_count(3)
    faces["announced"] = faults(page)
    cell(page, 0).click()
    expect(page.locator("#sheet")).to_be_visible()
    faces["correction"] = faults(page)
    page.click(".close")
    table.tell("tidy")
    page.locator("#tellings button").nth(2).click()
    expect(page.locator("#sheet form")).to_be_visible()
    faces["announcement"] = faults(page)
    page.click(".close")
    page.click("#new")
    expect(page.locator("#sheet a")).to_be_visible()
    faces["new game"] = faults(page)
    assert faces == dict.fromkeys(faces, [])


def test_faces_are_told_to_nobody() -> None:
    def after(pile: str, *done: str) -> FakeTable:
        return mystrio(f"shuffle {pile}", "look", *LAID, *done, faces="known")
    swapped = "BS RS RS RS RS BS BS BS RT RT BT BT"
    assert same_for_all(after(PILE), after(swapped))
    assert same_for_all(after(PILE, "consult 0", "swap 0 1"), after(swapped, "consult 0", "swap 0 1"))
    assert not same_for_all(after(PILE, "consult 0", "mystrio 0 1 2"), after(swapped, "consult 0", "mystrio 0 1 2"))


def test_the_referee_shuffles_known_tokens_when_it_is_asked(serve: Serve, open_page: Open) -> None:
    table = mystrio(faces="known")
    page = opened(open_page, serve(table))
    page.get_by_role("button", name="Shuffle the tokens").click()
    expect(page.locator("#turn .who")).to_have_text("Player 1 to play")
    assert [name for _, name, _ in table.commands if name != "host"] == ["deal"]
