"""Setting the table up in a real browser: camera, mat, board, light, corners by tapping, buttons."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Locator, Page, expect

from device import picture
from device.appliance import Appliance, running
from device.camera.scene import MAT_MM, View, rectangle
from device.camera.simulated import Layout, SimulatedTable
from device.eye import Eye, Look
from device.panel.attendant import Attendant
from device.panel.panel import Panel
from device.service import LiveTable
from device.settings import CameraSettings, PinSettings, Settings, WebSettings
from device.setup.buttons import Buttons
from device.setup.checks import Eyes, camera, light, mat
from device.setup.corners import CORNERS_NAME, Corners, checked, kept
from device.setup.setup import SetUp
from device.setup.taught import TAUGHT_NAME, kept_taught
from device.watching import make_watcher
from rules.registry import game
from tests.browser import Open
from tests.patience import PATIENCE
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import faults
from vision.faults import NO_MAT, NotFound
from vision.reading import Reading
from vision.settings import TableSettings
from vision.survey import Survey, survey
from web.app import create_app
from web.setup import SetupService
from web.table import HOST

HERE = {"Origin": "http://localhost", "Accept": "application/json"}
WAIT = 60_000
"""Milliseconds that a busy machine may need to start a camera."""
MAT = [(float(x), float(y)) for x, y in View().pixels(rectangle(0, 0, *MAT_MM))]
"""The mat's corners in the simulated camera's pictures, pixels."""


@pytest.fixture
def scene(tmp_path: Path) -> SimulatedTable:
    table = SimulatedTable(tmp_path / "table.json")
    table.lay({"4.small": "purple", "0.large": "red"})
    return table


@contextmanager
def served(scene: SimulatedTable, folder: Path) -> Iterator[Appliance]:
    settings = Settings(camera=CameraSettings(source=scene.source, frames_per_second=4.0),
                        pins=PinSettings(factory="mock"), web=WebSettings(host="127.0.0.1"))
    settings = replace(settings, web=replace(settings.web, port=0))
    with running(settings, folder) as appliance:
        yield appliance


@pytest.fixture
def table(scene: SimulatedTable, tmp_path: Path) -> Iterator[Appliance]:
    with served(scene, tmp_path) as appliance:
        yield appliance


def opened(open_page: Open, table: Appliance, **phone: object) -> Page:
    page = open_page(table.host_link, **phone)
    page.goto(f"{table.address}setup/")
    return page


def check(page: Page, name: str, level: str) -> Locator:
    found = page.locator(f'[data-check="{name}"]')
    expect(found).to_have_attribute("data-level", level, timeout=WAIT)
    return found


def test_the_host_is_told_what_is_well_and_what_not(open_page: Open, table: Appliance, scene: SimulatedTable) -> None:
    page = opened(open_page, table)
    expect(check(page, "mat", "ok")).to_contain_text("All four markers are seen")
    expect(check(page, "board", "ok")).to_contain_text("seen and read")
    expect(check(page, "light", "ok")).to_contain_text("The light is good")
    expect(page.locator("#markers [data-seen=yes]")).to_have_count(4)
    expect(page.locator("#live")).to_be_visible()
    page.wait_for_function("() => document.getElementById('live').naturalWidth > 600")
    expect(page.locator("#colours > ul li")).to_have_text(["purple", "red"])
    expect(page.locator("#learned li")).to_have_text([
        f"{colour} learned on this table" for colour in ("purple", "red", "green", "blue")])
    page.get_by_role("button", name="These are the pieces' colours").click()
    expect(page.locator("#learned")).to_contain_text("until you teach others", timeout=WAIT)
    page.get_by_role("button", name="Take the usual colours again").click()
    expect(page.locator("#learned")).to_contain_text("learns the colours by itself", timeout=WAIT)
    assert faults(page) == []
    scene.cover(True)
    expect(check(page, "light", "fault")).to_contain_text("turn on a lamp or take the cap off the lens")
    expect(check(page, "mat", "fault")).to_contain_text("too dark to find the mat")
    expect(page.locator("#markers [data-seen=no]")).to_have_count(4)
    page.get_by_role("link", name="Français").click()
    expect(check(page, "light", "fault")).to_contain_text("allumez une lampe ou dégagez l'objectif")
    expect(page.locator("h1")).to_have_text("Régler la table")
    assert faults(page) == []
    scene.cover(False)
    expect(check(page, "mat", "ok")).to_contain_text("Les quatre marqueurs sont visibles")


def tap(page: Page, x: float, y: float) -> None:
    """Tap a place of the picture, in the camera's pixels."""
    box = page.locator("#over").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + x * box["width"] / 1280, box["y"] + y * box["height"] / 720)


