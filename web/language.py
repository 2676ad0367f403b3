"""The pages' own words, and the language in which a phone wants them."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Request

from rules.french import spaced
from rules.text import LANGUAGES, Language, Text

FOLDER = Path(__file__).parent / "words"
COOKIE = "language"


@cache
def words(language: Language, *without: str) -> Mapping[str, str]:
    """Return the words of the pages in one language, those of the games among them, but not of the parts `without`."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob(f"**/{language}.json")):
        if path.parent.name not in without:
            found |= json.loads(path.read_text(encoding="utf-8"))
    return {key: spaced(said) for key, said in found.items()} if language == "fr" else found


@cache
def parts() -> frozenset[str]:
    """Return the names of the parts that have words of their own: the games, and pages beside the table's."""
    return frozenset(path.name for path in FOLDER.iterdir() if path.is_dir())


def text(key: str, **parts: str | int) -> Text:
    """Return a sentence of the pages in every language, with its placeholders filled."""
    return Text(*(words(language)[key] for language in LANGUAGES)).fill(**parts)


def known(language: str | None) -> Language | None:
    """Return the language of that name, None when the pages don't speak it."""
    return next((spoken for spoken in LANGUAGES if spoken == language), None)


def wanted(request: Request) -> Language:
    """Return the language that the phone's owner chose, else the best of those that its browser asks for."""
    asked = [request.cookies.get(COOKIE), *(tag.split("-")[0].lower() for tag in request.accept_languages.values())]
    return next((spoken for tag in asked if (spoken := known(tag))), LANGUAGES[0])
