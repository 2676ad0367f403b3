"""Mondrian in a terminal: the cards with the dice on them, and dice that the program throws when asked."""

from collections.abc import Mapping
from random import Random

from device.terminal.face import Face, columns
from rules.game import Json, Seat
from rules.text import Language, Text

ROUND = Text("round {round}: {what}; {first} is first. Cards: value, blocks (b blue, y yellow, r red, k black)",
             "manche {round} : {what} ; {first} commence. Cartes : valeur, blocs (b bleu, y jaune, r rouge, k noir)")
LOST = Text("lost", "perdu")
BESIDE = Text("beside", "à côté")
DICE = Text("{title}: dice {dice}; {left} to throw; {cards} {cards|card|cards} in hand",
            "{title} : dés {dice} ; {left} à lancer ; {cards} {cards|carte|cartes} en main")
HAND = Text("    hand: {cards}", "    main : {cards}")
PLAN = Text("    palette: {plan}", "    palette : {plan}")
SCORE = Text("{title}: {total} {total|point|points} ({cards} for the cards, bonuses {bonuses})",
             "{title} : {total} {total|point|points} ({cards} pour les cartes, bonus {bonuses})")
DO: Mapping[str, Text] = {
    "plan": Text("Say in secret how you will throw: plan WAY,WAY, one for each die (left, right, blind, drop, flick)",
                 "Dites en secret comment vous lancerez : programme FAÇON,FAÇON, une par dé (gauche, droite, aveugle, "
                 "chute, pichenette)"),
    "throw": Text("Throw a die: throw WAY, as on your palette; the program says where it lands",
                  "Lancez un dé : lance FAÇON, selon votre palette ; le programme dit où il tombe"),
    "choose": Text("A die on several cards counts for one: choose DIE CARD, as in choose 1 {card}",
                   "Un dé sur plusieurs cartes compte pour une : choisit DÉ CARTE, comme choisit 1 {card}"),
    "seal": Text("Set hand cards face down against contested cards: seal CARD:HANDCARD, or seal alone",
                 "Opposez en secret des cartes de la main aux cartes disputées : seal CARTE:CARTE, ou seal seul"),
    "claim": Text("Take a card that your dice reach: claim CARD, or claim CARD pay HANDCARD for what they lack; "
                  "to take no more: done",
                  "Prenez une carte que vos dés atteignent : prend CARTE, ou prend CARTE paie CARTE_EN_MAIN pour ce "
                  "qui manque ; pour n'en plus prendre : laisse"),
    "paint": Text("Lay your painting in secret: paint and {size} of your cards",
                  "Composez votre tableau en secret : peint et {size} de vos cartes"),
}
LETTERS = {"blue": "b", "yellow": "y", "red": "r", "black": "k"}
WORDS = {"noir": "black", "rouge": "red", "jaune": "yellow", "bleu": "blue", "blanc": "white", "vert": "green",
         "gauche": "left", "droite": "right", "aveugle": "blind", "chute": "drop", "pichenette": "flick",
         "programme": "plan", "lance": "throw", "lancer": "throw", "roll": "throw", "choisit": "choose",
         "prend": "claim", "paie": "pay", "laisse": "done", "peint": "paint"}
VERBS = ("plan", "throw", "choose", "seal", "claim", "done", "paint")
METHODS: Mapping[str, Text] = {"left": Text("left", "gauche"), "right": Text("right", "droite"),
                               "blind": Text("blind", "aveugle"), "drop": Text("drop", "chute"),
                               "flick": Text("flick", "pichenette")}
"""The ways of throwing, as a player writes them."""
A_ROW = 4
OFF, GAP, TWO = 0.05, 0.15, 0.3
"""Of simulated dice: the shares that leave the zone, that fall beside the cards, and that touch two (to the sum)."""


def lines(view: Json, language: Language) -> list[str]:
    """Return the grid, every player's dice, and what only the viewer may know."""
    first = view["players"][view["first"]]["title"][language]
    head = ROUND.fill(round=view["round"], what=view["text"][language], first=first)
    found = [getattr(head, language), *columns([_card(view, card) for card in view["grid"]], A_ROW)]
    for player in view["players"]:
        found += _player(player, language)
    todo = DO.get(view["phase"])
    card = view["grid"][0]["id"] if view["grid"] else "-"
    return found + ([] if todo is None else [getattr(todo.fill(card=card, size=view["size"]), language)])


