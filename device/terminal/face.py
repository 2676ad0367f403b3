"""How a game shows itself in a terminal: made of what `view` tells this viewer, so that no secret can slip in."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from random import Random

from rules.game import Json, Seat
from rules.text import Language

HIDDEN_KEYS = ("options", "legal")
"""Parts of a view that the plain listing leaves out: there are commands for them."""


def plain(view: Json, language: Language) -> list[str]:
    """Return a view as an indented list, for games without a picture of their own."""
    return list(_lines(view, language, 0))


def _lines(value: Json, language: Language, depth: int) -> list[str]:
    found: list[str] = []
    for key, part in value.items() if isinstance(value, Mapping) else enumerate(value, 1):
        if part is None or part == [] or part == {} or key in HIDDEN_KEYS:
            continue
        if isinstance(part, Mapping) and set(part) == {"en", "fr"}:
            part = part[language]
        if isinstance(part, Mapping) or (isinstance(part, list) and any(isinstance(p, list | dict) for p in part)):
            found += [f"{'  ' * depth}{key}:", *_lines(part, language, depth + 1)]
        else:
            found.append(f"{'  ' * depth}{key}: {', '.join(map(str, part)) if isinstance(part, list) else part}")
    return found


def turn_of_view(view: Json) -> Seat | None:
    """Say that nobody's turn is known beside the game's own `to_play`."""
    return None


def owner_unknown(view: Json, notation: str) -> Seat | None:
    """Say that an action is whose turn it is."""
    return None


def as_written(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return what a player wrote as the action that it means."""
    return text


@dataclass(frozen=True)
class Face:
    """What the terminal needs to know of a game beyond its rules."""

    lines: Callable[[Json, Language], list[str]] = plain
    """The table as lines of text, from a view."""
    open: bool = False
    """Whether the game has no secrets at all, so that nothing ever needs to be covered."""
    defaults: Mapping[str, str] = field(default_factory=dict)
    """Options that make sense where there is no table, instead of the game's own defaults."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Other words for those of the notation, French ones among them."""
    turn: Callable[[Json], Seat | None] = turn_of_view
    """Who should have the keyboard when it is nobody's turn alone, from the host's view."""
    owner: Callable[[Json, str], Seat | None] = owner_unknown
    """Whose an action is, from its notation; None: of the seat to play."""
    meant: Callable[[Json, Seat | None, str, Random], str] = as_written
    """What a short form means that only this game has: a throw of simulated dice."""


def face_of(game: str) -> Face:
    """Return a game's face, from its module in this package; the plain one where it has none."""
    name = f"{__package__}.{game}"
    if find_spec(name) is None:
        return Face()
    face = import_module(name).FACE
    assert isinstance(face, Face)
    return face


def columns(cells: Sequence[str], count: int, gap: str = "  ") -> list[str]:
    """Return texts in so many columns of equal width.

    >>> columns(["a", "bb", "c"], 2)
    ['a   bb', 'c']
    """
    width = max(map(len, cells), default=0)
    rows = [cells[i:i + count] for i in range(0, len(cells), count)]
    return [gap.join(cell.ljust(width) for cell in row).rstrip() for row in rows]
