"""Threats, forced wins and the sentences of advice in Otrio, against the game's own rules."""

import random

import pytest

from rules.otrio import OTRIO
from rules.otrio.advice import blocks, threats
from rules.otrio.search import Proof, duel, prove
from rules.otrio.state import State
from tests.rules.otrio_moves import play, put

NESTED_4P = "P:L10 R:S22 G:M10 B:L21 P:M01 R:M20 G:S01 B:L00 P:M11"
"""Test vector V-OT-10 up to purple's double threat."""

IN_FIVE = "P:L21 R:S12 P:S21 R:L00"
"""With one colour each, purple wins from here with the fifth placement."""


def wins_by_force(state: State, seat: int, plies: int) -> bool:
    """Say by trying every placement of everybody whether a seat wins within so many: slow, and by the rules alone."""
    ending = OTRIO.outcome(state)
    if ending is not None:
        return ending.winners == (seat,)
    if plies == 0:
        return False
    results = (wins_by_force(OTRIO.apply(state, action), seat, plies - 1) for action in OTRIO.legal_actions(state))
    return any(results) if state.turn == seat else all(results)


def hold(state: State, proof: Proof) -> int:
    """Play a proof against every reply of all others and return the number of games; each must be won."""
    assert state.turn is not None
    return _replies(OTRIO.apply(state, proof.put), state.turn, proof.plies - 1)


def _replies(state: State, seat: int, plies: int) -> int:
    ending = OTRIO.outcome(state)
    if ending is not None:
        assert ending.winners == (seat,)
        return 1
    assert plies > 0
    if state.turn == seat:
        proof = prove(state, plies)
        assert proof is not None
        return _replies(OTRIO.apply(state, proof.put), seat, plies - 1)
    return sum(_replies(OTRIO.apply(state, reply), seat, plies - 1) for reply in OTRIO.legal_actions(state))


@pytest.mark.parametrize(("nested", "plies"), [(True, 9), (False, 7)])
def test_with_one_colour_each_the_first_player_wins(nested: bool, plies: int) -> None:
    proof = prove(duel(nested), plies)
    assert proof is not None and proof.plies <= plies
    assert hold(duel(nested), proof) > 400


@pytest.mark.parametrize(("nested", "plies"), [(True, 7), (False, 5)])
def test_no_shorter_win_is_claimed(nested: bool, plies: int) -> None:
    assert prove(duel(nested), plies) is None


def middle(seed: int, plies: int, **options: str) -> State:
    """Return a position after so many random placements that completed nothing."""
    chance = random.Random(seed)
    state = OTRIO.new(options)
    while len(state.plies) < plies:
        after = OTRIO.apply(state, chance.choice(list(OTRIO.legal_actions(state))))
        state = after if OTRIO.outcome(after) is None else OTRIO.new(options)
    return state


@pytest.mark.parametrize("options", [
    {"players": "2"}, {"players": "2", "placement": "free"}, {"players": "2", "stuck": "other"}, {"players": "3"},
    {"players": "2", "placement": "free", "centre_ban": "medium"}, {"players": "4"}],
    ids=lambda options: " ".join(options.values()))
def test_search_agrees_with_trying_everything(options: dict[str, str]) -> None:
    found = set()
    for seed in range(40):
        state = middle(seed, 15 if options["players"] == "2" else 18, **options)
        assert state.turn is not None
        if len(list(OTRIO.legal_actions(state))) > 12:
            continue
        for plies in (1, 3, 4):
            truth = wins_by_force(state, state.turn, plies)
            assert (prove(state, plies) is not None) == truth
            found.add((plies > 1, truth))
    assert {(True, True), (True, False)} <= found


def test_win_in_five_holds_against_every_defence() -> None:
    state = duel(nested=True)
    for word in IN_FIVE.split():
        state = OTRIO.apply(state, put(word))
    proof = prove(state, 5)
    assert proof is not None and proof.plies == 5
    assert hold(state, proof) > 10
    assert wins_by_force(OTRIO.apply(state, proof.put), 0, proof.plies - 1)


def test_search_ends_after_as_many_positions_as_it_may_look_at() -> None:
    assert prove(duel(nested=True), 9, nodes=1000) is None


def test_threats_are_those_that_the_rules_would_let_win() -> None:
    for seed in range(10):
        state = middle(seed, 12, players="2")
        assert state.turn is not None
        winning = [str(action) for action in OTRIO.legal_actions(state)
                   if (ending := OTRIO.outcome(OTRIO.apply(state, action))) and ending.winners]
        assert [str(threat.put) for threat in threats(state)[state.turn]] == winning


def test_double_threat_can_not_be_blocked() -> None:
    state = play(NESTED_4P, players="4")
    assert {threat.slot for threat in threats(state)[0]} == {"7.medium", "5.small"}
    assert threats(state)[1] == ()


def test_blocks_are_those_after_which_nothing_is_left_to_complete() -> None:
    state = play("P:L11 R:L00 G:L22 B:L02 P:M11", players="4")
    assert {str(block.cell) + block.size for block in blocks(state, 0)} == {"4small"}


def test_advice_names_the_own_win_first() -> None:
    state = play("P:L11 R:L00 G:L22 B:L02 P:M11 R:M00 G:S20 B:S21", players="4")
    assert [text.en for text in OTRIO.advice(state, 0)] == [
        "You can complete an Otrio: purple puts a small peg into the centre cell (three sizes in one cell)"]


def test_advice_warns_and_says_what_helps() -> None:
    state = play("P:L11 R:L00 G:L22 B:L02 P:M11 R:M01 G:L20", players="4")
    said = [text.en for text in OTRIO.advice(state, 3)]
    assert said[0] == ("Beware of purple: a small peg in the centre cell would be an Otrio (three sizes in one cell)")
    assert said[1] == ("This stops every Otrio that purple could complete: blue puts a small peg into the centre cell")
    assert "Attention à violet" in OTRIO.advice(state, 3)[0].fr


def test_advice_finds_a_forced_win() -> None:
    state = duel(nested=True)
    for word in IN_FIVE.split():
        state = OTRIO.apply(state, put(word))
    assert OTRIO.advice(state, 0)[0].en.startswith("You can force an Otrio within ")
    assert OTRIO.advice(state, 1)[0].en.startswith(("Beware of purple", "Nobody can complete"))


def test_nothing_threatens_before_the_first_piece_and_after_the_end() -> None:
    assert set(threats(OTRIO.new({})).values()) == {()}
    over = play("P:L11 R:L00 G:L22 B:L02 P:M11 R:M00 G:S20 B:S21 P:S11", players="4")
    assert set(threats(over).values()) == {()}
