"""Mastermind's rules: marks, rounds, points, refusals and records."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import BadNotation, Explains, Game, Refused
from rules.mastermind import MASTERMIND
from rules.mastermind.codes import Kind, all_codes, answer_index, fitting, marks, marks_table, possible_marks, to_pegs
from rules.mastermind.options import OPTIONS
from rules.mastermind.state import State
from rules.mastermind.words import COLOURS, Pegs

GAME: Game[State, Any] = MASTERMIND
LETTERS = dict(zip("ABCDEFGH", COLOURS, strict=True))


def pegs(letters: str) -> Pegs:
    return tuple(LETTERS.get(letter) for letter in letters)


def play(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply(state, GAME.parse(action))
    return state


def guess(row: int, letters: str) -> str:
    return f"guess {row} " + " ".join(peg or "-" for peg in pegs(letters))


def refused(state: State, action: str) -> str:
    with pytest.raises(Refused) as caught:
        GAME.apply(state, GAME.parse(action))
    assert caught.value.text.en != caught.value.text.fr
    return caught.value.code


# Marks


@pytest.mark.parametrize(("code", "attempt", "answer"), [
    ("ABCD", "ABCD", (4, 0)), ("ABCD", "ABDC", (2, 2)), ("ABCD", "DCBA", (0, 4)), ("ABCD", "BCDA", (0, 4)),
    ("ABCD", "EFGH", (0, 0)), ("ABCD", "AEFG", (1, 0)), ("ABCD", "EAFG", (0, 1)), ("ABCD", "ACBE", (1, 2)),
    ("AABB", "BBAB", (1, 2)), ("AABB", "AABC", (3, 0)), ("ABBB", "BAAA", (0, 2)), ("AABC", "ADAE", (1, 1)),
    ("AABB", "BBAA", (0, 4)), ("AABB", "AAAA", (2, 0)),
    ("A_BC", "AB_C", (2, 2)), ("A_BC", "____", (1, 0)), ("ABCD", "ABC_", (3, 0))])
def test_marks_of_the_rule_examples(code: str, attempt: str, answer: tuple[int, int]) -> None:
    assert marks(pegs(code), pegs(attempt)) == answer


def test_empty_holes_can_be_ignored_by_the_marks() -> None:
    assert marks(pegs("A_BC"), pegs("AB_C"), "ignored") == (2, 1)
    assert marks(pegs("A_BC"), pegs("A_BC"), "ignored") == (4, 0)


def by_crossing_out(code: tuple[int, ...], attempt: tuple[int, ...]) -> tuple[int, int]:
    """Mark as a person does: cross out what is in place, then each peg found elsewhere."""
    left, rest = [], []
    for ours, theirs in zip(code, attempt, strict=True):
        if ours != theirs:
            left.append(ours)
            rest.append(theirs)
    white = 0
    for peg in rest:
        if peg in left:
            left.remove(peg)
            white += 1
    return 4 - len(rest), white


def test_marks_agree_with_crossing_out_for_all_codes_of_six_colours() -> None:
    kind = Kind(colours=6, repeats=True)
    codes, table = [tuple(map(int, code)) for code in all_codes(kind)], marks_table(kind)
    assert sorted(codes) == list(product(range(1, 7), repeat=4))
    seen = {}
    for row, attempt in enumerate(codes):
        for column, code in enumerate(codes):
            if (answer := by_crossing_out(code, attempt)) not in seen:
                seen[answer] = marks(to_pegs(all_codes(kind)[column]), to_pegs(all_codes(kind)[row]))
            assert table[row, column] == answer_index(kind, answer)
    assert all(answer == ours for answer, ours in seen.items())
    assert set(seen) == set(possible_marks(4)) and len(seen) == 14


@given(st.sampled_from(["no", "colour", "ignored"]), st.booleans(), st.integers(2, 4), st.data())
@settings(max_examples=60)
def test_sets_of_codes_are_marked_as_single_ones(blank: Any, repeats: bool, holes: int, data: st.DataObject) -> None:
    kind = Kind(holes, 4, repeats, blank)
    codes = all_codes(kind)
    a, b = (data.draw(st.integers(0, len(codes) - 1)) for _ in range(2))
    answer = marks(to_pegs(codes[b]), to_pegs(codes[a]), blank)
    assert marks_table(kind)[a, b] == answer_index(kind, answer)
    assert b in fitting(kind, ((to_pegs(codes[a]), answer),))
    assert answer in possible_marks(holes)


@pytest.mark.parametrize(("kind", "count"), [
    (Kind(), 1680), (Kind(repeats=True), 4096), (Kind(repeats=True, blank="colour"), 6561),
    (Kind(blank="colour"), 3393), (Kind(colours=6, repeats=True), 1296)])
def test_number_of_codes(kind: Kind, count: int) -> None:
    assert len(all_codes(kind)) == count


def test_two_empty_answers_with_eight_colours_fit_no_code() -> None:
    one = ((pegs("ABCD"), (0, 0)),)
    assert len(fitting(Kind(), one)) == 24
    assert len(fitting(Kind(), (*one, (pegs("EFGH"), (0, 0))))) == 0


# Rounds and points


def test_a_code_found_in_row_five_gives_its_maker_five_points() -> None:
    state = GAME.new({})
    for row in range(4):
        state = play(state, guess(row, "ABCD"), f"marks {row} 0 4")
    state = play(state, guess(4, "BADC"), "marks 4 4 0")
    assert state.phase == "reveal" and GAME.scores(state) == (0, 0)
    state = play(state, "reveal blue red yellow green")
    assert GAME.scores(state) == (5, 0) and state.phase == "clear" and GAME.to_play(state) is None


def lost(state: State, first: int = 0) -> State:
    for row in range(first, state.house.rows):
        state = play(state, guess(row, "ABCE"), f"marks {row} 3 0")
    return play(state, "reveal red blue green yellow")


@pytest.mark.parametrize(("options", "points"), [
    ({}, 9), ({"rows": "8"}, 9), ({"rows": "12", "supply": "ignore"}, 9), ({"fail_points": "10", "rows": "8"}, 10),
    ({"rows": "8", "fail_counts": "on top"}, 17)])
def test_a_code_not_found_gives_its_maker_the_points_of_the_table(options: dict[str, str], points: int) -> None:
    assert GAME.scores(lost(GAME.new(options))) == (points, 0)


def test_the_winning_row_can_be_free() -> None:
    state = play(GAME.new({"winning_row": "free"}), guess(0, "ABCD"), "marks 0 4 0", "reveal red blue green yellow")
    assert GAME.scores(state) == (0, 0)


def test_roles_change_every_round_and_the_highest_score_wins() -> None:
    state = play(lost(GAME.new({})), "clear")
    assert (state.maker, state.decoder, state.number, GAME.to_play(state)) == (1, 0, 1, 0)
    state = play(state, guess(0, "ABCD"), "marks 0 4 0", "reveal red blue green yellow")
    outcome = GAME.outcome(state)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("rounds", (0,))
    assert GAME.scores(state) == (9, 1)
    assert outcome.text.en == "Player A wins with 9 points to 1"
    assert refused(state, "clear") == "E-MM-OVER"
    assert list(GAME.legal_actions(state)) == []


def test_equal_scores_are_a_draw() -> None:
    outcome = GAME.outcome(lost(play(lost(GAME.new({})), "clear")))
    assert outcome is not None and (outcome.reason, outcome.winners) == ("draw", ())


def test_a_target_ends_the_game_at_once_or_after_the_pair() -> None:
    at_once = lost(GAME.new({"length": "target", "target": "9"}))
    assert GAME.outcome(at_once) is not None and GAME.outcome(at_once).reason == "target"  # type: ignore[union-attr]
    pair = lost(GAME.new({"length": "target", "target": "9", "target_end": "pair"}))
    assert GAME.outcome(pair) is None
    ended = GAME.outcome(lost(play(pair, "clear")))
    assert ended is not None and ended.reason == "draw"


# Wrong marks


def test_wrong_marks_show_at_the_reveal_and_the_round_is_replayed() -> None:
    state = play(GAME.new({}), guess(0, "ABCE"), "marks 0 2 0", guess(1, "ABGF"), "marks 1 4 0")
    before = state
    state = play(before, "reveal red blue purple orange")
    line = GAME.line(before, GAME.parse("reveal red blue purple orange"), state)
    assert line["wrong_marks"] == {"row": 1, "shown": [4, 0], "true": [2, 1]}
    assert GAME.scores(state) == (-3, 3)
    again = play(state, "clear")
    assert (again.number, again.maker, again.rows) == (0, 0, ())


def test_the_publisher_takes_nothing_from_the_code_maker() -> None:
    state = play(GAME.new({"wrong_feedback": "0/+3"}), guess(0, "ABCD"), "marks 0 0 0", guess(1, "EFGH"), "marks 1 0 0")
    assert GAME.scores(state) == (0, 3)


def test_answers_that_no_code_fits_void_the_round_before_the_reveal() -> None:
    state = play(GAME.new({}), guess(0, "ABCD"), "marks 0 0 0", guess(1, "EFGH"), "marks 1 0 0")
    assert state.phase == "clear" and state.wrong is not None and state.wrong.row is None
    assert GAME.scores(state) == (-3, 3)
    assert GAME.view(state, "spectator")["wrong"]["text"]["en"].startswith("No code fits")


def test_a_known_code_shows_wrong_marks_at_once() -> None:
    state = play(GAME.new({"code": "known"}), "hide red blue green yellow", guess(0, "ABCE"), "marks 0 2 0")
    assert state.wrong is not None and (state.wrong.row, state.wrong.true) == (0, (3, 0))
    assert play(state, "clear").phase == "hide"


def test_the_code_maker_may_be_warned_first() -> None:
    known = play(GAME.new({"code": "known", "on_error": "warn"}), "hide red blue green yellow", guess(0, "ABCE"))
    assert refused(known, "marks 0 2 0") == "E-MM-WRONG"
    assert play(known, "marks 0 3 0").phase == "guess"
    private = play(GAME.new({"on_error": "warn"}), guess(0, "ABCD"), "marks 0 0 0", guess(1, "EFGH"))
    assert refused(private, "marks 1 0 0") == "E-MM-WRONG"
    assert play(private, "marks 1 4 0").phase == "reveal"


def test_an_answer_can_change_until_the_next_row() -> None:
    state = play(GAME.new({}), guess(0, "ABCD"), "marks 0 1 0")
    changed = play(state, "marks 0 1 1")
    assert changed.rows[0].answer == (1, 1) and changed.phase == "guess"
    assert refused(state, "marks 0 1 0") == "E-MM-ORDER"
    assert refused(play(changed, guess(1, "ABCE")), "marks 0 1 2") == "E-MM-ORDER"


# Refusals


@pytest.mark.parametrize(("options", "played", "action", "code"), [
    ({}, [], "guess 0 red blue green", "E-MM-PEGS"),
    ({}, [], "guess 0 red blue green -", "E-MM-PEGS"),
    ({"holes": "3"}, [], "guess 0 red blue green yellow", "E-MM-PEGS"),
    ({}, [], "guess 0 red blue green red", "E-MM-REPEAT"),
    ({"colours": "6"}, [], "guess 0 red blue green purple", "E-MM-COLOUR"),
    ({}, [], "guess 0 red blue green yellow by 0", "E-MM-ROLE"),
    ({}, [guess(0, "ABCD")], "marks 0 1 1 by 1", "E-MM-ROLE"),
    ({}, [guess(0, "ABCD")], guess(1, "ABCD"), "E-MM-ORDER"),
    ({}, [], guess(1, "ABCD"), "E-MM-ORDER"),
    ({}, [], "marks 0 1 1", "E-MM-ORDER"),
    ({}, [], "reveal red blue green yellow", "E-MM-ORDER"),
    ({}, [], "clear", "E-MM-ORDER"),
    ({}, [], "hide red blue green yellow", "E-MM-ORDER"),
    ({"code": "known"}, [], guess(0, "ABCD"), "E-MM-ORDER"),
    ({}, [guess(0, "ABCD")], "marks 0 3 1", "E-MM-SLIDER"),
    ({}, [guess(0, "ABCD")], "marks 0 3 2", "E-MM-SLIDER"),
    ({}, [guess(0, "ABCD")], "marks 0 5 0", "E-MM-SLIDER"),
    ({"code": "known"}, [], "hide red red green blue", "E-MM-REPEAT"),
    ({"code": "known"}, ["hide red blue green yellow", guess(0, "ABCD"), "marks 0 4 0"],
     "reveal red blue yellow green", "E-MM-CODE"),
    ({"each": "2", "rows": "8"}, [guess(0, "ABCD"), "marks 0 1 0", guess(1, "ABCD"), "marks 1 1 0"],
     guess(2, "AEFG"), "E-MM-SUPPLY")])
def test_refusals_leave_the_state(options: dict[str, str], played: list[str], action: str, code: str) -> None:
    state = play(GAME.new(options), *played)
    copy = play(GAME.new(options), *played)
    assert refused(state, action) == code
    assert state == copy


def test_a_refused_code_is_not_told() -> None:
    with pytest.raises(Refused) as caught:
        GAME.apply(GAME.new({"code": "known"}), GAME.parse("hide purple purple green blue"))
    assert not [word for word in (*COLOURS, "violet") if word in str(caught.value.text.json())]


def test_a_round_ends_when_the_pegs_run_out() -> None:
    """Of three pegs a colour the code has one, so two rows are all."""
    state = play(GAME.new({"each": "3", "colours": "4"}), guess(0, "ABCD"), "marks 0 0 4", guess(1, "BADC"))
    state = play(state, "marks 1 0 4")
    assert state.phase == "reveal"
    assert GAME.scores(play(state, "reveal green yellow red blue")) == (9, 0)


def test_a_row_may_not_take_the_pegs_of_the_code() -> None:
    """Of two pegs each of A to F, the first row has taken A to D: a second ABCD would leave no code but E and F."""
    state = play(GAME.new({"each": "2", "colours": "6"}), guess(0, "ABCD"), "marks 0 0 3")
    assert refused(state, guess(1, "ABCD")) == "E-MM-SUPPLY"
    assert play(state, guess(1, "BAEF")).phase == "marks"


# Options and notation


@pytest.mark.parametrize("options", [
    {"row": "9"}, {"rows": "0"}, {"rows": "ten"}, {"rows": "99999999"}, {"repeats": "maybe"}, {"each": "1"},
    {"target": "-3"}, {"colours": "9"}])
def test_bad_options_are_one_sentence(options: dict[str, str]) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.new(options)
    assert "\n" not in caught.value.text.en and caught.value.text.fr != caught.value.text.en


def test_every_choice_is_taken_and_told_back() -> None:
    for option in OPTIONS:
        for choice in option.choices:
            assert GAME.chosen(GAME.new({option.name: choice}))[option.name] == choice


@pytest.mark.parametrize("text", ["", "guess", "guess 0", "guess x red", "marks 0 1", "guess 00 red", "by 0",
                                  "guess 0 red blue green yellow red", "clear by 2", "reveal pink", "marks 0 -1 2"])
def test_texts_that_are_no_action(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


# Any game


def some_options() -> st.SearchStrategy[dict[str, str]]:
    return st.fixed_dictionaries({
        "code": st.sampled_from(["private", "known"]), "rows": st.sampled_from(["1", "3", "8"]),
        "length": st.sampled_from(["rounds", "target"]), "target": st.just("6"),
        "target_end": st.sampled_from(["at once", "pair"]), "on_error": st.sampled_from(["apply", "warn"]),
        "repeats": st.sampled_from(["no", "yes"]), "holes": st.sampled_from(["4", "3", "2"]),
        "blank": st.sampled_from(["no", "colour", "ignored"]), "colours": st.sampled_from(["8", "4"]),
        "each": st.sampled_from(["10", "3"])})


def some_action(state: State, data: st.DataObject) -> Any:
    """Draw an action that may be legal, without listing thousands: the phase's own, or another answer."""
    make = {"hide": "hide", "guess": f"guess {len(state.rows)}", "reveal": "reveal"}.get(state.phase)
    if state.phase == "clear":
        return GAME.parse("clear")
    if make is None or (state.rows and data.draw(st.integers(0, 9)) == 0):
        red, white = data.draw(st.sampled_from(possible_marks(state.house.kind.holes)))
        return GAME.parse(f"marks {len(state.rows) - 1} {red} {white}")
    every = all_codes(state.house.kind)
    fill = to_pegs(every[data.draw(st.integers(0, len(every) - 1))])
    return GAME.parse(f"{make} " + " ".join(peg or "-" for peg in (state.phase == "reveal" and state.code) or fill))


