"""The page in a real browser, at a phone's size."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rules.text import Text
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults, settled
from web.app import create_app
from web.server import Server
from web.table import HOST

WIN = ("purple large 4", "red large 0", "green large 8", "blue large 2", "purple medium 4", "red medium 0",
       "green small 6", "blue small 7", "purple small 4")


@pytest.fixture
def page(server: Server, open_page: Open) -> Page:
    """A spectator's page that follows the table."""
    page = open_page(f"http://127.0.0.1:{server.port}/")
    expect(page.locator("#turn .who")).to_have_text("Purple to play")
    return page


@pytest.fixture
def host_page(server: Server, open_page: Open) -> Page:
    """The host's page that follows the table."""
    page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}")
    expect(page.locator("#turn .who")).to_have_text("Purple to play")
    return page


def slot(page: Page, name: str) -> Any:
    return page.locator(f'[data-slot="{name}"]')


def test_the_board_follows_the_table(page: Page, table: FakeTable) -> None:
    expect(page.locator("#turn .who")).to_have_text("Purple to play")
    expect(page.locator("#referee")).to_contain_text("Ready for the next move")
    table.tell("purple large 4")
    expect(slot(page, "4.large")).to_have_attribute("data-piece", "purple")
    expect(slot(page, "4.large")).to_have_class(re.compile(r"\blast\b"))
    expect(page.locator("#turn .who")).to_have_text("Red to play")
    expect(page.locator('[data-cell="4"].otrio-key')).to_have_attribute("aria-label", "Centre cell: large ring purple")
    expect(page.locator("#log li").first).to_have_text("Purple puts a large ring into the centre cell")
    table.tell("red medium 4")
    expect(slot(page, "4.medium")).to_have_attribute("data-piece", "red")
    expect(slot(page, "4.large")).not_to_have_class(re.compile(r"\blast\b"))
    table.say("hand")
    expect(page.locator("#referee")).to_have_attribute("data-state", "hand")
    expect(page.locator("#referee .label")).to_have_text("A hand is over the table")


def test_all_moves_are_said_in_words(page: Page, table: FakeTable) -> None:
    expect(page.locator("#turn .who")).to_have_text("Purple to play")
    spoken = page.locator("#spoken")
    expect(spoken).to_have_attribute("aria-live", "polite")
    expect(spoken).to_be_empty()
    table.tell("purple large 4")
    expect(spoken.locator("p")).to_have_text(["Purple puts a large ring into the centre cell"])
    table.tell("red large 0", "green large 8")
    expect(spoken.locator("p")).to_have_text(["Purple puts a large ring into the centre cell",
                                              "Red puts a large ring into the top left cell",
                                              "Green puts a large ring into the bottom right cell"])


def test_a_refusal_says_why_until_it_is_put_right(page: Page, table: FakeTable) -> None:
    table.tell("purple small 4", "red large 4")
    card = page.locator("#refusal")
    expect(card.locator(".action")).to_have_text("Red puts a large ring into the centre cell")
    expect(card.locator(".why")).to_contain_text("the centre cell")
    expect(card.locator(".code")).to_have_text("Rule E-OT-NEST")
    expect(slot(page, "4.large")).to_have_class(re.compile(r"\basked\b"))
    expect(page.locator("#spoken")).to_contain_text("the centre cell")
    table.command(HOST, "again", {})
    expect(card).to_be_empty()
    expect(slot(page, "4.large")).not_to_have_class(re.compile(r"\basked\b"))


def test_a_question_is_answered_by_one_tap(host_page: Page, table: FakeTable) -> None:
    table.ask("purple large 4", "purple large 5")
    buttons = host_page.locator("#question .answers button")
    expect(buttons).to_have_text(["Purple puts a large ring into the centre cell",
                                  "Purple puts a large ring into the middle right cell"])
    box = buttons.nth(1).bounding_box()
    assert box is not None and box["height"] >= 48 and box["width"] > 250
    expect(slot(host_page, "5.large")).to_have_class(re.compile(r"\basked\b"))
    buttons.nth(1).click()
    expect(host_page.locator("#question")).to_be_hidden()
    expect(slot(host_page, "5.large")).to_have_attribute("data-piece", "purple")
    expect(host_page.locator("#log li").first).to_contain_text("by phone")


def test_the_host_takes_back_a_move(host_page: Page, table: FakeTable) -> None:
    table.tell("purple large 4")
    expect(slot(host_page, "4.large")).to_have_attribute("data-piece", "purple")
    host_page.click("#undo")
    expect(host_page.locator("#sheet .big")).to_have_text("Purple puts a large ring into the centre cell")
    host_page.click("text=Take it back")
    expect(slot(host_page, "4.large")).to_have_attribute("data-piece", "")
    expect(host_page.locator("#undo")).to_be_disabled()
    assert table.commands == [(HOST, "undo", {})]


