"""Who may do what, over the cookie and the commands."""

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from web import roles
from web.app import create_app
from web.table import HOST, SPECTATOR, Who

HERE = {"Origin": "http://localhost"}


@pytest.mark.parametrize("command", ["undo", "correct", "new", "report"])
def test_a_spectator_may_not_change_the_game(client: FlaskClient, table: FakeTable, command: str) -> None:
    answer = client.post(f"/command/{command}", json={}, headers=HERE)
    assert (answer.status_code, answer.json["code"]) == (403, "not_host")
    assert answer.json["text"]["fr"].startswith("Seul l'hôte")
    assert table.commands == []


def test_who_sits_may_do_more_than_who_watches() -> None:
    def allowed(who: Who) -> set[str]:
        return {name for name in roles.COMMANDS if roles.refusal(who, name) is None}

    people = {"join", "me", "sit", "leave", "host"}
    assert allowed(SPECTATOR) == {"join"}
    assert allowed(Who("ben", None, False)) == people
    assert allowed(Who("ben", 2, False)) == people | roles.PLAYERS
    assert {"play", "answer", "again"} <= roles.PLAYERS
    assert {"undo", "correct", "new", "next", "report", "erase"} <= roles.HOSTS_ALONE
    assert allowed(Who("ann", None, True)) == set(roles.COMMANDS)


@pytest.mark.parametrize("command", ["play", "answer", "again"])
def test_who_watches_may_not_speak_for_the_table(client: FlaskClient, table: FakeTable, command: str) -> None:
    table.seat("Ann", 0)  # the first to join hosts
    for _ in range(2):
        answer = client.post(f"/command/{command}", json={"action": "purple large 4"}, headers=HERE)
        assert (answer.status_code, answer.json["code"]) == (403, "not_seated")
        client.post("/command/join", json={"name": "Zoe"}, headers=HERE)  # with a name, but without a seat
    assert table.commands == []


def test_anybody_who_sits_may_answer_the_referee(client: FlaskClient, table: FakeTable) -> None:
    table.seat("Ann", 0)
    client.post("/command/join", json={"name": "Ben", "seat": 1}, headers=HERE)
    table.ask("purple large 4", "purple large 5")
    answer = client.post("/command/answer", json={"question": 1, "answer": "1"}, headers=HERE)
    assert (answer.status_code, answer.json) == (200, {"ok": True, "text": None, "code": "", "version": 4})
    assert table.snapshot(SPECTATOR)["game"]["view"]["last"]["slot"] == "5.large"


def test_the_host_link_makes_the_host_and_leaves_the_address_bar(client: FlaskClient, table: FakeTable) -> None:
    answer = client.get("/", query_string={"host": SECRET})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("viewer=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert SECRET not in cookie
    assert client.get("/state.json").json["host"] is True
    table.tell("purple large 4")
    assert client.post("/command/undo", json={}, headers=HERE).status_code == 200
    assert table.snapshot(HOST)["game"]["view"]["plies"] == 0


@pytest.mark.parametrize("token", ["", "wrong", SECRET[:-1], SECRET + "x", "é"])
def test_a_wrong_host_link_makes_nobody_the_host(client: FlaskClient, token: str) -> None:
    answer = client.get("/", query_string={"host": token})
    assert answer.status_code == 403
    assert "This host link is not valid any more" in answer.text
    assert client.get("/state.json").json["host"] is False


@pytest.mark.parametrize("forge", [
    lambda cookie: "host",
    lambda cookie: "eyJ2aWV3ZXIiOiJob3N0In0.aaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbb",
    lambda cookie: cookie[:-4] + ("AAAA" if cookie[-4:] != "AAAA" else "BBBB"),
])
def test_a_forged_cookie_is_a_spectators(table: FakeTable, forge) -> None:  # type: ignore[no-untyped-def]
    other = create_app(table, host_secret=SECRET).test_client()
    real = other.get("/", query_string={"host": SECRET}).headers["Set-Cookie"].split(";")[0].removeprefix("viewer=")
    client = create_app(table, host_secret=SECRET).test_client()
    client.set_cookie("viewer", forge(real))
    assert client.get("/state.json").json["host"] is False
    assert client.post("/command/undo", json={}, headers=HERE).status_code == 403


def test_the_cookie_of_another_table_is_a_spectators(table: FakeTable) -> None:
    other = create_app(table, host_secret="another-secret-of-another-table").test_client()
    cookie = other.get("/", query_string={"host": "another-secret-of-another-table"}).headers["Set-Cookie"]
    client = create_app(table, host_secret=SECRET).test_client()
    client.set_cookie("viewer", cookie.split(";")[0].removeprefix("viewer="))
    assert client.get("/state.json").json["host"] is False


def test_a_short_secret_is_refused(table: FakeTable) -> None:
    with pytest.raises(ValueError, match="the host secret has 5 letters; give 16 or more, at random"):
        create_app(table, host_secret="short")
