"""What a camera should see of a game of Mondrian.

The table has no fixed places, so slots stand for pieces: one slot a card, "card.v6-1", and five slots a dice colour,
"die.black.1" to "die.black.5". A card's piece is "card" while it lies in the grid, else None. A die's piece says its
face and the cards that it touches, by their names' order: "4@v6-1+v7-2", or "4@" in a gap. Dice of one colour look
alike, so the lying ones fill their colour's slots in the order of their pieces' texts, and the slots left over are
None: a reader needs no memory to fill them (`die_slots` does it). A die whose card has been taken is expected to be
taken up too.
"""

import re
from collections.abc import Iterable, Iterator

from rules.game import Future, Piece, Problem, Refused, Seat, Slot, Table
from rules.mondrian.actions import Action, Claim, Knock, Landing, Throw
from rules.mondrian.claims import claimant
from rules.mondrian.deck import Colour
from rules.mondrian.legal import landings, legal_actions
from rules.mondrian.options import DICE_COLOURS
from rules.mondrian.play import apply, to_play
from rules.mondrian.state import ROUNDS, Die, State
from rules.text import Text

CARD: Piece = "card"
KNOCK_WEIGHT = 0.2
"""How often a lying die is moved, against 1 for a throw."""


def die_slot(colour: Colour, number: int) -> Slot:
    """Return the name of a colour's slot, counted from 1."""
    return f"die.{colour}.{number}"


def die_slots(colour: Colour, lying: Iterable[Landing]) -> dict[Slot, Piece | None]:
    """Return what a colour's slots hold when these dice lie; any more than five are left out.

    >>> list(die_slots("red", [Landing(4), Landing(2, ("v1-5",))]).items())[:3]
    [('die.red.1', '2@v1-5'), ('die.red.2', '4@'), ('die.red.3', None)]
    """
    pieces = sorted(map(piece, lying))
    return {die_slot(colour, n): pieces[n - 1] if n <= len(pieces) else None for n in range(1, ROUNDS + 2)}


def piece(landing: Landing) -> Piece:
    """Return how a die that lies is written.

    >>> piece(Landing(4, ("v7-2", "v6-1")))
    '4@v6-1+v7-2'
    """
    return f"{landing.value}@{'+'.join(sorted(landing.cards))}"


def landing_of(text: Piece) -> Landing | None:
    """Return the landing that a die's piece names; None when it names none; `piece(landing_of(p)) == p`."""
    match = re.fullmatch(r"(\d+)@(.*)", text)
    return Landing(int(match[1]), tuple(match[2].split("+")) if match[2] else ()) if match else None


def slots(state: State) -> tuple[Slot, ...]:
    """Return the names of all slots: every die of every player, then every card that may lie in the grid."""
    dice = (die_slot(colour, n) for colour in state.rules.colours for n in range(1, ROUNDS + 2))
    cards = (*state.rules.laid, *(card.id for card in state.rules.blanks))
    return (*dice, *(f"card.{card}" for card in cards))


def table(state: State) -> dict[Slot, Piece | None]:
    """Return what should lie in every slot."""
    lying = dict.fromkeys(slots(state))
    seen: dict[Slot, Piece | None] = {**lying, **{f"card.{card}": CARD for card in state.grid}}
    for colour, dice in zip(state.rules.colours, state.dice, strict=True):
        seen.update(die_slots(colour, (_lying(state, die.landing) for die in dice
                                       if die.landing and die.card not in state.taken)))
    return seen


def adopt(state: State, seen: Table) -> dict[str, str] | None:
    """Return the game's options with `laid` as seen; None when it is so, or while a die lies there.

    A card that can't be told would be left out, so that nothing is adopted then.
    """
    cards = [card.id for card in state.rules.deck if seen.get(f"card.{card.id}") is not None]
    unclear = any(seen.get(f"card.{card}") not in (CARD, None) for card in cards)
    dice = any(piece is not None for slot, piece in seen.items() if slot.startswith("die."))
    if unclear or dice or not cards or set(cards) == set(state.rules.laid):
        return None
    return {**state.rules.chosen, "laid": ",".join(cards)}


