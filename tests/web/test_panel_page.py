"""The panel in the browser: presses of fingers and keys reach the game, and its lights are shown."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from device.panel.buzzer import SOUNDS
from device.panel.shows import Effect, Sound
from device.races import Margins
from tests.browser import Open
from tests.device.test_panel_play import QUICK
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults
from tests.web.mito_phones import served
from web.app import create_app
from web.limit import Rate, Rates

HERE = {"Origin": "http://localhost"}
PATIENT = replace(QUICK, timeout_ms=600_000)
"""A race that is still on when a slow phone has loaded its page."""


def opened(open_page: Open, address: str, host: bool = True, **phone: object) -> Page:
    page = open_page(address + (f"?host={SECRET}" if host else ""), **phone)
    page.goto(address + "panel/")
    expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
    return page


def key(page: Page, button: str) -> str:
    return f'[data-button="{button}"]'


def test_all_five_are_pressed_on_one_device(tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path) as (table, address):
        table.new(players="5")
        table.tell("deal n4")
        page = opened(open_page, address)
        expect(page.locator(".press")).to_have_count(6)
        expect(page.locator("#signal")).to_contain_text("Player 1 to play")
        page.dispatch_event(key(page, "stop"), "pointerdown")
        expect(page.locator("#signal")).to_have_text("Player 1 says stop: who is accused?")
        expect(page.locator(key(page, "player 1"))).to_have_attribute("data-mode", "blink")
        page.keyboard.press("3")
        expect(page.locator("#signal")).to_contain_text("Did player 3 cheat?")
        expect(page.locator('[data-lamp="amber"]')).to_have_attribute("aria-label", "Amber: blinks")
        page.locator(key(page, "player 3")).press("Enter")
        expect(page.locator("#signal")).to_contain_text("gives player 3 a card")
        assert table.actions == ("deal n4", "stop p1", "stop p1 p3", "guilty p3")


def test_fingers_race_and_the_order_is_shown(tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path, replace(PATIENT, margins=Margins(0.0, 0.0))) as (table, address):
        table.new()
        table.tell("deal n4", "play p1 m3")
        page = opened(open_page, address)
        expect(page.locator("#signal")).to_have_attribute("data-phase", "running")
        expect(page.locator("#signal")).to_contain_text("Go!")
        for seat in (2, 0, 3, 1):
            page.dispatch_event(key(page, f"player {seat + 1}"), "pointerdown")
        table.wait_for(lambda: table.actions[-1] == "slap p2")
        expect(page.locator("#story li")).to_have_text([re.compile(f"^{n}. Player {seat}phone")
                                                        for n, seat in enumerate((3, 1, 4, 2), 1)])


def test_a_dead_heat_is_answered_on_the_page(tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path, PATIENT) as (table, address):
        table.new()
        table.tell("deal n4", "play p1 m3")
        page = opened(open_page, address)
        table.race(2, 0, (1, 3))
        expect(page.locator("#asked button")).to_have_text(
            ["Player 2 was last", "Player 4 was last", "Nobody was seen to be last", "Race again"])
        page.get_by_role("button", name="Player 4 was last").click()
        table.wait_for(lambda: table.actions[-1] == "slap p4")
        expect(page.locator("#asked button")).to_have_count(0)


def test_a_player_has_his_own_button_and_who_watches_none(tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path) as (table, address):
        table.new()
        table.tell("deal n4")
        page = opened(open_page, address, host=False)
        expect(page.locator(".press")).to_have_count(0)
        expect(page.locator("#asked a")).to_have_text("Take a seat")
        page.evaluate("""async () => fetch("/command/join", { method: "POST",
            headers: { "Content-Type": "application/json" }, body: JSON.stringify({ name: "Zoé", seat: 2 }) })""")
        page.reload()
        expect(page.locator(".press")).to_have_count(1)  # the stop button is the guard's
        expect(page.locator(".press .name")).to_have_text("Zoé")
        table.tell("stop p1 p3")
        expect(page.locator("#signal")).to_have_text("Did Zoé cheat?")
        page.dispatch_event(key(page, "player 3"), "pointerdown")
        table.wait_for(lambda: table.actions[-1] == "guilty p3")
        expect(page.locator("#buttons")).to_have_attribute("data-alone", "yes")


# every tone that the page begins: [hertz, seconds]
LISTEN = """() => {
  window.tones = [];
  const { start, stop } = OscillatorNode.prototype;
  OscillatorNode.prototype.start = function(at) { this.begun = at; start.call(this, at); };
  OscillatorNode.prototype.stop = function(at) {
    if (at !== undefined) window.tones.push([this.frequency.value, Math.round((at - this.begun) * 200) / 200]);
    stop.call(this, at);
  };
}"""


def tones(sound: Sound) -> list[list[float]]:
    return [[hertz, round((seconds + 0.005) * 200) / 200] for hertz, seconds in SOUNDS[sound] if hertz is not None]


def test_the_buzzers_sounds_are_played_once_the_page_was_touched_and_not_when_it_is_muted(
        tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path) as (table, address):
        table.new()
        page = opened(open_page, address)
        page.evaluate(LISTEN)
        body, switch = page.locator("body"), page.locator("#sound")
        expect(switch).to_have_text("Tap for sound")
        panel = table.play.attendant.panel
        panel.play(Effect(("green",), 0.1, "won"))
        expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
        switch.click()
        expect(switch).to_have_text("Sound is on")
        assert page.evaluate("window.tones") == [], "what was begun before is not played late"
        panel.play(Effect(("red",), 0.1, "refused"))
        expect(body).to_have_attribute("data-sound", "refused")
        assert page.evaluate("window.tones") == tones("refused")
        panel.play(Effect((), 0.1, "question"))
        expect(body).to_have_attribute("data-sound", "question")
        assert page.evaluate("window.tones") == tones("refused") + tones("question")
        switch.click()
        expect(switch).to_have_text("Sound is off")
        expect(switch).to_have_attribute("aria-pressed", "false")
        panel.play(Effect((), 0.1, "won"))
        table.wait_for(lambda: table.panel["sound"]["name"] == "won")
        page.reload()
        expect(switch).to_have_text("Sound is off")
        expect(page.locator("#liveness")).to_have_attribute("data-live", "yes")
        switch.click()
        expect(switch).to_have_text("Sound is on")
        panel.play(Effect((), 0.1, "go"))
        expect(body).to_have_attribute("data-sound", "go")


def test_a_race_of_buttons_and_phones_is_marked_on_the_page(tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path, replace(PATIENT, margins=Margins(phone_longest_ms=60_000))) as (table, address):
        table.new()
        table.tell("deal n4", "play p1 m3")
        page = opened(open_page, address, locale="fr-FR")
        table.race(2, 0, 3)
        table.pause(30)
        page.dispatch_event(key(page, "player 2"), "pointerdown")
        expect(page.locator("#story li").last).to_contain_text("téléphone")
        expect(page.locator("#story li").last).to_contain_text("pas certain")
        expect(page.locator("#signal")).to_contain_text("trop serré pour trancher")
        expect(page.locator("#asked button").last).to_have_text("Refaire la course")


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(tmp_path: Path, open_page: Open, scheme: str, locale: str) -> None:
    with served(tmp_path, replace(QUICK, delay_s=(60.0, 60.0))) as (table, address):
        table.new(players="5")
        table.tell("deal n4", "stop p1 p2")
        page = opened(open_page, address, color_scheme=scheme, locale=locale)
        expect(page.locator(".press")).to_have_count(6)
        found = {"asked": faults(page)}
        table.tell("innocent p2", "play p1 m3")
        expect(page.locator("#signal")).to_have_attribute("data-phase", "armed")
        found["race"] = faults(page)
        assert found == {"asked": [], "race": []}


def pressing(client: FlaskClient, body: object, headers: dict[str, str] | None = None) -> tuple[int, str]:
    answer = client.post("/panel/press", json=body, headers=HERE if headers is None else headers)
    return answer.status_code, answer.json["code"] if answer.is_json else ""


def test_bad_presses_do_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as (table, _):
        table.new()
        table.tell("deal n4")
        app = create_app(table.table, host_secret=SECRET, panel=table.play, rates=Rates(presses=Rate(20, 0.01)))
        client = app.test_client()
        good = {"presses": [{"button": "stop"}]}
        assert pressing(client, good, {"Origin": "http://evil.example", "Accept": "application/json"})[0] == 403
        assert pressing(client, good, {})[0] == 403
        assert pressing(client, good)[1] == "not seated"
        client.get("/", query_string={"host": SECRET})
        for bad in ([], {}, {"presses": []}, {"presses": [{"button": "player 6"}]}, {"presses": ["stop"]},
                    {"presses": [{"button": "stop", "ms_ago": -1}]}, {"presses": [{"button": "stop", "ms_ago": "1"}]},
                    {"presses": [{"button": "stop"}] * 21}):
            assert pressing(client, bad)[0] == 400, bad
        assert client.post("/panel/press", data="presses=1", headers=HERE).status_code == 415
        assert [pressing(client, good)[0] for _ in range(20)].count(429) > 0
        table.wait_for(lambda: table.actions == ("deal n4", "stop p1"))


def test_a_table_without_a_panel_says_so(client: FlaskClient, table: FakeTable) -> None:
    page = client.get("/panel/")
    assert page.status_code == 404 and "This table has no panel" in page.text
    assert client.post("/panel/press", json={"presses": [{"button": "stop"}]}, headers=HERE).status_code == 404
