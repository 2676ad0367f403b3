"""What holds for every game of Otrio, whatever people do and whichever rules they chose."""

from copy import deepcopy
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Record, Refused
from rules.otrio import OTRIO
from rules.otrio.actions import Call, Put
from rules.otrio.options import OPTIONS
from rules.otrio.state import State
from rules.otrio.trios import TRIOS, completed_anywhere
from rules.record import parse, replay, write

OPTION_SETS = st.fixed_dictionaries({option.name: st.sampled_from(option.choices) for option in OPTIONS})
SEEDS = st.integers(0, 10**6)
LENGTHS = st.integers(0, 80)


def games(options: dict[str, str], seed: int, length: int) -> list[tuple[State, str]]:
    """Return a random match as its states, each with the notation of the action that led to it."""
    random = Random(seed)
    states = [(OTRIO.new(options), "")]
    for _ in range(length):
        legal = list(OTRIO.legal_actions(states[-1][0]))
        if not legal:
            break
        action = random.choice(legal)
        states.append((OTRIO.apply(states[-1][0], action), OTRIO.notation(action)))
    return states


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=60, deadline=None)
def test_game_goes_on_or_has_ended(options: dict[str, str], seed: int, length: int) -> None:
    for state, _ in games(options, seed, length):
        legal = list(OTRIO.legal_actions(state))
        if OTRIO.outcome(state) is None:
            assert legal
            waiting = OTRIO.to_play(state) is None
            assert waiting == (not any(isinstance(action, Put) for action in legal))
            assert not waiting or Call() in legal
        else:
            assert OTRIO.to_play(state) is None
            assert not any(isinstance(action, Put) for action in legal)
        assert len(state.plies) <= 27
        assert sum(OTRIO.scores(state)) == sum(state.wins) - sum(state.penalties)


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=60, deadline=None)
def test_no_otrio_goes_unseen(options: dict[str, str], seed: int, length: int) -> None:
    for state, _ in games({**options, "must_call": "no"}, seed, length):
        lying = {place for _, trio in TRIOS for place in trio if len({state.board[p] for p in trio} - {None}) == 1
                 and all(state.board[p] for p in trio)}
        outcome = OTRIO.outcome(state)
        won = outcome is not None and outcome.reason != "draw"
        assert won == bool(lying) == bool(completed_anywhere(state.board))
        if outcome is not None and won:
            assert [OTRIO.slots(state)[place] for place in sorted(lying)] == list(outcome.slots)


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=40, deadline=None)
def test_apply_changes_nothing_of_the_state_before(options: dict[str, str], seed: int, length: int) -> None:
    state = games(options, seed, length)[-1][0]
    before = deepcopy(state)
    for future in OTRIO.futures(state):
        try:
            after = OTRIO.apply(state, future.action)
        except Refused as refused:
            assert future.refusal is not None
            assert (refused.code, refused.text) == (future.refusal.code, future.refusal.text)
        else:
            assert future.refusal is None
            assert future.table == OTRIO.table(after)
            assert after != before
        assert state == before


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=40, deadline=None)
def test_futures_are_all_legal_actions_and_each_act_once(options: dict[str, str], seed: int, length: int) -> None:
    state = games(options, seed, length)[-1][0]
    futures = list(OTRIO.futures(state))
    assert [f.action for f in futures if f.refusal is None] == list(OTRIO.legal_actions(state))
    assert len({f.action for f in futures}) == len(futures)
    assert all(0 < f.weight <= 1 and set(f.table) == set(OTRIO.slots(state)) for f in futures)


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=60, deadline=None)
def test_tables_of_legal_play_have_no_problems(options: dict[str, str], seed: int, length: int) -> None:
    for state, _ in games(options, seed, length):
        assert OTRIO.problems(state, OTRIO.table(state)) == []


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=60, deadline=None)
def test_record_replays_to_the_same_match(options: dict[str, str], seed: int, length: int) -> None:
    states = games(options, seed, length)
    record = Record("otrio", dict(OTRIO.chosen(states[0][0])), tuple(notation for _, notation in states[1:]))
    assert replay(parse(write(record))) == tuple(state for state, _ in states)


@given(OPTION_SETS, SEEDS, LENGTHS)
@settings(max_examples=40, deadline=None)
def test_reserves_and_board_hold_all_pieces(options: dict[str, str], seed: int, length: int) -> None:
    for state, _ in games(options, seed, length):
        view = OTRIO.view(state, "host")
        left = sum(count for sizes in view["reserve"].values() for count in sizes.values())
        assert left + sum(piece is not None for piece in state.board) == 36
        assert all(count >= 0 for sizes in view["reserve"].values() for count in sizes.values())
