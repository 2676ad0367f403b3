"""What each card of the grid is worth to each player.

A painting scores its values and the majorities of its colours, so a card is worth what it adds to the best painting
that its taker could then compose. The others' paintings are not known: each is taken for any choice among that
player's cards, all equally likely. All cards were seen when they were taken or given, so this uses nothing that a
watchful player lacks.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from rules.game import Seat
from rules.mondrian.deck import BLOCK_COLOURS, Card, CardId
from rules.mondrian.score import BONUSES, count_blocks, painting_size
from rules.mondrian.state import ROUNDS, State
from rules.text import Text

Below = tuple[tuple[float, ...], ...]
"""For each of BLOCK_COLOURS the chance that all others have fewer than 0, 1, 2, ... blocks."""
BEST_CARDS = Text("The cards that would add most to your painting: {cards}",
                  "Les cartes qui ajouteraient le plus à votre tableau : {cards}")
BEST_PAINTING = Text("This painting can be expected to score most: {cards}",
                     "Ce tableau devrait rapporter le plus : {cards}")
CARDS_NAMED = 5
SPARE = 3
"""The best painting is sought among this many cards more than it needs, the most promising ones."""


def card_values(state: State) -> Mapping[CardId, tuple[float, ...]]:
    """Return for each card of the grid the points that it would add to each seat's painting."""
    size = expected_size(state)
    found = {card: [0.0] * state.players for card in state.grid}
    for seat in range(state.players):
        below = chances(state, seat, size)
        hand = _hand(state, seat)
        now = best_painting(hand, size, below)[0]
        for card in state.grid:
            found[card][seat] = best_painting([*hand, state.rules.cards[card]], size, below)[0] - now
    return {card: tuple(worth) for card, worth in found.items()}


def advise_painting(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards with which this seat's painting is expected to score most."""
    size = painting_size(map(len, state.hands))
    return tuple(card.id for card in best_painting(_hand(state, seat), size, chances(state, seat, size))[1])


def advice(state: State, seat: Seat) -> tuple[Text, ...]:
    """Return the cards that are worth most to this seat, or the painting that is expected to score most."""
    if state.phase == "over" or (state.phase == "paint" and state.paintings[seat] is not None):
        return ()
    if state.phase == "paint":
        return (BEST_PAINTING.fill(cards=" ".join(advise_painting(state, seat))),)
    values = card_values(state)
    best = sorted(values, key=lambda card: -values[card][seat])[:CARDS_NAMED]
    return (BEST_CARDS.fill(cards=", ".join(f"{card} ({values[card][seat]:+.1f})" for card in best)),)


def expected_size(state: State) -> int:
    """Return how big the paintings may get: the smallest hand grows by one card in each round still to be settled."""
    to_come = ROUNDS - state.round + 1 if state.phase not in ("paint", "over") else 0
    return painting_size(len(hand) + to_come for hand in state.hands)


def chances(state: State, seat: Seat, size: int) -> Below:
    """Return how likely all other seats have fewer blocks of each colour than a number."""
    top = 1 + size * max(max(card.blocks) for card in state.rules.cards.values())
    below = []
    for n in range(len(BLOCK_COLOURS)):
        chance = [1.0] * (top + 1)
        for other in range(state.players):
            if other != seat:
                spread = block_spread([card.blocks[n] for card in _hand(state, other)], size)
                chance = [c * sum(p for b, p in spread.items() if b < k) for k, c in enumerate(chance)]
        below.append(tuple(chance))
    return tuple(below)


def block_spread(blocks: Sequence[int], size: int) -> dict[int, float]:
    """Return how likely each number of blocks is in `size` cards drawn from these at random.

    >>> block_spread([2, 0, 0], 1) == {2: 1 / 3, 0: 2 / 3}
    True
    """
    size = min(size, len(blocks))
    ways: list[dict[int, int]] = [{0: 1}, *({} for _ in range(size))]
    for block in blocks:
        for count in range(size, 0, -1):
            for total, number in ways[count - 1].items():
                ways[count][total + block] = ways[count].get(total + block, 0) + number
    every = sum(ways[size].values())
    return {total: number / every for total, number in ways[size].items()}


def best_painting(hand: Sequence[Card], size: int, below: Below) -> tuple[float, tuple[Card, ...]]:
    """Return the most points to be expected of `size` of these cards (all, when there are fewer), and the cards."""
    promise = sorted(hand, key=lambda card: -_worth((card,), below) - card.value)[:size + SPARE]
    return max(((_worth(cards, below), cards) for cards in combinations(promise, min(size, len(promise)))),
               key=lambda pair: pair[0])


def _worth(cards: Sequence[Card], below: Below) -> float:
    bonus = sum(BONUSES[colour] * below[n][min(blocks, len(below[n]) - 1)]
                for n, (colour, blocks) in enumerate(zip(BLOCK_COLOURS, count_blocks(cards), strict=True)) if blocks)
    return sum(card.value for card in cards) + bonus


def _hand(state: State, seat: Seat) -> list[Card]:
    return [state.rules.cards[card] for card in state.hands[seat]]
