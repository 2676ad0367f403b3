"""What is said when a command is typed wrong: one sentence that ends with what to type."""

import argparse
import re
from typing import NoReturn

_CHOICE = re.compile(
    r"argument (?P<what>.+?): invalid choice: '?(?P<value>.*?)'? \(choose from (?P<choices>.*)\)", re.DOTALL)
_OTHERS = (
    (re.compile(r"the following arguments are required: COMMAND"), "no command is named"),
    (re.compile(r"the following arguments are required: (.+)"), r"not given: \1"),
    (re.compile(r"argument (.+?): expected (?:one|at least one) argument"), r"\1 has no value"),
    (re.compile(r"argument (.+?): expected (\d+) arguments"), r"\1 needs \2 values"),
    (re.compile(r"argument (.+?): invalid int value: (.+)"), r"\1 can't be \2, it takes a whole number"),
    (re.compile(r"argument (.+?): invalid float value: (.+)"), r"\1 can't be \2, it takes a number"),
    (re.compile(r"argument (.+?): ignored explicit argument (.+)"), r"\1 takes no value, and \2 is given"),
    (re.compile(r"ambiguous option: (\S+) could match (.+)"), r"\1 may mean \2"),
)


class Parser(argparse.ArgumentParser):
    """A parser that says in one sentence what is wrong, and where to read more; so do its commands' parsers."""

    def error(self, message: str) -> NoReturn:
        """End the program with status 2."""
        sentence = said(message)
        remedy = "" if ";" in sentence else f"; see: {self.prog} --help"
        self.exit(2, f"arbitrio: {sentence}{remedy}\n")


def said(message: str) -> str:
    """Return what argparse found, in words for people.

    >>> said("argument --port: expected one argument")
    '--port has no value'
    >>> said("argument GAME: invalid choice: 'chess' (choose from 'dice', 'otrio')")
    "GAME can't be chess; choose from dice, otrio"
    """
    choice = _CHOICE.fullmatch(message)
    if choice:
        choices = choice["choices"].replace("'", "")
        if choice["what"] == "COMMAND":
            return f"there is no command {choice['value']}; choose from {choices}"
        return f"{choice['what']} can't be {choice['value']}; choose from {choices}"
    for pattern, words in _OTHERS:
        if pattern.fullmatch(message):
            return pattern.sub(words, message)
    return message.removeprefix("argument ")
