"""The page of a race by itself, in a phone's browser and over plain requests."""

import queue
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import expect

from device.terminal.race_page import RacePage
from rules.text import Text
from tests.browser import Open
from tests.patience import PATIENCE
from web.race import create_race_app
from web.server import Server

NAMES = {"player 1": "Emma", "player 2": "Léo"}
LINE = Text("1. Léo  200.0 ms", "1. Léo  200,0 ms")


@pytest.fixture
def heard() -> "queue.Queue[str]":
    return queue.Queue()


@pytest.fixture
def page(heard: "queue.Queue[str]") -> RacePage:
    return RacePage(NAMES, heard.put, lambda: heard.put("begin"))


@pytest.fixture
def client(page: RacePage) -> FlaskClient:
    return create_race_app(page).test_client()


@pytest.fixture
def address(page: RacePage) -> Iterator[str]:
    with Server(create_race_app(page), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/"


def test_two_phones_press_and_see_the_race(address: str, page: RacePage, heard: "queue.Queue[str]",
                                           open_page: Open) -> None:
    phone, other = open_page(address), open_page(address, locale="fr-FR")
    phone.get_by_role("button", name="Begin the race").click()
    assert heard.get(timeout=PATIENCE) == "begin"
    page.show("running", ["player 2"])
    expect(phone.get_by_text("Go!")).to_be_visible()
    expect(other.get_by_text("Partez !")).to_be_visible()
    expect(phone.locator('[data-button="player 2"]')).to_have_attribute("data-mode", "on")
    phone.get_by_role("button", name="Emma", exact=True).click()
    assert heard.get(timeout=PATIENCE) == "player 1"
    mine = other.get_by_label("Ce téléphone montre")
    expect(mine.locator("option")).to_have_text([
        "tous les boutons", "seulement le bouton d'Emma", "seulement le bouton de Léo"])
    expect(other.get_by_text("il remplit l'écran, et personne n'appuie par erreur")).to_be_visible()
    mine.select_option(label="seulement le bouton de Léo")
    expect(other.locator(".press")).to_have_count(1)
    other.keyboard.press("2")
    other.get_by_role("button", name="Léo", exact=True).click()
    assert [heard.get(timeout=PATIENCE) for _ in range(2)] == ["player 2"] * 2
    page.show("waiting", wins={"player 2": 1}, lines=[LINE])
    expect(other.get_by_text("Léo · 1")).to_be_visible()
    expect(other.get_by_text("1. Léo  200,0 ms")).to_be_visible()
    expect(phone.get_by_text("1. Léo  200.0 ms")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_is_counted_and_told_how_many_are_missing(address: str, page: RacePage, heard: "queue.Queue[str]",
                                                          open_page: Open) -> None:
    assert page.phones() == 0
    page.show("waiting", missing=2)
    phone = open_page(address, locale="fr-FR")
    expect(phone.locator("#signal")).to_have_text("En attente de 2 autres téléphones…")
    assert page.phones() == 1
    page.show("waiting", missing=1)
    expect(phone.locator("#signal")).to_have_text("En attente de 1 autre téléphone…")
    phone.get_by_role("button", name="Commencer sans attendre").click()
    assert heard.get(timeout=PATIENCE) == "begin"
    page.show("waiting")
    expect(phone.locator("#signal")).to_have_text("Prêt pour la prochaine course")
    expect(phone.get_by_role("button", name="Commencer la course")).to_be_visible()


def test_a_phone_whose_race_has_ended_says_so(page: RacePage, open_page: Open) -> None:
    with Server(create_race_app(page), "127.0.0.1", 0) as server:
        phone = open_page(f"http://127.0.0.1:{server.port}/")
        expect(phone.get_by_text("Ready for the next race")).to_be_visible()
    expect(phone.get_by_text("The race does not answer.")).to_be_visible()


def test_the_end_of_a_match_is_shown_and_stays(page: RacePage, open_page: Open) -> None:
    with Server(create_race_app(page), "127.0.0.1", 0) as server:
        phone = open_page(f"http://127.0.0.1:{server.port}/")
        page.show("over", lines=[LINE], winner=Text("Léo wins the match", "Léo remporte le match"), fared=[LINE])
        expect(phone.locator("#signal")).to_have_text("Léo wins the match")
        expect(phone.locator("#buttons")).to_be_hidden()
        expect(phone.locator("#fared li")).to_have_text(["1. Léo  200.0 ms"])
    phone.wait_for_timeout(1500)  # the program has ended, which needs no alarm
    expect(phone.locator("#stale")).to_be_empty()
    expect(phone.locator("#story li")).to_have_text(["1. Léo  200.0 ms"])


def test_the_state_is_answered_when_it_is_new(client: FlaskClient, page: RacePage) -> None:
    first = client.get("/state.json").get_json()
    assert first == {"n": 1, "phase": "waiting", "lines": [], "missing": 0, "winner": None, "fared": [], "seats": [
        {"button": "player 1", "name": "Emma", "pressed": False, "wins": 0},
        {"button": "player 2", "name": "Léo", "pressed": False, "wins": 0}]}
    page.show("armed")
    assert client.get("/state.json?after=1").get_json()["phase"] == "armed"


@pytest.mark.parametrize("told", [{"button": "player 3"}, {"button": None}, {}, [], "player 1"])
def test_a_button_that_is_none_is_turned_down(told: object, client: FlaskClient, heard: "queue.Queue[str]") -> None:
    answer = client.post("/press", json=told, headers={"Accept": "application/json", "Origin": "http://localhost"})
    assert answer.status_code == 400 and heard.empty()
    assert "try again" in answer.get_json()["text"]["en"]


def test_other_pages_and_machines_are_turned_away(client: FlaskClient, heard: "queue.Queue[str]") -> None:
    elsewhere = {"Origin": "http://evil.example"}
    assert client.post("/press", json={"button": "player 1"}, headers=elsewhere).status_code == 403
    assert client.post("/begin", headers=elsewhere).status_code == 403
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 421
    assert heard.empty()
