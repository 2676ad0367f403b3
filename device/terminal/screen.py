"""A terminal that people share: what is written, what is read, and how secrets are covered."""

import sys
from typing import TextIO

from rules.text import Language, Text

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what scrolled off it."""


class Ended(Exception):
    """Nothing more can be read."""


class Screen:
    """Writes sentences in one language and reads lines, from the terminal or from a pipe."""

    def __init__(self, language: Language, lines: TextIO | None = None, out: TextIO | None = None) -> None:
        self.language: Language = language
        self._lines = sys.stdin if lines is None else lines
        self._out = sys.stdout if out is None else out

    def say(self, text: Text, indent: int = 0) -> None:
        """Write a sentence."""
        self.write(" " * indent + self.words(text))

    def words(self, text: Text) -> str:
        """Return a sentence in this screen's language."""
        return str(getattr(text, self.language))

    def write(self, line: str) -> None:
        """Write a line as it is."""
        print(line, file=self._out, flush=True)

    def ask(self, prompt: str) -> str:
        """Write a prompt and return the line that is answered; raise Ended at the end of the input.

        The lines are read without an editor's history, which would show the next player what the last one wrote.
        """
        print(prompt, end="", file=self._out, flush=True)
        line = self._lines.readline()
        if not line:
            print(file=self._out, flush=True)
            raise Ended
        return " ".join(line.split())

    def cover(self) -> None:
        """Clear away all that was written and typed."""
        print(CLEAR, end="", file=self._out, flush=True)