def test_corners_that_are_tapped_are_used_and_kept(open_page: Open, scene: SimulatedTable, tmp_path: Path) -> None:
    with served(scene, tmp_path) as table:
        page = opened(open_page, table)
        check(page, "mat", "ok")
        page.get_by_role("button", name="Tap the corners").click()
        expect(page.locator("#tapping")).to_have_text("Tap the corner: Top left")
        for x, y in (MAT[0], MAT[3], MAT[2], MAT[1]):  # against the clock: a mirrored mat
            tap(page, x, y)
        page.get_by_role("button", name="Use these corners").click()
        expect(page.locator("#toast")).to_contain_text("give them clockwise")
        assert table.settings.mat.corners_px == () and not (tmp_path / CORNERS_NAME).exists()
        page.get_by_role("button", name="Tap them again").click()
        for x, y in MAT:
            tap(page, x, y)
        expect(page.locator("#over .corner")).to_have_count(4)
        before = page.locator("#over .corner").first.get_attribute("cx")
        page.locator("#over .corner").first.press("ArrowRight")
        assert page.locator("#over .corner").first.get_attribute("cx") == str(int(before or 0) + 2)
        assert faults(page) == []
        page.get_by_role("button", name="Use these corners").click()
        expect(check(page, "mat", "ok")).to_contain_text("where you tapped its corners", timeout=WAIT)
        expect(check(page, "board", "ok")).to_contain_text("seen and read")
    assert np.abs(np.array(table.settings.mat.corners_px) - MAT).max() < 6
    with served(scene, tmp_path) as again:
        assert again.settings.mat.corners_px == table.settings.mat.corners_px
        page = opened(open_page, again)
        expect(check(page, "mat", "ok")).to_contain_text("where you tapped its corners")
        page.get_by_role("button", name="Use the markers again").click()
        expect(check(page, "mat", "ok")).to_contain_text("All four markers are seen", timeout=WAIT)
    assert kept(tmp_path) == Corners()


def test_buttons_are_tried_one_by_one(open_page: Open, table: Appliance) -> None:
    page = opened(open_page, table)
    expect(page.locator("#contacts li")).to_have_count(6)
    pins = PinSettings()
    press(table, pins.buttons[1])
    expect(page.locator('#contacts [data-button="player 2"]')).to_contain_text("presses: 1")
    page.get_by_role("button", name="Try the buttons one by one").click()
    for asked, came in enumerate((1, 0, 2, 3), 1):
        expect(page.locator("#trying")).to_contain_text(f"Press now: Button {asked}")
        press(table, pins.buttons[came])
    expect(page.locator("#trying")).to_contain_text("Press now: Button 5")
    assert table.buttons.aside()
    page.get_by_role("button", name="It is not there").click()
    expect(page.locator("#trying")).to_contain_text("Press now: Stop button")
    press(table, pins.stop)
    expect(page.locator("#trying li")).to_contain_text([
        "The button of player 5 did not answer", "The button of player 1 is wired to pin 6 instead of pin 5"])
    assert not table.buttons.aside()
    lit = threading.Event()
    table.panel.lights.on_change = lit.set
    page.get_by_role("button", name="Light 3").click()
    assert lit.wait(PATIENCE) and table.panel.lights.playing[-1].effect.lamps == ("player 3",)


def press(table: Appliance, pin: int) -> None:
    """Press a real button, as long as it takes to be known as one."""
    factory = table.panel._factory
    assert factory is not None
    contact, told, up = factory.pin(pin), threading.Event(), threading.Event()
    table.attendant.on_press(lambda press: told.set())
    contact.drive_low()
    assert told.wait(PATIENCE)
    table.attendant.on_edge(lambda edge: up.set())
    contact.drive_high()
    assert up.wait(PATIENCE)


