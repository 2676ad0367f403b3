"""The words of the pages: in every language, all of them used, none missing."""

import json
import re
from pathlib import Path

import pytest

from rules.registry import GAMES
from web import errors, language
from web.games import RENDERERS

WEB = Path(language.__file__).parent
CODE = "\n".join(path.read_text(encoding="utf-8") for kind in ("**/*.py", "static/**/*.js", "templates/*.html")
                 for path in sorted(WEB.glob(kind)))
PARTS = ("people_sign_", "otrio_cell_", "otrio_size_", "otrio_piece_", "otrio_choice_",
         "mastermind_peg_", "mastermind_slot_", "mastermind_phase_", "mastermind_col_", "mastermind_choice_",
         "mito_card_", "mito_kind_", "mito_phase_", "mito_race_", "mito_left_", "mito_tell_guilty",
         "mito_tell_innocent", "mito_choice_", "mito_go_", "mito_call_",
         "mondrian_colour_", "mondrian_method_", "mondrian_miss_", "mondrian_choice_",
         "mystrio_face_", "mystrio_level_", "mystrio_way_", "mystrio_how_",
         "mystrio_tidy_", "mystrio_tell_tidy_", "mystrio_choice_",
         "new_option_", "reason_", "setup_colour_")
"""Beginnings of the keys that the code puts together."""
DRAWN = (("otrio", "turns"), ("mondrian", "players"))
"""The options whose choices are shown by their colours' signs."""


def test_both_languages_have_the_same_words() -> None:
    assert language.words("en").keys() == language.words("fr").keys()


def test_both_languages_have_the_same_placeholders() -> None:
    def places(words: str) -> list[str]:
        return sorted(set(re.findall(r"{(\w+)}", words)))
    for key, words in language.words("en").items():
        assert places(words) == places(language.words("fr")[key]), key


def test_no_key_is_told_twice() -> None:
    for spoken in ("en", "fr"):
        files = [json.loads(path.read_text(encoding="utf-8")) for path in language.FOLDER.glob(f"**/{spoken}.json")]
        assert sum(map(len, files)) == len(language.words(spoken))  # type: ignore[arg-type]


@pytest.mark.parametrize("key", [key for key in language.words("en") if not key.startswith(PARTS)])
def test_each_word_is_used(key: str) -> None:
    assert re.search(rf"""["'`]{key}["'`]""", CODE), key


def test_each_word_that_the_code_asks_for_is_there() -> None:
    asked = set(re.findall(r"""\bt\(["'](\w+)["']""", CODE)) | set(errors.SENTENCES.values())
    assert asked - language.words("en").keys() == set()


def test_each_choice_of_each_game_has_a_word() -> None:
    assert set(RENDERERS) == set(GAMES)
    wanted = {f"{name}_choice_{option.name}_{choice}" for name in RENDERERS for option in GAMES[name].options
              for choice in option.choices if (name, option.name) not in DRAWN and not choice.isdigit()}
    assert {key for key in language.words("en") if "_choice_" in key} == wanted


def test_each_option_of_each_game_has_a_title() -> None:
    wanted = {f"new_option_{name}_{option.name}" for name in RENDERERS for option in GAMES[name].options}
    assert {key for key in language.words("en") if key.startswith("new_option_")} == wanted


def test_each_game_is_named_by_its_own_part_alone() -> None:
    own = {path for path in WEB.glob("static/games/*") if path.stem.split("_")[0] in RENDERERS}
    for path in [*WEB.glob("*.py"), *WEB.glob("static/**/*.js"), *WEB.glob("templates/*")]:
        if path not in own | {WEB / "games.py"}:
            assert not [name for name in RENDERERS if name in path.read_text(encoding="utf-8")], path
