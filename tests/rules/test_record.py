"""Records: whole games as text."""

import pytest

from rules.game import BadNotation, Record
from rules.record import parse, replay, write

GAME = Record("otrio", {"players": "3", "placement": "free"}, (
    "purple medium 1", "red small 0", "green small 2", "purple medium 4", "red small 3", "green small 5",
    "purple medium 7", "again", "red large 4"), tags={"purple": "Anna", "place": "Chez Zoé = là"})
TEXT = """\
arbitrio record 1
game otrio
option players = 3
option placement = free
tag purple = Anna
tag place = Chez Zoé = là
actions 9
purple medium 1
red small 0
green small 2
purple medium 4
red small 3
green small 5
purple medium 7
again
red large 4
"""
LINES = write(GAME).splitlines()


def why(lines: list[str]) -> str:
    """Return the sentence with which a record is rejected."""
    with pytest.raises(BadNotation) as caught:
        parse("\n".join(lines) + "\n")
    assert caught.value.text.fr.startswith("ligne ")
    return caught.value.text.en


def test_record_is_a_text_with_one_action_a_line() -> None:
    text = write(GAME)
    assert text.startswith(TEXT + "check ")
    assert len(text.splitlines()) == 17


def test_record_comes_back() -> None:
    assert parse(write(GAME)) == GAME


def test_whole_match_replays() -> None:
    states = replay(GAME)
    assert len(states) == 10
    assert states[7].scores == states[9].scores == (1, 0, 0)
    assert (states[9].number, states[9].board[12]) == (2, "red")


@pytest.mark.parametrize("mangle", [
    lambda text: text.replace("\n", "\r\n"), lambda text: "\ufeff" + text, lambda text: text.replace("\n", "  \n"),
    lambda text: text + "\n\n", lambda text: text.removesuffix("\n")])
def test_line_ends_and_blanks_do_not_matter(mangle: "object") -> None:
    assert callable(mangle)
    assert parse(mangle(write(GAME))) == GAME


@pytest.mark.parametrize("value", [
    "two\nlines", " blanks ", '"quoted"', "", "a = b", "line\u2028separator", "back\\slash"])
def test_any_tag_value_comes_back(value: str) -> None:
    record = Record("otrio", {}, (), tags={"purple": value})
    assert parse(write(record)) == record


@pytest.mark.parametrize("record", [
    Record("otrio", {}, (), tags={"a = b": "x"}), Record("otrio", {}, (), tags={"": "x"}),
    Record("otrio", {}, (), tags={"two\nlines": "x"}), Record("otrio", {}, ("again\nagain",)),
    Record("otrio", {}, ("",)), Record("otrio", {}, ("check 1",)), Record("", {}, ())])
def test_names_and_actions_that_need_more_than_their_line_are_refused(record: Record) -> None:
    with pytest.raises(BadNotation, match="a record can't hold"):
        write(record)


@pytest.mark.parametrize("end", range(len(LINES)))
def test_cut_record_is_rejected(end: int) -> None:
    sentence = why(LINES[:end])
    assert sentence.startswith(f"line {end + 1}: ")
    if end >= 7 and end < 16:
        assert sentence == (f"line {end + 1}: the record is cut: it announces 9 actions and has {end - 7}; "
                            "take the whole record")


@pytest.mark.parametrize("gone", range(len(LINES)))
def test_record_without_one_of_its_lines_is_rejected(gone: int) -> None:
    assert why(LINES[:gone] + LINES[gone + 1:]).startswith("line ")


@pytest.mark.parametrize(("index", "line", "sentence"), [
    (0, "arbitrio record 2", "line 1: the record is of version 2, and this program reads version 1; update Arbitrio"),
    (0, "[Event]", 'line 1: this is no record of Arbitrio, which begins with "arbitrio record 1"'),
    (1, "game chess", 'line 2: There is no game "chess"; choose from '),
    (1, "otrio", 'line 2: here should be "game ..."; take the record as it was written'),
    (2, "option player = 3", 'line 3: Otrio has no option "player"; choose from '),
    (3, "option placement = loose", 'line 4: placement can\'t be "loose"; choose from nested, free'),
    (3, "option placement", 'line 4: here should be "option NAME = VALUE"; take the record as it was written'),
    (3, "option players = 3", 'line 4: "players" is given twice; keep one of them'),
    (4, 'tag purple = "Anna', 'line 5: here should be "NAME = "VALUE""; take the record as it was written'),
    (4, "tag purple = Anne", "line 17: the record was changed after it was written; take it as it was written"),
    (6, "actions many", 'line 7: here should be "actions 9"; take the record as it was written'),
    (6, "actions 8", 'line 16: here should be "check ..."; take the record as it was written'),
    (8, "red small 1", "line 17: the record was changed after it was written; take it as it was written"),
    (9, "green medium 1", "line 10: Each cell has one place for each size: the top middle cell already holds a medium "
                          "ring"),
    (9, "greem medium 3", 'line 10: "greem medium 3" is no action of Otrio; '),
    (14, "red large 4", "line 15: The game is over; clear the board to play again"),
    (16, "check 000000000000", "line 17: the record was changed after it was written; take it as it was written"),
    (16, "check 000\nmore", "line 18: something follows the end of the record; remove it"),
])
def test_edited_record_is_rejected_with_line_and_reason(index: int, line: str, sentence: str) -> None:
    assert why([*LINES[:index], *line.split("\n"), *LINES[index + 1:]]).startswith(sentence)


def test_record_of_another_version_does_not_replay() -> None:
    with pytest.raises(BadNotation, match="line 1: the record is of version 2"):
        replay(Record("otrio", {}, (), version=2))
    with pytest.raises(BadNotation, match="line 1: the record is of version 2"):
        write(Record("otrio", {}, (), version=2))


def test_options_at_odds_are_rejected() -> None:
    record = Record("otrio", {"turns": "purple,red,green", "players": "4"}, ())
    with pytest.raises(BadNotation, match="line 3: turns can't be"):
        replay(record)


def test_empty_text_is_no_record() -> None:
    with pytest.raises(BadNotation, match="line 1: this is no record of Arbitrio"):
        parse("")
