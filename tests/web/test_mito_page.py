"""Mito's part of the page in a real browser, and its secrets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.mito.cards import PLACEHOLDER
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults, has_its_table, same_for_all, tell
from web.table import HOST, Who

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
    page.locator("#tellings, .mito-own").get_by_role("button", name=name, exact=True).click()


def actions(table: FakeTable) -> list[str]:
    return [args["action"] for _, name, args in table.commands if name == "play"]


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
    expect(page.locator("#turn .who")).to_contain_text("player 2")
    press(page, "Player 1: Card given to Player 2")
    press(page, "Player 3: Card given to Player 2")
    expect(page.locator("#turn .who")).to_have_text("Player 2 to play")
    assert actions(table) == ["slap p2", "give p1 p2", "give p3 p2"]


def test_an_accusation_is_told_and_answered(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4")
    page = opened(open_page, serve(table))
    press(page, "Stop!")
    expect(page.locator("#turn .who")).to_have_text("Player 1 says stop: who is accused?")
    press(page, "Nobody: play on")
    press(page, "Stop!")
    press(page, "Player 3")
    expect(page.locator("#turn .who")).to_have_text("Did player 3 cheat?")
    press(page, "Player 3 cheated")
    press(page, "Player 1: Card given to Player 3")
    expect(page.locator('[data-seat="2"] .mito-shield')).to_have_count(1)
    assert actions(table) == ["stop p1", "withdraw p1", "stop p1", "stop p1 p3", "guilty p3", "give p1 p3"]


def test_the_host_tells_a_whole_round(serve: Serve, open_page: Open) -> None:
    table = mito(rounds="one a player")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Deal the cards")
    page.click('.mito-own [data-card="c1"]')
    expect(page.locator("#turn .who")).to_have_text("Player 1 to play")
    page.click('.mito-own [data-card="c5"]')
    tell(page, "Tell who was first", [("Who", "Player 2"), ("Card", "A grey 5")])
    expect(page.locator("#turn .who")).to_have_text("Player 2 to play")
    press(page, "Player 2 draws")
    tell(page, "A hand was counted", [("Who", "Player 3"), ("Cards in hand", "3")])
    expect(page.locator('.mito-own [data-card="x4"]')).to_have_count(0)  # only the guard lays a mito
    page.click('.mito-own [data-card="s4"]')
    press(page, "Player 3: Nothing is given")
    tell(page, "A hand is empty", [("Who", "Player 3")])
    expect(page.locator("#turn .who")).to_have_text("Count what is left")
    press(page, "Player 1: cards left")
    for field, value in (("Grey cards left", "2"), ("Action cards left", "1"), ("Mitos left", "1")):
        page.locator("#sheet").get_by_label(field).fill(value)
    page.click("#sheet [type=submit]")
    expect(page.locator('[data-seat="0"] .notes')).to_have_text("17 points left")
    assert actions(table) == ["deal c1", "play p1 c5", "throw p2 n5", "draw p2", "count p3 3", "play p3 s4", "keep p3",
                              "out p3", "tally p1 2,1,1"]


def test_who_was_first_throws_or_leaves_it_to_the_next(serve: Serve, open_page: Open) -> None:
    table = mito("deal n4", "play p1 c5", "first p3 p2")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Player 3 was first and may throw a 5")
    press(page, "No such card")
    expect(page.locator("#turn .who")).to_have_text("Player 2 was first and may throw a 5")
    page.click('.mito-own [data-card="n5"]')
    expect(page.locator("#turn .who")).to_have_text("Player 2 to play")
    assert actions(table) == ["keep p3", "throw p2 n5"]


def test_races_and_calls_alone_take_one_tap_each(serve: Serve, open_page: Open) -> None:
    table = mito(mode="calls", rounds="2")
    page = opened(open_page, serve(table))
    expect(page.locator("#turn .who")).to_have_text("Play; tell races and stops")
    expect(page.locator(".mito-middle")).to_be_hidden()
    press(page, "Mosquito!")
    press(page, "Player 2 was last")
    press(page, "Cockroach!")
    press(page, "Player 3 was first")
    tell(page, "A hand is empty", [("Who", "Player 1")])
    expect(page.locator("#turn .who")).to_have_text("Count what is left")
    assert actions(table) == ["race mosquito", "slap p2", "race cockroach", "first p3", "out p1"]


def seated(open_page: Open, address: str, name: str, seat: int) -> Page:
    page = open_page(address)
    page.evaluate("""async ([name, seat]) => fetch("/command/join", { method: "POST",
        headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name, seat }) })""", [name, seat])
    page.reload()
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
    return page


def test_a_player_taps_his_own_hand_and_hides_a_card(serve: Serve, open_page: Open) -> None:
    cards = [PLACEHOLDER[n * 13 % 71] for n in range(71)]
    table = mito("deal " + " ".join(map(str, cards)), mode="digital")
    address = serve(table)
    guard, other = seated(open_page, address, "Anna", 0), seated(open_page, address, "Ben", 1)
    expect(guard.locator(".mito-own [data-card]")).to_have_count(0)  # covered until it is asked for
    guard.click('[data-secret="mito hand"]')
    expect(guard.locator(".mito-own [data-card]")).to_have_count(8)
    expect(guard.locator('[data-act="hide"]')).to_have_count(0)  # the guard may not cheat
    other.click('[data-secret="mito hand"]')
    other.click('[data-act="hide"]')
    card = other.locator(".mito-own [data-card]").first.get_attribute("data-card")
    other.locator(".mito-own [data-card]").first.click()
    expect(other.locator(".mito-own [data-card]")).to_have_count(7)
    expect(other.locator(".mito-own")).to_contain_text("Hidden: ")
    view = table.snapshot(Who(None, 0, False))["game"]["view"]
    fitting = [c for c in view["players"][0]["hand"] if abs(int(c[1]) - int(view["top"][1])) in (1, 4)]
    guard.locator(f'.mito-own [data-card="{fitting[0]}"]').first.click()
    expect(guard.locator(".mito-top")).to_have_attribute("data-card", fitting[0])
    assert actions(table) == [f"cheat p2 {card}", f"play p1 {fitting[0]}"]


def test_digital_gifts_are_chosen_from_the_own_hand(serve: Serve, open_page: Open) -> None:
    cards = [str(card) for card in PLACEHOLDER]
    for place, card in ((2, "s3"), (5, "n1"), (0, "m4"), (24, "n4")):  # Anna's first two, Ben's first, the open one
        other = cards.index(card, 25) if place == 5 else cards.index(card)
        cards[place], cards[other] = cards[other], cards[place]
    table = mito("deal " + " ".join(cards), mode="digital")
    page = seated(open_page, serve(table), "Anna", 0)
    page.click('[data-secret="mito hand"]')
    page.locator('.mito-own [data-card="s3"]').first.click()
    expect(page.locator("#turn .who")).to_contain_text("may give somebody a card")
    page.click('[data-secret="mito gift"]')
    page.locator('.mito-own .secret').first.locator('[data-card="n1"]').first.click()
    page.locator(".mito-own").get_by_role("button", name="Player 3", exact=True).click()
    expect(page.locator("#turn .who")).to_have_text("Player 2 to play")
    table.tell("play p2 m4", "slap p3")
    expect(page.locator(".mito-own .label").first).to_have_text("Everybody gives player 3 a card")
    gift = page.locator(".mito-own .secret").first.locator("[data-card]")
    if gift.count() == 0:
        page.click('[data-secret="mito gift"]')
    given = gift.first.get_attribute("data-card")
    gift.first.click()
    expect(page.locator('.mito-own [data-secret="mito gift"]')).to_have_count(0)
    assert actions(table) == ["play p1 s3", "give p1 p3 n1", f"give p1 p3 {given}"]


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
    expect(page.locator("#sheet a")).to_be_visible()
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
