"""Five phones in one game of Mito without cards: each holds its own hand, and is told nobody else's."""

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.mito.cards import PLACEHOLDER
from tests.browser import Open
from tests.web.mito_phones import served
from web.table import HOST

NAMES = ("Ada", "Ben", "Chloé", "Dev", "Eve")
FRENCH = 2
DEAL = "deal " + " ".join(str(PLACEHOLDER[n * 13 % 71]) for n in range(71))
LISTEN = """() => { const Real = window.EventSource; window.told = [];
    window.EventSource = class extends Real { constructor(url) { super(url);
    this.addEventListener('state', (event) => window.told.push(event.data)); } } }"""


def joined(open_page: Open, address: str, seat: int) -> Page:
    """Join as a person does: scan the code, give a name, choose a seat."""
    french = seat == FRENCH
    page = open_page("about:blank", locale="fr-FR" if french else "en-GB")
    page.add_init_script(f"({LISTEN})()")
    page.goto(f"{address}#in")
    sheet = page.locator("#sheet")
    sheet.locator("[name=name]").fill(NAMES[seat])
    sheet.get_by_label(f"{'Joueur' if french else 'Player'} {seat + 1}", exact=True).check()
    sheet.get_by_role("button", name="Rejoindre la table" if french else "Join the table").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#people-list")).to_contain_text(NAMES[seat])
    return page


def told(page: Page) -> list[Any]:
    """Return the game as each state showed it that this phone was told."""
    states = [json.loads(state) for state in page.evaluate("() => window.told")]
    return [state["game"]["view"] for state in states if state["game"]["name"] == "mito"]


def uncover(page: Page) -> None:
    key = page.locator('[data-secret="mito hand"]')
    expect(key).to_be_visible()
    if key.get_attribute("aria-expanded") == "false":
        key.click()
    expect(key).to_have_attribute("aria-expanded", "true")


def take_turn(page: Page, seat: int) -> str:
    """Lay a number that fits, or draw; gives the card, "" when one was drawn."""
    expect(page.locator("#turn")).to_have_attribute("data-yours", "yes")
    uncover(page)
    value = int((page.locator(".mito-top").get_attribute("data-card") or "")[1])
    for fits in (value - 1 or 5, value % 5 + 1):
        card = page.locator(f'.mito-own .mito-keys [data-card="n{fits}"]')
        if card.count():
            card.first.click()
            expect(page.locator("#turn")).to_have_attribute("data-yours", "no")
            return f"n{fits}"
    page.locator(".mito-own").get_by_role("button", name="Piocher une carte" if seat == FRENCH else "I draw").click()
    expect(page.locator("#turn")).to_have_attribute("data-yours", "no")
    return ""


def test_five_phones_play_with_five_hands(tmp_path: Path, open_page: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(tmp_path) as (table, address):
        monkeypatch.setattr(table.table, "_chance", lambda referee: DEAL)
        assert table.table.command(HOST, "new", {"game": "mito", "options": {"players": "5", "mode": "digital"}}).ok
        pages = [joined(open_page, address, seat) for seat in range(5)]
        pages[3].locator('[data-act="deal"]').click()  # anybody at the table may ask for it
        for page in pages:
            uncover(page)
            expect(page.locator(".mito-own .mito-keys .mito-key")).to_have_count(8)
        hands = [page.locator(".mito-own .mito-key").evaluate_all("(cards) => cards.map((card) => card.dataset.card)")
                 for page in pages]
        assert [sorted(hand) for hand in hands] == [sorted(told(page)[-1]["players"][seat]["hand"])
                                                    for seat, page in enumerate(pages)]
        laid = []
        for _ in range(5):  # once round the table
            turn = table.table.snapshot(HOST)["game"]["to_play"]
            laid.append(take_turn(pages[turn], turn))
        assert any(laid) and [action.split()[1] for action in table.actions[1:]] != []
        assert len({action.split()[1] for action in table.actions[1:]}) == 5

        guard = table.table.snapshot(HOST)["game"]["view"]["guard"]
        cheat = next(seat for seat in range(5) if seat != guard)
        before = [len(told(page)) for page in pages]
        uncover(pages[cheat])
        pages[cheat].locator('[data-act="hide"]').click()
        pages[cheat].locator(".mito-own .mito-keys [data-card]").first.click()
        table.wait_for(lambda: table.actions[-1].startswith(f"cheat p{cheat + 1} "))
        after = [len(told(page)) for page in pages]
        assert [seat for seat in range(5) if after[seat] != before[seat]] in ([cheat], [])  # nobody else was told

        pages[guard].locator(".mito-stop").click()
        pages[guard].locator(".mito-own").get_by_role("button", name=NAMES[cheat], exact=True).click()
        confess = "Oui, j'ai triché" if cheat == FRENCH else "Yes, I cheated"
        pages[cheat].locator(".mito-own").get_by_role("button", name=confess).click()
        expect(pages[guard].locator('[data-secret="mito gift"]')).to_be_visible()
        assert table.actions[-3:] == (f"stop p{guard + 1}", f"stop p{guard + 1} p{cheat + 1}", f"guilty p{cheat + 1}")

        for seat, page in enumerate(pages):
            views = told(page)
            assert views[-1]["players"][seat]["hand"]
            for other in set(range(5)) - {seat}:
                assert {str(view["players"][other]["hand"]) for view in views} == {"None"}, (seat, other)
