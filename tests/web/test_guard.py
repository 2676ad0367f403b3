"""Attacks from other sites and under other names."""

import pytest
from flask.testing import FlaskClient

from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.guard import LARGEST_BODY, is_ours
from web.table import HOST

OURS = ["localhost", "localhost:8080", "LOCALHOST", "192.168.1.20", "192.168.1.20:8080", "[fe80::1]:8080", "[::1]",
        "arbitrio.local", "arbitrio.local.:8080", "table.lan"]
NOT_OURS = ["", "evil.example", "evil.example:8080", "192.168.1.20.evil.example", "local", "xlocalhost",
            "a@192.168.1.20", "192.168.1.20/x", "192.168.1.20:port", "[fe80::1", "evil.example#.local",
            "evil.example?.local", "192.168.1.20:99999"]


@pytest.mark.parametrize("name", OURS)
def test_own_names_pass(name: str) -> None:
    assert is_ours(name, {"table.lan"})


@pytest.mark.parametrize("name", NOT_OURS)
def test_other_names_do_not_pass(name: str) -> None:
    assert not is_ours(name, {"table.lan"})


def addresses(method: str) -> list[str]:
    """Return every address of the application that takes this method."""
    app = create_app(FakeTable(), host_secret=SECRET)
    adapter, blanks = app.url_map.bind("localhost"), {"number": 1, "filename": "app.js"}
    return [adapter.build(rule.endpoint, {blank: blanks.get(blank, "undo") for blank in rule.arguments}, method=method)
            for rule in app.url_map.iter_rules() if method in (rule.methods or ())]


def test_a_rebound_name_gets_nothing(client: FlaskClient) -> None:
    assert len(addresses("GET")) > 20
    for path in addresses("GET"):
        answer = client.get(path, headers={"Host": "evil.example"})
        assert answer.status_code == 421, path
        assert "asked for under a name that is not the table" in answer.text, path


def test_no_address_takes_a_post_from_elsewhere(host: FlaskClient, table: FakeTable) -> None:
    people = table.people
    assert {"/command/undo", "/command/join"} <= set(addresses("POST"))
    for path in addresses("POST"):
        for headers in ({}, {"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            assert host.post(path, json={"name": "Eve"}, headers=headers).status_code == 403, path
    assert (table.commands, table.people) == ([], people)


def test_every_answer_of_every_address_is_hardened(client: FlaskClient) -> None:
    for path in addresses("GET"):
        answer = client.get(path, buffered=False)
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy, path
        assert answer.headers["X-Content-Type-Options"] == "nosniff", path
        answer.close()


def test_no_address_takes_a_big_body(host: FlaskClient) -> None:
    for path in addresses("POST"):
        answer = host.post(path, data=b'{"name": "' + b"x" * LARGEST_BODY + b'"}', content_type="application/json",
                           headers={"Origin": "http://localhost"})
        assert answer.status_code in (404, 413), path  # 404: what is not at this table


def test_a_rebound_name_commands_nothing(host: FlaskClient, table: FakeTable) -> None:
    headers = {"Host": "evil.example", "Origin": "http://evil.example"}
    assert host.post("/command/undo", json={}, headers=headers).status_code == 421
    assert table.commands == []


def test_a_configured_name_passes_whatever_its_case(table: FakeTable) -> None:
    client = create_app(table, host_secret=SECRET, names=["Table.Lan"]).test_client()
    assert client.get("/", headers={"Host": "table.LAN:8080"}).status_code == 200


@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"},
    {"Origin": "null"},
    {"Origin": "https://localhost"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://evil.example", "Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "none"},
    {},
])
def test_a_post_from_elsewhere_is_not_carried_out(host: FlaskClient, table: FakeTable, headers: dict[str, str]) -> None:
    answer = host.post("/command/undo", json={}, headers=headers)
    assert (answer.status_code, answer.json["code"]) == (403, "elsewhere")
    assert table.commands == []


@pytest.mark.parametrize("headers", [
    {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "http://192.168.1.20:8080", "Host": "192.168.1.20:8080"},
])
def test_a_post_from_the_page_is_carried_out(host: FlaskClient, table: FakeTable, headers: dict[str, str]) -> None:
    name = headers.get("Host", "localhost").split(":")[0]
    host.set_cookie("viewer", host.get_cookie("viewer").value, domain=name)  # type: ignore[union-attr]
    assert host.post("/command/again", json={}, headers=headers).status_code == 200
    assert table.commands == [(HOST, "again", {})]


def test_a_form_of_another_site_can_be_no_command(host: FlaskClient, table: FakeTable) -> None:
    answer = host.post("/command/undo", data="{}", content_type="text/plain", headers={"Origin": "http://localhost"})
    assert answer.status_code == 415
    assert table.commands == []


def test_a_big_body_is_refused(host: FlaskClient, table: FakeTable) -> None:
    body = '{"table": "' + "x" * LARGEST_BODY + '"}'
    answer = host.post("/command/correct", data=body, content_type="application/json", headers={"Origin": "http://localhost"})
    assert (answer.status_code, answer.json["code"]) == (413, "large")
    assert table.commands == []


@pytest.mark.parametrize("body", ["", "{", "[]", "3", '"undo"', "null", "{\"a\": NaN", "\xff"])
def test_a_body_that_is_no_object_is_refused(host: FlaskClient, table: FakeTable, body: str) -> None:
    answer = host.post("/command/undo", data=body, content_type="application/json", headers={"Origin": "http://localhost"})
    assert (answer.status_code, answer.json["code"]) == (400, "bad")
    assert table.commands == []


@pytest.mark.parametrize("path", ["/", "/static/app.js", "/nowhere", "/state.json", "/join.svg"])
def test_every_answer_tells_the_browser_to_trust_nothing_else(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Cache-Control"] == ("no-cache" if path.startswith("/static") else "no-store")
    answer.close()
