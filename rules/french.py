"""How French sets words beside each other: little words change before a name, and signs stand off from the words."""

import re
import unicodedata

NO_BREAK = "\u00a0"
"""The space before ; : ? ! and within « »: no line begins with such a sign."""

_SIGNS = re.compile(r" +(?=[;:?!»%](?:[\s»).,…]|$))|(?<=«) +")
_NUMBERED = re.compile(r"[Jj](?=oueur \w+$)")
_GOVERNED = re.compile(r"(?<!\w)(?!(?:et|ou|le) $)\w+ $")
_SHORTENED = re.compile(r"(?<![\w'])(?:d|l|n|s|qu|jusqu|lorsqu|puisqu)(e) $|(?<![\w'])l(a) $", re.IGNORECASE)
_CONTRACTED = re.compile(r"(?<![\w'])(de|à) $", re.IGNORECASE)
_ARTICLES = {"de le ": "du ", "de les ": "des ", "à le ": "au ", "à les ": "aux "}
_ISOLATES = "\u2066\u2067\u2068\u2069"


def spaced(words: str) -> str:
    """Return words whose signs stand off by a space that no line breaks at.

    >>> spaced("Prêt ? « Otrio ! »").replace(NO_BREAK, "_")
    'Prêt_? «_Otrio_!_»'
    """
    return _SIGNS.sub(NO_BREAK, words)


def joined(before: str, part: str) -> str:
    """Return a name or other part behind the words before it, as both are then said.

    A player's number wants its article within a sentence, `de` and `à` melt with an article, and before a vowel `de`,
    `que` and the like lose theirs. Names with an h keep them: nobody can tell from its letters whether it is mute.

    >>> joined("le tour de ", "Emma"), joined("À ", "Joueur B"), joined("le code de ", "Hugo")
    ("le tour d'Emma", 'Au joueur B', 'le code de Hugo')
    """
    if _NUMBERED.match(part) and _GOVERNED.search(before):
        part = f"le j{part[1:]}"
    article = re.match(r"les? ", part)
    if article and (word := _CONTRACTED.search(before)):
        melted = _ARTICLES[f"{word[1].lower()} {article[0]}"]
        return before[:word.start()] + (melted.capitalize() if word[1][0].isupper() else melted) + part[article.end():]
    if begins_with_vowel(part) and (word := _SHORTENED.search(before)):
        return f"{before[:-2]}'{part}"
    return before + part


def begins_with_vowel(words: str) -> bool:
    """Return whether the words before these are shortened; a y counts before a consonant only.

    >>> [begins_with_vowel(name) for name in ("Émile", "Œdipe", "Yves", "Yann", "Hugo", "onze")]
    [True, True, True, False, False, False]
    """
    plain = unicodedata.normalize("NFD", words.lstrip(_ISOLATES).lower())
    letters = "".join(c for c in plain if not unicodedata.combining(c))
    return bool(re.match(r"(?!onze\b|oui\b)[aeiouœæ]|y[^aeiouy\W\d_]", letters))


def singular(count: float) -> bool:
    """Return whether so many of something are one to the French: 0 and 1, and what lies between."""
    return abs(count) < 2
