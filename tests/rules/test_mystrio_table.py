"""Which actions Mystrio finds in a seen board, and what it finds wrong with one."""

from typing import Any

import pytest

from rules.game import Piece, Possible
from rules.mystrio import MYSTRIO
from rules.mystrio.state import State

GAME = MYSTRIO


def play(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply(state, GAME.parse(action))
    return state


def on_table(**options: str) -> State:
    """Return a game with real tokens in the cells 0 to 11."""
    return play(GAME.new(options), *(f"lay {cell}" for cell in range(12)))


def seen(state: State, changes: dict[int, Piece | None]) -> Possible:
    return {slot: (piece,) for slot, piece in
            {**GAME.table(state), **{str(cell): piece for cell, piece in changes.items()}}.items()}


def found(state: State, changes: dict[int, Piece | None], **evidence: Any) -> list[list[str]]:
    """Return every explanation: notations, with "?" for a part of an action and the code of a refusal."""
    return [[f"{future.action}{' (part)' * future.partial}{f' {future.refusal.code}' if future.refusal else ''}"
             for future in path] for path in GAME.explain(state, seen(state, changes), evidence)]


def test_an_unchanged_board_needs_no_explanation() -> None:
    assert found(on_table(), {}) == []
    assert found(GAME.new({}), {}) == []


def test_laying() -> None:
    state = play(GAME.new({}), "lay 5")
    assert found(state, {7: "down"}) == [["lay 7"]]
    assert sorted(found(state, {7: "down", 9: "down"})) == [["lay 7", "lay 9"], ["lay 9", "lay 7"]]
    assert found(state, {5: None, 6: "down"}) == [["move 5 6 E-MY-PHASE"]]


def test_a_move_follows_a_consultation_that_nobody_saw() -> None:
    assert found(on_table(), {11: None, 15: "down"}) == [["consult ?", "move 11 15"]]
    assert found(play(on_table(), "consult 3"), {11: None, 15: "down"}) == [["move 11 15"]]


def test_a_second_move_is_the_next_player_s() -> None:
    state = play(on_table(), "consult ?", "move 11 15")
    assert found(state, {10: None, 14: "down"}) == [["stop", "consult ?", "move 10 14"]]


def test_a_move_too_far_is_refused() -> None:
    state = play(on_table(), "consult 0")
    assert found(state, {0: None, 15: "down"}) == [["move 0 15 E-MY-FAR"]]


def test_tokens_face_up_are_an_announcement_once_there_are_three() -> None:
    state = play(on_table(), "consult 0")
    assert found(state, {4: "red square"}) == [["consult ? (part)"]]
    assert found(state, {4: "red square", 5: "black square"}) == [["consult ? (part)"]]
    three: dict[int, Piece | None] = {4: "red square", 5: "black square", 6: "red square"}
    assert found(state, three) == [["mystrio 4 5 6 RS BS RS"]]
    assert found(state, three, seat=0) == [["mystrio 4 5 6 RS BS RS by 0"]]
    assert found(state, three, seat=1) == [["stop", "mystrio 4 5 6 RS BS RS by 1"]]
    assert found(state, {0: "red square", 1: "black square", 6: "red square"}) == [["mystrio 0 1 6 RS BS RS E-MY-LINE"]]
    assert found(state, {cell: "red triangle" for cell in (4, 5, 6)}) == [["mystrio 4 5 6 RT RT RT E-MY-FACES"]]


def test_a_half_turned_token_tells_no_face() -> None:
    state = play(on_table(), "consult 0")
    paths = list(GAME.explain(state, seen(state, {4: "red square"}), {}))
    assert "red" not in str(paths[0][0].action)
    assert set(MYSTRIO.covered(state)) == {str(cell) for cell in range(16)}


def test_after_an_announcement_the_tokens_leave_or_are_turned_down() -> None:
    good = play(on_table(), "mystrio 4 5 6 RS RS RT")
    assert set(map(str, range(16))) - set(MYSTRIO.covered(good)) == {"4", "5", "6"}
    assert found(good, {4: None}) == [["tidy (part)"]]
    assert found(good, {4: None, 5: None, 6: None}) == [["tidy"]]
    assert found(good, {4: "down", 5: "down", 6: "down"}) == []
    bad = play(on_table(), "mystrio 4 5 6 RS RS BS")
    assert found(bad, {4: "down"}) == [["tidy (part)"]]
    assert found(bad, {4: "down", 5: "down", 6: "down"}) == [["tidy"]]
    assert found(bad, {4: "down", 5: "down", 6: "down", 11: None, 15: "down"}) == [["tidy", "consult ?", "move 11 15"]]


def test_touched_tokens_tell_what_leaves_the_table_as_it_was() -> None:
    state = on_table()
    assert found(state, {}, stirred=["5"]) == [["consult 5"]]
    assert found(state, {}, stirred=["5", "6"]) == [["consult ?", "swap 5 6"]]
    assert found(play(state, "consult 5"), {}, stirred=["6", "9"]) == [["swap 6 9"]]
    assert found(play(state, "consult 5"), {}, stirred=["2"]) == [["stop", "consult 2"]]
    assert found(state, {}, stirred=["0", "7"]) == []
    assert found(state, {}, stirred=["0", "6", "7"]) == [["consult 0", "swap 6 7"]]
    weights = [[future.weight for future in path] for path in GAME.explain(state, seen(state, {}), {"stirred": ["5"]})]
    assert weights == [[100.0]]


def test_a_known_face_that_changed_is_refused() -> None:
    state = play(on_table(), "mystrio 4 5 6 RS RS BS", "tidy")
    assert found(state, {4: "black square", 5: "red square", 6: "red square"}) == [
        ["mystrio 4 5 6 BS RS RS E-MY-FACES"]]


def test_futures_lead_to_the_tables_they_name() -> None:
    state = play(on_table(), "consult 0")
    futures = list(GAME.futures(state))
    assert {str(future.action) for future in futures if future.refusal is None} >= {"move 11 15", "swap 0 1", "stop"}
    assert any(future.refusal and future.refusal.code == "E-MY-FAR" for future in futures)
    for future in futures:
        if future.refusal is None:
            assert GAME.table(GAME.apply(state, future.action)) == future.table


@pytest.mark.parametrize(("changes", "codes"), [
    ({}, []), ({3: "green star"}, ["E-MY-PIECE"]), ({12: "down"}, ["E-MY-COUNT"]), ({3: None}, ["E-MY-COUNT"]),
    ({cell: "red triangle" for cell in (0, 1, 2)}, ["E-MY-FACES"])])
def test_problems_of_a_board(changes: dict[int, Piece | None], codes: list[str]) -> None:
    state = on_table()
    table = {slot: pieces[0] for slot, pieces in seen(state, changes).items()}
    assert [problem.code for problem in GAME.problems(state, table)] == codes
