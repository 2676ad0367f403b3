"""Mastermind's advice: what is left, and how soon its guesses find every code."""

from typing import Any

import numpy as np
import pytest

from rules.french import spaced
from rules.game import GameError
from rules.mastermind import MASTERMIND
from rules.mastermind.actions import Guess
from rules.mastermind.advice import best_guess, best_index, contradicted, hint, remaining_codes
from rules.mastermind.codes import Kind, all_codes, marks
from rules.mastermind.state import State
from rules.mastermind.words import COLOURS
from tests.bench.mastermind import KINDS, whole_games


def play(options: dict[str, str], *actions: str) -> State:
    state = MASTERMIND.new(options)
    for action in actions:
        state = MASTERMIND.apply(state, MASTERMIND.parse(action))
    return state


@pytest.mark.parametrize(("name", "mean", "most"), [
    ("6 colours, repeats", 4.36, 6), ("8 colours, no repeats", 4.70, 7)])
def test_whole_games_over_all_codes(name: str, mean: float, most: int) -> None:
    found, worst, _ = whole_games(KINDS[name])
    assert found <= mean
    assert worst <= most


def test_codes_left_fit_every_answer() -> None:
    state = play({}, "guess 0 red blue green yellow", "marks 0 1 2", "guess 1 red green white black", "marks 1 1 1")
    left = remaining_codes(state)
    assert len(left) == len(set(left)) > 0
    assert all(marks(code, row) == answer for code in left for row, answer in state.answers)
    assert ("red", "blue", "green", "white") not in left
    assert contradicted(state, ("red", "blue", "green", "white")) == [0, 1]
    assert contradicted(state, left[0]) == []


def test_hint_says_how_many_codes_are_left_and_then_the_last_one() -> None:
    state = play({}, "guess 0 red blue green yellow", "marks 0 0 0")
    assert hint(state).en.startswith("24 codes are left; ")
    last = play({"colours": "4", "holes": "2"}, "guess 0 red blue", "marks 0 1 0", "guess 1 red green", "marks 1 1 0")
    assert hint(last).fr == spaced("Il ne reste qu'un code : rouge, jaune")


def test_no_advice_while_an_answer_is_awaited() -> None:
    with pytest.raises(GameError, match="no row to fill"):
        best_guess(play({}, "guess 0 red blue green yellow"))


def test_advice_keeps_to_the_pegs_that_are_left() -> None:
    state = play({"each": "2", "colours": "6"}, "guess 0 red blue green yellow", "marks 0 0 3")
    MASTERMIND.apply(state, MASTERMIND.parse("guess 1 " + " ".join(peg or "-" for peg in best_guess(state))))


@pytest.mark.parametrize("options", [
    {"repeats": "yes"}, {"blank": "colour"}, {"blank": "ignored"}, {"repeats": "yes", "blank": "colour"},
    {"holes": "1"}, {"colours": "4", "holes": "3", "repeats": "yes"}])
def test_advice_finds_a_code_of_every_kind(options: dict[str, str]) -> None:
    state: Any = MASTERMIND.new({"code": "known", "rows": "12", "supply": "ignore", **options})
    codes = all_codes(state.house.kind)
    code = MASTERMIND.parse("hide " + " ".join("-" if not n else COLOURS[n - 1] for n in codes[len(codes) // 3]))
    state = MASTERMIND.apply(state, code)
    while state.phase == "guess":
        state = MASTERMIND.apply(state, Guess(len(state.rows), best_guess(state)))
        red, white = marks(state.code, state.rows[-1].pegs, state.house.kind.blank)
        state = MASTERMIND.apply(state, MASTERMIND.parse(f"marks {len(state.rows) - 1} {red} {white}"))
    assert state.found and len(state.rows) <= 9


def test_two_codes_are_guessed_one_after_the_other() -> None:
    assert best_index(Kind(2, 4), np.array([3, 5])) in (3, 5)


@pytest.mark.parametrize("options", [{}, {"each": "2", "colours": "6", "rows": "8"}, {"repeats": "yes", "each": "3"}])
def test_hint_does_not_depend_on_the_hidden_code(options: dict[str, str]) -> None:
    """With few pegs, those in the code are missing from the tray: not even that may show."""
    rows = "guess 0 red blue green yellow", "marks 0 2 0"
    said = {MASTERMIND.advice(play({"code": "known", **options}, f"hide {code}", *rows), 1)
            for code in ("red blue white black", "red black green white", "white blue black yellow")}
    assert len(said) == 1 and "codes are left" in next(iter(said))[0].en


def test_maker_is_told_the_marks_of_the_own_code_and_the_decoder_nothing() -> None:
    state = play({"code": "known"}, "hide red blue white black", "guess 0 red white green yellow")
    assert [text.en for text in MASTERMIND.advice(state, 0)] == ["Your code answers row 1 with 1 red and 1 white"]
    assert MASTERMIND.advice(state, 1) == ()
    assert MASTERMIND.advice(play({}, "guess 0 red white green yellow"), 0) == ()