def _card(view: Json, card: Json) -> str:
    dice = [f"{player['colour']} {die['value']}" for player in view["players"] for die in player["dice"]
            if card["id"] in ([die["card"]] if die["card"] else die["cards"])]
    return _named(card) + (f" <{', '.join(dice)}>" if dice else "")


def _named(card: Json) -> str:
    blocks = " ".join(f"{letter}{card['blocks'][colour]}" for colour, letter in LETTERS.items()
                      if card["blocks"][colour])
    return f"{card['id']} ({card['value']}{': ' if blocks else ''}{blocks})"


def _player(player: Json, language: Language) -> list[str]:
    title = player["title"][language]
    if player["score"] is not None:
        parts = {**player["score"], "bonuses": ", ".join(player["score"]["bonuses"]) or "-"}
        return [getattr(SCORE.fill(title=title, total=parts["total"], cards=parts["cards"], bonuses=parts["bonuses"]),
                        language)]
    dice = ", ".join(_die(die, language) for die in player["dice"]) or "-"
    found = [DICE.fill(title=title, dice=dice, left=player["to_throw"], cards=player["hand_count"])]
    if player["hand"] is not None:
        found.append(HAND.fill(cards=", ".join(map(_named, player["hand"]))))
    if player["plan"] is not None:
        found.append(PLAN.fill(plan=", ".join(getattr(METHODS[way], language) for way in player["plan"])))
    return [getattr(text, language) for text in found]


def _die(die: Json, language: Language) -> str:
    if die["lost"]:
        return f"{die['number']}) {getattr(LOST, language)}"
    where = die["card"] or "+".join(die["cards"]) or getattr(BESIDE, language)
    return f"{die['number']}) {die['value']} {where}"


def turn(view: Json) -> Seat | None:
    """Return the first who has still to plan, to set a card face down or to paint."""
    waiting = {"plan": [not player["planned"] for player in view["players"]],
               "paint": [not player["painted"] for player in view["players"]],
               "seal": [not player["has_sealed"] and _contests(view, seat)
                        for seat, player in enumerate(view["players"])]}.get(view["phase"], [])
    return waiting.index(True) if True in waiting else None


def _contests(view: Json, seat: Seat) -> bool:
    return any(len(line) > 1 and any(entry["seat"] == seat for entry in line) for line in view["claims"].values())


def owner(view: Json, notation: str) -> Seat | None:
    """Return whose action it is; a die that was moved is everybody's to tell."""
    verb, who, *_ = notation.split()
    colours = [player["colour"] for player in view["players"]]
    colour = who.split(".")[0]
    return None if verb == "knock" or colour not in colours else colours.index(colour)


def meant(view: Json, seat: Seat | None, text: str, random: Random) -> str:
    """Return an action with the player's colour put in, and a throw without a landing as chance throws it."""
    verb, *rest = text.split() or [""]
    if verb not in VERBS or seat is None:
        return text
    colour = view["players"][seat]["colour"]
    dotted = verb == "choose"
    if not dotted and (not rest or rest[0] not in [player["colour"] for player in view["players"]]):
        rest = [colour, *rest]
    if dotted and rest and rest[0].isdigit():
        rest = [f"{colour}.{rest[0]}", *rest[1:]]
    if verb == "throw" and all(word in METHODS for word in rest[1:]):
        rest = [rest[0], _landing(view, random), *rest[1:]]
    return " ".join([verb, *rest])


def _landing(view: Json, random: Random) -> str:
    place, cards = random.random(), [card["id"] for card in view["grid"]]
    if place < OFF:
        return "off"
    value = random.randint(1, 6)
    if place < GAP:
        return f"{value} -"
    return f"{value} {'+'.join(random.sample(cards, min(len(cards), 2 if place < TWO else 1)))}"


FACE = Face(lines, words=WORDS, turn=turn, owner=owner, meant=meant)
