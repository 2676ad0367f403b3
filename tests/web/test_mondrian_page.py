"""Mondrian's part of the page in a real browser, and its secrets."""

from collections.abc import Callable
from itertools import chain

import pytest
from playwright.sync_api import Page, expect

from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults, has_its_table, same_for_all, tell
from web.table import HOST

Serve = Callable[[FakeTable], str]
THROWN = ("throw black 4 p3-1", "throw red 6 p3-1 left", "throw black 2 p1-2+p1-3", "throw red 1 p2-2")
BESIDE = tuple(chain.from_iterable(
    (f"throw {colour} 3 -" for _ in range(dice) for colour in order)
    for dice, order in ((2, ("black", "red")), (3, ("red", "black")), (4, ("black", "red")), (5, ("red", "black")))))
"""Four rounds in which no die touches a card."""


def mondrian(*actions: str, **options: str) -> FakeTable:
    table = FakeTable("mondrian", **{"palette": "trusted", **options})
    table.tell(*actions)
    assert table._refusal is None
    return table


def opened(open_page: Open, address: str, **phone: object) -> Page:
    page = open_page(address + f"?host={SECRET}", **phone)
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
    expect(page.locator(".mondrian-player")).not_to_have_count(0)
    return page


def card(page: Page, name: str) -> str:
    return page.locator(f'[data-card="{name}"]').get_attribute("aria-label") or ""


def actions(table: FakeTable) -> list[str]:
    return [args["action"] for _, name, args in table.commands if name == "play"]


def test_cards_and_dice_follow_the_table(serve: Serve, open_page: Open) -> None:
    table = mondrian()
    page = opened(open_page, serve(table))
    expect(page.locator(".mondrian-grid li")).to_have_count(25)
    expect(page.locator("#turn .who")).to_have_text("Black to play")
    expect(page.locator("#turn .note")).to_have_text("Throw a die · Round 1 of 4")
    assert card(page, "p3-1") == "p3-1, value 3; blocks: 2 blue, 1 yellow, 1 red, 1 black"
    table.tell(*THROWN[:2])
    expect(page.locator('[data-card="p3-1"] .die')).to_have_count(2)
    assert card(page, "p3-1").endswith("; dice: black 4, red 6; first in line: red with 6, black with 4")
    expect(page.locator('[data-colour="red"] .mondrian-die')).to_have_attribute(
        "aria-label", "red 6, on p3-1 (left hand)")
    expect(page.locator('[data-colour="black"]')).to_contain_text("1 die to throw")
    table.tell("throw black off")
    expect(page.locator("#turn .note")).to_contain_text("Throw this die again")
    table.tell("throw black off")
    expect(page.locator('[data-colour="black"] .lost')).to_have_attribute(
        "aria-label", "black die, lost for this round")


def test_cards_are_chosen_taken_and_left(serve: Serve, open_page: Open) -> None:
    table = mondrian(*THROWN)
    page = opened(open_page, serve(table))
    expect(page.locator('[data-colour="black"] .mondrian-die').last).to_have_attribute(
        "aria-label", "black 2, on p1-2 + p1-3: its player chooses a card")
    page.get_by_role("button", name="The 2 counts for p1-3").click()
    page.get_by_role("button", name="Black takes p1-3").click()
    expect(page.locator('[data-card="p1-3"]')).to_have_count(0)
    expect(page.locator('[data-card="p3-1"]')).to_have_class("mondrian-card open")
    tell(page, "Take and pay", [("Card given", "blank1.red")])
    expect(page.locator('[data-card="blank1.red"]')).to_have_attribute(
        "aria-label", "blank1.red, value 1; no colour; laid this round")
    page.get_by_role("button", name="Red leaves the rest").click()
    expect(page.locator("#turn .who")).to_have_text("Black to play")  # second in line on the card that red has left
    expect(page.locator('[data-card="p3-1"]')).to_have_class("mondrian-card open")
    assert actions(table) == ["choose black.2 p1-3", "claim black p1-3", "claim red p2-2 pay blank1.red", "done red"]


def test_plans_and_throws_are_told(serve: Serve, open_page: Open) -> None:
    table = mondrian(palette="hidden")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Plan the throws")
    for player, methods in (("Black", ("left hand", "flick")), ("Red", ("blind", "vertical drop"))):
        tell(page, "Tell a plan", [("Who", player), *(("2 ways to throw", method) for method in methods)])
    expect(page.locator('[data-colour="red"]')).to_contain_text("Plan: blind, vertical drop")
    tell(page, "Tell a throw", [("Top face", "5"), ("Where it lies", "p4-1"), ("Thrown", "flick")])
    tell(page, "A throw went wrong", [("What became of it", "Off after it hit a die")])
    tell(page, "A die was moved", [("Which die", "Black 5, on p4-1"), ("Top face", "2"), ("Where it lies", "-")])
    tell(page, "A die was knocked off")
    assert actions(table)[-4:] == ["throw black 5 p4-1 flick", "throw red touched", "knock black.1 2 -",
                                   "knock black.1 off"]


