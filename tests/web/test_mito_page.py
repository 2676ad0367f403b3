"""Mito's part of the page in a real browser, and its secrets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.mito.cards import PLACEHOLDER
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults, has_its_table, same_for_all, tell
from web.table import HOST

Serve = Callable[[FakeTable], str]


def mito(*actions: str, **options: str) -> FakeTable:
    table = FakeTable("mito", **options)
    table.tell(*actions)
    return table


def opened(open_page: Open, address: str, **phone: object) -> Page:
    page = open_page(address + f"?host={SECRET}", **phone)
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
    expect(page.locator(".mito-player")).not_to_have_count(0)
    return page


def buttons(page: Page) -> Locator:
    return page.locator("#tellings button")


def press(page: Page, name: str) -> None:
    page.locator("#tellings").get_by_role("button", name=name, exact=True).click()


def test_the_open_card_and_the_hands_follow_the_table(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4")
    page = opened(open_page, serve(table))
    top = page.locator(".mito-top")
    expect(top).to_have_attribute("aria-label", "The open card: a grey 4")
    expect(page.locator("#turn .who")).to_have_text("Player 1 to play")
    expect(page.locator("#turn .note")).to_have_text("Player 1 guards")
    expect(page.locator(".mito-pile b").first).to_have_text("46")
    table.tell("play p1 a5")
    expect(top).to_have_attribute("data-card", "a5")
    expect(page.locator('[data-seat="0"]')).to_contain_text("7 cards")
    expect(page.locator('[data-seat="1"]')).to_contain_text("to 9 cards")
    expect(page.locator('[data-seat="1"] .maybe')).not_to_have_count(0)
    expect(page.locator('[data-seat="0"] .mito-shield')).to_have_attribute("aria-label", "guard")
    expect(page.locator('[data-seat="1"] .notes')).to_have_text("to play")


def test_a_race_is_asked_and_told(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4", "play p1 m5")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Slap the mosquito: who is last?")
    expect(page.locator("#turn .note")).to_have_text("The last one loses · Player 1 guards", ignore_case=True)
    expect(page.locator(".mito-player .notes")).to_have_text(["is asked"] * 3)
    press(page, "Player 2 was last")
    expect(page.locator("#turn .who")).to_contain_text("p2")
    tell(page, "A card is given", [("Who gives", "Player 1"), ("To whom", "Player 2")])
    tell(page, "A card is given", [("To whom", "Player 2")])
    expect(page.locator("#turn .who")).to_have_text("Player 2 to play")
    assert [args["action"] for _, _, args in table.commands] == ["slap p2", "give p1 p2", "give p3 p2"]


def test_an_accusation_is_told_and_answered(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4")
    page = opened(open_page, serve(table))
    tell(page, "Stop! Somebody cheated", [("Who cheated?", "Player 3")])
    expect(page.locator("#turn .who")).to_have_text("Did p3 cheat?")
    expect(buttons(page)).to_have_text(["Player 3 cheated", "Player 3 did not cheat", "A hand was counted"])
    press(page, "Player 3 cheated")
    tell(page, "A card is given", [("To whom", "Player 3")])
    expect(page.locator('[data-seat="2"] .mito-shield')).to_have_count(1)
    assert [args["action"] for _, _, args in table.commands] == ["stop p1 p3", "guilty p3", "give p1 p3"]


def test_the_host_tells_a_whole_round(serve: Serve, open_page: Open) -> None:
    table = mito(rounds="one a player")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Deal the cards")
    tell(page, "The card turned over", [("Kind of card", "cockroach"), ("Value", "1")])
    tell(page, "Tell the card laid", [("Card", "A cockroach 5")])
    tell(page, "Tell who was first", [("Who", "Player 2"), ("Card", "A grey 5")])
    expect(page.locator("#turn .who")).to_have_text("Player 2 to play")
    press(page, "Player 2 draws")
    tell(page, "A hand was counted", [("Who", "Player 3"), ("Cards in hand", "3")])
    tell(page, "Tell the card laid", [("Card", "A spider 4")])
    press(page, "Nothing is given")
    tell(page, "A hand is empty", [("Who", "Player 3")])
    expect(page.locator("#turn .who")).to_have_text("Count what is left")
    tell(page, "Tell what is left", [("Who", "Player 1"), ("Grey cards left", "2"), ("Action cards left", "1"),
                                     ("Mitos left", "1")])
    expect(page.locator('[data-seat="0"] .notes')).to_have_text("17 points left")
    assert [args["action"] for _, _, args in table.commands] == [
        "deal c1", "play p1 c5", "throw p2 n5", "draw p2", "count p3 3", "play p3 s4", "keep p3", "out p3",
        "tally p1 2,1,1"]


def test_a_refusal_names_the_card(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4", "play p1 n5", "play p2 n2")
    page = opened(open_page, serve(table))
    expect(page.locator("#refusal .why")).to_contain_text("only a 4 or a 1 may be laid")
    expect(page.locator(".mito-top .asked")).to_have_count(1)


def test_the_host_corrects_the_open_card(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4")
    page = opened(open_page, serve(table))
    table.see({"top": "s5"})
    expect(page.locator(".differences li")).to_have_text(
        "The open card: the game has a grey 4, the camera sees a spider 5")
    page.click(".mito-top")
    expect(page.locator("#sheet").get_by_label("spider")).to_be_checked()
    page.click("#sheet [type=submit]")
    expect(page.locator(".mito-top")).to_have_attribute("data-card", "s5")
    assert table.commands == [(HOST, "correct", {"table": {"top": "s5"}})]
    assert has_its_table(page, table)


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(serve: Serve, open_page: Open, scheme: str, locale: str) -> None:
    table = mito(players="5")
    page = opened(open_page, serve(table), color_scheme=scheme, locale=locale)
    faces = {"start": faults(page)}
    happens = {"play": ("deal n4", "play p1 a5"), "race": ("play p2 m1",), "refusal": ("play p3 n1",)}
    for name, actions in happens.items():
        table.tell(*actions)
        expect(page.locator("#log li" if name != "refusal" else "#refusal .why")).not_to_have_count(0)
        faces[name] = faults(page)
    buttons(page).last.click()
    expect(page.locator("#sheet")).to_be_visible()
    faces["form"] = faults(page)
    page.click(".close")
    page.click("#new")
    expect(page.locator("#sheet form")).to_be_visible()
    faces["new game"] = faults(page)
    assert faces == dict.fromkeys(faces, [])


def test_hands_are_told_to_nobody() -> None:
    def dealt(*swap: int) -> FakeTable:
        """Deal a shuffled deck to three, with two cards in hands or pile swapped."""
        cards = [PLACEHOLDER[n * 13 % 71] for n in range(71)]
        for one, other in zip(swap[::2], swap[1::2], strict=True):
            cards[one], cards[other] = cards[other], cards[one]
        return mito("deal " + " ".join(map(str, cards)), "stop p1 p2", "innocent p2", mode="digital")
    one, other = dealt(), dealt(0, 4, 7, 30)
    assert one._states[-1].hands != other._states[-1].hands
    assert same_for_all(one, other)
    assert not same_for_all(dealt(), dealt(0, 24))
