"""Every game has its page in both languages, which tells every option and every code of a refusal."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from rules.mito import words as mito
from rules.mondrian import words as mondrian
from rules.registry import GAMES
from rules.text import Text

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
CODE = re.compile(r"E-[A-Z]{2}-[A-Z0-9]+(?:-[A-Z0-9]+)*")
MANY = re.compile(r"\{\w+\|[^|{}]*\|([^|{}]*)\}")
"""A word that goes with a number: a page shows the one for many."""
PAGE_NAMES = [(name, language) for name in GAMES for language in ("en", "fr")]


def page(game: str, language: str) -> str:
    """Return the text of a game's page."""
    return (PAGES / (f"{game}.md" if language == "en" else f"{game}.fr.md")).read_text(encoding="utf-8")


def codes(game: str) -> set[str]:
    """Return every code with which a game's modules may refuse."""
    sources = (ROOT / "rules" / game).glob("*.py")
    return {code for path in sources for code in CODE.findall(path.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("game", GAMES)
def test_codes_are_found_in_the_modules(game: str) -> None:
    assert len(codes(game)) >= 9


@pytest.mark.parametrize(("game", "language"), PAGE_NAMES)
def test_page_tells_every_code_and_no_other(game: str, language: str) -> None:
    assert set(CODE.findall(page(game, language))) == codes(game)


@pytest.mark.parametrize(("game", "language"), PAGE_NAMES)
def test_page_tells_every_option_and_its_values(game: str, language: str) -> None:
    text = page(game, language)
    for option in GAMES[game].options:
        assert f"`{option.name}`" in text, option.name
        missing = [choice for choice in option.choices if f"`{choice}`" not in text and not option.free]
        assert missing == [], option.name


@pytest.mark.parametrize(("game", "language"), PAGE_NAMES)
def test_page_says_what_the_sheet_leaves_open(game: str, language: str) -> None:
    assert re.search(r"^## .*(open|ouvert)", page(game, language), re.MULTILINE), "a section of its own"


@pytest.mark.parametrize(("game", "refusals"), [("mito", mito.REFUSALS), ("mondrian", mondrian.REFUSALS)])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_page_quotes_what_is_said(game: str, refusals: Mapping[str, Text], language: str) -> None:
    told = dict(re.findall(r"(?m)^\| (E-[A-Z]{2}-[A-Z0-9-]+) \| (.*) \|$", page(game, language)))
    assert told == {code: MANY.sub(r"\1", getattr(text, language)) for code, text in refusals.items()}