def test_the_host_corrects_a_die(serve: Serve, open_page: Open) -> None:
    table = mondrian(*THROWN[:1])
    page = opened(open_page, serve(table))
    page.click(".mondrian-die")
    page.locator("#sheet").get_by_label("6", exact=True).check()
    page.locator("#sheet select").select_option("-")
    page.click("#sheet [type=submit]")
    expect(page.locator(".mondrian-die")).to_have_attribute("aria-label", "black 6, beside the cards")
    assert table.commands[0] == (HOST, "correct", {"table": {
        "die.black.1": "6@", **{f"die.black.{n}": None for n in range(2, 6)}}})


def test_the_page_knows_what_should_lie_there(serve: Serve, open_page: Open) -> None:
    table = mondrian()
    page = opened(open_page, serve(table))
    claims = ("choose black.2 p1-2", "claim black p1-2", "claim red p3-1", "claim red p2-2 pay blank3.red")
    for action in (*THROWN, *claims):
        table.tell(action)
        assert table._refusal is None and has_its_table(page, table), action
    table = mondrian(THROWN[0])
    page = opened(open_page, serve(table))
    table.see({"die.black.1": "5@p3-1", "card.p1-1": None})
    expect(page.locator(".differences li")).to_have_text([
        "A black die: the game has 4, on p3-1, the camera sees 5, on p3-1",
        "Card p1-1: the game has the card, the camera sees nothing"])
    expect(page.locator('[data-card="p1-1"]')).to_have_class("mondrian-card asked")


def test_paintings_end_the_game(serve: Serve, open_page: Open) -> None:
    table = mondrian(*BESIDE)
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Compose the paintings")
    expect(page.locator("#turn .note")).to_have_text("2 cards each")
    tell(page, "The painting of black", [("2 cards", "blank1.black, blank2.black")])
    expect(page.locator('[data-colour="black"]')).to_contain_text("has painted")
    expect(page.locator(".mondrian-painting")).to_have_count(0)
    tell(page, "The painting of red", [("2 cards", "blank2.red blank3.red")])
    expect(page.locator(".mondrian-player .points")).to_have_text(["cards 3 = 3", "cards 5 = 5"])
    expect(page.locator(".mondrian-painting li")).to_have_count(4)
    expect(page.locator("#turn .who")).to_contain_text("Red wins with 5 points")


def test_a_deck_and_colours_of_the_tables_own_are_shown(serve: Serve, open_page: Open) -> None:
    page = opened(open_page, serve(mondrian(deck="a-1:7:0,1,0,1 a-2:3:2,0,0,2 a-3:1:1,1,1,1", players="white,green")))
    expect(page.locator(".mondrian-grid li")).to_have_count(3)
    expect(page.locator("#scores .name")).to_have_text(["White", "Green"])


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(serve: Serve, open_page: Open, scheme: str, locale: str) -> None:
    table = mondrian()
    page = opened(open_page, serve(table), color_scheme=scheme, locale=locale)
    faces = {"start": faults(page)}
    for name, done in {"throw": THROWN, "claim": ("choose black.2 p1-2",)}.items():
        table.tell(*done)
        expect(page.locator(".mondrian-card.open" if name == "claim" else ".mondrian-die")).not_to_have_count(0)
        faces[name] = faults(page)
    page.click(".mondrian-die >> nth=0")
    expect(page.locator("#sheet")).to_be_visible()
    faces["correction"] = faults(page)
    page.click(".close")
    page.click("#new")
    expect(page.locator("#sheet a")).to_be_visible()
    faces["new game"] = faults(page)
    assert faces == dict.fromkeys(faces, [])


def test_plans_sealed_cards_and_paintings_are_told_to_nobody() -> None:
    plan = "plan black {}"
    one, other = (mondrian(plan.format(methods), palette="hidden") for methods in ("left,right", "blind,flick"))
    assert same_for_all(one, other)
    sealed = [mondrian(*THROWN[:2], "throw black 1 -", "throw red 1 -", f"seal black p3-1:{card}",
                       conflict="sealed card") for card in ("blank1.black", "blank3.black")]
    assert same_for_all(*sealed)
    painted = [mondrian(*BESIDE, f"paint red {cards}") for cards in ("blank1.red blank2.red", "blank3.red blank1.red")]
    assert same_for_all(*painted)
    assert not same_for_all(mondrian(THROWN[0]), mondrian("throw black 4 p3-2"))
