"""Every refusal of Otrio, with its code, its sentence and its line."""

import pytest

from rules.french import spaced
from rules.game import BadNotation, Refused
from rules.otrio import OTRIO
from tests.rules.otrio_moves import play, refused

START = "P:L11 R:M00"


@pytest.mark.parametrize(("moves", "options", "action", "code", "sentence"), [
    (START, {}, "B:L22", "E-OT-TURN", "It is not the turn of blue: it is the turn of green"),
    ("P:L11", {}, "P:M11", "E-OT-TWO",
     "Only one piece is placed in a turn: the last one came from purple, and now it is the turn of red"),
    ("P:L11", {"players": "2"}, "G:M11", "E-OT-TWO",
     "Only one piece is placed in a turn: the last one came from purple and green, and now it is the turn of red and "
     "blue"),
    (START, {"players": "3"}, "B:L22", "E-OT-COLOUR",
     "Nobody plays blue in this game; the colours are purple, red and green"),
    (START, {"players": "2"}, "P:L22", "E-OT-COLOUR",
     "With two players each plays the two colours in turns: now green is due, not purple"),
    ("P:S00 R:L11 G:L12 P:S02 R:L20 G:L21 P:S10 R:M22 G:M21", {"players": "3"}, "P:S22", "E-OT-STOCK",
     "No small pegs of purple are left: a colour has three of each size"),
    (START, {}, "G:L00", "E-OT-NEST",
     "A large ring can only go into an empty cell: the top left cell already holds a medium ring"),
    (START, {}, "G:M00", "E-OT-NEST", "A medium ring can only go into an empty cell or inside a larger ring: the top "
                                      "left cell already holds a medium ring"),
    (START, {"placement": "free"}, "G:M00", "E-OT-SLOT",
     "Each cell has one place for each size: the top left cell already holds a medium ring"),
    (START, {"centre_ban": "small"}, "G:S11", "E-OT-BAN",
     "At this table nobody may put a small peg into the centre cell"),
    (START, {"centre_ban": "medium"}, "G:M11", "E-OT-BAN",
     "At this table nobody may put a medium ring into the centre cell"),
    (START, {}, "green large 9", "E-OT-AREA",
     "A piece goes into one of the nine cells in the middle; there is no cell 9"),
    (START, {}, "move 4.large 8.large", "E-OT-MOVE",
     "A placed piece stays where it is: the purple large ring may not leave the centre cell"),
    (START, {}, "take 0.medium", "E-OT-MOVE",
     "A placed piece stays where it is: the red medium ring may not leave the top left cell"),
    (START, {}, "take 0.small", "E-OT-MOVE",
     "There is no small peg in the top left cell, and a placed piece stays where it is"),
    (START, {}, "pass", "E-OT-PASS", "Who can place a piece must: green still can"),
    (START, {}, "call", "E-OT-CALL", "Nobody has to call at this table: the referee sees every Otrio"),
    (START, {"must_call": "yes"}, "call", "E-OT-CALL",
     "There is no Otrio to call: the last piece placed completes none"),
    (START, {}, "again", "E-OT-AGAIN", "This game is not over yet; finish it, or start a new game"),
    ("P:M01 R:S00 G:S02 P:M11 R:S10 G:S12 P:M21", {"players": "3"}, "R:L22", "E-OT-OVER",
     "The game is over; clear the board to play again"),
])
def test_refusal_names_its_rule(moves: str, options: dict[str, str], action: str, code: str, sentence: str) -> None:
    state = play(moves, **options)
    assert refused(state, action) == (code, sentence)


@pytest.mark.parametrize(("moves", "action", "code"), [
    (START, "R:L00", "E-OT-TWO"),  # out of turn and too large
    (START, "B:L00", "E-OT-TURN"),
    (START, "blue large 12", "E-OT-AREA"),
    ("P:M01 R:S00 G:S02 B:S22 P:M11 R:S10 G:S12 B:L20 P:M21", "blue large 12", "E-OT-OVER"),
])
def test_first_rule_broken_is_named(moves: str, action: str, code: str) -> None:
    assert refused(play(moves), action)[0] == code


def test_due_colour_comes_before_the_size() -> None:
    assert refused(play(START, players="2"), "P:L00")[0] == "E-OT-COLOUR"


def test_every_sentence_is_in_both_languages_and_filled() -> None:
    states = [play(START), play(START, players="2"), play(START, players="3", centre_ban="small"),
              play(START, placement="free"), play("P:M01 R:S00 G:S02 P:M11 R:S10 G:S12 P:M21", players="3")]
    texts = {future.refusal.text for state in states for future in OTRIO.futures(state) if future.refusal}
    assert len(texts) > 8
    for text in texts:
        assert "{" not in text.en + text.fr
        assert text.en != text.fr


def test_french_sentence_names_the_rule() -> None:
    with pytest.raises(Refused) as caught:
        OTRIO.apply(play(START), OTRIO.parse("green medium 0"))
    assert caught.value.text.fr == spaced(
        "Un anneau moyen ne va que dans une case vide ou à l'intérieur d'un anneau plus grand : la case en haut à "
        "gauche contient déjà un anneau moyen")


@pytest.mark.parametrize(("moves", "options", "action", "line"), [
    (START, {}, "green medium 0", {"kind": "illegal", "why": "size", "colour": "green", "size": "medium", "cell": 0}),
    (START, {"placement": "free"}, "green medium 0",
     {"kind": "illegal", "why": "size", "colour": "green", "size": "medium", "cell": 0}),
    (START, {"centre_ban": "small"}, "green small 4",
     {"kind": "illegal", "why": "size", "colour": "green", "size": "small", "cell": 4}),
    (START, {}, "blue small 8", {"kind": "illegal", "why": "turn", "colour": "blue", "size": "small", "cell": 8}),
    (START, {}, "red small 8", {"kind": "illegal", "why": "turn", "colour": "red", "size": "small", "cell": 8}),
    (START, {"players": "2"}, "purple small 8",
     {"kind": "illegal", "why": "turn", "colour": "purple", "size": "small", "cell": 8}),
    (START, {}, "move 4.large 8.large",
     {"kind": "illegal", "why": "move", "colour": "purple", "size": "large", "cell": 4, "to": 8}),
    (START, {}, "take 4.large",
     {"kind": "illegal", "why": "move", "colour": "purple", "size": "large", "cell": 4, "to": None}),
    (START, {}, "pass", {"kind": "illegal", "why": "pass", "action": "pass"}),
    (START, {}, "penalty red", {"kind": "illegal", "why": "penalty", "action": "penalty red", "colour": "red"}),
])
def test_refused_line(moves: str, options: dict[str, str], action: str, line: dict[str, object]) -> None:
    state = play(moves, **options)
    with pytest.raises(Refused) as caught:
        OTRIO.apply(state, OTRIO.parse(action))
    assert OTRIO.refused_line(state, OTRIO.parse(action), caught.value) == line


@pytest.mark.parametrize("text", [
    "", "purple", "purple large", "purple large -1", "purple large 04", "purple huge 4", "pink large 4",
    "purple large 4 5", "take 9.large", "move 4.large 4.large", "penalty", "penalty pink", "Again", "purple large ²"])
def test_unreadable_action_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(BadNotation, match='is no action of Otrio; .* as in "purple large 4"'):
        OTRIO.parse(text)


@pytest.mark.parametrize("text", ["purple large 4", "red small 12", "move 4.large 0.large", "take 0.small", "call",
                                  "pass", "again", "penalty blue"])
def test_notation_round_trips(text: str) -> None:
    assert OTRIO.notation(OTRIO.parse(text)) == text
