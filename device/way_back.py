"""What people must do so that the table is as before an action that the rules forbid."""

from rules.game import Slot, Table
from rules.text import Text, capital

TAKE = Text("please take it back", "veuillez le reprendre")
PUT = Text("please put it back", "veuillez le remettre")
MOVE = Text("please move it back to where it was", "veuillez le remettre à sa place")
RIGHT = Text("please put the table right again", "veuillez remettre la table en ordre")
THEN = Text("{Way}; then play goes on.", "{Way} ; la partie continue ensuite.")


def way_back(expected: Table, seen: Table) -> Text:
    """Return what must be done, as the end of a sentence, so that what is seen becomes what the game has.

    >>> way_back({"0.large": "red"}, {"0.large": None}).en
    'please put it back'
    """
    changed = [slot for slot, piece in expected.items() if slot in seen and seen[slot] != piece]
    came = any(_came(expected, seen, slot) for slot in changed)
    left = any(expected[slot] is not None and seen[slot] is None for slot in changed)
    if came and left:
        return MOVE
    return PUT if left else TAKE if came else RIGHT if changed else TAKE


def then_go_on(way: Text) -> Text:
    """Return the whole sentence."""
    return THEN.fill(Way=capital(way))


def _came(expected: Table, seen: Table, slot: Slot) -> bool:
    return expected[slot] is None and seen[slot] is not None
