"""Skips, draws, calls, and Otrio Extreme: the games of a match in one state."""

import pytest

from rules.game import BadNotation
from rules.otrio import OTRIO
from rules.otrio.state import State
from tests.rules.otrio_moves import play, refused

SEATS = {"purple": "P", "red": "R", "green": "G", "blue": "B"}
DRAW = "P:S00 R:S02 G:S11 B:S20 P:S01 R:S10 G:S21 B:S22 P:S12"
TWO_STUCK = "P:S00 R:S02 G:L21 B:M21 P:S01 R:S21 G:L22 B:M22 P:S12 R:S10 G:S11 B:S20"


def won_by(state: State, seat: int) -> State:
    """Play a game in which this seat lays its large rings across the top, and the others elsewhere."""
    plans = {seat: ["L00", "L01", "L02"]}
    others = [other for other in range(len(state.house.seats)) if other != seat]
    for other, size in zip(others, "LMS", strict=False):
        plans[other] = [f"{size}{cell}" for cell in ("10", "11", "22")]
    while state.ending is None:
        assert state.turn is not None
        colour = state.house.seats[state.turn][0]
        state = play(f"{SEATS[colour]}:{plans[state.turn].pop(0)}", state)
    return state


def test_draw_when_nobody_can_place() -> None:
    state = play(DRAW, players="4")
    outcome = OTRIO.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.slots) == ("draw", (), ())
    assert OTRIO.to_play(state) is None
    assert OTRIO.scores(state) == (0, 0, 0, 0)
    assert [str(action) for action in OTRIO.legal_actions(state)] == ["again"]


def test_player_without_a_legal_move_is_skipped() -> None:
    state = play("P:S02 R:S00 G:S11 P:S10 R:S01 G:S20 P:S21 R:S12 G:L22 P:M22", players="3")
    assert OTRIO.view(state, "host")["skipped"] == [1]
    assert OTRIO.to_play(state) == 2
    state = play("G:S22", state)
    assert state.ending is not None
    assert state.ending.reason == "draw"


def test_due_colour_alternates_on_a_skip() -> None:
    state = play(TWO_STUCK, players="2")
    assert state.skipped == (0, 1)  # neither purple nor red has a small peg left
    assert OTRIO.to_play(state) == 0
    assert OTRIO.view(state, 0)["due"] == ["green"]
    assert refused(state, "P:S22")[0] == "E-OT-COLOUR"


def test_other_colour_is_played_instead_where_the_table_says_so() -> None:
    state = play(TWO_STUCK, players="2", stuck="other")
    assert state.skipped == ()
    assert OTRIO.view(state, 0)["due"] == ["green"]
    assert refused(state, "P:S22")[0] == "E-OT-STOCK"
    assert play("G:S22", state).ending is not None


def test_seats_start_in_turn_and_scores_go_on_in_single_games() -> None:
    state = won_by(OTRIO.new({"players": "4", "placement": "free"}), 1)
    assert OTRIO.scores(state) == (0, 1, 0, 0)
    state = play("again", state)
    assert (state.number, state.starter, OTRIO.to_play(state), OTRIO.scores(state)) == (2, 1, 1, (0, 1, 0, 0))
    assert all(piece is None for piece in OTRIO.table(state).values())


def test_the_rule_sheets_score_table() -> None:
    state = OTRIO.new({"turns": "purple,red,blue,green", "placement": "free", "match": "extreme", "penalty": "manual"})
    games = [(1, "penalty_purple", (-1, 1, 0, 0)), (3, "penalty_blue", (-1, 1, -1, 1)), (1, "", (-1, 2, -1, 1)),
             (2, "penalty_red", (-1, 1, 0, 1))]
    for winner, penalty, scores in games:
        state = play(penalty, won_by(state, winner))
        assert OTRIO.scores(state) == scores
        state = play("again", state)


def test_table_names_one_penalty_after_a_won_game() -> None:
    options = {"players": "4", "placement": "free", "match": "extreme", "penalty": "manual"}
    assert refused(OTRIO.new(options), "penalty red")[0] == "E-OT-PENALTY"
    over = won_by(OTRIO.new(options), 0)
    assert refused(over, "penalty purple") == (
        "E-OT-PENALTY", "The winner can't have failed to block; name another colour than purple")
    late = play("penalty_red", play("again", over))  # the board is often cleared before the talk is over
    assert OTRIO.scores(late) == (1, -1, 0, 0)
    assert refused(late, "penalty blue")[0] == "E-OT-PENALTY"
    assert refused(play("R:L00", play("again", over)), "penalty red")[0] == "E-OT-PENALTY"
    assert refused(won_by(OTRIO.new({"players": "4", "placement": "free"}), 0), "penalty red")[0] == "E-OT-PENALTY"


