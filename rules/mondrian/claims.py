"""Who may take which card, and for what: strength, conflict and payment [seed; rules.md 5.5]."""

from collections.abc import Iterator
from itertools import combinations

from rules.game import Refused, Seat
from rules.mondrian.actions import Claim, Seal
from rules.mondrian.deck import CardId
from rules.mondrian.options import DICE_COLOURS
from rules.mondrian.state import State
from rules.mondrian.words import refused


def strength(state: State, seat: Seat, card: CardId) -> int:
    """Return the sum of a player's dice that count for a card."""
    return sum(die.landing.value for die in state.dice[seat] if die.landing and die.card == card)


def sealed_on(state: State, seat: Seat, card: CardId) -> CardId | None:
    """Return the hand card that a player set face down against a card."""
    return dict(state.sealed[seat] or ()).get(card)


def contested(state: State) -> tuple[CardId, ...]:
    """Return the cards on which dice of several players count."""
    return tuple(card for card in state.grid if sum(strength(state, s, card) > 0 for s in range(state.players)) > 1)


def sealers(state: State) -> tuple[Seat, ...]:
    """Return the seats that may set a card face down: those on a contested card, when the option asks for it."""
    if state.rules["conflict"] == "dice only":
        return ()
    cards = contested(state)
    return tuple(s for s in range(state.players) if any(strength(state, s, card) for card in cards))


def ranking(state: State, card: CardId) -> tuple[Seat, ...]:
    """Return the seats that may still take a card, the one that comes first at the head.

    The strongest comes first, among equals the one nearest to the first player [seed]; who left it is not among them.
    """
    if card not in state.grid or card in state.fresh:
        return ()
    rivals = [s for s in state.order() if strength(state, s, card) and (s, card) not in state.waived]
    return tuple(sorted(rivals, key=lambda s: -_rank(state, s, card)))


def _rank(state: State, seat: Seat, card: CardId) -> int:
    hidden = sealed_on(state, seat, card) if state.phase != "seal" else None  # still secret
    return strength(state, seat, card) + (state.value(hidden) if hidden else 0)


def open_cards(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards on which a player comes first now, whether or not he can pay."""
    mine = {die.card for die in state.dice[seat]}
    return tuple(card for card in state.grid if card in mine and ranking(state, card)[:1] == (seat,))


def claimant(state: State) -> Seat | None:
    """Return whose turn it is to take cards; None when nobody can take one any more."""
    return next((seat for seat in state.order() if open_cards(state, seat)), None)


def may_pay(state: State, seat: Seat, card: CardId) -> Refused | None:
    """Return why a player can't give this card; None when he can."""
    if card not in state.hands[seat] or card in state.taken:
        return refused("E-MO-OWN")
    if state.rules["pay_with"] == "blank only" and not state.rules.is_blank(card):
        return refused("E-MO-BLANK")
    return None


def payment(state: State, seat: Seat, claim: Claim) -> tuple[CardId, ...]:
    """Return the cards that a claim gives; raise Refused when they won't do."""
    if state.rules["conflict"] != "dice only" and claim.card in contested(state):
        return _sealed_payment(state, seat, claim)
    if any(hand in claim.pay for _, hand in state.sealed[seat] or ()):
        raise refused("E-MO-SEALED")
    if len(claim.pay) > 1 and state.rules["pay_cards"] == "one":
        raise refused("E-MO-PAY2")
    if len(set(claim.pay)) < len(claim.pay):
        raise refused("E-MO-OWN")
    for why in (may_pay(state, seat, card) for card in claim.pay):
        if why is not None:
            raise why
    if claim.pay and strength(state, seat, claim.card) >= state.value(claim.card):
        raise refused("E-MO-NOPAY")
    _check_reach(state, seat, claim.card, claim.pay)
    return claim.pay


def _sealed_payment(state: State, seat: Seat, claim: Claim) -> tuple[CardId, ...]:
    hidden = sealed_on(state, seat, claim.card)
    pay = (hidden,) if hidden else ()
    if claim.pay not in ((), pay):
        raise refused("E-MO-SEALED")
    _check_reach(state, seat, claim.card, pay)
    return pay


def _check_reach(state: State, seat: Seat, card: CardId, pay: tuple[CardId, ...]) -> None:
    dice, paid = strength(state, seat, card), sum(map(state.value, pay))
    if dice + paid < state.value(card):
        raise refused("E-MO-SHORT", strength=dice, paid=paid, value=state.value(card))


def check_claim(state: State, seat: Seat, card: CardId) -> None:
    """Raise Refused unless this player comes first on this card."""
    colour = DICE_COLOURS[state.rules.colours[seat]]
    if card not in state.grid:
        raise refused("E-MO-GRID", card=card)
    if card in state.fresh:
        raise refused("E-MO-FRESH", card=card)
    if not strength(state, seat, card):
        raise refused("E-MO-ONDIE", colour=colour, card=card)
    if (seat, card) in state.waived:
        raise refused("E-MO-WAIVED", colour=colour, card=card)
    best = ranking(state, card)[0]
    if best != seat:
        raise refused("E-MO-BEATEN", card=card, other=DICE_COLOURS[state.rules.colours[best]])


def claims(state: State, seat: Seat) -> Iterator[Claim]:
    """Yield every claim that a player may make now."""
    colour = state.rules.colours[seat]
    for card in open_cards(state, seat):
        for pay in _payments(state, seat, card):
            claim = Claim(colour, card, pay)
            try:
                payment(state, seat, claim)
            except Refused:
                continue
            yield claim


def _payments(state: State, seat: Seat, card: CardId) -> Iterator[tuple[CardId, ...]]:
    yield ()
    if strength(state, seat, card) >= state.value(card):
        return
    given = [hand for hand in state.hands[seat] if may_pay(state, seat, hand) is None]
    most = len(given) if state.rules["pay_cards"] == "several" else 1
    for count in range(1, most + 1):
        yield from combinations(given, count)


def check_seal(state: State, seat: Seat, seal: Seal) -> None:
    """Raise Refused unless a player may set these cards face down."""
    cards, hands = [card for card, _ in seal.cards], [hand for _, hand in seal.cards]
    if len(set(cards)) < len(cards) or len(set(hands)) < len(hands):
        raise refused("E-MO-PAY2")
    for card in cards:
        if card not in contested(state) or not strength(state, seat, card):
            raise refused("E-MO-ONDIE", colour=DICE_COLOURS[seal.colour], card=card)
    for why in (may_pay(state, seat, hand) for hand in hands):
        if why is not None:
            raise why