@given(some_options(), st.data())
@settings(max_examples=60, deadline=None)
def test_random_play_goes_on_or_ends_and_replays(options: dict[str, str], data: st.DataObject) -> None:
    state, record = GAME.new(options), []
    for _ in range(40):
        if GAME.outcome(state) is not None:
            assert next(GAME.legal_actions(state), None) is None
            break
        assert next(GAME.legal_actions(state), None) is not None
        action = some_action(state, data)
        assert GAME.parse(GAME.notation(action)) == action
        before, copy = GAME.table(state), str(state)
        try:
            after = GAME.apply(state, action)
        except Refused:
            assert str(state) == copy
            continue
        assert str(state) == copy and GAME.table(state) == before
        record.append(GAME.notation(action))
        state = after
    assert play(GAME.new(GAME.chosen(state)), *record) == state
    assert GAME.scores(state) == recount(state)


def recount(state: State) -> tuple[int, int]:
    """Count the points again from the rounds that are over."""
    scores = [0, 0]
    for past in state.past:
        if past.wrong is not None:
            scores[past.maker] -= 3
            scores[1 - past.maker] += 3
        elif past.rows[-1].answer == (state.house.kind.holes, 0):
            scores[past.maker] += len(past.rows)
        else:
            scores[past.maker] += 9
    return scores[0], scores[1]


