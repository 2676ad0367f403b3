"""Two to five phones at one table: each plays its own seat by tapping, and sees nothing that is another's."""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import PATIENCE_MS, PHONE
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults
from web.app import create_app
from web.server import Server

NAMES = ("Ada", "Ben", "Chloé", "Dev", "Eve")
JOIN = """([name, seat]) => fetch('/command/join', {method: 'POST', headers: {'Content-Type': 'application/json'},
          body: JSON.stringify({name, seat})}).then((answer) => answer.status)"""

RUNNING = re.compile(r"^1:(1[6-9]|[2-5]\d)$")
"""The clock of a turn of 75 seconds, a while later."""


class Phones:
    """The phones of one table, each in a browser of its own."""

    def __init__(self, browser: Browser, table: FakeTable, stack: ExitStack) -> None:
        self._browser, self._stack, self.table = browser, stack, table
        app = create_app(table, host_secret=SECRET, beat=0.2)
        self.port = stack.enter_context(Server(app, "127.0.0.1", 0)).port

    def join(self, seat: int | None = None, *, locale: str = "en-GB", host: bool = False, **phone: Any) -> Page:
        """Return the page of the person at this seat; None: somebody who only watches."""
        name = "watcher" if seat is None else NAMES[seat]
        context = self._browser.new_context(viewport=PHONE, locale=locale, **{"reduced_motion": "reduce", **phone})
        context.set_default_timeout(PATIENCE_MS)
        self._stack.callback(context.close)
        page = context.new_page()
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(f"http://127.0.0.1:{self.port}/{f'?host={SECRET}' if host else ''}")
        if seat is not None:
            assert page.evaluate(JOIN, [name, seat]) == 200
        page.add_init_script("""(() => { const Real = window.EventSource; window.told = [];
            window.EventSource = class extends Real { constructor(url) { super(url);
            this.addEventListener('state', (event) => window.told.push(event.data)); } } })()""")
        page.reload()
        expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
        return page

    @staticmethod
    def told(page: Page, *way: str | int) -> list[Any]:
        """Return what each state that this phone was told since it was opened holds at the end of this way."""
        found = [json.loads(state)["game"]["view"] for state in page.evaluate("() => window.told")]
        for step in way:
            found = [part[step] for part in found]
        assert found
        return found


@pytest.fixture
def phones(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Phones]:
    """A table without a camera, for the game and options that the test is marked with."""
    name, options, actions = request.param
    with ExitStack() as stack:
        table = FakeTable(name, **options)
        table.watched = False
        table.tell(*actions)
        assert table._refusal is None
        yield Phones(browser, table, stack)


def plays(table: FakeTable) -> list[str]:
    return [args["action"] for _, name, args in table.commands if name == "play"]


def at(game: str, *actions: str, **options: str) -> Any:
    return pytest.mark.parametrize("phones", [(game, options, actions)], indirect=True, ids=[game])


# Otrio


@at("otrio", players="4")
def test_four_phones_place_their_pieces_in_turn(phones: Phones) -> None:
    pages = [phones.join(seat, locale="fr-FR" if seat == 1 else "en-GB") for seat in range(4)]
    expect(pages[0].locator("#turn .who")).to_have_text("Your turn")
    expect(pages[1].locator("#turn .who")).to_have_text("À Ada de jouer")
    expect(pages[1].locator('[data-choice="red large"]')).to_be_disabled()
    for page, choice, cell in zip(pages, ("purple large", "red large", "green small", "blue medium"), (4, 0, 4, 8),
                                  strict=True):
        page.click(f'[data-choice="{choice}"]')
        page.click(f'.otrio-key[data-cell="{cell}"]')
        expect(page.locator("#turn")).to_have_attribute("data-yours", "no")
    for page in pages:
        expect(page.locator('[data-slot="8.medium"]')).to_have_attribute("data-piece", "blue")
    assert plays(phones.table) == ["purple large 4", "red large 0", "green small 4", "blue medium 8"]
    assert pages[1].locator("#log li").count() == 4


@at("otrio", "purple medium 4", players="2")
def test_a_placement_that_the_rules_forbid_is_explained_and_changes_nothing(phones: Phones) -> None:
    page = phones.join(1, locale="fr-FR")
    page.click('[data-choice="red large"]')
    expect(page.locator(".otrio .slot.open")).to_have_count(8)
    page.click('.otrio-key[data-cell="4"]')
    expect(page.locator("#toast")).to_contain_text("Un grand anneau ne va que dans une case vide")
    expect(page.locator("#toast .code")).to_have_text("Règle E-OT-NEST")
    expect(page.locator("#spoken")).to_contain_text("Un grand anneau ne va que dans une case vide")
    expect(page.locator("#turn .who")).to_have_text("À vous de jouer")
    page.click('[data-choice="red large"]')
    page.click('.otrio-key[data-cell="3"]')
    expect(page.locator("#toast")).to_be_empty()
    assert plays(phones.table) == ["red large 4", "red large 3"]


