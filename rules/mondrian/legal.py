"""Every action that Mondrian allows now."""

from collections.abc import Iterator
from itertools import combinations, permutations

from rules.mondrian.actions import (
    METHODS,
    MISSES,
    Action,
    Choose,
    Done,
    Knock,
    Landing,
    Paint,
    Plan,
    Seal,
    Throw,
)
from rules.mondrian.claims import claimant, claims, contested, may_pay, sealers, strength
from rules.mondrian.play import begun, free_methods, size, to_play, undecided
from rules.mondrian.state import State


def legal_actions(state: State, methods: bool = True) -> Iterator[Action]:
    """Yield every legal action; `methods` says whether throws are listed by their method too.

    A landing on several cards at once is legal as well, but not listed: there are too many.
    """
    if state.phase == "plan":
        yield from _plans(state)
    elif state.phase == "throw":
        yield from _throws(state, methods)
    elif state.phase == "choose":
        yield from _choices(state)
    elif state.phase == "seal":
        yield from _seals(state)
    elif state.phase == "claim":
        seat = claimant(state)
        assert seat is not None, "the claims end with the last claimant"
        yield from claims(state, seat)
        yield Done(state.rules.colours[seat])
    elif state.phase == "paint":
        yield from _paintings(state)
    if state.phase in ("throw", "choose", "seal", "claim") and not begun(state):
        yield from _knocks(state)


def landings(state: State) -> Iterator[Landing]:
    """Yield every way for a die to lie on one card or none."""
    for where in ((), *((card,) for card in state.grid)):
        for value in range(1, 7):
            yield Landing(value, where)


def _plans(state: State) -> Iterator[Action]:
    for seat, colour in enumerate(state.rules.colours):
        if state.plans[seat] is None:
            for chosen in combinations(METHODS, state.dice_each):
                yield Plan(colour, chosen)


def _throws(state: State, methods: bool) -> Iterator[Action]:
    seat = to_play(state)
    assert seat is not None, "throws are in turn"
    for method in (None, *(free_methods(state, seat) if methods else ())):
        for landing in (*landings(state), *MISSES):
            yield Throw(state.rules.colours[seat], landing, method)


def _knocks(state: State) -> Iterator[Action]:
    for colour, dice in zip(state.rules.colours, state.dice, strict=True):
        for number, die in enumerate(dice, 1):
            if die.landing is not None:
                yield from (Knock(colour, number, landing) for landing in landings(state) if landing != die.landing)
                yield Knock(colour, number, "off")


def _choices(state: State) -> Iterator[Action]:
    seat = to_play(state)
    assert seat is not None, "choices are in turn"
    for number in undecided(state, seat):
        for card in state.dice[seat][number - 1].touches:
            yield Choose(state.rules.colours[seat], number, card)


def _seals(state: State) -> Iterator[Action]:
    for seat in sealers(state):
        if state.sealed[seat] is None:
            cards = [card for card in contested(state) if strength(state, seat, card)]
            hand = [card for card in state.hands[seat] if may_pay(state, seat, card) is None]
            for count in range(min(len(cards), len(hand)) + 1):
                for some in combinations(cards, count):
                    for given in permutations(hand, count):
                        yield Seal(state.rules.colours[seat], tuple(zip(some, given, strict=True)))


def _paintings(state: State) -> Iterator[Action]:
    for seat, colour in enumerate(state.rules.colours):
        if state.paintings[seat] is None:
            for cards in combinations(state.hands[seat], size(state)):
                yield Paint(colour, cards)