def test_the_page_is_the_hosts_alone(table: Appliance, open_page: Open) -> None:
    page = open_page(f"{table.address}setup/")
    expect(page.locator("main")).to_contain_text("Only the host may do this")
    for path in ("", "state.json", "picture.jpg"):
        answer = page.request.get(f"{table.address}setup/{path}")
        assert answer.status == 403, path
    for name in ("corners", "camera", "colours", "lamp", "sound", "buttons"):
        answer = page.request.post(f"{table.address}setup/{name}", data={"corners": []},
                                   headers={"Origin": table.address.rstrip("/")})
        assert answer.status == 403, name
    host = open_page(table.host_link)
    host.get_by_role("link", name="Set up").click()
    host.wait_for_url(re.compile("/setup/$"))


def hosts(setup: SetupService | None) -> FlaskClient:
    client = create_app(FakeTable(), host_secret=SECRET, setup=setup).test_client()
    client.get("/", query_string={"host": SECRET})
    return client


def test_a_table_without_a_machine_says_so() -> None:
    answer = hosts(None).get("/setup/")
    assert answer.status_code == 404 and "nothing to set up here" in answer.text


@pytest.mark.parametrize(("name", "body"), [
    ("corners", {}), ("corners", {"corners": [[0, 0]]}), ("corners", {"corners": [[0, 0], [1, 1], [2, 2], ["3", 3]]}),
    ("corners", {"corners": [[0, 0], [1, 1], [2, 2], [3, 1e999]]}), ("lamp", {"lamp": 3}), ("buttons", {"step": "on"}),
    ("camera", {"used": 1}), ("colours", {"learn": "yes"}), ("nothing", {}), ("sound", [])])
def test_what_makes_no_sense_changes_nothing(name: str, body: object) -> None:
    client = hosts(cast(SetupService, _Nobody()))
    assert client.post(f"/setup/{name}", json=body, headers=HERE).status_code == 400


