"""What the tests of each game's page share."""

import re
from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from web.app import create_app
from web.table import HOST


def told(table: FakeTable, host: bool) -> bytes:
    """Return every byte that a spectator or the host is told of a table, but for the ids of people, made by chance."""
    client = create_app(table, host_secret=SECRET).test_client()
    if host:
        client.get("/", query_string={"host": SECRET})
    state = client.get("/state.json").data
    events = client.get("/events", buffered=False)
    first = next(iter(events.response))
    events.close()
    return re.sub(rb'"id": ?"[^"]+"', b"", state + (first if isinstance(first, bytes) else first.encode()))


def same_for_all(one: FakeTable, other: FakeTable) -> bool:
    """Tell whether two tables that differ in a secret alone look the same to spectator and host."""
    return all(told(one, host) == told(other, host) for host in (False, True))


def has_its_table(page: Page, table: FakeTable) -> bool:
    """Tell whether the page's idea of what should lie on the table is the rules' own; empty places it may leave out."""
    game = table.snapshot(HOST)["game"]
    there = page.evaluate("([name, game]) => import(`/static/games/${name}.js`).then((part) => part.table(game))",
                          [game["name"], game])
    wanted = table.game.table(table._states[-1])
    return there.keys() <= wanted.keys() and all(there.get(slot) == piece for slot, piece in wanted.items())


def settled(page: Page) -> None:
    """Wait until the page shows what each command that it gave has done, and takes taps again."""
    expect(page.locator("body[data-held]")).to_have_count(0)


def faults(page: Page, width: int = 390) -> list[object]:
    """Return what axe finds wrong with the page as it is, all its parts unfolded, and whether it is too wide."""
    settled(page)
    page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true })")
    found = Axe().run(page).response["violations"]
    wide = page.evaluate("document.documentElement.scrollWidth")
    return [*((fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found),
            *(["wide"] if wide > width else [])]


def tell(page: Page, button: str, chosen: Iterable[tuple[str, str]] = ()) -> None:
    """Press a button of the host's, choose in each field of its form, and wait until what it tells is shown."""
    page.locator("#tellings").get_by_role("button", name=button, exact=True).click()
    sheet = page.locator("#sheet")
    expect(sheet).to_be_visible()
    for field, value in chosen:
        choices = sheet.locator("fieldset", has=page.locator("legend", has_text=re.compile(f"^{re.escape(field)}$")))
        if choices.count():
            choices.get_by_label(value, exact=True).check()
        elif sheet.locator("label", has_text=field).locator("select").count():
            sheet.get_by_label(field).select_option(value)
        else:
            sheet.get_by_label(field).fill(value)
    sheet.locator("[type=submit]").click()
    settled(page)