@at("otrio", players="2")
def test_where_a_camera_looks_a_tap_plays_only_when_the_owner_wants_it(phones: Phones) -> None:
    phones.table.watched = True
    page = phones.join(0)
    expect(page.locator(".otrio-hand")).to_be_hidden()
    page.click("#phone summary")
    page.get_by_label("Play by tapping the board").check()
    expect(page.locator(".otrio-hand")).to_be_visible()
    page.reload()
    expect(page.locator(".otrio-hand")).to_be_visible()  # it is remembered


# Mastermind


@at("mastermind", code="known")
def test_maker_and_guesser_play_a_round_and_the_code_stays_the_makers(phones: Phones) -> None:
    maker, guesser, watcher = phones.join(0), phones.join(1, locale="fr-FR"), phones.join()
    expect(guesser.locator(".mastermind-hand")).to_have_text("Les autres jouent. Votre tour viendra.")
    for peg in ("red", "blue", "green", "white"):
        maker.click(f'[data-peg="{peg}"]')
    maker.click(".mastermind-hand .primary")
    for peg in ("red", "green", "blue", "black"):
        guesser.click(f'[data-peg="{peg}"]')
    guesser.get_by_label("Trou 4", exact=False).click()  # a tap takes the peg out again
    guesser.click('[data-peg="orange"]')
    guesser.click(".mastermind-hand .primary")
    expect(maker.locator("#turn .who")).to_have_text("Your turn")
    expect(maker.locator(".secret .inside")).to_be_empty()
    maker.click('[data-secret="code"]')
    expect(maker.locator(".secret .marks")).to_have_attribute("aria-label", "red, blue, green, white")
    maker.evaluate("""() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                      document.dispatchEvent(new Event('visibilitychange')); }""")
    expect(maker.locator(".secret .inside")).to_be_empty()  # the phone was put down
    maker.evaluate("""() => { Object.defineProperty(document, 'hidden', {value: false, configurable: true});
                      document.dispatchEvent(new Event('visibilitychange')); }""")
    maker.click('.mastermind-count.red [data-count="1"]')
    maker.click('.mastermind-count.white [data-count="2"]')
    maker.click(".mastermind-hand .primary")
    expect(guesser.locator("#turn .who")).to_have_text("À vous de jouer")
    expect(watcher.locator("#log")).to_contain_text("Ada answers row 1: 1 red, 2 white")
    assert plays(phones.table) == ["hide red blue green white", "guess 0 red green blue orange", "marks 0 1 2"]
    assert phones.told(maker, "code")[-1] == ["red", "blue", "green", "white"]
    for page in (guesser, watcher):
        assert set(phones.told(page, "code")) == {None}


# Mondrian


@at("mondrian", palette="hidden")
def test_two_phones_plan_throw_and_take_and_no_hand_is_told(phones: Phones) -> None:
    black, red = phones.join(0), phones.join(1, locale="fr-FR")
    for before, (page, methods) in enumerate(((black, ("left", "flick")), (red, ("drop", "blind")))):
        expect(page.locator("#log li:not(.quiet)")).to_have_count(before)  # a drawing that changes takes no taps
        for method in methods:
            page.click(f'[data-method="{method}"]')
        page.click(".mondrian-own .primary")
    for page, face, card, method in ((black, 4, "p3-1", "left"), (red, 6, "p3-1", "drop"), (black, 2, "p1-2", "flick"),
                                     (red, 1, "p2-2", "blind")):
        expect(page.locator("#turn")).to_have_attribute("data-yours", "yes")
        page.click(f'[data-method="{method}"]')
        page.click(f'[data-face="{face}"]')
        page.click(f'[data-place="{card}"]')
        page.click('[data-act="throw"]')
    black.click('[data-place="p1-2"]')
    expect(black.locator("#sheet-title")).to_have_text("Take p1-2: 2 of 1?")
    black.click("#sheet [type=submit]")
    expect(red.locator("#turn")).to_have_attribute("data-yours", "yes")
    red.click('[data-place="p2-2"]')
    red.get_by_label("blank1.red, valeur 1").check()
    red.click("#sheet [type=submit]")
    expect(black.locator('[data-card="blank1.red"]')).to_be_visible()
    assert plays(phones.table)[-2:] == ["claim black p1-2", "claim red p2-2 pay blank1.red"]
    assert plays(phones.table)[2] == "throw black 4 p3-1 left"
    black.click('[data-secret="hand"]')
    expect(black.locator(".mondrian-cards > *")).to_have_count(4)
    expect(black.locator(".total b")).to_have_text("7 points")
    assert [card["id"] for card in phones.told(black, "players", 0, "hand")[-1]] == [
        "blank1.black", "blank2.black", "blank3.black", "p1-2"]
    assert set(phones.told(red, "players", 0, "hand")) == {None}


