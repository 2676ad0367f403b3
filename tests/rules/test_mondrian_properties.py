"""What holds in every game of Mondrian: it goes on or ends, replays, keeps secrets and counts right."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Refused
from rules.mondrian import Mondrian
from rules.mondrian.actions import METHODS, Action, Choose, Claim, Done, Knock, Landing, Paint, Plan, Seal, Throw
from rules.mondrian.options import OPTIONS
from rules.mondrian.state import State, put

GAME = Mondrian()
OPTION_SETS = st.fixed_dictionaries({
    option.name: st.sampled_from(option.choices) for option in OPTIONS if option.name not in ("deck", "laid")})


@st.composite
def games(draw: st.DrawFn, most: int = 60) -> list[tuple[State, Action | None]]:
    """The states of a random legal game, each with the action that was taken in it; the last with None."""
    state, played = GAME.new(draw(OPTION_SETS)), []
    for _ in range(draw(st.integers(0, most))):
        if GAME.outcome(state) is not None:
            break
        action = draw_action(draw, state)
        played.append((state, action))
        state = GAME.apply(state, action)
    return [*played, (state, None)]


def draw_action(draw: st.DrawFn, state: State) -> Action:
    if state.phase == "throw" and draw(st.integers(0, 9)):
        cards = draw(st.lists(st.sampled_from(state.grid[:6]), max_size=2, unique=True))
        colour = state.rules.colours[GAME.to_play(state) or 0]
        return Throw(colour, Landing(draw(st.integers(1, 6)), tuple(cards)))
    actions = list(islice(GAME.legal_actions(state), 300))
    return actions[draw(st.integers(0, len(actions) - 1))]


COLOURS = st.sampled_from(["black", "red", "yellow", "blue", "green"])
CARDS = st.sampled_from(["p1-1", "p2-1", "p3-2", "p7-1", "blank1.black", "blank3.red", "zz"])
LANDINGS = st.builds(Landing, st.integers(0, 7), st.lists(CARDS, max_size=2).map(tuple))
ANY_ACTION: st.SearchStrategy[Action] = st.one_of(
    st.builds(Plan, COLOURS, st.lists(st.sampled_from(METHODS), max_size=3).map(tuple)),
    st.builds(Throw, COLOURS, st.one_of(LANDINGS, st.sampled_from(["off", "touched", "leaning"])),
              st.one_of(st.none(), st.sampled_from(METHODS))),
    st.builds(Knock, COLOURS, st.integers(0, 6), st.one_of(LANDINGS, st.just("off"))),
    st.builds(Choose, COLOURS, st.integers(0, 6), CARDS),
    st.builds(Seal, COLOURS, st.lists(st.tuples(CARDS, CARDS), max_size=2).map(tuple)),
    st.builds(Claim, COLOURS, CARDS, st.lists(CARDS, max_size=2).map(tuple)),
    st.builds(Done, COLOURS),
    st.builds(Paint, COLOURS, st.lists(CARDS, max_size=3).map(tuple)))


@given(ANY_ACTION)
def test_notation_round_trips(action: Action) -> None:
    assert GAME.parse(GAME.notation(action)) == action


@settings(max_examples=40, deadline=None)
@given(games(), ANY_ACTION)
def test_actions_leave_their_state_as_it_was(game: list[tuple[State, Action | None]], other: Action) -> None:
    for (state, action), (after, _) in zip(game, game[1:], strict=False):
        kept = repr(state)
        assert action is not None and GAME.apply(state, action) == after and repr(state) == kept
    last = game[-1][0]
    kept, legal = repr(last), set(islice(GAME.legal_actions(last), 300))
    try:
        GAME.apply(last, other)
    except Refused as refusal:
        assert other not in legal and "{" not in refusal.text.en + refusal.text.fr
    assert repr(last) == kept


@settings(max_examples=30, deadline=None)
@given(games())
def test_a_game_ends_or_can_go_on(game: list[tuple[State, Action | None]]) -> None:
    state = game[-1][0]
    action = next(iter(GAME.legal_actions(state)), None)
    assert (action is None) == (GAME.outcome(state) is not None)
    if action is not None:
        GAME.apply(state, action)
    colour = None if (seat := GAME.to_play(state)) is None else state.rules.colours[seat]
    for legal in islice(GAME.legal_actions(state), 200):
        assert colour is None or isinstance(legal, Knock) or legal.colour == colour


@settings(max_examples=30, deadline=None)
@given(games(140))
def test_records_replay_and_cards_are_kept(game: list[tuple[State, Action | None]]) -> None:
    state = GAME.new(GAME.chosen(game[0][0]))
    for _, action in game[:-1]:
        assert action is not None
        state = GAME.apply(state, GAME.parse(GAME.notation(action)))
    assert state == game[-1][0] and GAME.view(state, "host") == GAME.view(game[-1][0], "host")
    where = Counter([*state.grid, *(card for hand in state.hands for card in hand)])
    every = {*state.rules.laid, *(card.id for card in state.rules.blanks)}
    assert max(where.values()) == 1 and set(where) <= every
    if state.rules["paid_card"] == "grid":
        assert set(where) == every


@settings(max_examples=40, deadline=None)
@given(games(140), st.randoms(use_true_random=False))
def test_views_keep_secrets(game: list[tuple[State, Action | None]], random: Any) -> None:
    for state, action in game[::4]:
        for seat in range(state.players):
            flipped = flip(state, seat, random)
            for viewer in ("host", "spectator", *(s for s in range(state.players) if s != seat)):
                assert GAME.view(state, viewer) == GAME.view(flipped, viewer)
            if state.rules["hands"] == "hidden":
                assert GAME.view(state, seat) != GAME.view(flipped, seat)
            if isinstance(action, Plan | Seal | Paint):
                secret = replace_secret(action)
                assert GAME.describe(state, action) == GAME.describe(state, secret)
                assert GAME.line(state, action, state) == GAME.line(state, secret, state)


def replace_secret(action: Plan | Seal | Paint) -> Action:
    return replace(action, methods=()) if isinstance(action, Plan) else replace(action, cards=())


def flip(state: State, seat: int, random: Any) -> State:
    """The state with everything changed that only this seat may know."""
    every = sorted(state.rules.cards)
    if state.rules["hands"] == "hidden":
        hand = random.sample([card for card in every if card not in state.hands[seat]], len(state.hands[seat]))
        state = replace(state, hands=put(state.hands, seat, tuple(hand)))
    if state.phase == "plan" and state.plans[seat] is not None and state.rules["palette"] == "hidden":
        plans = [p for p in combinations(METHODS, state.dice_each)]
        state = replace(state, plans=put(state.plans, seat, random.choice(plans)))
    if state.phase == "seal" and state.sealed[seat] is not None:
        state = replace(state, sealed=put(state.sealed, seat, ((state.grid[0], state.hands[seat][0]),)))
    if state.phase == "paint" and state.paintings[seat] is not None:
        painting = tuple(random.sample(every, len(state.paintings[seat] or ())))
        state = replace(state, paintings=put(state.paintings, seat, painting))
    return state


def finish(state: State, random: Any) -> State:
    """Play on to the end, dice always on some card."""
    while GAME.outcome(state) is None:
        if state.phase == "throw":
            landing = Landing(random.randint(1, 6), (random.choice(state.grid),))
            state = GAME.apply(state, Throw(state.rules.colours[GAME.to_play(state) or 0], landing))
        else:
            state = GAME.apply(state, random.choice([a for a in islice(GAME.legal_actions(state), 200)
                                                     if not isinstance(a, Knock)]))
    return state


@settings(max_examples=25, deadline=None)
@given(OPTION_SETS, st.randoms(use_true_random=False))
def test_scores_equal_a_recount_of_the_paintings(options: dict[str, str], random: Any) -> None:
    state = finish(GAME.new(options), random)
    blocks = [[sum(state.rules.cards[card].blocks[n] for card in painting or ()) for n in range(4)]
              for painting in state.paintings]
    for seat, painting in enumerate(state.paintings):
        total = sum(state.rules.cards[card].value for card in painting or ())
        for n, bonus in enumerate((8, 10, 12, 14)):
            if all(blocks[seat][n] > blocks[other][n] for other in range(state.players) if other != seat):
                total += bonus
        assert GAME.scores(state)[seat] == total
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert all(GAME.scores(state)[seat] == max(GAME.scores(state)) for seat in outcome.winners)


