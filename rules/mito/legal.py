"""Every action that Mito allows now."""

from collections.abc import Iterator
from itertools import product

from rules.game import Seat
from rules.mito.actions import (
    RACES,
    Action,
    Answer,
    Cheat,
    Count,
    Deal,
    Draw,
    First,
    Give,
    Keep,
    Out,
    Play,
    Race,
    Shuffle,
    Slap,
    Stop,
    Tally,
    Throw,
    Withdraw,
)
from rules.mito.cards import KINDS, LIMITS, MITO, VALUES, Card, fits
from rules.mito.guard import caught
from rules.mito.questions import can_give, may_empty, question
from rules.mito.state import State, size

LIKELY = 12
"""The most cards of a hand at the end of a round that is worth listing."""


def legal_actions(state: State) -> Iterator[Action]:
    """Yield every legal action.

    Of the ways to shuffle and deal a digital deck only one is listed, of counts and tallies those that are likely, and
    of the orders in which a race can end only who was first.
    """
    if state.phase == "deal":
        yield from _deals(state)
    elif state.phase == "score":
        yield from _tallies(state)
    elif state.phase == "play":
        yield from _answers(state)
        yield from _any_time(state)


def every_card() -> Iterator[Card]:
    """Yield each card that there can be, once."""
    for kind, value in product(KINDS, VALUES):
        yield Card(kind, value)


def _deals(state: State) -> Iterator[Action]:
    if state.rules.digital:
        yield Deal(state.rules.deck)
    else:
        yield from (Deal((card,)) for card in every_card())


def _answers(state: State) -> Iterator[Action]:
    asked = question(state)
    kind = asked.kind if asked else None
    if kind is None:
        yield from _turn(state)
    elif kind == "shuffle":
        yield Shuffle(tuple(sorted(state.discards)))
    elif kind == "stop":
        yield from (Stop(state.guard, seat) for seat in state.others(state.guard))
        yield Withdraw(state.guard)
    elif kind == "accusation":
        yield from _truths(state)
    elif kind in ("gift", "spider", "forfeit"):
        yield from _gifts(state)
    elif asked is not None and kind == "mosquito":
        yield from (Slap(seat) for seat in (*asked.seats, None))
    else:
        yield from _throws(state)


def _held(state: State, seat: Seat) -> list[Card]:
    """Return what a player may hold: his different cards, or in table mode any card."""
    return sorted(set(state.hands[seat])) if state.rules.digital else list(every_card())


def _turn(state: State) -> Iterator[Action]:
    if not state.rules.told:
        yield from (Race(race) for race in RACES)
        return
    assert state.top is not None, "a card was turned over at the deal"
    seat, top = state.turn, state.top
    fitting = [card for card in _held(state, seat) if fits(card, top) and (card.kind != MITO or seat == state.guard)]
    yield from (Play(seat, card) for card in fitting)
    if not (fitting and state.rules.digital and state.rules["must_play"] == "yes"):
        yield Draw(seat)


def _truths(state: State) -> Iterator[Action]:
    accusation = state.accusation
    assert accusation is not None, "an accusation is open"
    seat = accusation.accused
    assert seat is not None, "somebody is named"
    if state.rules.digital:
        yield Answer(seat, caught(state, seat) is not None)
        return
    if state.known[seat].most != 1:
        yield Answer(seat, True)
    yield Answer(seat, False)


def _gifts(state: State) -> Iterator[Action]:
    accusation, pending = state.accusation, state.pending
    givers: tuple[Seat, ...] = (accusation.guard,) if accusation else pending.owing if pending else ()
    to_one = accusation.accused if accusation else pending.to if pending else None
    free = accusation is None and pending is not None and pending.kind == "spider"
    if free and pending is not None and pending.seat is not None:
        givers = (pending.seat,)
    for seat in givers:
        if size(state, seat) > (0 if may_empty(state) else 1):
            cards: list[Card | None] = [None]
            if state.rules.digital:
                cards = [card for card in _held(state, seat) if card.kind != MITO]
            for to in (to_one,) if to_one is not None else state.others(seat):
                yield from (Give(seat, to, card) for card in cards)
        if free or not can_give(state, seat):
            yield Keep(seat)


def _throws(state: State) -> Iterator[Action]:
    pending = state.pending
    assert pending is not None, "a cockroach lies"
    if pending.kind == "throw":
        yield Keep(pending.owing[0])
    else:
        yield from (First((seat,)) for seat in state.others(state.out))
    yield Throw(None)
    if pending.card is None:
        return
    last = state.rules["cockroach_last_card"] == "yes"
    only_grey = state.rules["cockroach_cards"] == "number only"
    for seat in pending.owing[:1] or state.others(state.out):
        for card in _held(state, seat):
            fit = card.value == pending.card.value and card.kind != MITO and (card.kind == "n" or not only_grey)
            if fit and size(state, seat) > (0 if last else 1):
                yield Throw(seat, card)


def _any_time(state: State) -> Iterator[Action]:
    digital = state.rules.digital
    if not state.frozen:
        if state.out is None:
            yield Stop(state.guard)
            yield from (Stop(state.guard, seat) for seat in state.others(state.guard))
        for seat in state.others(state.guard) if digital else ():
            if size(state, seat) > 1:
                yield from (Cheat(seat, (card,)) for card in _held(state, seat))
        if not state.rules.told:
            yield from map(Out, range(state.players))
        elif not digital and state.layer is not None:
            yield Out(state.layer)
    for seat in range(state.players) if state.rules["mode"] == "table" else ():
        yield from (Count(seat, cards) for cards in range(1, state.known[seat].most + 1))


def _tallies(state: State) -> Iterator[Action]:
    done = [tally for tally in state.tallies if tally is not None]
    left = [limit - sum(tally[n] for tally in done) for n, limit in enumerate(LIMITS)]
    for seat in range(state.players):
        most = min(state.known[seat].most, LIKELY)
        for grey, action, mito in product(*(range(min(most, limit) + 1) for limit in left)):
            if state.tallies[seat] is None and min(1, most) <= grey + action + mito <= most:
                yield Tally(seat, (grey, action, mito))