@given(st.permutations(COLOURS), st.permutations(COLOURS), st.integers(0, 5))
@settings(max_examples=40, deadline=None)
def test_no_view_but_the_makers_depends_on_the_code(one: list[str], two: list[str], length: int) -> None:
    """Two games that differ only in the code, with answers that fit both, look alike to everybody else."""
    states = []
    for code in (one, two):
        states.append(play(GAME.new({"code": "known"}), "hide " + " ".join(code[:4])))
    row = 0
    for fill in list(all_codes(Kind()))[:: 1680 // 7][:length]:
        text = " ".join(COLOURS[number - 1] for number in fill)
        answers = {marks(state.code, GAME.parse(f"guess 0 {text}").pegs) for state in states if state.code}
        if len(answers) == 1 and states[0].phase == "guess":
            red, white = answers.pop()
            states = [play(state, f"guess {row} {text}", f"marks {row} {red} {white}") for state in states]
            row += 1
    for viewer in (1, "host", "spectator"):
        assert GAME.view(states[0], viewer) == GAME.view(states[1], viewer)  # type: ignore[arg-type]
    assert (GAME.view(states[0], 0) == GAME.view(states[1], 0)) == (one[:4] == two[:4])
    assert GAME.table(states[0]) == GAME.table(states[1])
    assert set(MASTERMIND.covered(states[0])) == {"code.0", "code.1", "code.2", "code.3"}


def test_the_log_does_not_tell_a_hidden_code() -> None:
    state = GAME.new({"code": "known"})
    action = GAME.parse("hide red blue green yellow")
    assert GAME.describe(state, action).en == "Player A has made a code"
    assert GAME.line(state, action, GAME.apply(state, action)) == {"kind": "code"}


def test_mastermind_explains_tables() -> None:
    assert isinstance(MASTERMIND, Explains)


def test_a_cover_that_is_lifted_tells_nobody_the_code_in_words() -> None:
    state = MASTERMIND.new({"code": "known"})
    for action in ("hide white black orange purple", "guess 0 red blue green yellow"):
        state = MASTERMIND.apply(state, MASTERMIND.parse(action))
    words = {MASTERMIND.describe(state, MASTERMIND.parse(f"reveal {pegs}")).en
             for pegs in ("white - - -", "purple - - -", "white black orange purple")}
    assert words == {"Player A uncovers the code"}
