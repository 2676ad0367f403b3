"""Otrio as the camera meets it: futures, problems, the view and the lines."""

import json

import pytest

from rules.french import spaced
from rules.game import Future, Table
from rules.otrio import OTRIO
from rules.otrio.actions import Move, Put, Take
from rules.otrio.state import State
from tests.rules.otrio_moves import play, put

START = "P:L11 R:M00"


def with_pieces(state: State, *added: str, without: tuple[str, ...] = ()) -> Table:
    """Return the state's table with pieces added and slots emptied."""
    table = dict(OTRIO.table(state))
    for move in added:
        piece = put(move)
        table[f"{piece.cell}.{piece.size}"] = piece.colour
    return {**table, **{slot: None for slot in without}}


def future(state: State, notation: str) -> Future:
    """Return the future with this action."""
    return next(f for f in OTRIO.futures(state) if OTRIO.notation(f.action) == notation)


def codes(state: State, table: Table) -> list[str]:
    """Return the codes of a table's problems."""
    return [problem.code for problem in OTRIO.problems(state, table)]


# futures


def test_every_piece_in_every_empty_slot_is_a_future() -> None:
    state = play(START)
    placed = [f.action for f in OTRIO.futures(state) if isinstance(f.action, Put)]
    assert len(placed) == len(set(placed)) == 4 * 25
    assert Put("blue", "medium", 0) not in placed  # the slot is taken


def test_legal_futures_come_first() -> None:
    refusals = [f.refusal is not None for f in OTRIO.futures(play(START))]
    assert refusals == sorted(refusals)


def test_refused_placement_shows_the_piece_even_so() -> None:
    future_ = future(play(START, players="2"), "green large 0")
    assert future_.refusal is not None
    assert (future_.refusal.code, future_.weight) == ("E-OT-NEST", 0.2)
    assert future_.table == with_pieces(play(START), "G:L00")


def test_moved_and_taken_pieces_are_futures() -> None:
    state = play(START)
    moves = [f for f in OTRIO.futures(state) if isinstance(f.action, Move | Take)]
    assert len(moves) == 2 * 8 + 2  # a piece keeps its size: eight other cells each
    assert {f.refusal.code for f in moves if f.refusal} == {"E-OT-MOVE"}
    assert future(state, "move 4.large 8.large").table == with_pieces(state, "P:L22", without=("4.large",))
    assert future(state, "take 0.medium").table == with_pieces(state, without=("0.medium",))


@pytest.mark.parametrize(("notation", "weight"), [
    ("green small 8", 1.0), ("green large 0", 0.2), ("blue small 8", 0.2), ("take 4.large", 0.05)])
def test_weights(notation: str, weight: float) -> None:
    assert future(play(START), notation).weight == weight


def test_unused_colours_and_fourth_pieces_are_unlikely() -> None:
    assert future(play(START, players="3"), "blue small 8").weight == 0.05
    state = play("P:S00 R:L11 G:L12 P:S02 R:L20 G:L21 P:S10 R:M22 G:M21", players="3")
    assert future(state, "purple small 4").weight == 0.01


def test_after_the_game_only_an_empty_board_is_legal() -> None:
    state = play("P:M01 R:S00 G:S02 P:M11 R:S10 G:S12 P:M21", players="3")
    legal = [f for f in OTRIO.futures(state) if f.refusal is None]
    assert [OTRIO.notation(f.action) for f in legal] == ["again"]
    assert set(legal[0].table.values()) == {None}
    assert {f.refusal.code for f in OTRIO.futures(state) if f.refusal} == {"E-OT-OVER"}


# problems


def test_table_as_it_should_be_has_no_problems() -> None:
    for moves in ("", START, "P:M01 R:S00 G:S02 B:L22 P:M11 R:S10 G:S12 B:L20 P:M21"):
        state = play(moves)
        assert OTRIO.problems(state, OTRIO.table(state)) == []


def test_next_legal_placement_is_no_problem() -> None:
    state = play(START)
    assert codes(state, with_pieces(state, "G:L22")) == []
    assert codes(state, with_pieces(state, "G:L22", "B:M22", "P:S22")) == []


def test_all_that_is_wrong_is_said_at_once() -> None:
    state = play(START, players="3", centre_ban="small")
    lying = with_pieces(state, "B:S22", "P:S11", "G:L00", without=("4.large",))
    assert codes(state, {**lying, "8.large": "pink", "9.large": "red"}) == [
        "P-OT-PIECE", "P-OT-SLOT", "P-OT-BAN", "P-OT-COLOUR", "P-OT-NEST", "P-OT-MISSING"]


