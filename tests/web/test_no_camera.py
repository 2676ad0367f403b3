"""An evening without a camera: no alarm, every move told by phone, and a camera may come and go by choice."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.appliance import Appliance, running
from device.camera.simulated import SimulatedTable
from device.settings import CameraSettings, PinSettings, Settings, WebSettings
from tests.browser import Open
from tests.web.looks import faults

WAIT = 60_000
"""Milliseconds that a busy machine may need to start a camera."""


@contextmanager
def served(folder: Path, source: str) -> Iterator[Appliance]:
    settings = Settings(camera=CameraSettings(source=source, frames_per_second=4.0), pins=PinSettings(factory="mock"),
                        web=replace(WebSettings(host="127.0.0.1"), port=0))
    with running(settings, folder) as appliance:
        yield appliance


@pytest.fixture
def film(tmp_path: Path) -> str:
    table = SimulatedTable(tmp_path / "table.json")
    table.lay({})
    return table.source


def hosts(open_page: Open, table: Appliance, **phone: object) -> Page:
    """Return the host's page once it shows the game."""
    page = open_page(table.host_link, **phone)
    expect(page.locator("#board svg")).to_be_visible()
    return page


def test_a_table_that_wants_no_camera_has_no_alarm(tmp_path: Path, open_page: Open) -> None:
    with served(tmp_path, "none") as table:
        page = hosts(open_page, table)
        expect(page.locator("#referee")).to_have_attribute("data-state", "ready")
        expect(page.locator("#dock")).to_have_text("")
        for name in ("#again", "#picture"):
            expect(page.locator(name)).to_be_hidden()
        assert table.eye is None and table.health()["eye"]["needed"] is False
        page.goto(f"{table.address}setup/")
        expect(page.locator('[data-check="camera"]')).to_contain_text("plays without a camera")
        expect(page.locator("#camera-choice")).to_be_empty()  # the settings' word, not the page's
        page.goto(f"{table.address}new")
        expect(page.locator("[name=camera]")).to_have_count(0)


def test_the_host_plays_without_the_camera_and_uses_it_again(tmp_path: Path, open_page: Open, film: str) -> None:
    with served(tmp_path, film) as table:
        page = hosts(open_page, table)
        expect(page.locator("#again")).to_be_visible(timeout=WAIT)
        page.goto(f"{table.address}setup/")
        page.get_by_role("button", name="Play without a camera").click()
        expect(page.get_by_role("button", name="Use a camera")).to_be_visible()
        expect(page.locator('[data-check="camera"]')).to_contain_text("plays without a camera")
        assert faults(page) == []
        page.goto(table.address)
        expect(page.locator("#again")).to_be_hidden()
        assert table.eye is None
    with served(tmp_path, film) as table:  # the choice outlasts the program
        page = hosts(open_page, table)
        expect(page.locator("#again")).to_be_hidden()
        assert table.eye is None
        page.goto(f"{table.address}new")
        camera = page.get_by_role("switch", name="A camera watches the moves")
        expect(camera).not_to_be_checked()
        camera.check()
        page.get_by_role("button", name="Start").click()
        page.wait_for_url(table.address)
        expect(page.locator("#again")).to_be_visible(timeout=WAIT)
        expect(page.locator("#picture")).to_be_visible()
        assert table.eye is not None
    assert not (tmp_path / "no-camera").exists()


def test_the_new_games_page_takes_the_camera_away(tmp_path: Path, open_page: Open, film: str) -> None:
    with served(tmp_path, film) as table:
        page = hosts(open_page, table, locale="fr-FR")
        page.goto(f"{table.address}new")
        page.get_by_role("switch", name="Une caméra suit les coups").uncheck()
        assert faults(page) == []
        page.get_by_role("button", name="Commencer").click()
        page.wait_for_url(table.address)
        expect(page.locator("#again")).to_be_hidden()
        assert table.eye is None and (tmp_path / "no-camera").exists()


def test_with_no_camera_connected_the_host_is_told_once(tmp_path: Path, open_page: Open) -> None:
    if find_spec("picamera2") or Path("/dev/video0").exists():
        pytest.skip("this machine has a camera")
    with served(tmp_path, "auto") as table:
        page, guest = hosts(open_page, table), open_page(table.address)
        card = page.locator("#unwatched")
        expect(card).to_contain_text("Playing without a camera", timeout=WAIT)
        expect(card).to_contain_text("connect a camera: it is found by itself")
        expect(page.locator("#referee")).to_have_attribute("data-state", "ready")
        assert faults(page) == []
        page.get_by_role("button", name="All right").click()
        expect(card).to_be_empty()
        page.reload()
        expect(page.locator("#again")).to_be_hidden()
        expect(card).to_be_empty()
        expect(guest.locator("#referee")).to_have_attribute("data-state", "ready")
        expect(guest.locator("#dock")).to_have_text("")
        page.goto(f"{table.address}setup/")
        expect(page.locator('[data-check="camera"]')).to_contain_text("connect one and it is found by itself")
        expect(page.locator('[data-check="camera"]')).to_have_attribute("data-level", "warning")
        page.goto(f"{table.address}new")
        expect(page.locator("form")).to_contain_text("No camera is connected")
