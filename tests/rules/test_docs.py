"""Every game has its page in both languages, which tells every option and every code of a refusal."""

import re
from pathlib import Path

import pytest

from rules.registry import GAMES

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
CODE = re.compile(r"E-[A-Z]{2}-[A-Z0-9]+(?:-[A-Z0-9]+)*")
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