def test_a_second_undo_names_the_move_before(host_page: Page, table: FakeTable) -> None:
    table.tell("purple large 4", "red large 0")
    for words in ("Red puts a large ring into the top left cell", "Purple puts a large ring into the centre cell"):
        expect(host_page.locator("#undo")).to_be_enabled()
        host_page.click("#undo")
        expect(host_page.locator("#sheet .big")).to_have_text(words)
        host_page.click("text=Take it back")
        expect(host_page.locator("#sheet")).to_be_hidden()
    expect(host_page.locator("#undo")).to_be_disabled()


def test_the_host_says_what_really_lies_there(host_page: Page, table: FakeTable) -> None:
    host_page.click('.otrio-key[data-cell="4"]')
    expect(host_page.locator("#sheet-title")).to_have_text("Centre cell: what really lies there?")
    host_page.locator("#sheet fieldset", has_text="Medium ring").get_by_role("button", name="purple").click()
    expect(slot(host_page, "4.medium")).to_have_attribute("data-piece", "purple")
    assert table.commands == [(HOST, "correct", {"table": {"4.medium": "purple"}})]


def test_the_host_takes_the_table_as_it_lies(host_page: Page, table: FakeTable) -> None:
    table.see({"8.medium": "purple", "2.small": "?"})
    expect(host_page.locator(".differences li")).to_have_text([
        "Top right cell, small peg: the game has nothing, the camera can't tell what is there",
        "Bottom right cell, medium ring: the game has nothing, the camera sees purple"])
    host_page.click("text=The table is right")
    expect(slot(host_page, "8.medium")).to_have_attribute("data-piece", "purple")
    assert table.commands == [(HOST, "correct", {"table": {"8.medium": "purple"}})]


def test_a_refused_command_is_said(host_page: Page) -> None:
    host_page.click('.otrio-key[data-cell="4"]')
    host_page.locator("#sheet fieldset", has_text="Large ring").get_by_role("button", name="blue").click()
    expect(host_page.locator("#toast p")).to_have_text("That can't be done now")


def test_a_spectator_has_no_hosts_buttons(page: Page, table: FakeTable) -> None:
    expect(page.locator("#role")).to_have_text("You are watching")
    for name in ("#undo", "#again", "#new", "#hint", "#report"):
        expect(page.locator(name)).to_be_hidden()
    page.click('.otrio-key[data-cell="4"]', force=True)
    expect(page.locator("#sheet")).to_be_hidden()
    assert table.commands == []


def test_the_host_starts_a_game_with_its_options(host_page: Page, table: FakeTable) -> None:
    table.tell("purple large 4")
    host_page.click("#new")
    expect(host_page.locator("#sheet")).to_contain_text("The game that is on ends here")
    host_page.click("text=Another game, or other rules")
    host_page.locator('[data-option="players"]').get_by_label("2", exact=True).check()
    host_page.locator('[data-option="placement"]').get_by_label("Free").check()
    host_page.click("#new [type=submit]")
    expect(host_page.locator("#turn .who")).to_have_text("Purple and green to play")
    expect(host_page.locator("#scores li")).to_have_count(2)
    assert table.snapshot(HOST)["game"]["options"]["placement"] == "free"
    host_page.click("#new")
    host_page.click("text=The same game again")
    settled(host_page)
    assert table.commands[-1][1] == "new" and table.commands[-1][2]["options"]["placement"] == "free"


def test_a_win_is_shown_on_its_slots(page: Page, table: FakeTable) -> None:
    table.tell(*WIN)
    expect(page.locator("#turn .who")).to_contain_text("Purple wins")
    expect(page.locator("#turn .who")).to_contain_text("three sizes in one cell")
    for size in ("large", "medium", "small"):
        expect(slot(page, f"4.{size}")).to_have_class(re.compile(r"\bwinning\b"))
    expect(slot(page, "0.large")).to_have_class(re.compile(r"\bdim\b"))
    expect(page.locator("#scores li .points")).to_have_text(["1", "0", "0", "0"])
    expect(page.locator("#referee .label")).to_have_text("Game over")


