"""What a painting is worth [seed; rules.md 5.6]."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.game import Seat
from rules.mondrian.deck import BLOCK_COLOURS, Card, Colour

BONUSES: Mapping[Colour, int] = {"blue": 8, "yellow": 10, "red": 12, "black": 14}


@dataclass(frozen=True)
class Score:
    """One painting's points."""

    cards: int
    """The sum of the cards' values."""
    bonuses: tuple[Colour, ...]
    """The colours of which this painting alone has most blocks."""
    blocks: tuple[int, ...]
    """How many blocks of each of BLOCK_COLOURS it has."""

    @property
    def total(self) -> int:
        return self.cards + sum(BONUSES[colour] for colour in self.bonuses)


def painting_size(hands: Iterable[int]) -> int:
    """Return how many cards a painting has: the smallest hand, rounded down to an even number [seed].

    >>> [painting_size([n, 9]) for n in (3, 4, 5, 6, 7, 8)]
    [2, 4, 4, 6, 6, 8]
    """
    return min(hands) // 2 * 2


def count_blocks(cards: Iterable[Card]) -> tuple[int, ...]:
    """Return how many blocks of each of BLOCK_COLOURS these cards have together."""
    return tuple(map(sum, zip((0,) * len(BLOCK_COLOURS), *(card.blocks for card in cards), strict=True)))


def majority(blocks: Sequence[int]) -> Seat | None:
    """Return who alone has most blocks of a colour; None on a tie, or when nobody has one.

    >>> majority([4, 4, 1]), majority([5, 4, 0]), majority([0, 0])
    (None, 0, None)
    """
    most = max(blocks)
    return blocks.index(most) if most and list(blocks).count(most) == 1 else None


def score_paintings(paintings: Sequence[Sequence[Card]]) -> tuple[Score, ...]:
    """Return the points of each seat's painting."""
    blocks = [count_blocks(painting) for painting in paintings]
    owners = {colour: majority([b[n] for b in blocks]) for n, colour in enumerate(BLOCK_COLOURS)}
    return tuple(Score(sum(card.value for card in painting), tuple(c for c in BLOCK_COLOURS if owners[c] == seat),
                       blocks[seat]) for seat, painting in enumerate(paintings))


def winners(scores: Sequence[Score], tie: str) -> tuple[Seat, ...]:
    """Return who wins; `tie` says what parts equal totals: "shared", "more bonuses", "higher card sum" [ours]."""
    def key(score: Score) -> tuple[int, int]:
        return score.total, {"shared": 0, "more bonuses": len(score.bonuses), "higher card sum": score.cards}[tie]
    best = max(map(key, scores))
    return tuple(seat for seat, score in enumerate(scores) if key(score) == best)
