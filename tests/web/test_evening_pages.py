"""The evening in a real browser: the score and the list, a game again move by move, statistics, export, erasing."""

import csv
import io
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.archive.archive import Archive
from device.events import Event
from device.service import LiveTable
from device.store import STORE_NAME, Store
from rules.record import parse
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.looks import settled
from web.app import create_app
from web.server import Server

ANNA, BEN = {"id": "a", "name": "Anna", "colour": "blue"}, {"id": "b", "name": "<b>Ben</b>", "colour": "red"}
OTRIO_WON = ("purple large 0", "red large 8", "green large 1", "blue large 7", "purple medium 0", "red medium 8",
             "green medium 1", "blue medium 7", "purple small 0")
CODE = "red blue green yellow"
HERE = {"Origin": "http://localhost"}


def game(name: str, options: dict[str, str], *actions: str) -> list[Event]:
    return [Event("new", {"game": name, "options": options, "people": [ANNA, BEN]}, "phone:Anna"),
            *(Event("action", {"action": action}) for action in actions)]


@dataclass
class Evening:
    """A running table with its past."""

    table: LiveTable
    address: str
    client: FlaskClient


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """Two games of Otrio, one of them with a dispute; a Mastermind that was left, with its code; and one that is on."""
    known = {"code": "known", "rows": "2", "rounds": "1"}
    disputed = game("otrio", {"players": "2"}, *OTRIO_WON)
    disputed[3:3] = [Event("undo", {}, "phone:Anna"), Event("action", {"action": OTRIO_WON[1]})]
    with Store(tmp_path / STORE_NAME) as store:
        for events in (game("otrio", {"players": "2"}, *OTRIO_WON), disputed,
                       game("mastermind", known, f"hide {CODE}", "guess 0 red blue green white"),
                       game("mastermind", known, f"hide {CODE}")):
            store.append(events)
    archive = Archive(tmp_path)
    with LiveTable(tmp_path / STORE_NAME) as table:
        table.erased = archive.tidy
        app = create_app(table, host_secret=SECRET, beat=0.2, archive=archive)
        with Server(app, "127.0.0.1", 0) as server:
            yield Evening(table, f"http://127.0.0.1:{server.port}", app.test_client())


FIRST, DISPUTED, LEFT, RUNNING = 1, 11, 23, 26


def as_host(open_page: Open, evening: Evening, path: str, **context: object) -> Page:
    page = open_page(f"{evening.address}/?host={SECRET}", **context)
    page.goto(evening.address + path)
    return page


def serious(page: Page) -> list[str]:
    settled(page)
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found
            if fault["impact"] in ("serious", "critical")]


@pytest.mark.parametrize(("locale", "words"), [("en-GB", ("Games played", "Being played", "Erase this game…")),
                                               ("fr-FR", ("Parties jouées", "En cours", "Effacer cette partie…"))])
def test_the_pages_speak_both_languages(evening: Evening, open_page: Open, locale: str, words: tuple[str, ...]) -> None:
    page = as_host(open_page, evening, "/history/", locale=locale)
    expect(page.locator("h1")).to_have_text(words[0])
    expect(page.locator(".games .how").first).to_have_text(words[1])
    page.goto(f"{evening.address}/history/{FIRST}")
    expect(page.locator("#erase")).to_have_text(words[2])


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
@pytest.mark.parametrize("path", ["/history/", "/history/statistics", "/history/11", "/new"])
def test_axe_finds_no_serious_fault(evening: Evening, open_page: Open, path: str, locale: str) -> None:
    page = as_host(open_page, evening, path, locale=locale)
    expect(page.locator("#options .option, .game, .plot").first).to_be_visible()
    assert serious(page) == []


def test_the_list_tells_who_played_and_who_won(evening: Evening, open_page: Open) -> None:
    page = open_page(f"{evening.address}/history/")
    games = page.locator(".games .game")
    expect(games).to_have_count(4)
    expect(games.nth(3)).to_contain_text("Anna · <b>Ben</b>")
    expect(games.nth(3).locator(".how")).to_have_text("Anna: Otrio! Purple and green win: three sizes in one cell")
    expect(games.nth(2).locator(".facts")).to_contain_text("9 moves · put right by hand: 1")
    expect(games.nth(1).locator(".how")).to_have_text("Not played to its end")
    expect(page.locator(".tonight tbody tr").first).to_contain_text("Anna22")
    expect(page.locator("#next")).to_have_count(0)  # only the host begins games
    page.get_by_role("link", name="Otrio", exact=True).click()
    expect(games).to_have_count(2)
    expect(games.first.locator("time")).to_have_text(re.compile(r"^\d{1,2} \w+ \d{4}, "))