def test_five_points_win_the_match() -> None:
    state = OTRIO.new({"players": "3", "placement": "free", "match": "extreme", "penalty": "off"})
    for game in range(5):
        assert OTRIO.view(state, 0)["match"]["winner"] is None
        state = won_by(play("again", state) if game else state, 2)
    assert OTRIO.view(state, 0)["match"] == {
        "kind": "extreme", "target": 5, "game": 5, "starter": 1, "wins": [0, 0, 5], "penalties": [0, 0, 0],
        "scores": [0, 0, 5], "winner": 2, "ending": {"reason": "same size", "winner": 2, "penalty": None},
        "last_ending": {"reason": "same size", "winner": 2, "penalty": None}}
    outcome = OTRIO.outcome(state)
    assert outcome is not None
    assert outcome.text.en == "Otrio! Green wins: three of the same size in a line; with 5 points the match is won"
    assert refused(state, "again") == ("E-OT-OVER", "The match is over, with 5 points for green; start a new game")
    assert list(OTRIO.legal_actions(state)) == []


def test_penalties_keep_a_player_from_five_points() -> None:
    state = OTRIO.new({"players": "3", "placement": "free", "match": "extreme", "penalty": "previous"})
    state = won_by(state, 1)
    assert OTRIO.scores(state) == (-1, 1, 0)
    state = won_by(play("again", state), 2)
    assert OTRIO.scores(state) == (-1, 0, 1)


THREAT = "P:M01 R:S00 G:S02 P:M11 R:S10 G:S12 P:M21"


def test_uncalled_otrio_neither_ends_the_game_nor_is_given_away() -> None:
    state = play(THREAT, players="3", must_call="yes")
    assert OTRIO.outcome(state) is None
    view = OTRIO.view(state, "host")
    assert (view["wins"], view["winning"], "call" in view["legal"]) == (None, [], False)


def test_called_otrio_wins_until_the_next_placement() -> None:
    state = play(THREAT, players="3", must_call="yes")
    outcome = OTRIO.outcome(play("call", state))
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("same size", (0,))
    late = play("R:L22", state)
    assert refused(late, "call") == (
        "E-OT-CALL", "There is no Otrio to call: the last piece placed completes none")
    assert OTRIO.to_play(late) == 2


def test_otrio_on_the_last_free_place_can_be_called_or_left() -> None:
    full = "P:S00 R:S02 G:S11 B:S20 P:S01 R:S10 G:S21 B:S12 P:L22 R:M22 G:S22"
    assert OTRIO.outcome(play(full, players="4")) is not None
    moves = "P:S00 R:S02 G:S12 B:S20 P:S01 R:S11 G:S21 B:S22 P:L10 R:M10 G:S10"
    drawn = play(moves, players="4", must_call="yes")
    assert OTRIO.outcome(drawn) is not None
    trap = "P:S00 R:S02 G:S10 B:S20 P:S01 R:S22 G:S11 B:S21 P:L12 R:M12 G:S12"
    waiting = play(trap, players="4", must_call="yes")
    assert OTRIO.outcome(waiting) is None
    assert [str(action) for action in OTRIO.legal_actions(waiting)] == ["call", "pass"]
    assert refused(waiting, "B:L00")[0] == "E-OT-NEST"
    called, left = OTRIO.outcome(play("call", waiting)), OTRIO.outcome(play("pass", waiting))
    assert called is not None and left is not None
    assert (called.reason, called.winners, left.reason, left.winners) == ("same size", (2,), "draw", ())


@pytest.mark.parametrize(("options", "seats"), [
    ({"players": "2"}, (("purple", "green"), ("red", "blue"))),
    ({"players": "2", "turns": "red,green,blue,purple"}, (("red", "blue"), ("green", "purple"))),
    ({"players": "3"}, (("purple",), ("red",), ("green",))),
    ({"turns": "blue, red, green"}, (("blue",), ("red",), ("green",))),
    ({}, (("purple",), ("red",), ("green",), ("blue",)))])
def test_seats_follow_the_turns(options: dict[str, str], seats: tuple[tuple[str, ...], ...]) -> None:
    state = OTRIO.new(options)
    assert state.house.seats == seats
    assert OTRIO.new(OTRIO.chosen(state)) == state


@pytest.mark.parametrize(("options", "sentence"), [
    ({"placement": "loose"}, 'placement can\'t be "loose"; choose from nested, free'),
    ({"centre": "none"}, 'Otrio has no option "centre"; choose from players, turns, placement, centre_ban, stuck, '
                         "must_call, match, penalty"),
    ({"players": "5"}, 'players can\'t be "5"; choose from 4, 3, 2'),
    ({"turns": "purple,red,red,blue"}, 'turns can\'t be "purple,red,red,blue"; name 3-4 different colours out of '
                                       "purple, red, green, blue, with commas between them"),
    ({"turns": "purple,red,pink"}, 'turns can\'t be "purple,red,pink"; name 3-4 different colours out of '
                                   "purple, red, green, blue, with commas between them"),
    ({"turns": "purple,red,green", "players": "2"}, 'turns can\'t be "purple,red,green"; name 4 different colours out '
                                                    "of purple, red, green, blue, with commas between them")])
def test_bad_options_are_refused_with_their_remedy(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadNotation) as caught:
        OTRIO.new(options)
    assert caught.value.text.en == sentence
