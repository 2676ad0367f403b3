"""Joining over the web: cookies, invitations and the printed sheet, and what is done against those who try too much."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer

from device.service import LiveTable
from rules.french import spaced
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.invites import SALT, Expired, Forged, Invites
from web.limit import REMEMBERED, Limiter, Rate, Rates
from web.table import HOST, SPECTATOR

HERE = {"Origin": "http://localhost"}
Phone = Callable[[], FlaskClient]


@pytest.fixture
def phone(table: FakeTable) -> Phone:
    """Give a new phone's browser at one table."""
    return create_app(table, host_secret=SECRET).test_client


def join(client: FlaskClient, **args: object):  # type: ignore[no-untyped-def]
    return client.post("/command/join", json=args, headers=HERE)


def test_a_phone_joins_and_is_known_by_its_cookie(phone: Phone, table: FakeTable) -> None:
    ann = phone()
    answer = join(ann, name="Ann", colour="red", seat=2)
    assert (answer.status_code, answer.json["ok"]) == (200, True)
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("viewer=") and "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Expires=" in cookie
    you = ann.get("/state.json").json["you"]
    assert (you["name"], you["colour"], you["seat"], you["host"]) == ("Ann", "red", 2, True)
    assert phone().get("/state.json").json["you"] is None


def test_a_phone_that_comes_back_has_its_seat_again_after_a_restart(tmp_path: Path) -> None:
    def at_the_table() -> tuple[LiveTable, FlaskClient]:
        table = LiveTable(tmp_path / "games")
        return table, create_app(table, host_secret=SECRET).test_client()

    table, client = at_the_table()
    with table:
        table.command(HOST, "new", {"game": "otrio", "options": {}})
        assert join(client, name="Ann", seat=1).json["ok"]
        cookie = client.get_cookie("viewer")
    assert cookie is not None
    table, client = at_the_table()
    with table:
        client.set_cookie("viewer", cookie.value)
        assert client.get("/state.json").json["you"]["seat"] == 1


def test_a_seat_is_not_given_twice(phone: Phone) -> None:
    ann, ben = phone(), phone()
    join(ann, name="Ann", seat=0)
    answer = join(ben, name="Ben", seat=0)
    assert (answer.status_code, answer.json["ok"]) == (409, False)
    assert answer.json["text"] == {"en": "Ann sits there; take another seat, or ask the host to free it",
                                   "fr": spaced("Ann y est assis ; prenez une autre place, ou demandez à l'hôte de la "
                                                "libérer")}
    assert "Set-Cookie" not in answer.headers and ben.get("/state.json").json["you"] is None
    assert join(ben, name="Ben", seat=1).json["ok"]
    moved = ben.post("/command/sit", json={"seat": 0}, headers=HERE)
    assert (moved.status_code, ben.get("/state.json").json["you"]["seat"]) == (409, 1)


@pytest.mark.parametrize("name, status", [
    ("x" * 10_000, 409), ("\U0001f98a" * 10_000, 413), ("\u202e\u202d", 409), ("", 409), (None, 409), (["Ann"], 409)])
def test_a_name_that_is_none_joins_nobody(phone: Phone, table: FakeTable, name: object, status: int) -> None:
    answer = join(phone(), name=name)
    assert (answer.status_code, answer.json["ok"]) == (status, False)
    assert answer.json["text"]["fr"] and table.people.persons == ()


def test_a_name_full_of_markup_stays_text(phone: Phone) -> None:
    ann = phone()
    join(ann, name="</script><b>", seat=0)
    assert ann.get("/state.json").json["people"][0]["name"] == "</script><b>"
    assert "</script><b>" not in ann.get("/").text


def test_the_host_link_keeps_a_seat_and_takes_hosting_back(phone: Phone, table: FakeTable) -> None:
    ann, ben = phone(), phone()
    join(ann, name="Ann", seat=0)
    join(ben, name="Ben", seat=1)
    assert not ben.get("/state.json").json["host"]
    ben.get("/", query_string={"host": SECRET})
    assert [(p["name"], p["seat"], p["host"]) for p in ben.get("/state.json").json["people"]] == [
        ("Ann", 0, False), ("Ben", 1, True)]
    ben.post("/command/host", json={"person": table.people.persons[0].id}, headers=HERE)
    assert ann.get("/state.json").json["host"] and not ben.get("/state.json").json["host"]


