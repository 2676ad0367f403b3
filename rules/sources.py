"""Where the choices of an option come from, in words for players."""

from rules.text import Text

SHEET = Text("rule sheet", "feuille de règles")
READING = Text("our reading of the rule sheet", "notre lecture de la feuille de règles")
VARIANT = Text("variant of the rule sheet", "variante de la feuille de règles")
PUBLISHER = Text("the publisher's rules", "règles de l'éditeur")
OTHERS = Text("other published rules", "autres règles publiées")
OURS = Text("house ruling", "décision de la maison")
ADDED = Text("our addition", "ajout de notre part")
OPEN = Text("the rule sheet leaves it open", "la feuille de règles laisse le choix")
_BOTH = Text("the usual choice: {usual}; otherwise: {other}", "le choix habituel : {usual} ; sinon : {other}")
_WITH = Text("{source} ({note})", "{source} ({note})")


def both(usual: Text, other: Text) -> Text:
    """Return the source of the first choice and that of the others.

    >>> both(SHEET, OURS).en
    'the usual choice: rule sheet; otherwise: house ruling'
    """
    return _BOTH.fill(usual=usual, other=other)


def noted(source: Text, note: Text) -> Text:
    """Return a source with a remark.

    >>> noted(OPEN, Text("count yours", "comptez les vôtres")).en
    'the rule sheet leaves it open (count yours)'
    """
    return _WITH.fill(source=source, note=note)