class _Nobody:
    """A machine that must not be asked for anything."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(name)


def test_markers_that_are_too_few_are_named() -> None:
    frame = Layout().draw(View())
    whole = survey(frame, TableSettings())
    assert whole.markers == (0, 1, 2, 3) and whole.size == (1280, 720)
    assert np.abs(np.array(whole.outline) - MAT).max() < 3
    frame[:, 640:] = 200
    half = survey(frame, TableSettings())
    assert half.markers == (0, 3)
    assert str(mat(half, None).text).startswith("the mat is found, but not its marker top right and bottom right;")
    frame[360:] = 200
    one = survey(frame, TableSettings())
    assert (one.markers, one.fault) == ((0,), NO_MAT)
    assert "only the marker top left is seen" in str(mat(one, None).text)


@dataclass(frozen=True)
class Still:
    """A machine whose eye does not look by itself."""

    settings: Settings
    eye: Eye
    table: LiveTable

    def use(self, settings: Settings) -> None:
        raise AssertionError("nothing is changed here")


def test_a_picture_that_shows_a_secret_is_served_to_nobody(tmp_path: Path) -> None:
    mastermind = game("mastermind")
    bare = {slot: {piece: 1.0} for slot, piece in mastermind.table(mastermind.new({})).items()}
    settings = Settings(pins=PinSettings(factory="mock"))
    eye = Eye("simulated", partial(make_watcher, "otrio", settings), None, print, print)
    view = picture.view(Layout().draw(View(640, 360)))
    with LiveTable(tmp_path / "games") as table, Panel(settings.pins) as panel:
        setup = SetUp(lambda: Still(settings, eye, table), Buttons(Attendant(panel), settings.pins), tmp_path, settings)

        def shown(reading: Reading) -> bool:
            setup.looked(Look(0, 0.0, reading, view=view))
            state = setup.state()
            assert (state["picture"] > 0) is (state["hidden"] is None) is (setup.picture() is not None)
            return bool(state["picture"])

        open_code = Reading("still", {**bare, "code.0": {"red": 1.0}})
        assert shown(open_code)  # no game is on: nothing is secret
        table.command(HOST, "new", {"game": "mastermind", "options": {}})
        assert shown(Reading("still", bare))
        for reading in (open_code, Reading("hand"), Reading("moving"), Reading("lost")):
            assert not shown(reading), reading.status
    eye.stop()


@pytest.mark.parametrize(("seen", "level", "words"), [
    (Survey((1280, 720), (0, 1, 2, 3), brightness=0.05), "fault", "turn on a lamp"),
    (Survey((1280, 720), (0, 1, 2, 3), clipped=0.8), "warning", "turn the lamp away"),
    (Survey((1280, 720), (0, 1, 2, 3), uneven=3.2), "warning", "3.2 times brighter"),
    (Survey((1280, 720), clipped=0.3), "warning", "turn the lamp away"),
    (Survey((1280, 720), (0, 1, 2, 3), brightness=0.6), "ok", "60%")])
def test_light_is_judged_with_its_remedy(seen: Survey, level: str, words: str) -> None:
    found = light(seen, None)
    assert found.level == level and words in found.text.en


def test_a_game_without_a_board_says_how_to_see_the_camera() -> None:
    assert "begin a game that has a board" in str(camera(Eyes(False), None).text)


@pytest.mark.parametrize("points", [
    [(0.0, 0.0)] * 4, [(10.0, 10.0), (20.0, 10.0), (20.0, 20.0), (10.0, 20.0)],
    [(0.0, 0.0), (1281.0, 0.0), (1280.0, 720.0), (0.0, 720.0)], [MAT[n] for n in (3, 2, 1, 0)],
    [MAT[n] for n in (0, 2, 1, 3)]])
def test_corners_that_are_no_mats_are_refused(points: list[tuple[float, float]]) -> None:
    with pytest.raises(NotFound, match="do not go round a mat"):
        checked(points, (1280, 720), Settings())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"corners": 3}', '{"corners": [[1, 2]], "size": [1, 2]}'])
def test_a_broken_file_of_corners_leaves_the_settings(tmp_path: Path, text: str) -> None:
    (tmp_path / CORNERS_NAME).write_text(text)
    assert kept(tmp_path) is None


def a_look(laid: object) -> Look:
    hues = {"purple": (0.7, 1.1), "red": (2.1, 0.1), "green": (-1.2, -1.0), "blue": (-0.7, 1.2)}
    evidence = {"colours": {"pieces": hues, "own": ["red"], "laid": laid}}
    return Look(0, 0.0, Reading("still", evidence=evidence), view=picture.view(Layout().draw(View(640, 360))))


@dataclass
class Changed:
    """A machine that notes by which settings it was to look."""

    settings: Settings
    eye: Eye
    table: LiveTable

    def use(self, settings: Settings) -> None:
        self.settings = settings


HUES = ((0.4, -0.4), (0.7, 1.1), (2.1, 0.1), (-1.2, -1.0), (-0.7, 1.2))


def test_colours_are_taught_kept_and_given_up_again(tmp_path: Path) -> None:
    settings = Settings(pins=PinSettings(factory="mock"))
    eye = Eye("simulated", partial(make_watcher, "otrio", settings), None, print, print)
    with LiveTable(tmp_path / "games") as table, Panel(settings.pins) as panel:
        machine = Changed(settings, eye, table)

        def begun() -> SetUp:
            return SetUp(lambda: machine, Buttons(Attendant(panel), settings.pins), tmp_path, settings)

        setup = begun()
        assert setup.state()["learned"] is None
        assert setup.learn(True).code == "not laid"  # nothing was seen yet
        setup.looked(a_look(None))
        refused = setup.learn(True)
        assert refused.text is not None and "lay all pieces of each colour on their own side" in refused.text.en
        assert machine.settings.colours.otrio == () and not (tmp_path / TAUGHT_NAME).exists()
        learned = setup.state()["learned"]
        assert learned["taught"] is False
        assert [piece["here"] for piece in learned["pieces"]] == [False, True, False, False]
        setup.looked(a_look([list(hue) for hue in HUES]))
        assert setup.learn(True).ok
        assert machine.settings.colours.otrio == HUES
        again = begun()
        again.looked(a_look(None))
        assert again.state()["learned"]["taught"] is True
        assert again.use_corners([]).ok and machine.settings.colours.otrio == HUES  # one choice leaves the others
        assert again.learn(False).ok and machine.settings.colours.otrio == ()
        assert kept_taught(tmp_path) == ()
    eye.stop()


@pytest.mark.parametrize("text", ["", "[]", '{"otrio": 3}', '{"otrio": [[1, 2]]}',
                                  '{"otrio": [[1, NaN], [1, 2], [1, 2], [1, 2], [1, 2]]}'])
def test_a_broken_file_of_colours_leaves_the_usual_ones(tmp_path: Path, text: str,
                                                        caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / TAUGHT_NAME).write_text(text)
    assert kept_taught(tmp_path) == () and "teach them anew on the set-up page" in caplog.text