def test_leaving_frees_the_seat(phone: Phone) -> None:
    ann, ben = phone(), phone()
    join(ann, name="Ann", seat=0)
    join(ben, name="Ben", seat=1)
    assert ann.post("/command/leave", json={}, headers=HERE).json["ok"]
    state = ann.get("/state.json").json
    assert (state["you"], [p["name"] for p in state["people"]], state["people"][0]["host"]) == (None, ["Ben"], True)
    assert join(ann, name="Ann", seat=0).json["ok"]


@pytest.mark.parametrize("command", ["me", "sit", "leave", "host"])
def test_a_phone_that_has_not_joined_is_told_to(phone: Phone, table: FakeTable, command: str) -> None:
    join(phone(), name="Ann", seat=0)
    before = table.people
    answer = phone().post(f"/command/{command}", json={"seat": 1, "person": before.persons[0].id}, headers=HERE)
    assert (answer.status_code, answer.json["code"], table.people) == (403, "not_joined", before)


def test_another_site_joins_nobody(phone: Phone, table: FakeTable) -> None:
    for headers in ({}, {"Origin": "http://evil.example"}):
        assert phone().post("/command/join", json={"name": "Eve"}, headers=headers).status_code == 403
    assert table.people.persons == ()


# Invitations


@pytest.fixture
def closed(table: FakeTable) -> Phone:
    """Give a new phone's browser at a table where an invitation is needed."""
    return create_app(table, host_secret=SECRET, invited=True).test_client


def invitation(host: FlaskClient) -> str:
    page = host.get("/print", headers={"Host": "192.0.2.5:8080"}).text
    return "/invite/" + page.split("/invite/")[1].split("<")[0].strip()


def test_who_was_invited_joins_and_others_watch(closed: Phone, table: FakeTable) -> None:
    host, guest, stranger = closed(), closed(), closed()
    host.get("/", query_string={"host": SECRET})
    host.set_cookie("viewer", host.get_cookie("viewer").value, domain="192.0.2.5")  # type: ignore[union-attr]
    link = invitation(host)
    assert "/invite/" not in stranger.get("/print").text + stranger.get("/").text
    refused = join(stranger, name="Eve")
    assert (refused.status_code, refused.json["code"]) == (403, "not_invited")
    assert stranger.get("/state.json").status_code == 200
    answer = guest.get(link)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/#in")
    assert join(guest, name="Ben").json["ok"]
    assert [person.name for person in table.people.persons] == ["", "Ben"]


@pytest.mark.parametrize("language, forged, expired", [
    ("en", "was not made by this table", "This invitation has ended"),
    ("fr", "ne vient pas de cette table", "plus valable")])
def test_a_forged_or_old_invitation_gets_a_clear_page(closed: Phone, language: str, forged: str, expired: str) -> None:
    spoken = {"Accept-Language": language}
    secret = Invites(closed.__self__.extensions["arbitrio"].invites.secret)  # type: ignore[attr-defined]
    good = secret.token()
    other = URLSafeTimedSerializer("another secret", salt=SALT).dumps("join")
    for token in ("x", other, good[:-2] + ("aa" if good[-2:] != "aa" else "bb"), "a.b.c", "%00"):
        answer = closed().get(f"/invite/{token}", headers=spoken)
        assert answer.status_code == 403 and forged in answer.text and 'href="/"' in answer.text
        assert "Set-Cookie" not in answer.headers
    with pytest.MonkeyPatch.context() as patch:
        now = time.time()
        patch.setattr("time.time", lambda: now + 13 * 3600)
        patch.setattr("web.invites.RUN", "the one after a restart")
        answer = closed().get(f"/invite/{good}", headers=spoken)
    assert answer.status_code == 403 and expired in answer.text
    assert closed().get(f"/invite/{good}").status_code == 303


