"""Taking a seat in a real browser: several phones at one live table, as people press."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from device.service import LiveTable
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.looks import faults
from web.app import create_app
from web.server import Server
from web.table import HOST, Who


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LiveTable]:
    """A live table with a game of Otrio for three."""
    with LiveTable(tmp_path / "games", join="http://192.0.2.7:8080/") as table:
        assert table.command(HOST, "new", {"game": "otrio", "options": {"players": "3"}}).ok
        yield table


@pytest.fixture
def address(table: LiveTable) -> Iterator[str]:
    with Server(create_app(table, host_secret=SECRET, beat=0.5), "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.port}/"


def join(page: Page, name: str, seat: str, button: str = "Join the table") -> None:
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    sheet.locator("[name=name]").fill(name)
    sheet.get_by_label(seat, exact=True).check()
    sheet.get_by_role("button", name=button).click()


def row(page: Page, words: str) -> str:
    return page.locator("#people-list li", has_text=words).inner_text().replace("\n", " ")


@pytest.mark.parametrize(("locale", "watch", "taken", "said"), [
    ("en-GB", "Just watch", "Red (taken by Emma)", "Emma has just taken the seat “Red”. Choose another one."),
    ("fr-FR", "Regarder seulement", "Rouge (prise par Emma)",
     "Emma vient de prendre la place « Rouge ». Choisissez-en une autre."),
])
def test_a_seat_that_is_taken_meanwhile_is_called_so_and_the_name_stays(
        locale: str, watch: str, taken: str, said: str, address: str, table: LiveTable, open_page: Open) -> None:
    page = open_page(address, locale=locale)
    page.click("#joinbar-join")
    sheet = page.locator("#sheet")
    sheet.locator("[name=name]").fill("Léo")
    sheet.locator('[name=seat][value="1"]').check()
    assert table.command(Who("e", None, False), "join", {"name": "Emma", "colour": "blue", "seat": 1}).ok
    expect(sheet.get_by_role("alert").filter(has_text=said)).to_be_visible()
    seat = sheet.get_by_label(taken, exact=True)
    expect(seat).to_be_disabled()
    expect(seat).not_to_be_checked()
    expect(sheet.locator("[name=seat]:checked")).to_have_count(0)
    expect(sheet.locator("[name=name]")).to_have_value("Léo")
    sheet.locator("[type=submit]").click()
    assert sheet.is_visible()  # a seat is asked for
    assert table.command(Who("e", None, False), "leave", {}).ok
    expect(sheet.locator('[name=seat][value="1"]')).to_be_enabled()
    expect(sheet.get_by_role("alert").filter(has_text=said)).to_have_count(0)
    sheet.get_by_label(watch, exact=True).check()
    sheet.locator("[type=submit]").click()
    expect(sheet).to_be_hidden()
    expect(page.locator("#people-list")).to_contain_text("Léo")


def test_phones_take_seats_play_and_hand_on_hosting(address: str, table: LiveTable, open_page: Open) -> None:
    ann = open_page(address)
    ann.click("#joinbar-join")
    join(ann, "Ann", "Purple")
    expect(ann.locator("#joinbar")).to_be_hidden()
    expect(ann.locator("#people-list li").first).to_contain_text("Ann")
    expect(ann.locator("#people-list li").first).to_contain_text("host")
    expect(ann.locator("#turn .who")).to_have_text("Your turn")

    ben = open_page(address + "#in", locale="fr-FR")  # as the scanned code opens it
    sheet = ben.locator("#sheet")
    expect(sheet.get_by_label("Violet", exact=True)).to_have_count(0)  # taken
    join(ben, "x" * 24, "Regarder seulement", "Rejoindre la table")
    expect(sheet).to_be_hidden()
    assert ben.url == address
    ben.locator("#people-list button", has_text="libre").first.click()  # one tap takes a seat
    expect(ben.locator("#people-list li").nth(1)).to_contain_text("x" * 24)
    expect(ben.locator("#turn .who")).to_contain_text("Ann")

    ann.locator("#people-list li button").nth(1).click()
    ann.locator("#sheet [name=name]").fill("Ben")
    ann.locator("#sheet [type=submit]").click()
    expect(ben.locator("#people-list li").nth(1)).to_contain_text("Ben")
    ann.locator("#people-list li button").nth(1).click()
    ann.get_by_role("button", name="Make Ben the host").click()
    expect(ben.locator("#toast")).to_contain_text("Vous êtes l'hôte maintenant")
    expect(ann.locator("#new")).to_be_hidden()
    assert [(p.name, p.seat, p.host) for p in table.referee.people.persons] == [("Ann", 0, False), ("Ben", 1, True)]

    ann.reload()
    expect(ann.locator("#people-list li").first).to_contain_text("you")  # the seat is still hers


def test_a_refused_name_keeps_the_sheet_and_says_why(address: str, table: LiveTable, open_page: Open) -> None:
    ann = open_page(address)
    ann.click("#joinbar-join")
    expect(ann.locator("#sheet [name=name]")).to_have_attribute("maxlength", "24")
    join(ann, "...", "Purple")
    expect(ann.locator("#sheet .wrong")).to_have_text("A name needs at least one letter; write one and try again")
    assert table.referee.people.persons == ()
    ann.locator("#sheet [name=name]").fill("نورا")
    ann.locator("#sheet [type=submit]").click()
    expect(ann.locator("#scores li .name").first).to_have_text("\u2068نورا\u2069")
    ann.locator("#people-list li button").first.click()
    expect(ann.locator("#sheet [name=name]")).to_have_value("نورا")
    ann.get_by_role("button", name="Leave the table").click()
    expect(ann.locator("#people-list li").first).to_contain_text("free")


def test_who_leaves_the_page_is_shown_as_away(address: str, table: LiveTable, open_page: Open) -> None:
    ann, ben = open_page(address), open_page(address)
    for page, name, seat in ((ann, "Ann", "Purple"), (ben, "Ben", "Red")):
        page.click("#joinbar-join")
        join(page, name, seat)
    expect(ann.locator("#people-list li", has_text="Ben")).not_to_contain_text("away")
    ben.goto("about:blank")
    expect(ann.locator("#people-list li", has_text="Ben")).to_contain_text("away")
    ben.goto(address)
    expect(ann.locator("#people-list li", has_text="Ben")).not_to_contain_text("away")


@pytest.mark.parametrize("scheme, locale", [("light", "en-GB"), ("dark", "fr-FR")])
def test_axe_finds_no_fault(scheme: str, locale: str, address: str, open_page: Open) -> None:
    page = open_page(address, color_scheme=scheme, locale=locale)
    expect(page.locator("#people-list li")).to_have_count(3)
    found = {"before": faults(page)}
    page.click("#joinbar-join")
    expect(page.locator("#sheet")).to_be_visible()
    found["joining"] = faults(page)
    page.locator("#sheet [name=name]").fill("W" * 24)
    page.locator("#sheet [type=submit]").click()
    expect(page.locator("#sheet")).to_be_hidden()
    expect(page.locator("#joinbar")).to_be_hidden()
    found["joined"] = faults(page)
    page.locator("#people-list li button").first.click()
    found["person"] = faults(page)
    page.goto(address + "print")
    found["print"] = faults(page)
    assert found == dict.fromkeys(found, [])
