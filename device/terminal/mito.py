"""Mito in a terminal: what lies open, how many cards each hand can have, and the own hand; shuffled by the program."""

from random import Random
from re import fullmatch

from device.terminal.face import Face
from rules.game import Json, Seat
from rules.text import Language, Text

TOP = Text("open card {top}; pile {pile}, under the open card {discards}; round {round} of {rounds}",
           "carte visible {top} ; pioche {pile}, défausse {discards} ; manche {round} sur {rounds}")
PLAYER = Text("{name}: {cards} {cards|card|cards}{guard}, {total} {total|point|points}",
              "{name} : {cards} {cards|carte|cartes}{guard}, {total} {total|point|points}")
ROUND = Text("round {round} of {rounds}", "manche {round} sur {rounds}")
SCORE = Text("{name}{guard}: {total} {total|point|points}", "{name}{guard} : {total} {total|point|points}")
CALL = Text("tell a race: race mosquito or race cockroach, then who was last or first: slap p2, first p3; the guard "
            "accuses: stop p1 p3; who has no card left: out p2",
            "dites une course : race mosquito ou race cockroach, puis qui était le dernier ou le premier : frappe p2, "
            "first p3 ; la gardienne accuse : stop p1 p3 ; qui n'a plus de carte : out p2")
GUARD = Text(", the guard", ", la gardienne")
HAND = Text("your hand: {cards}", "votre main : {cards}")
CHEATED = Text("got rid of: {cards}", "fait disparaître : {cards}")
KEY = Text("cards: n grey, s spider, m mosquito, c cockroach, a ant, x mito, with their value",
           "cartes : n grise, s araignée, m moustique, c cafard, a fourmi, x mito, avec leur valeur")
DO = Text("lay a card one above or below the open one: play CARD (or the card alone); if you can't: draw. In secret, "
          "when nobody looks: cheat CARD. The guard accuses: stop PLAYER, as in stop p2",
          "posez une carte d'un de plus ou de moins que la visible : pose CARTE (ou la carte seule) ; sinon : pioche. "
          "En secret, quand personne ne regarde : triche CARTE. La gardienne accuse : stop JOUEUR, comme stop p2")
WORDS = {"pose": "play", "pioche": "draw", "donne": "give", "garde": "keep", "triche": "cheat", "coupable": "guilty",
         "frappe": "slap", "jette": "throw", "personne": "nobody", "distribue": "deal", "mélange": "shuffle"}
TO_ANOTHER = ("give", "stop")
OWN = ("play", "draw", "give", "keep", "cheat", "stop", "withdraw", "guilty", "innocent", "out", "tally",
       "throw")
"""Actions whose first word after the verb is the player's; the others everybody may tell."""


def lines(view: Json, language: Language) -> list[str]:
    """Return the open card, the players, what is asked, and the viewer's own hand."""
    parts = {part: view[part] for part in ("pile", "discards", "round", "rounds")}
    told = view["mode"] != "calls"
    found = [getattr((TOP if told else ROUND).fill(top=view["top"] or "-", **parts), language)]
    for player in view["players"]:
        least, most = player["least"], player["most"]
        cards = str(most) if least == most else f"{least}-{most}"
        guard = GUARD if player["guard"] else ""
        line = (PLAYER if told else SCORE).fill(name=player["name"], cards=cards, guard=guard, total=player["total"])
        found.append(("> " if player["name"] == _name(view["turn"]) else "  ") + getattr(line, language))
    for player in view["players"]:
        for sentence, cards in ((HAND, player["hand"]), (CHEATED, player["cheated"])):
            if cards:
                found.append(getattr(sentence.fill(cards=" ".join(cards)), language))
    if view["question"]:
        asked = [view["question"]["text"][language]]
    elif told:
        asked = [] if view["turn"] is None else [getattr(DO, language)]
    else:
        asked = [getattr(CALL, language)]
    return [*found, *([getattr(KEY, language)] if told else []), *asked]


def turn(view: Json) -> Seat | None:
    """Return who must answer what is asked; None for a race, and where the whole table acts."""
    asked = view["question"]
    if asked is not None and asked["race"] is None and asked["seats"]:
        return int(asked["seats"][0])
    return None


def owner(view: Json, notation: str) -> Seat | None:
    """Return whose hand an action speaks of."""
    verb, *rest = notation.split()
    return int(rest[0][1:]) - 1 if verb in OWN and rest and rest[0][1:].isdigit() else None


def meant(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return an action with the player's name put in; a card alone is one that is laid.

    >>> meant({}, 1, "n4", Random())
    'play p2 n4'
    """
    verb, *rest = text.split() or [""]
    if seat is None:
        return text
    if not rest and fullmatch("[nsmcax][1-5]", verb):
        return f"play {_name(seat)} {verb}"
    named = verb in OWN and not (rest and fullmatch("p[1-5]", rest[0]) and (verb not in TO_ANOTHER or len(rest) > 1))
    return " ".join([verb, _name(seat), *rest]) if named and rest[:1] != ["nobody"] else text


def _name(seat: Seat | None) -> str:
    return "" if seat is None else f"p{seat + 1}"


FACE = Face(lines, defaults={"mode": "digital"}, words=WORDS, turn=turn, owner=owner, meant=meant)