@pytest.mark.parametrize("years", [-56, 20])
def test_a_clock_that_jumps_by_years_makes_strangers_of_nobody(
        closed: Phone, years: int, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = closed(), closed()
    host.get("/", query_string={"host": SECRET})
    host.set_cookie("viewer", host.get_cookie("viewer").value, domain="192.0.2.5")  # type: ignore[union-attr]
    link = invitation(host)
    now = time.time()
    monkeypatch.setattr("time.time", lambda: now + years * 365.25 * 86400)
    assert host.get("/state.json").json["host"] is True
    answer = guest.get(link)  # it is asked how long ago it was made, not when
    assert answer.status_code == 303
    kept = answer.headers["Set-Cookie"]
    assert "Expires=Thu, 31 Dec 2037" in kept and join(guest, name="Ben").json["ok"]
    monkeypatch.setattr("time.time", lambda: now)
    assert guest.get("/state.json").json["you"]["name"] == "Ben"


def test_an_invitation_ends_and_is_of_one_table() -> None:
    token = Invites("one").token()
    Invites("one").check(token)
    with pytest.raises(Forged):
        Invites("two").check(token)
    with pytest.raises(Expired):
        Invites("one", hours=-1).check(token)
    assert "one" not in repr(Invites("one")).removeprefix("Invites")


# Too often


def test_a_bucket_empties_and_fills_by_the_clock() -> None:
    now = [0.0]
    limiter = Limiter(Rate(3, 0.5), lambda: now[0])
    assert [limiter.wait("a") for _ in range(4)] == [0, 0, 0, 2]
    assert limiter.wait("b") == 0
    now[0] = 2.0
    assert [limiter.wait("a"), limiter.wait("a")] == [0, 2]
    for number in range(3 * REMEMBERED):
        limiter.wait(number)
    assert len(limiter._buckets) <= REMEMBERED
    assert limiter.wait(3 * REMEMBERED - 1) == 0


def test_a_phone_that_joins_without_end_is_stopped(table: FakeTable) -> None:
    app = create_app(table, host_secret=SECRET, rates=Rates(joins=Rate(3, 0.01)))
    answers = [join(app.test_client(), name=f"Bot {n}") for n in range(5)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert int(answers[-1].headers["Retry-After"]) > 50 and answers[-1].json["code"] == "often"
    assert len(table.people.persons) == 3
    other = app.test_client().post("/command/join", json={"name": "Ann"}, headers=HERE,
                                   environ_base={"REMOTE_ADDR": "192.0.2.9"})
    assert other.status_code == 200


def test_a_phone_that_commands_without_end_is_stopped_alone(table: FakeTable) -> None:
    app = create_app(table, host_secret=SECRET, rates=Rates(commands=Rate(3, 0.01)))
    ann, ben = app.test_client(), app.test_client()
    join(ann, name="Ann", seat=0)
    join(ben, name="Ben", seat=1)
    statuses = [ben.post("/command/again", json={}, headers=HERE).status_code for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]
    assert ann.post("/command/again", json={}, headers=HERE).status_code == 200
    assert ben.get("/state.json").status_code == 200
    assert len(table.commands) == 4


def test_links_are_not_to_be_guessed(table: FakeTable) -> None:
    client = create_app(table, host_secret=SECRET, rates=Rates(links=Rate(3, 0.01))).test_client()
    statuses = [client.get("/", query_string={"host": f"guess {n}"}).status_code for n in range(3)]
    statuses += [client.get(f"/invite/guess{n}").status_code for n in range(2)]
    assert statuses == [403, 403, 403, 429, 429]
    assert client.get("/", query_string={"host": SECRET}).status_code == 303  # the right one always works


def test_the_printed_sheet_speaks_both_languages(phone: Phone) -> None:
    page = phone().get("/print", headers={"Host": "192.0.2.5:8080"}).text
    assert page.count("http://192.0.2.5:8080/") >= 3
    assert "Join the table" in page and "Rejoindre la table" in page and "<style" not in page


def test_nobody_known_is_a_spectator(table: FakeTable) -> None:
    assert table.who("nobody") == table.who(None) == SPECTATOR


@pytest.mark.parametrize(("hours", "english", "french"), [
    (12, "This code is good for 12 hours.", "Ce code est valable 12 heures."),
    (1, "This code is good for 1 hour.", "Ce code est valable 1 heure.")])
def test_the_printed_sheet_says_how_long_its_code_is_good(hours: int, english: str, french: str,
                                                          table: FakeTable) -> None:
    host = create_app(table, host_secret=SECRET, invited=True, invite_hours=hours).test_client()
    host.get("/", query_string={"host": SECRET})
    page = host.get("/print").text
    assert english in page and french in page
