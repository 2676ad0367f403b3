"""Sentences that people read, in every language that Arbitrio speaks."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")


@dataclass(frozen=True)
class Text:
    """One sentence in English and in French.

    >>> Text("{colour} plays", "{colour} joue").fill(colour=Text("red", "rouge")).fr
    'rouge joue'
    """

    en: str
    fr: str

    def __str__(self) -> str:
        return self.en

    def fill(self, **parts: "Text | str | int") -> "Text":
        """Return the sentence with `{placeholders}` replaced, each part in the sentence's language; others stay."""
        return Text(*(str(getattr(self, lang)).format_map(
            _Parts((k, getattr(v, lang) if isinstance(v, Text) else v) for k, v in parts.items()))
            for lang in LANGUAGES))

    def json(self) -> dict[str, str]:
        """Return the sentence as `{"en": ..., "fr": ...}`."""
        return {lang: getattr(self, lang) for lang in LANGUAGES}


def capital(text: Text) -> Text:
    """Return the sentence with a capital at its beginning.

    >>> capital(Text("purple and green", "violet et vert")).fr
    'Violet et vert'
    """
    return Text(*(spoken[:1].upper() + spoken[1:] for spoken in (text.en, text.fr)))


class _Parts(dict[str, object]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"
