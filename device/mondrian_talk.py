"""What is said at the terminal while a deck is enrolled, and what people answer."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from device.mondrian_enrol import Proposal
from device.terminal.screen import Screen
from rules.mondrian.deck import BLOCK_COLOURS, TOP_VALUE, Card
from rules.text import Text

PROPOSED = Text("{where}: card {name}, value {value}; blocks: {blocks}", "{where} : carte {name}, valeur {value} ; "
                "blocs : {blocks}")
ASK = Text("  Enter: right; or what differs (value 3, black 2, name v3-1, turn), skip, stop: ",
           "  Entrée : exact ; ou ce qui diffère (valeur 3, noir 2, nom v3-1, tourner), passer, fin : ")
NO_VALUE = Text("  The numeral can't be told; write the card's value, such as: value 3",
                "  Le chiffre n'est pas reconnu ; écrivez la valeur de la carte, par exemple : valeur 3")
NOT_CLEAR = Text("  The numeral is not clear; look twice.", "  Le chiffre n'est pas net ; regardez deux fois.")
NOT_UNDERSTOOD = Text(
    "  \"{word}\" can't be understood; write value 1 to 7, a colour (blue, yellow, red, black) with how many blocks, "
    "name, turn, skip or stop",
    "  « {word} » n'est pas compris ; écrivez valeur 1 à 7, une couleur (bleu, jaune, rouge, noir) avec le nombre de "
    "blocs, nom, tourner, passer ou fin")
NAME_TAKEN = Text("  The deck has a card {name} already; choose another name",
                  "  Le paquet a déjà une carte {name} ; choisissez un autre nom")
BAD_NAME = Text("  \"{name}\" is no name for a card; use letters, digits, - _ and ., not beginning with blank",
                "  « {name} » n'est pas un nom de carte ; lettres, chiffres, - _ et ., sans « blank » devant")
TWIN = Text("{where}: this looks like card {name}, which the deck has already.",
            "{where} : on dirait la carte {name}, qui est déjà dans le paquet.")
ASK_TWIN = Text("  Enter: leave it out; replace: take this picture instead; keep: it is another card: ",
                "  Entrée : laisser ; remplacer : prendre cette image à la place ; garder : c'est une autre carte : ")
SIZE = Text("The card measures {w} x {h} mm. Enter: right; or width x height in mm: ",
            "La carte mesure {w} x {h} mm. Entrée : exact ; ou largeur x hauteur en mm : ")
FRAME_ONLY = Text("Only the card's dark frame, {w} x {h} mm, stands out from the white mat. Write the card's width x "
                  "height in mm, such as 60 x 84: ",
                  "Seul le cadre sombre de la carte, {w} x {h} mm, se détache du tapis blanc. Écrivez largeur x "
                  "hauteur en mm, par exemple 60 x 84 : ")
NEXT = Text("Lay a card alone on the mat and press Enter, or write stop: ",
            "Posez une seule carte sur le tapis et appuyez sur Entrée, ou écrivez fin : ")

WORDS = {"valeur": "value", "nom": "name", "tourner": "turn", "passer": "skip", "fin": "stop", "bleu": "blue",
         "jaune": "yellow", "rouge": "red", "noir": "black", "remplacer": "replace", "garder": "keep"}
_COLOUR_WORDS = {"blue": "bleu", "yellow": "jaune", "red": "rouge", "black": "noir"}
Answer = Literal["right", "skip", "stop"]


@dataclass(frozen=True)
class Talk:
    """Speaks with whoever enrols the deck."""

    screen: Screen

    def propose(self, where: str, proposal: Proposal, seen: bool) -> None:
        """Say what a card seems to be; `seen` says whether its value is known."""
        card = proposal.card
        colours = BLOCK_COLOURS if self.screen.language == "en" else [_COLOUR_WORDS[c] for c in BLOCK_COLOURS]
        blocks = ", ".join(f"{n} {colour}" for n, colour in zip(card.blocks, colours, strict=True))
        self.screen.say(PROPOSED.fill(where=where, name=card.id if seen else "?", value=card.value if seen else "?",
                                      blocks=blocks))

    def ask(self, text: Text) -> str:
        """Ask, and return the answer in small letters and English words."""
        answer = self.screen.ask(self.screen.words(text))
        return " ".join(WORDS.get(word.lower(), word) for word in answer.split())

    def size(self, seen: tuple[float, float], framed: bool) -> tuple[float, float]:
        """Return the size of a card by what a person says."""
        while True:
            question = (FRAME_ONLY if framed else SIZE).fill(w=f"{seen[0]:g}", h=f"{seen[1]:g}")
            answer = self.ask(question)
            if not answer and not framed:
                return seen
            size = parse_size(answer)
            if size is not None:
                return size


def parse_size(text: str) -> tuple[float, float] | None:
    """Return a width and height in millimetres.

    >>> parse_size("60 x 84"), parse_size("45x45,5"), parse_size("60")
    ((60.0, 84.0), (45.0, 45.5), None)
    """
    match = re.fullmatch(r"\s*(\d{2,3}(?:[.,]\d+)?)\s*[x×*]\s*(\d{2,3}(?:[.,]\d+)?)\s*", text)
    return None if match is None else (float(match[1].replace(",", ".")), float(match[2].replace(",", ".")))


def corrected(proposal: Proposal, answer: str) -> Proposal | Text:
    """Return a proposal with what an answer says differs, or what is wrong with the answer."""
    words = answer.split()
    card = proposal.card
    while words:
        word = words.pop(0)
        if word == "turn":
            proposal = proposal.turned()
        elif word == "value" and words and re.fullmatch(f"[1-{TOP_VALUE}]", words[0]):
            card = replace(card, value=int(words.pop(0)))
        elif word in BLOCK_COLOURS and words and re.fullmatch(r"\d{1,2}", words[0]):
            card = _with_blocks(card, word, int(words.pop(0)))
        elif word == "name" and words:
            name = words.pop(0)
            if not re.fullmatch(r"(?!blank)[A-Za-z0-9_.-]+", name):
                return BAD_NAME.fill(name=name)
            card = replace(card, id=name)
        else:
            return NOT_UNDERSTOOD.fill(word=word)
    return replace(proposal, card=card)


def _with_blocks(card: Card, colour: str, count: int) -> Card:
    return replace(card, blocks=tuple(count if c == colour else n for c, n in zip(
        BLOCK_COLOURS, card.blocks, strict=True)))
