"""Mystrio's rules: laying, turns, announcements, errors, ends, what each has seen, records."""

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import islice, permutations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.game import Advises, BadNotation, Explains, Game, Refused
from rules.mystrio import MYSTRIO
from rules.mystrio.advice import best_lines, odds
from rules.mystrio.options import OPTIONS, concerns, most_trios, read_options
from rules.mystrio.refusals import refusal
from rules.mystrio.state import State
from rules.mystrio.view import known_faces
from rules.mystrio.words import BY_CODE, CODES, FACES, Level, are_neighbours, is_trio, lines

GAME: Game[State, Any] = MYSTRIO
PILE = "RS RS RS RS BS BS BS BS RT RT BT BT"


def play(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply(state, GAME.parse(action))
    return state


def refused(state: State, action: str) -> str:
    with pytest.raises(Refused) as caught:
        GAME.apply(state, GAME.parse(action))
    assert caught.value.text.en != caught.value.text.fr
    return caught.value.code


def laid(pile: str = PILE, **options: str) -> State:
    """Return a game of known faces, laid cell by cell from the first."""
    count = len(pile.split())
    state = play(GAME.new({"faces": "known", **options}), f"shuffle {pile}")
    return play(state, *(f"lay {cell}" for cell in range(count)))


def on_table(**options: str) -> State:
    state = GAME.new(options)
    return play(state, *(f"lay {cell}" for cell in range(state.house.size)))


# Lines, trios and token sets


@pytest.mark.parametrize(("rows", "columns", "count", "neighbours"), [
    (3, 3, 8, 20), (3, 4, 14, 29), (4, 4, 24, 42), (4, 5, 34, 55), (5, 5, 48, 72)])
def test_lines_and_neighbours_of_a_board(rows: int, columns: int, count: int, neighbours: int) -> None:
    assert len(set(lines(rows, columns))) == count
    cells = range(rows * columns)
    assert sum(are_neighbours(a, b, columns) for a in cells for b in cells if a < b) == neighbours


@pytest.mark.parametrize(("level", "faces", "good"), [
    ("colour", "RS RT RS", True), ("colour", "RS BS RS", False), ("colour", "RS RS RS", True),
    ("symbol", "RS BS RS", True), ("symbol", "RS RT BT", False),
    ("both", "RS RS RS", True), ("both", "RS RS RT", False)])
def test_what_is_a_trio(level: Level, faces: str, good: bool) -> None:
    for order in permutations(faces.split()):
        assert is_trio(level, tuple(BY_CODE[code] for code in order)) is good


@pytest.mark.parametrize(("tokens", "colour", "symbol", "both"), [
    ((4, 4, 2, 2), 4, 3, 2), ((3, 3, 3, 3), 4, 4, 4), ((4, 4, 3, 3), 4, 4, 4)])
def test_most_trios_of_a_token_set(tokens: tuple[int, ...], colour: int, symbol: int, both: int) -> None:
    assert [most_trios(level, tokens) for level in ("colour", "symbol", "both")] == [colour, symbol, both]


def test_fourteen_tokens_are_reported() -> None:
    assert [problem.code for problem in concerns(read_options({"tokens": "4/4/3/3"}))] == ["E-MY-TOKENS"]
    assert [problem.code for problem in concerns(read_options({"level": "both"}))] == ["E-MY-TRIOS"]
    assert [problem.code for problem in concerns(read_options({"board": "3x4"}))] == ["E-MY-ROOM"]
    assert concerns(read_options({})) == []
    told = GAME.view(GAME.new({"tokens": "4/4/3/3"}), "host")["concerns"]
    assert told[0]["en"].startswith("14 tokens, where the rules speak of 12")


# Laying


@pytest.mark.parametrize(("players", "look", "draws", "looks"), [
    ("2", "own odd", 6, [3, 3]), ("3", "own odd", 4, [2, 2, 2]), ("4", "own odd", 3, [2, 2, 2, 2]),
    ("2", "alternate", 6, [6, 0]), ("4", "own even", 3, [1, 1, 1, 1])])
def test_who_looks_while_laying(players: str, look: str, draws: int, looks: list[int]) -> None:
    state = GAME.new({"faces": "known", "players": players, "look": look})
    state = play(state, f"shuffle {PILE}")
    drawn: Counter[int] = Counter()
    for cell in range(12):
        drawn[state.turn] += 1
        if state.house.may_look(cell):
            state = play(state, "look")
            assert refused(state, "look") == "E-MY-TWICE"
        else:
            assert refused(state, "look") == "E-MY-LOOK"
        state = play(state, f"lay {cell}")
    assert set(drawn.values()) == {draws}
    assert [sum(seat in seen for seen in state.seen) for seat in range(int(players))] == looks
    assert state.phase == "turn" and state.turn == 12 % int(players)


def test_real_tokens_are_looked_at_where_it_is_allowed() -> None:
    state = on_table(players="2")
    assert [sorted(seen) for seen in state.seen[:4]] == [[0], [1], [], []]


def test_next_player_in_order_opens_after_fourteen_tokens() -> None:
    assert on_table(tokens="4/4/3/3", players="4").turn == 2


# Turns


@pytest.mark.parametrize(("turns", "legal", "illegal"), [
    ("consult first", ["C", "CM", "CA", "CMA", "A"], {"M": "E-MY-MOVE-FIRST"}),
    ("prefix", ["C", "CM", "CMA"], {"M": "E-MY-MOVE-FIRST", "A": "E-MY-ORDER", "CA": "E-MY-ORDER"}),
    ("free", ["C", "M", "A", "CM", "CA", "MA", "CMA"], {})])
def test_which_actions_a_turn_may_skip(turns: str, legal: list[str], illegal: dict[str, str]) -> None:
    actions = {"C": "consult 0", "M": "move 11 15", "A": "mystrio 0 1 2"}
    for turn in legal:
        state = play(laid(turns=turns), *(actions[letter] for letter in turn))
        if not turn.endswith("A"):
            state = play(state, "stop")
        assert state.turn == 1
    for turn, code in illegal.items():
        state = play(laid(turns=turns), *(actions[letter] for letter in turn[:-1]))
        assert refused(state, actions[turn[-1]]) == code


@pytest.mark.parametrize(("played", "action", "code"), [
    ([], "stop", "E-MY-PASS"), (["consult 0"], "consult 1", "E-MY-TWICE"),
    (["consult 0", "swap 0 1"], "swap 0 1", "E-MY-TWICE"), (["consult 0", "swap 0 1"], "consult 1", "E-MY-ORDER"),
    (["consult 0", "swap 0 1"], "move 11 15", "E-MY-TWICE"), ([], "swap 0 1", "E-MY-MOVE-FIRST"),
    (["consult 0"], "move 0 12", "E-MY-FAR"), (["consult 0"], "move 0 1", "E-MY-OCCUPIED"),
    (["consult 0"], "move 3 12", "E-MY-FAR"), (["consult 0"], "swap 0 2", "E-MY-FAR"),
    (["consult 0"], "swap 3 4", "E-MY-FAR"), (["consult 0"], "swap 11 15", "E-MY-FAR"),
    (["consult 0"], "move 12 13", "E-MY-EMPTY"), ([], "consult 12", "E-MY-EMPTY"), ([], "consult 16", "E-MY-CELL"),
    ([], "consult ?", "E-MY-CELL"), ([], "mystrio 0 1 3", "E-MY-LINE"), ([], "mystrio 3 7 11 RS RS RS", "E-MY-FACES"),
    ([], "mystrio 7 11 15", "E-MY-LINE"), ([], "mystrio 0 0 1", "E-MY-LINE"), ([], "mystrio 2 3 4", "E-MY-LINE"),
    ([], "consult 0 by 1", "E-MY-TURN"), ([], "lay 12", "E-MY-PHASE"), ([], "tidy", "E-MY-PHASE"),
    (["mystrio 0 1 2"], "consult 5", "E-MY-PHASE"), ([], f"shuffle {PILE}", "E-MY-PHASE")])
def test_refusals_leave_the_state(played: list[str], action: str, code: str) -> None:
    state = play(laid(), *played)
    assert refused(state, action) == code
    assert state == play(laid(), *played)


def test_nothing_but_laying_before_all_tokens_lie() -> None:
    state = play(GAME.new({}), "lay 5")
    for action in ("consult 5", "move 5 6", "swap 5 6", "mystrio 5 6 7 RS RS RS", "stop"):
        assert refused(state, action) == "E-MY-PHASE"
    assert refused(state, "lay 5") == "E-MY-OCCUPIED"
    assert refused(GAME.new({"faces": "known"}), "lay 5") == "E-MY-PHASE"
    assert refused(GAME.new({"faces": "known"}), "shuffle RS RS") == "E-MY-TOKENS"


def test_a_turn_may_be_passed_where_the_table_says_so() -> None:
    assert play(laid(**{"pass": "yes"}), "stop").turn == 1


# Announcements and ends


def test_a_good_mystrio_leaves_nine_tokens_and_ends_the_turn() -> None:
    state = play(laid(), "mystrio 2 0 1")
    assert (state.phase, state.good, state.turn) == ("tidy", True, 1)
    assert [GAME.table(state)[str(cell)] for cell in range(4)] == ["red square"] * 3 + ["down"]
    state = play(state, "tidy")
    assert sum(token is not None for token in state.board) == sum(state.left) == 9
    assert GAME.scores(state) == [1, 0]


def test_a_second_mystrio_wins() -> None:
    state = play(laid(), "mystrio 0 1 2", "tidy", "consult 3", "stop", "mystrio 4 5 6")
    outcome = GAME.outcome(state)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("two mystrios", (0,))
    assert outcome.slots == ("4", "5", "6") and GAME.to_play(state) is None
    assert refused(state, "consult 3") == "E-MY-OUT"
    assert list(GAME.legal_actions(state)) == []


def test_two_errors_give_the_game_to_the_other_of_two() -> None:
    state = play(laid("BS RS RS RS RS BS BS BS RT RT BT BT"), "mystrio 0 1 2", "tidy", "consult 0", "stop")
    outcome = GAME.outcome(play(state, "mystrio 0 1 2"))
    assert outcome is not None and (outcome.reason, outcome.winners) == ("last player", (1,))


def test_three_play_on_after_one_is_eliminated() -> None:
    state = laid("BS RS RS RS RS BS BS BS RT RT BT BT", players="3")
    bad, pause = ["mystrio 0 1 2", "tidy"], ["consult 0", "stop"]
    state = play(state, *bad, *pause, *pause, *bad)
    assert GAME.outcome(state) is None and state.turn == 1
    assert refused(state, "consult 0 by 0") == "E-MY-OUT"
    assert GAME.view(state, 2)["seats"][0] == {"mystrios": [], "errors": 2, "out": True}
    state = play(state, *bad, *pause)
    assert state.turn == 1
    outcome = GAME.outcome(play(state, "mystrio 0 1 2"))
    assert outcome is not None and outcome.winners == (2,)


@pytest.mark.parametrize(("deadlock", "winners"), [("draw", ()), ("most trios", (0, 1))])
def test_one_trio_each_at_level_two_is_a_dead_end(deadlock: str, winners: tuple[int, ...]) -> None:
    state = play(laid("RS RS RS BS BS BS RS BS RT RT BT BT", level="both", deadlock=deadlock, board="4x3"),
                 "mystrio 0 1 2", "tidy", "mystrio 3 4 5")
    assert state.left == (1, 1, 2, 2)
    outcome = GAME.outcome(state)
    assert outcome is not None and (outcome.reason, outcome.winners) == ("dead end", winners)


def test_fewest_errors_decide_a_dead_end() -> None:
    state = play(laid("RS RS RS BS BS BS RS BS RT RT BT BT", level="both", deadlock="most trios", board="4x3"),
                 "mystrio 0 4 8", "tidy", "mystrio 0 1 2", "tidy", "mystrio 3 4 5")
    assert state.errors == (1, 0) and state.turn == 0
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (1,)


def test_one_trio_for_each_of_three_by_symbol_is_a_dead_end() -> None:
    state = play(laid("RS RS RS BS BS BS RT RT BT RS BS BT", level="symbol", players="3", board="4x3"),
                 "mystrio 0 1 2", "tidy", "mystrio 3 4 5", "tidy", "mystrio 6 7 8")
    assert state.left == (1, 1, 0, 1)
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.reason == "dead end"


def test_by_colour_a_trio_is_left_as_long_as_six_tokens_are() -> None:
    state = play(laid("RS RS RS BS BS BS RS RT RT BS BT BT", players="4", board="4x3"),
                 "mystrio 0 1 2", "tidy", "mystrio 3 4 5", "tidy", "mystrio 6 7 8")
    assert GAME.outcome(state) is None
    outcome = GAME.outcome(play(state, "tidy", "mystrio 9 10 11"))
    assert outcome is not None and (outcome.reason, outcome.winners) == ("dead end", ())


def test_a_malformed_announcement_can_count_as_an_error() -> None:
    state = play(laid(malformed="error"), "mystrio 0 1 3")
    assert (state.errors, state.phase, state.turn, state.shown) == ((1, 0), "turn", 1, None)
    assert GAME.line(laid(), GAME.parse("mystrio 0 1 3"), state)["faces"] == []


def test_real_tokens_are_learned_from_announcements() -> None:
    state = on_table()
    assert refused(state, "mystrio 0 1 2") == "E-MY-FACES"
    before, action = state, GAME.parse("mystrio 0 1 2 RS BT BS")
    state = GAME.apply(state, action)
    assert GAME.line(before, action, state) == {
        "kind": "mystrio", "cells": [0, 1, 2], "faces": ["red square", "black triangle", "black square"],
        "colour": False, "symbol": False, "good": False, "seat": 0}
    state = play(state, "tidy", "consult ?", "swap 1 5", "stop")
    assert refused(state, "mystrio 4 5 6 RS RS RS") == "E-MY-FACES"
    assert refused(state, "mystrio 4 5 6 BT BT BT") == "E-MY-FACES"
    assert play(state, "mystrio 4 5 6 RS BT BT").errors == (2, 0)


# What each has seen


def test_what_a_player_saw_follows_the_token() -> None:
    state = play(laid(), "consult 8", "move 8 12")
    assert GAME.view(state, 0)["cells"][12]["face"] == "red triangle"
    assert [GAME.view(state, viewer)["cells"][12]["face"] for viewer in (1, "host", "spectator")] == [None] * 3
    assert GAME.view(state, 1)["cells"][12]["seen_by"] == [0]
    state = play(state, "stop", "consult 9", "swap 9 12")
    assert known_faces(state, 0)[state.board[9]] == "red triangle"  # type: ignore[index]
    assert GAME.view(state, 0)["cells"][9]["face"] is None
    assert GAME.view(state, 1)["cells"][12]["face"] == "red triangle"


def test_a_table_may_help_memories() -> None:
    state = play(laid(memory="shown"), "consult 8", "move 8 12", "stop", "consult 9", "swap 9 12", "stop")
    assert GAME.view(state, 0)["cells"][9]["face"] == "red triangle"
    assert GAME.view(state, 1)["cells"][9]["face"] is None
    state = play(state, "mystrio 3 6 9", "tidy")
    assert GAME.view(state, "spectator")["cells"][9]["face"] == "red triangle"
    assert GAME.view(state, "spectator")["cells"][12]["face"] is None


def test_a_refused_announcement_is_not_told() -> None:
    state = laid()
    assert GAME.describe(state, GAME.parse("mystrio 0 1 2 by 1")).en == "Player 1 announces a Mystrio"
    assert "it is one" in GAME.describe(state, GAME.parse("mystrio 0 1 2")).en
    assert "error 1" in GAME.describe(state, GAME.parse("mystrio 3 6 9")).en


@given(st.integers(0, 2 ** 32), st.sampled_from(["own", "shown"]), st.sampled_from(["2", "3"]))
@settings(max_examples=60, deadline=None)
def test_no_view_depends_on_faces_that_its_viewer_has_not_seen(seed: int, memory: str, players: str) -> None:
    """Faces change places among tokens that a viewer has not seen: the view stays, whatever is played."""
    chance = random.Random(seed)
    state = play(GAME.new({"faces": "known", "memory": memory, "players": players}), f"shuffle {PILE}")
    for _ in range(chance.randrange(10, 40)):
        if GAME.outcome(state) is not None:
            break
        state = GAME.apply(state, some_action(state, chance, announce=0.05))
    for viewer in (*range(int(players)), "host", "spectator"):
        hidden = [token for token, seen in enumerate(state.seen)
                  if viewer not in seen and len(seen) < int(players)]
        faces = list(state.faces)
        shuffled = [faces[token] for token in hidden]
        chance.shuffle(shuffled)
        for token, face in zip(hidden, shuffled, strict=True):
            faces[token] = face
        other = replace(state, faces=tuple(faces))
        assert GAME.view(other, viewer) == GAME.view(state, viewer)  # type: ignore[arg-type]
        assert GAME.table(other) == GAME.table(state)
        if isinstance(viewer, int):
            assert MYSTRIO.advice(other, viewer) == MYSTRIO.advice(state, viewer)  # type: ignore[arg-type]


# Any game


def some_action(state: State, chance: random.Random, announce: float = 0.2) -> Any:
    if state.phase == "shuffle":
        pile = [CODES[face] for face, count in zip(FACES, state.house.tokens, strict=True) for _ in range(count)]
        chance.shuffle(pile)
        return GAME.parse("shuffle " + " ".join(pile))
    legal = list(GAME.legal_actions(state))
    loud = [action for action in legal if str(action).startswith("mystrio")]
    quiet = [action for action in legal if not str(action).startswith("mystrio")]
    return chance.choice(loud if loud and (not quiet or chance.random() < announce) else quiet)


@given(st.integers(0, 2 ** 32), st.fixed_dictionaries({
    "players": st.sampled_from(["2", "3", "4"]), "level": st.sampled_from(["colour", "symbol", "both"]),
    "board": st.sampled_from(["4x4", "3x4", "3x5"]), "tokens": st.sampled_from(["4/4/2/2", "3/3/3/3", "6/0/3/1"]),
    "faces": st.sampled_from(["table", "known"]), "turns": st.sampled_from(["consult first", "prefix", "free"]),
    "look": st.sampled_from(["own odd", "alternate", "own even"]), "deadlock": st.sampled_from(["draw", "most trios"])
}))
@settings(max_examples=60, deadline=None)
def test_random_play_goes_on_or_ends_and_replays(seed: int, options: dict[str, str]) -> None:
    chance = random.Random(seed)
    state, record = GAME.new(options), []
    for _ in range(90):
        if GAME.outcome(state) is not None:
            break
        action = some_action(state, chance)
        assert refusal(state, action) is None and GAME.parse(GAME.notation(action)) == action
        before = str(state)
        after = GAME.apply(state, action)
        assert str(state) == before
        record.append(GAME.notation(action))
        state = after
    if GAME.outcome(state) is not None:
        assert next(GAME.legal_actions(state), None) is None
    else:
        assert next(GAME.legal_actions(state), None) is not None
    assert play(GAME.new(GAME.chosen(state)), *record) == state
    assert GAME.scores(state) == recount(options, record)
    assert sorted(token for token in state.board if token is not None) == sorted(
        set(token for token in state.board if token is not None))


def recount(options: dict[str, str], record: list[str]) -> list[int]:
    """Count the Mystrios again from the log's lines."""
    scores = [0] * int(options["players"])
    state = GAME.new(options)
    for text in record:
        action = GAME.parse(text)
        after = GAME.apply(state, action)
        line = GAME.line(state, action, after)
        if line["kind"] == "mystrio" and is_trio(state.house.level, tuple(line["faces"])):
            scores[line["seat"]] += 1
        state = after
    return scores


def test_shuffles_come_one_by_one() -> None:
    piles = [str(action) for action in islice(GAME.legal_actions(GAME.new({"faces": "known"})), 50)]
    assert len(set(piles)) == 50


# Options, notation


@pytest.mark.parametrize("options", [
    {"board": "4"}, {"board": "2x2"}, {"board": "11x4"}, {"tokens": "4/4/2"}, {"tokens": "99/0/0/0"},
    {"tokens": "4/4/4/4", "board": "3x4"}, {"tokens": "2/2/2/2", "level": "both"}, {"players": "5"}, {"size": "4"}])
def test_bad_options_are_one_sentence(options: dict[str, str]) -> None:
    with pytest.raises(BadNotation) as caught:
        GAME.new(options)
    assert "\n" not in caught.value.text.en and caught.value.text.fr != caught.value.text.en


def test_every_choice_is_taken_and_told_back() -> None:
    for option in OPTIONS:
        for choice in option.choices:
            assert GAME.chosen(GAME.new({option.name: choice}))[option.name] == choice


@pytest.mark.parametrize("text", ["", "lay", "lay x", "move 1", "swap 1 2 3", "mystrio 1 2", "mystrio 1 2 3 RS",
                                  "shuffle", "mystrio 1 2 3 RS RS XX", "consult 01", "stop by 4", "stop 3",
                                  "shuffle RS by 1"])
def test_texts_that_are_no_action(text: str) -> None:
    with pytest.raises(BadNotation):
        GAME.parse(text)


# Advice


def test_odds_agree_with_counting_all_shuffles() -> None:
    """Player 0 has seen two red squares of a set of 3, 2, 1 and 1; all orders of the others are counted."""
    state = GAME.new({"faces": "known", "tokens": "3/2/1/1", "board": "3x3"})
    state = play(state, "shuffle RS BS RS BS RS RT BT", "look", "lay 0", "lay 1", "lay 2", "lay 3", "look", "lay 4",
                 "lay 5", "lay 6", "consult 2", "stop")
    known = known_faces(state, 0)
    hidden = [token for token in range(7) if token not in known]
    for level in ("colour", "symbol"):
        for line in state.house.lines:
            if all(state.token(cell) is not None for cell in line):
                hits, total = 0, 0
                for order in permutations([state.faces[token] for token in hidden]):
                    faces = {**known, **dict(zip(hidden, order, strict=True))}
                    total += 1
                    hits += is_trio(level, tuple(faces[state.token(cell)] for cell in line))  # type: ignore[index, misc, arg-type]
                house = read_options({**GAME.chosen(state), "level": level})
                assert odds(replace(state, house=house), 0, line) == Fraction(hits, total)


def test_odds_of_tokens_seen_are_certain() -> None:
    other = ["stop", "consult 4", "stop"]
    state = play(laid(), "consult 0", *other, "consult 1", *other, "consult 2")
    assert odds(state, 0, (0, 1, 2)) == 1
    assert best_lines(state, 0)[0] == ((0, 1, 2), Fraction(1))
    assert odds(state, 0, (0, 1, 3)) == 0
    assert odds(state, 1, (0, 1, 2)) < Fraction(1, 2)


def test_advice_names_the_likeliest_lines_to_who_has_seen_them() -> None:
    other = ["stop", "consult 4", "stop"]
    state = play(laid(), "consult 0", *other, "consult 1", *other, "consult 2")
    assert isinstance(GAME, Advises)
    first = GAME.advice(state, 0)[0]
    assert first.en == "From row 1, column 1 to row 1, column 3 (cells 0 1 2) there is a Mystrio for sure"
    assert first.fr == "De ligne 1, colonne 1 à ligne 1, colonne 3 (cases 0 1 2), il y a un Mystrio à coup sûr"
    others = GAME.advice(state, 1)  # 6 red and 5 black tokens are unseen: (20 + 10) of 165 threes are alike
    assert len(others) == 3
    assert others[0].en.endswith("(cells 0 1 2): a Mystrio with 18 %, from what you have seen")


def test_there_is_no_advice_while_tokens_are_laid() -> None:
    assert MYSTRIO.advice(play(GAME.new({}), "lay 0"), 1) == ()


def test_mystrio_explains_tables() -> None:
    assert isinstance(MYSTRIO, Explains)
