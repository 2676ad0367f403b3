"""The words as the pages' scripts put them together: the same French as the server's."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from rules.text import Text
from tests.browser import Open
from tests.rules.test_text import JOINED
from tests.web.fake_table import FakeTable

NAMES = {"Player A": "Emma", "Player B": "Léo", "Joueur A": "Emma", "Joueur B": "Léo"}


@pytest.fixture
def open_words(open_page: Open, serve: Callable[[FakeTable], str]) -> Callable[[str], Page]:
    """Open the table's page in a language, with the two players called by their names."""
    address = serve(FakeTable(players="4"))

    def page(language: str) -> Page:
        page = open_page(address, locale=language)
        page.evaluate("async (names) => (await import('/static/words.js')).callByName(names)", list(NAMES.items()))
        return page
    return page


def said(page: Page, text: Text) -> str:
    return str(page.evaluate("async (text) => (await import('/static/words.js')).say(text)", text.json()))


def test_little_words_fit_what_follows(open_words: Callable[[str], Page]) -> None:
    page = open_words("fr-FR")
    found = page.evaluate("""async (cases) => { const { joined } = await import('/static/french.js');
        return cases.map(([before, part]) => joined(before, part)); }""", [case[:2] for case in JOINED])
    assert found == [case[2] for case in JOINED]


@pytest.mark.parametrize(("language", "sentence", "expected"), [
    ("fr-FR", ("It is {who}'s turn", "C'est au tour de {who}"), "C'est au tour d'Emma"),
    ("fr-FR", ("", "tous donnent une carte à {who}"), "tous donnent une carte à Emma"),
    ("fr-FR", ("", "tout Mystrio que {who} annonce"), "tout Mystrio qu'Emma annonce"),
    ("fr-FR", ("", "{who} devine le code de {other}"), "Emma devine le code de Léo"),
    ("fr-FR", ("", "Emma prend la place « {who} »"), "Emma prend la place « Joueur A »"),
    ("en-GB", ("It is {who}'s turn", ""), "It is Emma's turn"),
    ("en-GB", ("the code of {other}", ""), "the code of Léo"),
    ("en-GB", ('Emma takes the seat "{who}"', ""), 'Emma takes the seat "Player A"'),
])
def test_people_are_called_by_their_names(language: str, sentence: tuple[str, str], expected: str,
                                          open_words: Callable[[str], Page]) -> None:
    text = Text(*sentence).fill(who=Text("Player A", "Joueur A"), other=Text("Player B", "Joueur B"))
    assert said(open_words(language), text).replace("\u00a0", " ") == expected


@pytest.mark.parametrize(("language", "expected"), [
    ("en-GB", "Otrio! Purple and green win"), ("fr-FR", "Otrio ! Violet et vert gagnent")])
def test_a_seat_that_is_called_by_its_colours_keeps_them(language: str, expected: str,
                                                         open_words: Callable[[str], Page]) -> None:
    page = open_words(language)
    page.evaluate("async () => (await import('/static/words.js')).callByName([['purple and green', 'Emma'], "
                  "['violet et vert', 'Emma']])")
    won = Text("Otrio! {Seat} win", "Otrio ! {Seat} gagnent").fill(Seat=Text("Purple and green", "Violet et vert"))
    assert said(page, won).replace("\u00a0", " ") == expected


@pytest.mark.parametrize(("language", "expected"), [
    ("en-GB", ["0 points", "1 point", "2 points", "-1 point"]),
    ("fr-FR", ["0 point", "1 point", "2 points", "-1 point"])])
def test_points_go_with_their_number(language: str, expected: list[str], open_words: Callable[[str], Page]) -> None:
    found = open_words(language).evaluate("""async () => { const { t } = await import('/static/words.js');
        return [0, 1, 2, -1].map((points) => t("points", { points })); }""")
    assert found == expected


def test_whose_turn_it_is_is_said_in_french(open_words: Callable[[str], Page]) -> None:
    found = open_words("fr-FR").evaluate("""async () => { const { t } = await import('/static/words.js');
        return ["Joueur B", "Emma", "Léo"].map((player) => t("plays", { player })); }""")
    assert found == ["Au joueur B de jouer", "À Emma de jouer", "À Léo de jouer"]