def test_a_game_is_stepped_through_by_buttons_slider_keys_and_moves(evening: Evening, open_page: Open) -> None:
    page = open_page(f"{evening.address}/history/{DISPUTED}")
    line, red = page.locator("#line"), page.locator('[data-slot="8.large"]')
    expect(line).to_contain_text("11 of 11 Purple puts a small peg into the top left cell")
    expect(page.locator("#points")).to_have_text("Anna 1 · <b>Ben</b> 0")
    expect(page.locator('[data-slot="0.small"]')).to_have_attribute("data-piece", "purple")
    page.get_by_role("button", name="To the start").click()
    expect(line).to_contain_text("0 of 11 A new game of Otrio begins")
    expect(page.locator('[data-slot="0.large"]')).to_have_attribute("data-piece", "")
    expect(page.get_by_role("button", name="One back")).to_be_disabled()
    page.get_by_role("button", name="One on").click()
    page.get_by_role("button", name="One on").click()
    expect(red).to_have_attribute("data-piece", "red")
    page.keyboard.press("ArrowRight")
    expect(line).to_contain_text("3 of 11 Taken back")
    expect(red).to_have_attribute("data-piece", "")
    slider = page.get_by_role("slider", name="Move")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(red).to_have_attribute("data-piece", "red")
    assert slider.get_attribute("aria-valuetext") == "4 of 11: Red puts a large ring into the bottom right cell"
    page.locator(".moves button").nth(3).click()
    expect(page.locator(".moves [aria-current]")).to_contain_text("by Anna")
    expect(red).to_have_attribute("data-piece", "")
    assert page.url.endswith("#3")
    page.reload()
    expect(line).to_contain_text("3 of 11 Taken back")
    page.get_by_role("button", name="Play by itself").click()
    expect(red).to_have_attribute("data-piece", "red")
    page.get_by_role("button", name="Stop").click()


def test_a_game_that_is_over_is_seen_with_any_seats_eyes(evening: Evening, open_page: Open) -> None:
    page = open_page(f"{evening.address}/history/{LEFT}")
    expect(page.locator(".mastermind-code")).to_have_attribute("aria-label", re.compile("covered"))
    expect(page.locator("#hand [data-secret]")).to_have_count(0)
    page.get_by_label("As seen by").select_option(label="Anna")
    page.locator("#hand [data-secret]").click()
    expect(page.locator("#hand").get_by_role("img", name="red, blue, green, yellow")).to_be_visible()


def test_a_running_games_secret_is_nowhere(evening: Evening, open_page: Open) -> None:
    page = as_host(open_page, evening, f"/history/{RUNNING}")
    expect(page.locator("main")).to_contain_text("still being played and has secrets")
    expect(page.locator("#slider")).to_have_count(0)
    expect(page.locator("#erase")).to_have_count(0)
    client = evening.client
    for host in (False, True):
        if host:
            client.get("/", query_string={"host": SECRET})
        for path in ("steps.json?eyes=0", "steps.json", "record.txt", "game.csv"):
            answer = client.get(f"/history/{RUNNING}/{path}", headers={"Accept": "application/json"})
            assert (answer.status_code, answer.json["code"]) == (403, "still_played")
        for path in (f"/history/{RUNNING}", "/history/", "/history/statistics", "/history/games.csv"):
            said = client.get(path)
            assert said.status_code == 200
            assert "green, yellow" not in said.text and CODE not in said.text
    assert CODE in client.get(f"/history/{LEFT}/record.txt").text  # this one is over


def test_a_game_is_taken_along_as_a_record_and_a_table(evening: Evening) -> None:
    record = evening.client.get(f"/history/{FIRST}/record.txt")
    assert record.headers["Content-Disposition"] == 'attachment; filename="arbitrio-1.txt"'
    assert parse(record.text).actions == OTRIO_WON
    sheet = evening.client.get(f"/history/{DISPUTED}/game.csv")
    rows = list(csv.DictReader(io.StringIO(sheet.text.removeprefix("\ufeff"))))
    assert [row["kind"] for row in rows][:4] == ["new", "action", "action", "undo"] and rows[3]["by"] == "Anna"
    listed = list(csv.DictReader(io.StringIO(evening.client.get("/history/games.csv").text.removeprefix("\ufeff"))))
    assert [(row["number"], row["winners"]) for row in listed][:2] == [("1", "Anna"), ("11", "Anna")]


def test_statistics_are_plotted_and_told_in_words(evening: Evening, open_page: Open) -> None:
    page = open_page(f"{evening.address}/history/statistics")
    plot = page.get_by_role("img", name=re.compile("^Games won: "))
    expect(plot).to_have_attribute("aria-label", "Games won: Anna 2 of 2; <b>Ben</b> 0 of 2")
    expect(page.locator(".score tbody tr").first).to_have_text(re.compile(r"Anna\s*2\s*2\s*100\s*0"))
    expect(page.get_by_role("img", name="Wins over time: Anna 2; <b>Ben</b> 0")).to_be_visible()
    expect(page.locator(".of-game")).to_have_count(1)
    bars = page.locator(".of-game .plot").first.locator("rect.part")
    box = bars.first.bounding_box()
    assert box is not None and box["width"] > 100