def _lying(state: State, landing: Landing) -> Landing:
    return Landing(landing.value, tuple(card for card in landing.cards if card in state.grid))


def with_die(state: State, seat: Seat, landing: Landing) -> Table:
    """Return the table with one more die of a player's on it."""
    return table(state.with_dice(seat, (*state.dice[seat], Die(landing))))


def futures(state: State) -> Iterator[Future]:
    """Yield the throws, knocks and takings that may come next, then those out of turn or of another's card."""
    before = table(state)
    for action in legal_actions(state, methods=False):
        if isinstance(action, Throw | Knock | Claim):
            after = table(apply(state, action))
            if after != before:
                yield Future(action, after, weight=KNOCK_WEIGHT if isinstance(action, Knock) else 1.0)
    for action, wrong in _wrong(state, before):
        try:
            apply(state, action)
        except Refused as refusal:
            yield Future(action, wrong, refusal)


def _wrong(state: State, before: dict[Slot, Piece | None]) -> Iterator[tuple[Action, Table]]:
    if state.phase == "throw":
        turn = to_play(state)
        for seat, colour in enumerate(state.rules.colours):
            if seat != turn and len(state.dice[seat]) <= ROUNDS:
                for landing in landings(state):
                    yield Throw(colour, landing), with_die(state, seat, landing)
    seat_now = claimant(state) if state.phase == "claim" else None
    if seat_now is not None:
        for card in state.grid:
            yield Claim(state.rules.colours[seat_now], card), {**before, f"card.{card}": None}


def problems(state: State, seen: Table) -> list[Problem]:
    """Return all that no legal play can have led to: dice too many, faces that no die has, cards from a hand."""
    known = set(slots(state))
    found = [Problem("P-MO-SLOT", Text(f"{slot} is no place on this table; correct its name",
                                       f"{slot} n'est pas une place de cette table ; corrigez son nom"), (slot,))
             for slot in seen if slot not in known]
    held = {card for hand in state.hands for card in hand}
    for slot, lying in seen.items():
        if lying is None or slot not in known:
            continue
        if slot.startswith("card."):
            found += _card_problem(slot, lying, held)
        else:
            found += _die_problems(slot, lying, seen)
    return found + _too_many(state, seen)


def _card_problem(slot: Slot, lying: Piece, held: set[str]) -> list[Problem]:
    if lying != CARD:
        return [Problem("P-MO-PIECE", Text(f"{lying!r} is no card; look at {slot} again",
                                           f"{lying!r} n'est pas une carte ; regardez {slot} de nouveau"), (slot,))]
    if slot.removeprefix("card.") in held:
        return [Problem("P-MO-HELD", Text(f"{slot} lies on the table, but a player holds it; take it up",
                                          f"{slot} est sur la table, mais un joueur l'a en main ; reprenez-la"),
                        (slot,))]
    return []


def _die_problems(slot: Slot, lying: Piece, seen: Table) -> list[Problem]:
    landing = landing_of(lying)
    if landing is None or not 1 <= landing.value <= 6:
        return [Problem("P-MO-PIECE", Text(f"{lying!r} is no face of a die; look at {slot} again",
                                           f"{lying!r} n'est pas une face de dé ; regardez {slot} de nouveau"),
                        (slot,))]
    return [Problem("P-MO-UNDER", Text(f"{slot} lies on {card}, which is not on the table; look again",
                                       f"{slot} est sur {card}, qui n'est pas sur la table ; regardez encore"), (slot,))
            for card in landing.cards if seen.get(f"card.{card}") is None]


def _too_many(state: State, seen: Table) -> list[Problem]:
    found = []
    for colour in state.rules.colours:
        lying = tuple(slot for slot, what in seen.items() if what is not None and slot.startswith(f"die.{colour}."))
        if len(lying) > state.dice_each:
            words = DICE_COLOURS[colour]
            found.append(Problem("P-MO-DICE", Text(
                f"{len(lying)} {words.en} dice lie in round {state.round}, which has {state.dice_each}; take some up",
                f"{len(lying)} dés ({words.fr}) pour la manche {state.round}, qui en a {state.dice_each} ; "
                "reprenez-en"), lying))
    return found
