"""Options as texts, checked in one way: each must exist, and hold one of its choices or a number within limits."""

from collections.abc import Mapping, Sequence

from rules.game import BadNotation, Option
from rules.text import Text

UNKNOWN_OPTION = Text('{game} has no option "{name}"; choose from {names}',
                      "{game} n'a pas d'option « {name} » ; choisissez parmi {names}")
BAD_VALUE = Text('{name} can\'t be "{value}"; choose from {choices}',
                 "{name} ne peut pas être « {value} » ; choisissez parmi {choices}")
BAD_NUMBER = Text('{name} can\'t be "{value}"; give a number from {least} to {most}',
                  "{name} ne peut pas être « {value} » ; donnez un nombre de {least} à {most}")


def check_options(game: Text, options: Sequence[Option], given: Mapping[str, str]) -> dict[str, str]:
    """Return every option's value, the default where none is given; raise BadNotation for an unknown name or value.

    The values of options with free text are left to the game.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise BadNotation(UNKNOWN_OPTION.fill(game=game, name=name[:40], names=", ".join(known)))
        option = known[name]
        if not option.free and value not in option.choices:
            raise BadNotation(BAD_VALUE.fill(name=name, value=value[:40], choices=", ".join(option.choices)))
    return {name: given.get(name, option.default) for name, option in known.items()}


def number(values: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Return an option's value as a number; raise BadNotation when it is none from `least` to `most`.

    >>> number({"rows": "12"}, "rows", 1, 20)
    12
    """
    text = values[name]
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= most):
        raise BadNotation(BAD_NUMBER.fill(name=name, value=text[:40], least=least, most=most))
    return int(text)