def test_statistics_wait_until_all_is_counted(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("device.archive.archive.PATIENCE", -1.0)
    said = [evening.client.get("/history/statistics").text for _ in range(4)]
    assert [re.findall(r"Still counting: (\d games?) to go", page) for page in said] == [
        ["3 games"], ["2 games"], ["1 game"], []]
    assert ["Games won" in page for page in said] == [False, False, False, True]
    assert ["counting.js" in page for page in said] == [True, True, True, False]


def test_erasing_is_asked_twice_and_takes_the_game_away(evening: Evening, open_page: Open) -> None:
    page = as_host(open_page, evening, f"/history/{FIRST}")
    page.click("#erase")
    expect(page.locator("#sheet")).to_contain_text("Its moves, its result")
    page.get_by_role("button", name="Leave it").click()
    expect(page.locator("#sheet")).to_be_hidden()
    page.click("#erase")
    page.get_by_role("button", name="Erase it…").click()
    expect(page.locator("#sheet")).to_contain_text("There is no way back")
    page.get_by_role("button", name="Erase for good").click()
    page.wait_for_url("**/history/")
    expect(page.locator(".games .game")).to_have_count(3)
    answer = evening.client.get(f"/history/{FIRST}")
    assert answer.status_code == 404 and "There is no such game" in answer.text


def test_only_the_host_erases_and_never_the_game_on_the_table(evening: Evening) -> None:
    client = evening.client
    assert client.post("/command/erase", json={"game": FIRST}, headers=HERE).status_code in (403, 409)
    assert client.get(f"/history/{FIRST}").status_code == 200
    client.get("/", query_string={"host": SECRET})
    for wanted, code in ((RUNNING, "on the table"), (99, "no game"), ("1", "bad"), (None, "bad")):
        answer = client.post("/command/erase", json={"game": wanted}, headers=HERE)
        assert (answer.status_code, answer.json["code"]) == (409, code)
    assert client.post("/command/erase", json={"game": FIRST}, headers={"Origin": "http://x"}).status_code == 403
    assert client.get(f"/history/{FIRST}").status_code == 200
    assert client.get("/state.json").json["game"]["name"] == "mastermind"


@pytest.mark.parametrize("path", ["/history/99", "/history/99/steps.json", "/history/99/record.txt",
                                  "/history/99999999999999999999", "/history/x", "/history/-1"])
def test_a_game_that_is_not_there_is_said_to_be_so(evening: Evening, path: str) -> None:
    answer = evening.client.get(path)
    assert answer.status_code == 404 and 'href="/"' in answer.text


def test_odd_questions_get_an_answer(evening: Evening) -> None:
    for path, status in ((f"/history/{FIRST}/steps.json?eyes=9", 403), (f"/history/{FIRST}/steps.json?first=-5", 200),
                         (f"/history/{FIRST}/steps.json?first=x&eyes=%F0%9F%90%B8", 200), ("/history/?before=x", 200),
                         ("/history/?game=chess", 200), ("/history/statistics?game=%3Cscript%3E", 200)):
        assert evening.client.get(path).status_code == status, path
    assert json.loads(evening.client.get(f"/history/{FIRST}/steps.json?first=500").text) == []


def test_the_hosts_next_game_goes_on_at_the_table(evening: Evening, open_page: Open) -> None:
    evening.client.get("/", query_string={"host": SECRET})
    assert 'id="next"' not in evening.client.get("/history/").text  # this one is still on
    for action in ("guess 0 red blue green yellow", "marks 0 4 0", f"reveal {CODE}"):
        answer = evening.client.post("/command/play", json={"action": action}, headers=HERE)
        assert answer.status_code == 200, answer.text
    page = as_host(open_page, evening, "/history/")
    page.get_by_role("button", name="Next game").click()
    page.wait_for_url(f"{evening.address}/")
    playing = evening.client.get("/state.json").json["game"]
    assert (playing["name"], playing["outcome"], playing["options"]["rows"]) == ("mastermind", None, "2")


def test_a_store_that_cannot_be_read_is_said_with_its_remedy(evening: Evening, tmp_path: Path) -> None:
    (tmp_path / STORE_NAME).rename(tmp_path / "elsewhere")
    answer = evening.client.get("/history/")
    assert answer.status_code == 503 and "Go back to the table" in answer.text
    (tmp_path / "elsewhere").rename(tmp_path / STORE_NAME)


def test_a_table_without_an_archive_says_so(evening: Evening) -> None:
    client = create_app(evening.table, host_secret=SECRET).test_client()
    answer = client.get("/history/")
    assert answer.status_code == 404 and "keeps no games" in answer.text