@pytest.mark.parametrize(("added", "without", "code", "sentence", "slots"), [
    (["G:L00"], (), "P-OT-NEST", "In the top left cell, the green large ring came after the red medium ring; only a "
                                 "smaller piece may follow", ("0.large", "0.medium")),
    ([], ("4.large",), "P-OT-MISSING", "Missing in the centre cell: the purple large ring", ("4.large",)),
    (["B:M00"], (), "P-OT-CHANGED", "In the top left cell, the red medium ring has become a blue medium ring",
     ("0.medium",)),
    (["P:L00", "P:L01", "P:L20"], (), "P-OT-STOCK", "4 large rings of purple are on the board, and a colour has three",
     ("1.large", "4.large", "6.large")),
])
def test_problem_says_what_and_where(
        added: list[str], without: tuple[str, ...], code: str, sentence: str, slots: tuple[str, ...]) -> None:
    state = play(START)
    found = {p.code: p for p in OTRIO.problems(state, with_pieces(state, *added, without=without))}
    assert found[code].text.en == sentence
    assert set(slots) <= set(found[code].slots)
    assert found[code].text.fr != sentence


def test_numbers_that_strict_turns_cannot_give() -> None:
    state = OTRIO.new({})
    problem, = OTRIO.problems(state, with_pieces(state, "P:L00", "P:L11"))
    assert (problem.code, problem.slots) == ("P-OT-COUNTS", ("0.large", "4.large"))
    assert problem.text.en == "The numbers of pieces do not fit the turns: purple 2, red 0, green 0, blue 0"
    assert codes(state, with_pieces(state, "R:L00")) == ["P-OT-COUNTS"]


def test_two_colours_of_a_seat_must_have_taken_turns() -> None:
    state = OTRIO.new({"players": "2"})
    assert codes(state, with_pieces(state, "G:L00", "B:L01", "P:L02")) == []
    assert codes(state, with_pieces(state, "G:L00", "B:L01", "G:L20")) == ["P-OT-COUNTS"]


def test_numbers_are_not_judged_where_a_colour_may_have_been_skipped() -> None:
    state = play("P:S02 R:S00 G:S11 P:S10 R:S01 G:S20 P:S21 R:S12 G:L22 P:M22 G:S22", players="3")
    assert OTRIO.problems(state, OTRIO.table(state)) == []


def test_a_colour_may_have_taken_the_turns_of_one_that_was_stuck() -> None:
    moves = ("G:L12 R:L10 P:S22 B:M22 G:M10 R:M20 P:S01 B:M00 G:L01 R:S20 P:S00 B:M02 G:M21 R:L20 P:L21 B:L11 G:S12 "
             "R:M12 P:M01 B:L00 G:L22 R:L02 G:S21 B:S10 G:S02")
    state = play(moves, players="2", placement="free", centre_ban="medium", stuck="other", must_call="yes")
    assert (state.board.count("purple"), state.board.count("green")) == (5, 8)
    assert OTRIO.problems(state, OTRIO.table(state)) == []


def test_pieces_that_no_order_of_turns_can_have_nested() -> None:
    state = OTRIO.new({})
    # purple began, so the small peg lay there before the large ring around it
    assert codes(state, with_pieces(state, "P:S11", "R:L11")) == ["P-OT-ORDER"]
    assert codes(state, with_pieces(state, "P:L11", "R:S11")) == []
    assert codes(OTRIO.new({"placement": "free"}), with_pieces(state, "P:S11", "R:L11")) == []


def test_two_otrios_of_different_players() -> None:
    state = OTRIO.new({"players": "3"})
    both = with_pieces(state, "P:L00", "P:L01", "P:L02", "R:M20", "R:M21", "R:M22", "G:S10", "G:S11")
    problem, = OTRIO.problems(state, both)
    assert problem.code == "P-OT-OTRIOS"
    assert problem.text.en == ("There are several Otrios (purple and red) that no single piece completes together: the "
                               "first one had ended the game")
    assert set(problem.slots) == {"0.large", "1.large", "2.large", "6.medium", "7.medium", "8.medium"}