ORDERS = ((2, "black red"), (3, "red black"), (4, "black red"), (5, "red black"))
BESIDE = [f"throw {colour} 3 -" for dice, order in ORDERS for _ in range(dice) for colour in order.split()]


@at("mondrian", *BESIDE, palette="trusted")
def test_a_hidden_painting_shows_its_total_to_its_painter_alone(phones: Phones) -> None:
    black, red = phones.join(0), phones.join(1)
    black.click('[data-secret="painting"]')
    expect(black.locator('[data-act="paint"]')).to_be_disabled()
    for card in ("blank2.black", "blank3.black"):
        black.click(f'[data-own="{card}"]')
    expect(black.locator(".total b")).to_have_text("5 points")
    black.click('[data-act="paint"]')
    expect(red.locator('[data-colour="black"]')).to_contain_text("has painted")
    assert plays(phones.table) == ["paint black blank2.black blank3.black"]
    assert len(phones.told(black, "players", 0, "painting")[-1]) == 2
    assert set(phones.told(red, "players", 0, "painting")) == {None}


# Mystrio

PILE = "RS BS RT BT RS BS RT BT RS BS RS BS"
REST = [f"lay {cell}" for cell in (0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11)]


@at("mystrio", f"shuffle {PILE}", faces="known", players="2")
def test_a_look_is_its_players_alone_and_tokens_move_by_tapping(phones: Phones) -> None:
    first, second = phones.join(0), phones.join(1, locale="fr-FR")
    first.get_by_role("button", name="Look at your token").click()
    expect(first.locator(".looked")).to_contain_text("red square")
    first.click('.mystrio-cell[data-cell="5"]')
    expect(first.locator('[data-cell="5"]')).to_have_attribute("data-piece", "down")
    phones.table.tell(*REST)
    first.click('.mystrio-cell[data-cell="5"]')
    expect(first.locator('[data-cell="5"]')).to_have_attribute("aria-label", "Row 2, column 2: red square")
    expect(first.locator('[data-way="move"]')).to_have_attribute("aria-pressed", "true")
    first.click('.mystrio-cell[data-cell="11"]')
    first.click('.mystrio-cell[data-cell="15"]')
    for cell in (0, 1, 2):
        first.click(f'.mystrio-cell[data-cell="{cell}"]')
    expect(second.locator("#turn .who")).to_have_text("Remettez les trois pions face cachée")
    assert plays(phones.table) == ["look", "lay 5", "consult 5", "move 11 15", "mystrio 0 1 2"]
    before = [view for view in phones.told(second) if view["phase"] in ("lay", "turn")]
    assert before and all(cell is None or cell["face"] is None for view in before for cell in view["cells"])
    assert all(view["drawn"] is None or view["drawn"]["face"] is None for view in before)


@at("mystrio", *(f"lay {cell}" for cell in range(12)), memory="shown", players="2")
def test_notes_about_real_tokens_stay_on_the_phone(phones: Phones) -> None:
    first, second = phones.join(0), phones.join(1)
    first.click('[data-way="note"]')
    first.click('.mystrio-cell[data-cell="0"]')
    expect(first.locator('[data-cell="0"] .noted')).to_be_visible()
    expect(second.locator(".noted")).to_have_count(0)
    first.reload()
    expect(first.locator('[data-cell="0"] .noted')).to_be_visible()
    assert phones.table.commands == []


# Disputes


@at("otrio", "purple large 4", players="4")
def test_a_player_asks_to_take_back_and_another_agrees(phones: Phones) -> None:
    host, red, watcher = phones.join(0), phones.join(1, locale="fr-FR"), phones.join()
    phones.table.photograph()
    red.click("#undo")
    expect(red.locator("#sheet .big")).to_have_text("Violet place un grand anneau dans la case centrale")
    red.click("#sheet .primary")
    expect(red.locator("#takeback")).to_contain_text("Il faut encore l'accord")
    expect(host.locator("#takeback h2")).to_have_text("Ben asks to take a move back")
    expect(watcher.locator("#takeback")).to_contain_text("Ben asks to take a move back")
    expect(watcher.locator("#takeback button")).to_have_count(0)
    host.get_by_role("button", name="Agree").click()
    for page in (host, red, watcher):
        expect(page.locator("#takeback")).to_be_empty()
        expect(page.locator('[data-slot="4.large"]')).to_have_attribute("data-piece", "")


