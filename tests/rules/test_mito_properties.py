"""What holds in every game of Mito: it goes on or ends, replays, keeps secrets and counts right."""

from collections import Counter
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Refused
from rules.mito import Mito
from rules.mito.actions import (
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
from rules.mito.cards import KINDS, PLACEHOLDER, VALUES, Card
from rules.mito.options import OPTIONS
from rules.mito.state import State, put
from rules.mito.words import REFUSALS

GAME = Mito()
Played = list[tuple[State, Action | None]]
RARE = (Cheat, Stop, Count, Out)
RANDOMS = st.integers(0, 2**32).map(Random)
"""Games are drawn from a seed: as lists of choices they would be too long for hypothesis to shrink."""


def options(**fixed: str) -> st.SearchStrategy[dict[str, str]]:
    choices = {o.name: st.sampled_from(o.choices) for o in OPTIONS if o.name not in ("deck", "first_guard")}
    return st.fixed_dictionaries({**choices, **{name: st.just(value) for name, value in fixed.items()}})


def choose(state: State, random: Random) -> Action:
    """A legal action, cheats and accusations seldom; digital decks shuffled."""
    actions = list(GAME.legal_actions(state))
    plain = [action for action in actions if not isinstance(action, RARE)]
    action = random.choice(actions if random.random() < 0.2 or not plain else plain)
    if isinstance(action, Deal | Shuffle) and state.rules.digital:
        return replace(action, cards=tuple(random.sample(action.cards, len(action.cards))))
    return action


def random_game(settings: dict[str, str], random: Random, most: int = 1500) -> Played:
    state, played = GAME.new(settings), []
    for _ in range(most):
        if GAME.outcome(state) is not None:
            break
        action = choose(state, random)
        played.append((state, action))
        state = GAME.apply(state, action)
    return [*played, (state, None)]


SEATS = st.integers(0, 5)
CARDS = st.builds(Card, st.sampled_from(KINDS), st.sampled_from(VALUES))
LISTS = st.lists(CARDS, max_size=3).map(tuple)
ANY_ACTION: st.SearchStrategy[Action] = st.one_of(
    st.builds(Deal, LISTS), st.builds(Play, SEATS, CARDS), st.builds(Draw, SEATS),
    st.builds(Give, SEATS, SEATS, st.one_of(st.none(), CARDS)), st.builds(Keep, SEATS),
    st.builds(Slap, st.one_of(st.none(), SEATS)), st.builds(Throw, SEATS, CARDS), st.just(Throw(None)),
    st.builds(First, st.lists(SEATS, min_size=1, max_size=3, unique=True).map(tuple)),
    st.builds(Race, st.sampled_from(("m", "c"))), st.builds(Withdraw, SEATS),
    st.builds(Cheat, SEATS, LISTS), st.builds(Stop, SEATS, st.one_of(st.none(), SEATS)),
    st.builds(Answer, SEATS, st.booleans()),
    st.builds(Out, SEATS), st.builds(Count, SEATS, st.integers(-1, 80)),
    st.builds(Tally, SEATS, st.tuples(*[st.integers(-1, 50)] * 3)), st.builds(Shuffle, LISTS))


@given(ANY_ACTION)
def test_notation_round_trips(action: Action) -> None:
    assert GAME.parse(GAME.notation(action)) == action


@settings(max_examples=60, deadline=None)
@given(options(), RANDOMS, st.lists(ANY_ACTION, min_size=5, max_size=5))
def test_actions_leave_their_state_as_it_was(settings: dict[str, str], random: Random, others: list[Action]) -> None:
    game = random_game(settings, random, random.randint(0, 60))
    for (state, action), (after, _) in zip(game, game[1:], strict=False):
        kept = repr(state)
        assert action is not None and GAME.apply(state, action) == after and repr(state) == kept
    last = game[-1][0]
    legal, kept = set(GAME.legal_actions(last)), repr(last)
    for other in others:
        try:
            GAME.apply(last, other)
        except Refused as refusal:
            assert other not in legal and "{" not in refusal.text.en + refusal.text.fr
        assert repr(last) == kept


@settings(max_examples=60, deadline=None)
@given(options(), RANDOMS)
def test_every_listed_action_is_taken_and_a_game_ends_or_goes_on(settings: dict[str, str], random: Random) -> None:
    state = random_game(settings, random, random.randint(0, 120))[-1][0]
    legal = list(GAME.legal_actions(state))
    assert (not legal) == (GAME.outcome(state) is not None)
    for action in islice(legal, 400):
        GAME.apply(state, action)
    for future in GAME.futures(state):
        if future.refusal is None:
            assert GAME.table(GAME.apply(state, future.action)) == future.table
        else:
            assert future.action not in legal


@settings(max_examples=30, deadline=None)
@given(options(), RANDOMS)
def test_records_replay(settings: dict[str, str], random: Random) -> None:
    game = random_game(settings, random, 400)
    state = GAME.new(GAME.chosen(game[0][0]))
    for _, action in game[:-1]:
        assert action is not None
        state = GAME.apply(state, GAME.parse(GAME.notation(action)))
    assert state == game[-1][0]


@settings(max_examples=40, deadline=None)
@given(options(mode="digital"), RANDOMS)
def test_no_card_is_lost_and_counts_hold(settings: dict[str, str], random: Random) -> None:
    for state, _ in random_game(settings, random, 300):
        if state.phase == "play":
            everywhere = [*state.discards, state.top, *state.pile, *(c.card for c in state.cheated),
                          *(card for hand in state.hands for card in hand)]
            gone = len(PLACEHOLDER) - len(everywhere)  # caught cards that were not taken back
            assert not Counter(everywhere) - Counter(PLACEHOLDER)
            assert gone == 0 or state.rules["take_back"] == "no"
            assert all(k.least <= len(hand) <= k.most for k, hand in zip(state.known, state.hands, strict=True))


@settings(max_examples=40, deadline=None)
@given(options(mode="digital"), RANDOMS)
def test_views_keep_secrets(settings: dict[str, str], random: Random) -> None:
    for state, action in random_game(settings, random, 200)[::3]:
        for seat in range(state.players):
            flipped = flip(state, seat, random)
            for viewer in ("host", "spectator", *state.others(seat)):
                assert GAME.view(state, viewer) == GAME.view(flipped, viewer)
            if state.phase == "play" and state.hands[seat]:
                assert GAME.view(state, seat)["players"][seat]["hand"] == [str(card) for card in state.hands[seat]]
        if isinstance(action, Give):
            other = replace(action, card=Card("n", 1))
            assert GAME.describe(state, action) == GAME.describe(state, other)
            assert GAME.line(state, action, state) == GAME.line(state, other, state)
        if isinstance(action, Cheat):
            assert GAME.audience(state, action) == (action.seat,)
            after = GAME.apply(state, action)
            for viewer in ("host", "spectator", *state.others(action.seat)):
                assert GAME.view(state, viewer) == GAME.view(after, viewer)


def flip(state: State, seat: int, random: Random) -> State:
    """The state with everything changed that only this seat, or nobody, may know."""
    hand = tuple(sorted(random.sample(PLACEHOLDER, random.randint(1, 9))))
    return replace(state, hands=put(state.hands, seat, hand), pile=tuple(random.sample(state.pile, len(state.pile))),
                   cheated=tuple(c for c in state.cheated if c.seat != seat))


@settings(max_examples=20, deadline=None)
@given(options(mode="digital", rounds="one a player", last_effect="skip", accuse_window="whole round"), RANDOMS)
def test_scores_equal_a_recount_from_the_record(settings: dict[str, str], random: Random) -> None:
    game = random_game(settings, random, 4000)
    state = game[-1][0]
    if GAME.outcome(state) is None:
        return
    ledger = Ledger(int(settings["players"]), settings["take_back"] == "yes")
    for _, action in game[:-1]:
        assert action is not None
        ledger.note(action)
    ledger.close()
    assert list(GAME.scores(state)) == ledger.totals
    assert GAME.outcome(state).winners == tuple(  # type: ignore[union-attr]
        seat for seat, total in enumerate(ledger.totals) if total == min(ledger.totals))


class Ledger:
    """Keeps the hands from the record alone, with its own bookkeeping, and adds up what is left of them."""

    def __init__(self, players: int, back: bool) -> None:
        self.players, self.back, self.round, self.totals = players, back, 0, [0] * players
        self.hands: list[list[Card]] = [[] for _ in range(players)]

    def close(self) -> None:
        for seat, hand in enumerate(self.hands):
            self.totals[seat] += sum({"n": 1, "x": 10}.get(card.kind, 5) for card in hand)

    def draw(self, seats: list[int]) -> None:
        self.due += seats
        while self.due and self.pile:
            self.hands[self.due.pop(0)].append(self.pile.pop(0))
        if self.due and not self.under:
            self.due = []

    def lay(self, seat: int, card: Card) -> None:
        self.hands[seat].remove(card)
        self.under.append(self.top)
        self.top = card

    def note(self, action: Action) -> None:
        if isinstance(action, Deal):
            self.close()
            self.guard, self.round = self.round, self.round + 1
            self.due: list[int] = []
            self.under: list[Card] = []
            self.hidden: list[tuple[int, Card]] = []
            cards = list(action.cards)
            self.hands = [[] for _ in range(self.players)]
            for n in range(8 * self.players):
                self.hands[(self.guard + 1 + n) % self.players].append(cards.pop(0))
            self.top, self.pile = cards.pop(0), cards
        elif isinstance(action, Play):
            self.lay(action.seat, action.card)
            if action.card.kind == "a" and self.hands[action.seat]:
                self.draw([seat for seat in range(self.players) if seat != action.seat])
        elif isinstance(action, Throw) and action.seat is not None and action.card:
            self.lay(action.seat, action.card)
        elif isinstance(action, Draw):
            self.draw([action.seat])
        elif isinstance(action, Give) and action.card:
            self.hands[action.seat].remove(action.card)
            self.hands[action.to].append(action.card)
        elif isinstance(action, Cheat):
            self.hands[action.seat].remove(action.cards[0])
            self.hidden.append((action.seat, action.cards[0]))
        elif isinstance(action, Answer) and not action.guilty:
            self.draw([self.guard])
        elif isinstance(action, Answer):
            self.guard = action.seat
            found = max(n for n, (seat, _) in enumerate(self.hidden) if seat == action.seat)
            card = self.hidden.pop(found)[1]
            if self.back:
                self.hands[action.seat].append(card)
        elif isinstance(action, Shuffle):
            self.under, self.pile = [], list(action.cards)
            self.draw([])


def test_problems_name_what_cannot_lie_there() -> None:
    state = GAME.apply(GAME.new({}), GAME.parse("deal n4"))
    assert GAME.problems(state, {"top": "n4"}) == [] and GAME.slots(state) == ("top",)
    assert [p.code for p in GAME.problems(state, {"top": "z9", "side": "n1"})] == ["P-MI-SLOT", "P-MI-PIECE"]
    assert [p.code for p in GAME.problems(state, {"top": None})] == ["P-MI-EMPTY"]


@pytest.mark.parametrize(("suffix", "language"), [("md", "en"), ("fr.md", "fr")])
def test_the_page_has_every_refusal_in_its_own_words(suffix: str, language: str) -> None:
    page = Path(__file__).parents[2].joinpath(f"docs/rules/mito.{suffix}").read_text(encoding="utf-8")
    for code, text in REFUSALS.items():
        assert f"| {code} | {getattr(text, language)} |" in page
    for option in OPTIONS:
        assert f"`{option.name}`" in page and all(f"`{choice}`" in page for choice in option.choices)
