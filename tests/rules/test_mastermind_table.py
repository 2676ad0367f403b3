"""Which actions Mastermind finds in a seen board, and what it finds wrong with one."""

from typing import Any

import pytest

from rules.game import Piece, Possible, Slot
from rules.mastermind import MASTERMIND
from rules.mastermind.state import State

GAME = MASTERMIND
SECOND = "red yellow orange black"


def play(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply(state, GAME.parse(action))
    return state


def seen(state: State, **changes: Piece | None) -> Possible:
    """Return the table of a state as a camera sees it, but for some slots, written "r0_1" for "0.1"."""
    table = {**GAME.table(state), **{name.lstrip("r").replace("_", "."): piece for name, piece in changes.items()}}
    return {slot: (piece,) for slot, piece in table.items()}


def row(number: int, pegs: str) -> dict[str, Piece | None]:
    return {f"r{number}_{hole}": None if peg == "-" else peg for hole, peg in enumerate(pegs.split())}


def found(state: State, look: Possible) -> list[list[str]]:
    """Return every explanation: notations, with "?" for a part of an action and the code of a refusal."""
    return [[f"{future.action}{'?' * future.partial}{f' {future.refusal.code}' if future.refusal else ''}"
             for future in path] for path in GAME.explain(state, look, {})]


@pytest.fixture
def answered() -> State:
    return play(GAME.new({"rows": "8"}), "guess 0 green red purple black", "marks 0 1 1")


def test_an_unchanged_board_needs_no_explanation(answered: State) -> None:
    assert found(answered, seen(answered)) == []


def test_a_half_filled_row_is_no_guess_yet(answered: State) -> None:
    assert found(answered, seen(answered, r1_0="red", r1_2="blue")) == [["guess 1 red - blue -?"]]


def test_a_full_row_is_a_guess(answered: State) -> None:
    assert found(answered, seen(answered, **row(1, SECOND))) == [[f"guess 1 {SECOND}"]]


def test_a_full_row_with_a_repeated_colour_is_refused(answered: State) -> None:
    assert found(answered, seen(answered, **row(1, "red yellow red black"))) == [
        ["guess 1 red yellow red black E-MM-REPEAT"]]


def test_a_row_too_high_is_refused(answered: State) -> None:
    assert found(answered, seen(answered, **row(2, SECOND))) == [[f"guess 2 {SECOND} E-MM-ORDER"]]


def test_all_readings_of_an_uncertain_peg_are_told(answered: State) -> None:
    look: dict[Slot, Any] = {**seen(answered, **row(1, SECOND)), "1.2": ("orange", "yellow", "red", None)}
    assert found(answered, look) == [
        [f"guess 1 {SECOND}"], ["guess 1 red yellow yellow black E-MM-REPEAT"],
        ["guess 1 red yellow red black E-MM-REPEAT"], ["guess 1 red yellow - black?"]]


def test_marks_answer_the_last_row() -> None:
    state = play(GAME.new({}), "guess 0 green red purple black")
    assert found(state, seen(state, r0_red="1", r0_white="2")) == [["marks 0 1 2"]]
    assert found(state, seen(state, r0_red="3", r0_white="1")) == [["marks 0 3 1 E-MM-SLIDER"]]


def test_marks_of_nothing_are_seen_when_the_next_row_is_begun() -> None:
    state = play(GAME.new({}), "guess 0 green red purple black")
    assert found(state, seen(state, r1_0="blue")) == [["marks 0 0 0", "guess 1 blue - - -?"]]
    assert found(state, seen(state, **row(1, "blue yellow orange white"))) == [
        ["marks 0 0 0", "guess 1 blue yellow orange white"]]


def test_nothing_is_no_answer_where_it_can_not_be_right() -> None:
    state = play(GAME.new({"code": "known"}), "hide red blue green yellow", "guess 0 red blue green black")
    assert found(state, seen(state, **row(1, SECOND))) == [[f"guess 1 {SECOND} E-MM-ORDER"]]


def test_half_given_marks_do_not_void_a_round() -> None:
    state = play(GAME.new({"code": "known"}), "hide red blue green yellow", "guess 0 red green blue black")
    assert found(state, seen(state, r0_red="1")) == [["marks 0 1 0?"]]
    assert found(state, seen(state, r0_red="2")) == [["marks 0 2 0"]]
    assert GAME.apply(state, GAME.parse("marks 0 2 0")).phase == "clear"


def test_guess_and_marks_in_one_look(answered: State) -> None:
    look = seen(answered, **row(1, SECOND), r1_red="0", r1_white="3")
    assert found(answered, look) == [[f"guess 1 {SECOND}", "marks 1 0 3"]]


def test_a_changed_answer_is_taken_before_the_next_row_only(answered: State) -> None:
    assert found(answered, seen(answered, r0_white="2")) == [["marks 0 1 2"]]
    later = play(answered, f"guess 1 {SECOND}", "marks 1 0 2")
    assert found(later, seen(later, r0_white="2")) == [["marks 0 1 2 E-MM-ORDER"]]


def test_a_code_that_is_being_made_is_nobody_s_move() -> None:
    state = GAME.new({})
    paths = list(GAME.explain(state, seen(state, code_1="red"), {}))
    assert [future.partial for path in paths for future in path] == [True]
    assert "red" not in str(paths[0][0].action)


def test_a_code_shown_early_is_refused(answered: State) -> None:
    look = seen(answered, code_0="red", code_1="blue", code_2="green", code_3="white")
    assert found(answered, look) == [["reveal red blue green white E-MM-ORDER"]]


def test_reveal_and_clearing() -> None:
    state = play(GAME.new({}), "guess 0 green red purple black", "marks 0 4 0")
    look = seen(state, code_0="green", code_1="red", code_2="purple", code_3="black")
    assert found(state, look) == [["reveal green red purple black"]]
    over = play(state, "reveal green red purple black")
    assert {slot: piece[0] for slot, piece in look.items()} == GAME.table(over)
    assert found(over, {**look, "0.1": (None,), "code.0": (None,)}) == [["clear?"]]
    assert found(over, seen(GAME.new({}))) == [["clear"]]
    assert found(over, {**look, "3.1": ("red",)}) == []


def test_the_code_can_be_shown_after_a_round_was_void() -> None:
    """The answers contradict each other; only the code tells which row was wrong."""
    state = play(GAME.new({"rows": "8"}), "guess 0 red blue green yellow", "marks 0 0 0",
                 "guess 1 red white black orange", "marks 1 4 0")
    look = seen(state, code_0="red", code_1="white", code_2="black", code_3="orange")
    assert found(state, look) == [["reveal red white black orange"]]
    action = GAME.parse("reveal red white black orange")
    after = GAME.apply(state, action)
    assert GAME.line(state, action, after)["wrong_marks"] == {"row": 0, "shown": [0, 0], "true": [1, 0]}
    assert GAME.scores(after) == GAME.scores(state) == (-3, 3)
    assert GAME.table(after) == {slot: piece[0] for slot, piece in look.items()}


def test_rows_with_empty_holes_wait_for_their_marks() -> None:
    state = GAME.new({"blank": "colour"})
    assert found(state, seen(state, **row(0, "red - blue green"))) == [["guess 0 red - blue green?"]]
    look = seen(state, **row(0, "red - blue green"), r0_red="1")
    assert found(state, look) == [["guess 0 red - blue green", "marks 0 1 0"]]


def test_futures_lead_to_the_tables_they_name() -> None:
    state = play(GAME.new({"colours": "4", "holes": "2", "rows": "3"}), "guess 0 red blue", "marks 0 1 0")
    futures = list(GAME.futures(state))
    assert sum(future.refusal is None for future in futures) == 12 + 4
    for future in futures:
        if future.refusal is None:
            assert GAME.table(GAME.apply(state, future.action)) == future.table
        else:
            with pytest.raises(type(future.refusal)):
                GAME.apply(state, future.action)


@pytest.mark.parametrize(("changes", "codes"), [
    ({}, []), ({"r0_0": "pink"}, ["E-MM-PIECE"]), (row(2, SECOND), ["E-MM-ORDER"]), ({"r1_red": "1"}, ["E-MM-ORDER"]),
    (row(1, "red red blue black"), ["E-MM-REPEAT"]), ({"r0_red": "3", "r0_white": "1"}, ["E-MM-SLIDER"]),
    ({**row(1, "blue white yellow orange"), "r0_red": "0", "r0_white": "0", **row(2, "red blue green black")},
     ["E-MM-WRONG"])])
def test_problems_of_a_board(answered: State, changes: dict[str, Any], codes: list[str]) -> None:
    table = {slot: pieces[0] for slot, pieces in seen(answered, **changes).items()}
    assert [problem.code for problem in GAME.problems(answered, table)] == codes