@at("otrio", "purple large 4", players="2")
def test_the_kept_pictures_are_looked_at_and_the_board_corrected(phones: Phones) -> None:
    phones.table.watched = True
    phones.table.photograph()
    words = {"en": "purple puts a large ring", "fr": "violet place un grand anneau"}
    phones.table.moves = [{"text": words, "before": 1, "after": None}]
    page = phones.join(host=True)
    page.click("#lookback")
    expect(page.locator(".kept .action")).to_have_text("Purple puts a large ring")
    page.wait_for_function("() => document.querySelector('.kept img').naturalWidth > 0")
    expect(page.locator(".kept .none")).to_contain_text("No picture")
    page.click("#sheet >> text=Something else: correct the board")
    expect(page.locator("#correcting")).to_be_visible()
    page.click('.otrio-key[data-cell="0"]')
    expect(page.locator("#sheet-title")).to_have_text("Top left cell: what really lies there?")
    page.click(".close")
    page.click("#correcting button")
    page.click("#lookback")
    page.click("#sheet >> text=Nothing happened")
    expect(page.locator('[data-slot="4.large"]')).to_have_attribute("data-piece", "")
    assert [name for _, name, _ in phones.table.commands] == ["undo"]


# How it feels


@at("otrio", players="2")
def test_no_event_moves_what_is_on_the_page(phones: Phones) -> None:
    page = phones.join(1, reduced_motion="no-preference")
    expect(page.locator("#board svg")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    page.evaluate("""() => { window.shifts = []; new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) for (const { node, previousRect, currentRect } of entry.sources)
            window.shifts.push([node?.id || node?.nodeName, previousRect.y, currentRect.y]);
        }).observe({type: 'layout-shift'}); }""")
    table = phones.table
    table.tell("purple large 4")
    expect(page.locator("#log li")).to_have_count(1)
    table.tell("red medium 4", "red small 4")
    expect(page.locator("#refusal .why")).to_be_visible()
    table.command(phones.table.who(None), "again", {})
    table.ask("green large 0", "green large 1")
    expect(page.locator("#question .answers")).to_be_visible()
    table.command(phones.table.who(None), "again", {})
    table.say("hand")
    expect(page.locator("#referee")).to_have_attribute("data-state", "hand")
    table.see({"8.medium": "blue"})
    expect(page.locator("#mismatch")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("() => window.shifts") == []


@at("otrio", players="2")
def test_a_refusal_is_spoken_in_the_chosen_language_and_buzzes(phones: Phones) -> None:
    page = phones.join(0, locale="fr-FR")
    page.evaluate("""() => { window.voices = []; window.buzzes = [];
        window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
        Object.defineProperty(window, 'speechSynthesis', {value: {
            cancel() {}, speak(said) { window.voices.push([said.lang, said.text]); } }});
        navigator.vibrate = (pattern) => window.buzzes.push(pattern); }""")
    page.click("#phone summary")
    page.get_by_label("Lire les refus et les questions à voix haute").check()
    phones.table.tell("red large 0")
    expect(page.locator("#refusal .why")).to_be_visible()
    lang, text = page.evaluate("() => window.voices.at(-1)")
    assert lang == "fr-FR" and text.startswith("Coup refusé. Ce n'est pas à rouge de jouer")
    assert page.evaluate("() => window.buzzes.length") == 1


@at("otrio", players="2")
def test_the_clock_goes_on_from_the_tables_own_time(phones: Phones) -> None:
    page = phones.join(0)
    expect(page.locator("#clock")).to_have_text(RUNNING)
    phones.table.turn_seconds = 10
    phones.table.tell("purple large 4")
    expect(page.locator("#clock")).to_have_text(re.compile(r"^0:[1-5]\d$"))  # another turn, by the table's own time


@at("otrio", "purple large 4", players="4")
def test_a_board_that_is_not_cleared_is_said_in_one_sentence(phones: Phones) -> None:
    page = phones.join(host=True)
    phones.table.command(phones.table.who(None), "new", {"game": "otrio", "options": {}})
    phones.table._note("new", phones.table.game.title, None)
    phones.table.see({f"{cell}.large": "red" for cell in range(6)})
    expect(page.locator("#mismatch h2")).to_have_text("Clear the board first")
    expect(page.locator("#mismatch")).to_contain_text("6 pieces of the last game still lie there")
    expect(page.locator(".differences li")).to_have_count(4)
    expect(page.locator(".differences .more")).to_have_text("and 3 more")


@at("mondrian", palette="hidden")
@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault_in_a_players_part(phones: Phones, scheme: str, locale: str) -> None:
    page = phones.join(0, locale=locale, color_scheme=scheme)
    page.click('[data-secret="hand"]')
    found = {"plan": faults(page)}
    phones.table.tell("plan black left,flick", "plan red drop,blind")
    page.click('[data-face="4"]')
    page.click('[data-place="p3-1"]')
    found["throw"] = faults(page)
    page.click("#lookback")
    found["look back"] = faults(page)
    assert found == {"plan": [], "throw": [], "look back": []}
