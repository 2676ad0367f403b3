"""The registry, and the examples in the docstrings of the rules."""

import doctest
from importlib import import_module
from pkgutil import walk_packages

import pytest

import rules.otrio
from rules.french import spaced
from rules.game import BadNotation
from rules.otrio import OTRIO
from rules.registry import GAMES, game

MODULES = ["rules.text", "rules.game", "rules.record", "rules.registry", "rules.otrio",
           *(module.name for module in walk_packages(rules.otrio.__path__, "rules.otrio."))]


def test_every_game_is_found_by_its_name() -> None:
    assert game("otrio") is OTRIO
    assert {name: found.name for name, found in GAMES.items()} == {name: name for name in GAMES}


def test_unknown_game_is_answered_with_what_there_is() -> None:
    with pytest.raises(BadNotation) as caught:
        game("chess")
    assert caught.value.text.en == f'There is no game "chess"; choose from {", ".join(GAMES)}'
    assert caught.value.text.fr == spaced(
        f"Il n'y a pas de jeu « chess » ; choisissez parmi {', '.join(GAMES)}")


def test_games_cannot_be_added_from_outside() -> None:
    with pytest.raises(TypeError):
        GAMES["chess"] = OTRIO  # type: ignore[index]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_there_are_examples() -> None:
    assert sum(doctest.testmod(import_module(name)).attempted for name in MODULES) >= 15
