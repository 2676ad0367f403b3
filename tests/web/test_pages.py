"""Every address, asked without a browser."""

import io
from xml.etree import ElementTree

import pytest
from flask import Request
from flask.testing import FlaskClient
from werkzeug.test import EnvironBuilder

from rules.text import Text
from tests.web.conftest import SECRET
from tests.web.fake_table import PIXEL, FakeTable
from web.app import create_app
from web.join import address_towards, join_url, qr_svg
from web.roles import mark_of

HERE = {"Origin": "http://localhost"}


def test_the_page_speaks_the_browsers_language(client: FlaskClient) -> None:
    for asked, spoken, word in [("fr", "fr", "Derniers coups"), ("fr-CA,en;q=0.5", "fr", "Derniers coups"),
                                ("en-GB", "en", "Last moves"), ("de", "en", "Last moves"), ("", "en", "Last moves")]:
        answer = client.get("/", headers={"Accept-Language": asked})
        assert (answer.status_code, answer.headers["Content-Language"]) == (200, spoken)
        assert f'<html lang="{spoken}">' in answer.text and word in answer.text


def test_the_owner_may_choose_another_language(client: FlaskClient) -> None:
    assert client.get("/language/fr").headers["Location"] == "/"
    assert '<html lang="fr">' in client.get("/", headers={"Accept-Language": "en"}).text
    assert client.get("/language/en").status_code == 303
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "fr"}).text


@pytest.mark.parametrize(("before", "after"), [
    ("http://localhost/history/?game=otrio", "/history/?game=otrio"), ("http://localhost/new", "/new"),
    ("http://localhost//evil.example/", "/"), ("http://evil.example/history/", "/"), ("nonsense", "/"), ("", "/")])
def test_the_page_that_asked_is_shown_again_in_the_other_language(
        client: FlaskClient, before: str, after: str) -> None:
    assert client.get("/language/fr", headers={"Referer": before}).headers["Location"] == after


@pytest.mark.parametrize("name", ["de", "..", "%0d%0aSet-Cookie:x"])
def test_a_language_that_is_not_spoken_is_not_found(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/language/{name}")
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers


def test_a_page_without_inline_script_or_style(client: FlaskClient) -> None:
    page = client.get("/").text
    assert page.count("<script") == 2  # the data, which is no code, and the module
    assert "<style" not in page and " style=" not in page and " onclick=" not in page


def test_a_title_from_the_table_stays_text(table: FakeTable) -> None:
    table.join = "http://x/</script><script>alert(1)</script>"
    page = create_app(table, host_secret=SECRET).test_client().get("/", environ_base={"REMOTE_ADDR": "127.0.0.1"}).text
    assert "<script>alert" not in page


def test_the_state_is_told_as_it_is(client: FlaskClient, table: FakeTable) -> None:
    table.tell("purple large 4")
    state = client.get("/state.json").json
    assert state["game"]["view"]["cells"][4]["large"] == "purple"
    assert state["game"]["to_play"] == 1
    assert state["log"][0]["text"]["fr"] == "violet place un grand anneau dans la case centrale"


def test_the_picture_is_the_newest(client: FlaskClient, table: FakeTable) -> None:
    missing = client.get("/picture.jpg")
    assert missing.status_code == 404 and "There is no picture of the table yet" in missing.text
    table.photograph()
    answer = client.get("/picture.jpg?v=1")
    assert (answer.data, answer.mimetype) == (PIXEL, "image/jpeg")


def test_health_tells_what_a_watchdog_needs(client: FlaskClient, table: FakeTable) -> None:
    assert client.get("/healthz").json == {"ok": True, "version": 0, "state": "ready", "fault": None, "notice": None,
                                           "streams": 0, "most_streams": 64, "table": mark_of(SECRET)}
    table.say("ready", Text("the disk is full", "le disque est plein"))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json["ok"], answer.json["fault"]["en"]) == (503, False, "the disk is full")


@pytest.mark.parametrize("language, words", [("en", "There is nothing at this address"),
                                             ("fr", "Il n'y a rien à cette adresse")])
def test_an_unknown_address_gets_a_friendly_page(client: FlaskClient, language: str, words: str) -> None:
    answer = client.get("/nowhere", headers={"Accept-Language": language})
    assert answer.status_code == 404
    assert words.replace("'", "&#39;") in answer.text and 'href="/"' in answer.text


def test_a_command_that_the_table_refuses_says_why(host: FlaskClient) -> None:
    answer = host.post("/command/undo", json={}, headers=HERE)
    assert (answer.status_code, answer.json["ok"], answer.json["code"]) == (409, False, "nothing")
    assert set(answer.json["text"]) == {"en", "fr"}


def test_an_unknown_command_is_not_found(host: FlaskClient, table: FakeTable) -> None:
    assert host.post("/command/snapshot", json={}, headers=HERE).status_code == 404
    assert host.get("/command/undo").status_code == 405
    assert table.commands == []


def test_a_table_that_breaks_is_said_so_without_its_inside(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(viewer: object) -> None:
        raise RuntimeError("the inside")
    monkeypatch.setattr(table, "snapshot", broken)
    answer = create_app(table, host_secret=SECRET).test_client().get("/state.json")
    assert answer.status_code == 500
    assert "Something broke" in answer.text and "inside" not in answer.text


# The way in for other phones

def asked(host: str, phone: str = "192.0.2.30") -> Request:
    return Request(EnvironBuilder(headers={"Host": host}, environ_base={"REMOTE_ADDR": phone}).get_environ())


CHOSEN = "http://192.0.2.7:8080/"


@pytest.mark.parametrize("host, facing, url", [
    ("192.0.2.5:8080", None, "http://192.0.2.5:8080/"),
    ("192.0.2.5", None, "http://192.0.2.5/"),
    ("[2001:db8::5]:8080", None, "http://[2001:db8::5]:8080/"),
    ("arbitrio.local:8080", "192.0.2.9", "http://192.0.2.9:8080/"),
    ("arbitrio.local:8080", None, CHOSEN),
    ("localhost:8080", "127.0.0.1", CHOSEN),
    ("127.0.0.1:8080", "127.0.0.1", CHOSEN),
])
def test_others_join_by_a_numeric_address(host: str, facing: str | None, url: str) -> None:
    assert join_url(asked(host), CHOSEN, lambda phone: facing) == url


def test_the_interface_that_faces_this_machine_is_its_own() -> None:
    assert address_towards("127.0.0.1") == "127.0.0.1"
    assert address_towards("no address") is None


def test_the_qr_code_is_a_picture_of_its_url(client: FlaskClient) -> None:
    answer = client.get("/join.svg", headers={"Host": "192.0.2.5:8080"})
    assert answer.mimetype == "image/svg+xml"
    assert ElementTree.parse(io.BytesIO(answer.data)).getroot().tag == "{http://www.w3.org/2000/svg}svg"
    assert answer.data == qr_svg("http://192.0.2.5:8080/#in")
    assert answer.data != qr_svg("http://192.0.2.6:8080/#in")