def test_play_after_an_otrio() -> None:
    state = OTRIO.new({"players": "3"})
    late = with_pieces(state, "P:L00", "P:L01", "P:L02", "R:M20", "R:M11", "R:M22", "G:S10", "G:S12")
    assert codes(state, late) == ["P-OT-ORDER"]  # red placed a third time after purple had won
    called = OTRIO.new({"players": "3", "must_call": "yes"})
    assert codes(called, late) == []  # nobody called it


def test_one_piece_may_complete_two_otrios() -> None:
    state = OTRIO.new({"players": "3"})
    cross = with_pieces(state, "P:L00", "P:S00", "P:L02", "P:S02", "P:M01", "R:M22", "R:L22", "R:L12", "R:M20",
                        "G:S21", "G:S11", "G:L21", "G:M12")
    assert codes(state, cross) == []


def test_unread_slots_are_no_problem_and_silence_the_counting() -> None:
    state = play(START)
    table = {**with_pieces(state, "B:S20", "B:L22"), "4.large": "?", "8.small": "?"}
    assert codes(state, table) == []
    assert codes(state, {**table, "4.large": None}) == ["P-OT-MISSING"]


# view and lines


def test_view_holds_what_a_page_needs() -> None:
    state = play(START, players="2", centre_ban="medium")
    view = OTRIO.view(state, "spectator")
    assert json.loads(json.dumps(view)) == view
    assert view["cells"][4] == {"large": "purple", "medium": None, "small": None}
    assert view["reserve"]["purple"] == {"large": 2, "medium": 3, "small": 3}
    assert view["seats"][0] == {
        "colours": ["purple", "green"], "title": {"en": "purple and green", "fr": "violet et vert"}}
    assert (view["to_play"], view["due"], view["banned"]) == (0, ["green"], "4.medium")
    assert view["last"] == {"seat": 1, "colour": "red", "size": "medium", "cell": 0, "slot": "0.medium"}
    assert view["legal"] == [OTRIO.notation(action) for action in OTRIO.legal_actions(state)]
    assert view["options"]["centre_ban"] == "medium"
    assert view["match"]["kind"] == "single"


def test_view_is_the_same_for_everybody() -> None:
    state = play(START)
    assert OTRIO.view(state, "host") == OTRIO.view(state, 0) == OTRIO.view(state, "spectator")


def test_lines_of_accepted_actions() -> None:
    state = play("P:M01 R:S00 G:S02 P:M11 R:S10 G:S12", players="3", match="extreme", penalty="manual")
    lines = []
    for notation in ("purple medium 7", "penalty green", "again"):
        action = OTRIO.parse(notation)
        after = OTRIO.apply(state, action)
        lines.append(OTRIO.line(state, action, after))
        state = after
    assert lines == [
        {"kind": "move", "colour": "purple", "size": "medium", "cell": 7, "wins": "same size"},
        {"kind": "penalty", "colour": "green"}, {"kind": "again", "game": 2, "starter": 1}]


def test_line_of_a_call_names_the_way() -> None:
    state = play("P:M01 R:S00 G:S02 P:M11 R:S10 G:S12", players="3", must_call="yes")
    won = play("P:M21", state)
    assert OTRIO.line(state, put("P:M21"), won)["wins"] is None
    call = OTRIO.parse("call")
    assert OTRIO.line(won, call, OTRIO.apply(won, call)) == {"kind": "call", "colour": "purple", "wins": "same size"}


@pytest.mark.parametrize(("notation", "english", "french"), [
    ("green small 8", "green puts a small peg into the bottom right cell",
     "vert place un petit pion dans la case en bas à droite"),
    ("green small 9", "green puts a small peg outside the nine cells", "vert place un petit pion hors des neuf cases"),
    ("move 0.medium 1.medium", "the red medium ring is moved from the top left cell to the top middle cell",
     "l'anneau moyen rouge passe de la case en haut à gauche à la case en haut au milieu"),
    ("take 1.small", "a small peg is taken out of the top middle cell",
     "un petit pion est retiré de la case en haut au milieu"),
    ("call", '"Otrio!" is called', "« Otrio ! » est annoncé"),
    ("penalty blue", "red and blue lose a point for not blocking",
     "rouge et bleu perdent un point pour ne pas avoir bloqué"),
])
def test_actions_in_words(notation: str, english: str, french: str) -> None:
    text = OTRIO.describe(play(START, players="2"), OTRIO.parse(notation))
    assert (text.en, text.fr) == (english, spaced(french))
