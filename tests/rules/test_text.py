"""Sentences fit what is put into them: French little words, words that go with a number, spaces before signs."""

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.french import NO_BREAK, begins_with_vowel, joined, spaced
from rules.text import AND, Text, listed

ROOT = Path(__file__).parents[2]
JOINED = [
    ("Seulement le bouton de ", "Emma", "Seulement le bouton d'Emma"),
    ("Seulement le bouton de ", "Léo", "Seulement le bouton de Léo"),
    ("le code de ", "Hugo", "le code de Hugo"),
    ("une partie de ", "Otrio", "une partie d'Otrio"),
    ("tout Otrio que ", "Élise", "tout Otrio qu'Élise"),
    ("un dé de ", "\u2068Œdipe\u2069", "un dé d'\u2068Œdipe\u2069"),
    ("le tour de ", "Yves", "le tour d'Yves"),
    ("le tour de ", "Yann", "le tour de Yann"),
    ("À ", "Joueur B", "Au joueur B"),
    ("c'est à ", "Joueur B", "c'est au joueur B"),
    ("le code de ", "Joueur A", "le code du joueur A"),
    ("tous donnent une carte à ", "joueur 3", "tous donnent une carte au joueur 3"),
    ("tout Mystrio que ", "Joueur 1", "tout Mystrio que le joueur 1"),
    ("et c'est ", "joueur 2", "et c'est le joueur 2"),
    ("joueur 1 dit stop : ", "joueur 2", "joueur 1 dit stop : joueur 2"),
    ("joueur 1 et ", "joueur 2", "joueur 1 et joueur 2"),
    ("", "Joueur A", "Joueur A"),
    ("C'est à ", "l'hôte", "C'est à l'hôte"),
    ("le téléphone de ", "l'hôte", "le téléphone de l'hôte"),
    ("monde ", "Emma", "monde Emma"),
]
"""What stands before, what comes, what is said; the pages' scripts are tested with the same."""


@pytest.mark.parametrize(("before", "part", "said"), JOINED)
def test_little_words_fit_what_follows(before: str, part: str, said: str) -> None:
    assert joined(before, part) == said


def test_a_vowel_counts_with_its_accents() -> None:
    assert [name for name in ("Âme", "Inès", "Œuf", "Yvonne", "Zoé", "Hélène", "7", "") if begins_with_vowel(name)] == [
        "Âme", "Inès", "Œuf", "Yvonne"]


@pytest.mark.parametrize(("count", "english", "french"), [
    (0, "0 photographs are missing", "0 photo manque"), (1, "1 photograph is missing", "1 photo manque"),
    (2, "2 photographs are missing", "2 photos manquent"), ("1", "1 photograph is missing", "1 photo manque"),
    ("1-8", "1-8 photographs are missing", "1-8 photos manquent"),
])
def test_words_go_with_their_number(count: int | str, english: str, french: str) -> None:
    said = Text("{n} {n|photograph is|photographs are} missing", "{n} {n|photo manque|photos manquent}").fill(n=count)
    assert (said.en, said.fr) == (english, french)


def test_what_is_not_given_stays() -> None:
    sentence = Text("{who} holds {n} {n|card|cards}", "{who} a {n} {n|carte|cartes}").fill(who="Emma")
    assert sentence == Text("Emma holds {n} {n|card|cards}", "Emma a {n} {n|carte|cartes}")
    assert sentence.fill(n=1).fr == "Emma a 1 carte"


def test_texts_are_listed_in_both_languages() -> None:
    assert listed([Text("a", "x"), Text("b", "y"), Text("c", "z")]) == Text("a, b, c", "x, y, z")
    assert listed([Text("a", "x"), Text("b", "y")], AND) == Text("a and b", "x et y")


def test_signs_stand_off_by_a_space_that_does_not_break() -> None:
    assert spaced("Que s'est-il passé ? « Otrio ! » : 40 %").replace(NO_BREAK, "_") == (
        "Que s'est-il passé_? «_Otrio_!_»_: 40_%")
    assert Text("So: what?", "Alors : quoi ?").fr == f"Alors{NO_BREAK}: quoi{NO_BREAK}?"
    assert spaced("--port :80") == "--port :80" and spaced("https://[::1]") == "https://[::1]"


def sentences() -> Iterator[str]:
    """Yield every French sentence that the project says, as it is said, and every line of its French documents."""
    for folder in ("rules", "vision", "web", "device"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Text" and len(node.args) == 2 and (
                        isinstance(node.args[1], ast.Constant)):
                    yield Text("", str(node.args[1].value)).fr
    for path in (ROOT / "web" / "words").rglob("fr.json"):
        yield from map(spaced, json.loads(path.read_text(encoding="utf-8")).values())
    for path in (ROOT / "docs").rglob("*.fr.md"):
        yield from re.sub(r"`[^`]*`|\[[^]]*\]", "", path.read_text(encoding="utf-8")).splitlines()


def test_no_french_sentence_lets_a_sign_begin_a_line() -> None:
    wrong = [sentence for sentence in sentences()
             if re.search(r"[ \w)}][;!?»](?:\s|$)|[ \w)}]:(?:\s|$)|« |«\w", sentence)]
    assert wrong == []


def test_no_french_sentence_mixes_apostrophes() -> None:
    assert [sentence for sentence in sentences() if "’" in sentence] == []
