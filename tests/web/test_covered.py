"""What comes up from the bottom of a phone covers nothing for good: each control can be brought into the clear."""

import pytest
from playwright.sync_api import Page, expect

from rules.text import Text
from tests.browser import Open
from tests.web.conftest import SECRET
from tests.web.fake_table import FakeTable
from tests.web.looks import settled
from web.server import Server
from web.table import HOST

COVERED = """() => {
  const seen = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.disabled;
  const kinds = 'button, a[href]:not(.skip), input, select, summary, [role=button]';
  const pressable = [...document.querySelectorAll(kinds)].filter(seen);
  const covered = [];
  for (const element of pressable) {
    element.scrollIntoView({ block: 'nearest' });
    const { x, y, width, height } = element.getBoundingClientRect();
    if (!width) continue;
    const there = document.elementFromPoint(x + width / 2, y + height / 2);
    const mine = there && (element.contains(there) || there.contains(element) && !there.matches('.dock, .dock *')
      || element.labels && [...element.labels].some((label) => label.contains(there)));
    if (!mine) covered.push(`${element.outerHTML.slice(0, 80)} under ${there && there.outerHTML.slice(0, 60)}`);
  }
  return [pressable.length, covered];
}"""
"""The pressable elements that something else lies over when each is scrolled to as a browser does for the keyboard."""


DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"


def nothing_is_covered(page: Page) -> None:
    page.wait_for_function(DRAWN)
    settled(page)
    count, covered = page.evaluate(COVERED)
    assert count > 10 and covered == []


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_nothing_that_is_pressed_is_covered(server: Server, table: FakeTable, open_page: Open, locale: str) -> None:
    page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}", locale=locale)
    expect(page.locator("#board svg")).to_be_visible()
    nothing_is_covered(page)
    table.tell("purple large 4", "red large 0")
    table.see({"8.medium": "blue", "2.small": "?"})
    expect(page.locator(".differences li")).to_have_count(2)
    nothing_is_covered(page)
    table.ask("green large 5", "green large 8")
    expect(page.locator("#question .answers button")).to_have_count(2)
    nothing_is_covered(page)
    table.say("lost", Text("The disk is full; make room", "Le disque est plein ; faites de la place"))
    expect(page.locator("#fault")).not_to_be_empty()
    nothing_is_covered(page)
    table.say("ready")
    table.command(HOST, "answer", {"question": 1, "answer": "0"})
    table.tell("blue large 5")
    expect(page.locator("#refusal .why")).to_be_visible()
    nothing_is_covered(page)


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_a_message_lies_beside_what_is_pressed(server: Server, table: FakeTable, open_page: Open, locale: str) -> None:
    page = open_page(f"http://127.0.0.1:{server.port}/?host={SECRET}", locale=locale)
    page.click('.otrio-key[data-cell="4"]')
    page.locator("#sheet fieldset").first.get_by_role("button").last.click()  # a colour that is not to play
    expect(page.locator("#toast p")).to_be_visible()
    nothing_is_covered(page)
    table.ask("purple large 5", "purple large 8")
    expect(page.locator("#question .answers button")).to_have_count(2)
    page.click('.otrio-key[data-cell="4"]')
    page.locator("#sheet fieldset").first.get_by_role("button").last.click()
    expect(page.locator("#toast p")).to_be_visible()  # under the question, not over its answers
    nothing_is_covered(page)