def test_the_page_changes_to_french_and_back(page: Page, table: FakeTable) -> None:
    table.tell("purple large 4")
    page.click("text=Français")
    expect(page.locator("#turn .who")).to_have_text("À rouge de jouer")
    expect(page.locator("#log li").first).to_have_text("Violet place un grand anneau dans la case centrale")
    expect(page.locator("#referee")).to_contain_text("Prêt pour le prochain coup")
    assert page.evaluate("document.documentElement.lang") == "fr"
    page.reload()
    expect(page.locator("#again")).to_have_text("Regarder à nouveau")
    page.click("text=English")
    expect(page.locator("#again")).to_have_text("Look again")


def test_a_french_phone_is_spoken_to_in_french(server: Server, open_page: Open) -> None:
    page = open_page(f"http://127.0.0.1:{server.port}/", locale="fr-FR")
    expect(page.locator("#turn .who")).to_have_text("À violet de jouer")


def test_an_old_page_says_so_and_recovers(table: FakeTable, open_page: Open) -> None:
    first = Server(create_app(table, host_secret=SECRET), "127.0.0.1", 0)
    with first:
        page = open_page(f"http://127.0.0.1:{first.port}/")
        expect(page.locator("#liveness")).to_have_text("Live")
        expect(page.locator("#stale")).to_be_empty()
    expect(page.locator("#stale")).to_have_text("Connection lost. What you see may be old; trying again…")
    expect(page.locator("#liveness")).to_have_text("Not live")
    restarted = FakeTable(players="4")  # its versions begin anew, below those that the page has seen
    restarted.tell("purple large 5")
    with Server(create_app(restarted, host_secret=SECRET), "127.0.0.1", first.port):
        expect(page.locator("#stale")).to_be_empty()
        expect(slot(page, "5.large")).to_have_attribute("data-piece", "purple")
        page.goto("about:blank")
        assert restarted.wait_for_followers(0)


def test_a_silent_connection_is_told_from_a_quiet_table(server: Server, open_page: Open) -> None:
    page = open_page("about:blank")
    page.clock.install()
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.locator("#liveness")).to_have_text("Live")
    page.evaluate("""() => { window.EventSource = class extends EventTarget { close() {} } }""")
    page.route("**/state.json", lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('online'))")  # a new connection, on which nothing ever comes
    page.clock.run_for(8_000)  # and a few more seconds while this machine is busy
    expect(page.locator("#liveness")).to_have_text("Live")
    page.clock.run_for(8_000)
    expect(page.locator("#stale")).to_contain_text("Connection lost")


def test_a_page_that_comes_back_shows_the_newest(page: Page, table: FakeTable) -> None:
    expect(page.locator("#liveness")).to_have_text("Live")
    hide = "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true}); " \
           "document.dispatchEvent(new Event('visibilitychange')) }"
    page.evaluate(hide, True)
    assert table.wait_for_followers(0)
    table.tell("purple large 3")
    page.evaluate(hide, False)
    expect(slot(page, "3.large")).to_have_attribute("data-piece", "purple")
    assert table.wait_for_followers(1)


def test_a_phone_without_a_place_looks_by_itself(table: FakeTable, open_page: Open) -> None:
    with Server(create_app(table, host_secret=SECRET, streams=1), "127.0.0.1", 0) as server:
        first = open_page(f"http://127.0.0.1:{server.port}/")
        expect(first.locator("#liveness")).to_have_text("Live")
        second = open_page(f"http://127.0.0.1:{server.port}/")
        expect(second.locator("#stale")).to_contain_text("Too many phones are following")
        expect(second.locator("#turn .who")).to_have_text("Purple to play")
        first.close()
        expect(second.locator("#liveness")).to_have_text("Live")
        expect(second.locator("#stale")).to_be_empty()


def test_the_picture_is_fetched_when_it_is_looked_at(page: Page, table: FakeTable) -> None:
    page.click("text=What the camera sees")
    expect(page.locator("#picture p")).to_have_text("No picture yet")
    table.photograph()
    expect(page.locator("#picture img")).to_have_attribute("src", "/picture.jpg?v=1")
    table.photograph()
    expect(page.locator("#picture img")).to_have_attribute("src", "/picture.jpg?v=2")
    page.wait_for_function("() => document.querySelector('#picture img').naturalWidth > 0")


def test_the_host_hands_in_a_wrong_read(host_page: Page, table: FakeTable) -> None:
    table.see({"8.medium": "purple"})
    host_page.click("text=What the camera sees")
    host_page.click("#report")
    host_page.get_by_label("What was wrong").fill("a shadow at the edge")
    host_page.click("text=Keep the picture and this note")
    expect(host_page.locator("#sheet")).to_contain_text("The picture is kept: a shadow at the edge")
    host_page.click("#sheet .primary")
    host_page.click("#report")
    host_page.get_by_label("What the camera saw").check()
    host_page.click("text=Keep the picture and this note")
    expect(host_page.locator("#sheet-title")).to_have_text("The report is kept")
    (_, _, first), (_, name, second) = table.commands
    assert name == "report" and second["note"] == ""
    assert (first["table"]["8.medium"], second["table"]["8.medium"]) == (None, "purple")
    assert first["table"].keys() == second["table"].keys() == table.game.table(table._states[0]).keys()


