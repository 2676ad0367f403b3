"""Sentences that people read, in every language that Arbitrio speaks."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from rules import french

Language: TypeAlias = Literal["en", "fr"]
LANGUAGES: tuple[Language, ...] = ("en", "fr")

_PLACE = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


@dataclass(frozen=True)
class Text:
    """One sentence in English and in French.

    >>> Text("{colour} plays", "{colour} joue").fill(colour=Text("red", "rouge")).fr
    'rouge joue'
    """

    en: str
    fr: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "fr", french.spaced(self.fr))

    def __str__(self) -> str:
        return self.en

    def fill(self, **parts: "Text | str | int") -> "Text":
        """Return the sentence with its `{places}` filled, each part in the sentence's language; others stay.

        `{count|card|cards}` is the word that goes with a number, and French little words fit what follows them.

        >>> Text("{n} {n|card|cards} of {who}", "{n} {n|carte|cartes} de {who}").fill(n=0, who="Emma")
        Text(en='0 cards of Emma', fr="0 carte d'Emma")
        """
        return Text(*(_filled(getattr(self, lang), lang, parts) for lang in LANGUAGES))

    def json(self) -> dict[str, str]:
        """Return the sentence as `{"en": ..., "fr": ...}`."""
        return {lang: getattr(self, lang) for lang in LANGUAGES}


AND = Text(" and ", " et ")


def counted(count: int, one: str, many: str) -> str:
    """Return a number with its word, where only English is spoken.

    >>> counted(1, "card", "cards"), counted(0, "card", "cards")
    ('1 card', '0 cards')
    """
    return f"{count} {one if _is_one(count, 'en') else many}"


def decimal(number: float, digits: int) -> Text:
    """Return a number as it is written in each language.

    >>> decimal(7.72, 1).fr
    '7,7'
    """
    written = f"{number:.{digits}f}"
    return Text(written, written.replace(".", ","))


def capital(text: Text) -> Text:
    """Return the sentence with a capital at its beginning.

    >>> capital(Text("purple and green", "violet et vert")).fr
    'Violet et vert'
    """
    return Text(*(spoken[:1].upper() + spoken[1:] for spoken in (text.en, text.fr)))


def listed(texts: Iterable[Text], between: Text | str = ", ") -> Text:
    """Return the texts one after the other.

    >>> listed([Text("purple", "violet"), Text("green", "vert")], AND).fr
    'violet et vert'
    """
    texts = list(texts)
    return Text(*((between if isinstance(between, str) else getattr(between, lang)).join(
        getattr(text, lang) for text in texts) for lang in LANGUAGES))


def _filled(sentence: str, language: Language, parts: "Mapping[str, Text | str | int]") -> str:
    said, end = "", 0
    for place in _PLACE.finditer(sentence):
        said += sentence[end:place.start()]
        end = place.end()
        name, one, many = place.groups()
        if name not in parts:
            said += place[0]
        elif one is not None:
            said += one if _is_one(parts[name], language) else many
        else:
            part = parts[name]
            word = str(getattr(part, language) if isinstance(part, Text) else part)
            said = french.joined(said, word) if language == "fr" else said + word
    return said + sentence[end:]


def _is_one(count: "Text | str | int", language: Language) -> bool:
    """Tell whether a count takes the singular; what leaves several numbers open, such as "1-8", does not."""
    try:
        number = float(str(count))
    except ValueError:
        return False
    return french.singular(number) if language == "fr" else abs(number) == 1
