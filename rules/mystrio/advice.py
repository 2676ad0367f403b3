"""Advice for Mystrio: how likely a line is a trio, from what one player has seen.

Tokens that the player has not seen are taken as shuffled: each is as likely any of the faces that are left.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb

from rules.game import Seat
from rules.mystrio.options import families
from rules.mystrio.refusals import is_line
from rules.mystrio.state import State
from rules.mystrio.view import known_faces
from rules.mystrio.words import FACES, Cell, Face, Line, cell_name
from rules.text import Text

LINE = Text("From {first} to {last} (cells {cells}): a Mystrio with {percent} %, from what you have seen",
            "De {first} à {last} (cases {cells}) : un Mystrio à {percent} %, d'après ce que vous avez vu")
SURE = Text("From {first} to {last} (cells {cells}) there is a Mystrio for sure",
            "De {first} à {last} (cases {cells}), il y a un Mystrio à coup sûr")
NO_LINE = Text("No line can be a Mystrio now: move or swap to make one",
               "Aucune ligne ne peut être un Mystrio : déplacez ou permutez pour en former une")
LINES_NAMED = 3


def unseen(state: State, seat: Seat) -> Counter[Face]:
    """Return how many tokens of each face this player has not seen, among those that are not won."""
    on_board = {token for token in state.board if token is not None}
    known = Counter(face for token, face in known_faces(state, seat).items() if token in on_board)
    left = Counter(dict(zip(FACES, state.left, strict=True)))
    return left - known


def odds(state: State, seat: Seat, cells: Sequence[Cell]) -> Fraction:
    """Return how likely three cells hold a trio, as this player may reckon; 0 when they are no line of tokens."""
    if not is_line(state, cells):
        return Fraction(0)
    known, pool = known_faces(state, seat), unseen(state, seat)
    tokens = [token for token in map(state.token, cells) if token is not None]
    there = {known[token] for token in tokens if token in known}
    hidden = sum(token not in known for token in tokens)
    ways = sum(comb(sum(pool[face] for face in family), hidden)
               for family in families(state.house.level) if there <= set(family))
    return Fraction(ways, comb(pool.total(), hidden))


def best_lines(state: State, seat: Seat) -> list[tuple[Line, Fraction]]:
    """Return the lines that may be a trio, the likeliest first."""
    found = [(line, odds(state, seat, line)) for line in state.house.lines]
    return sorted(((line, chance) for line, chance in found if chance), key=lambda item: (-item[1], item[0]))


def advice(state: State, seat: Seat) -> tuple[Text, ...]:
    """Return the likeliest lines in words, once all tokens are laid; nothing for a player who is out."""
    if state.phase != "turn" or seat not in state.in_play:
        return ()
    found = best_lines(state, seat)[:LINES_NAMED]
    return tuple(_line(state, line, chance) for line, chance in found) or (NO_LINE,)


def _line(state: State, line: Line, chance: Fraction) -> Text:
    columns = state.house.columns
    # never rounded up to certainty
    return (SURE if chance == 1 else LINE).fill(
        first=cell_name(line[0], columns), last=cell_name(line[-1], columns), cells=" ".join(map(str, line)),
        percent=min(99, max(1, round(100 * chance))))
