"""The games that a table offers, with their options, as the pages read them."""

from collections.abc import Mapping
from typing import Any

from rules.game import Option
from rules.registry import GAMES

Defaults = Mapping[str, Mapping[str, str]]
"""By game, the options that the table itself decides: the family's own deck."""


def offered(defaults: Defaults) -> list[Mapping[str, Any]]:
    """Return what `web.table.TableService.games` returns, with these defaults before the rules' own."""
    return [{"name": game.name, "title": game.title.json(), "players": list(game.players),
             "options": [_option(option, defaults.get(game.name, {})) for option in game.options]}
            for game in GAMES.values()]


def _option(option: Option, defaults: Mapping[str, str]) -> Mapping[str, Any]:
    return {"name": option.name, "choices": list(option.choices), "text": option.text.json(),
            "source": option.source.json(), "free": option.free, "usual": option.usual,
            "when": option.when and list(option.when), "default": defaults.get(option.name, option.default)}
