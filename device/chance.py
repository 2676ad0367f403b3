"""What chance does in a game: the deals and shuffles that the referee makes itself."""

from typing import Any

from rules.game import Chance, Deals, Game


class _AsItLies:
    """No chance at all: everything stays in its order."""

    def shuffle(self, x: object, /) -> None:
        """Leave the things as they are."""


def due(game: Game[Any, Any], state: Any, chance: Chance) -> str | None:
    """Return the deal or shuffle that the game waits for, in notation; None when it waits for none."""
    action = game.deal(state, chance) if isinstance(game, Deals) else None
    return None if action is None else game.notation(action)


def is_due(game: Game[Any, Any], state: Any) -> bool:
    """Tell whether the game waits for a deal or a shuffle that the referee makes."""
    return due(game, state, _AsItLies()) is not None


def by_chance(game: Game[Any, Any], state: Any, notation: str) -> bool:
    """Tell whether an action is the deal or shuffle that the game waited for."""
    action = game.deal(state, _AsItLies()) if isinstance(game, Deals) else None
    return action is not None and type(action) is type(game.parse(notation))