def test_another_phone_can_join(page: Page) -> None:
    page.click("text=Join with another phone")
    expect(page.locator("#join .address")).to_have_text("http://192.0.2.7:8080/")
    page.wait_for_function("() => document.querySelector('#join img').naturalWidth > 100")


def test_a_fault_of_the_machine_is_an_alarm(page: Page, table: FakeTable) -> None:
    table.say("ready", Text("The disk is full; make room", "Le disque est plein ; faites de la place"))
    expect(page.locator("#fault")).to_contain_text("The disk is full; make room")


def test_a_table_without_a_game_says_how_to_begin(server: Server, open_page: Open) -> None:
    idle = FakeTable(None)
    with Server(create_app(idle, host_secret=SECRET), "127.0.0.1", 0) as server:
        page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}")
        expect(page.locator("#turn")).to_contain_text("Start one with “New game” below.")
        page.click("#new")
        page.click("form [type=submit]")
        expect(page.locator("#turn .who")).to_have_text("Purple to play")
        page.goto("about:blank")
        assert idle.wait_for_followers(0)


def scenes(table: FakeTable, page: Page) -> Iterator[str]:
    """Bring the page into each of its faces."""
    expect(page.locator("#liveness")).to_have_text("Live")
    yield "start"
    table.tell("purple large 4", "red large 0")
    table.photograph()
    expect(page.locator("#log li")).to_have_count(2)
    yield "play"
    table.see({"8.medium": "blue"})
    expect(page.locator(".differences li")).to_have_count(1)
    yield "mismatch"
    table.ask("green large 5", "green large 8")
    expect(page.locator("#question .answers button")).to_have_count(2)
    yield "question"
    table.command(HOST, "answer", {"question": 1, "answer": "0"})
    table.tell("blue large 5")
    expect(page.locator("#refusal .why")).to_be_visible()
    yield "refusal"
    page.click('.otrio-key[data-cell="4"]')
    expect(page.locator("#sheet")).to_be_visible()
    yield "correction"
    page.click(".close")
    page.click("#new")
    expect(page.locator("#sheet a")).to_be_visible()
    yield "new game"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_in_any_face(server: Server, table: FakeTable, open_page: Open, scheme: str) -> None:
    page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}", color_scheme=scheme)
    for face in scenes(table, page):
        assert (face, faults(page)) == (face, [])


def test_no_face_is_wider_than_the_phone(table: FakeTable, server: Server, open_page: Open) -> None:
    for language in ("en-GB", "fr-FR"):
        page = open_page(f"http://127.0.0.1:{server.port}/", locale=language)
        expect(page.locator("#board svg")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_first_page_is_light_and_asks_nobody_else(server: Server, open_page: Open) -> None:
    page = open_page("about:blank")
    sizes: dict[str, int] = {}
    page.on("response", lambda answer: sizes.__setitem__(answer.url, int(answer.headers.get("content-length", 0))))
    page.goto(f"http://127.0.0.1:{server.port}/")
    expect(page.locator("#turn .who")).to_have_text("Purple to play")
    assert all(url.startswith(f"http://127.0.0.1:{server.port}/") for url in sizes)
    assert any(url.endswith("/games/otrio.js") for url in sizes)
    assert 40_000 < sum(sizes.values()) < 150_000


def test_a_state_that_overtakes_the_games_part_is_shown(server: Server, table: FakeTable, open_page: Open) -> None:
    page = open_page("about:blank")
    page.add_init_script("""(() => { const Real = window.EventSource; window.told = -1;
        window.EventSource = class extends Real { constructor(url) { super(url); this.addEventListener('state',
            (event) => { window.told = JSON.parse(event.data).version; }); } } })()""")
    held: list[Any] = []
    page.route("**/games/otrio.js", lambda route: held.append(route))
    with page.expect_request("**/games/otrio.js"):
        page.goto(f"http://127.0.0.1:{server.port}/")
    table.tell("purple large 4")
    table.tell("red large 0")
    page.wait_for_function("(version) => window.told === version", arg=table.snapshot(HOST)["version"])
    for route in held:
        route.continue_()
    expect(slot(page, "0.large")).to_have_attribute("data-piece", "red")
    expect(page.locator("#turn .who")).to_have_text("Green to play")
