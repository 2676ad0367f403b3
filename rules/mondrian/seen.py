"""From the dice that a camera sees to the actions that led there."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.mondrian.actions import Knock, Landing, Throw
from rules.mondrian.deck import Colour
from rules.mondrian.play import to_play
from rules.mondrian.state import State


@dataclass(frozen=True)
class SeenDie:
    """A die as the table's reading has it."""

    colour: Colour
    landing: Landing


def changes(state: State, seen: Sequence[SeenDie]) -> tuple[Knock | Throw, ...] | None:
    """Return what happened since the state was reached, knocks first; None when that can't be told.

    Dice of one colour look alike, so a die that lies as before is that die. A throw by the wrong player is returned
    too, for `apply` to refuse. A throw that left the table leaves nothing to see: somebody has to say so.
    """
    if any(die.colour not in state.rules.colours for die in seen):
        return None
    knocks: list[Knock] = []
    throws: list[Throw] = []
    for seat, colour in enumerate(state.rules.colours):
        new = [die.landing for die in seen if die.colour == colour]
        gone = {}
        for number, die in enumerate(state.dice[seat], 1):
            if die.landing is not None and not _remove(new, die.landing):
                gone[number] = die.landing
        if not _explain(colour, gone, new, knocks, throws):
            return None
    turn = to_play(state)
    throws.sort(key=lambda throw: (state.rules.colours.index(throw.colour) - (turn or 0)) % state.players)
    return (*knocks, *throws)


def _remove(landings: list[Landing], wanted: Landing) -> bool:
    for landing in landings:
        if landing.value == wanted.value and set(landing.cards) == set(wanted.cards):
            landings.remove(landing)
            return True
    return False


def _explain(colour: Colour, gone: dict[int, Landing], new: list[Landing], knocks: list[Knock],
             throws: list[Throw]) -> bool:
    """Add a colour's knocks and throw; return False when there is more than one story."""
    if not new:
        knocks += [Knock(colour, number, "off") for number in gone]
        return True
    if len(new) > len(gone) + 1 or len(new) < len(gone):
        return False
    for number, landing in gone.items():
        same = [other for other in new if other.value == landing.value]
        if len(new) > 1 and len(same) != 1:
            return False
        moved = same[0] if same else new[0]
        new.remove(moved)
        knocks.append(Knock(colour, number, moved))
    throws += [Throw(colour, landing) for landing in new]
    return True
