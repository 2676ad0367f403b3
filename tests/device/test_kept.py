"""The pictures kept from before and after the last moves."""

from device.kept import MOVES, Kept
from rules.text import Text

ONE, TWO = Text("one", "un"), Text("two", "deux")


def test_a_move_has_the_pictures_from_before_and_after_it() -> None:
    kept = Kept().seen(b"bare").moved(ONE).seen(b"first").moved(TWO)
    assert [(move.text, move.before, move.after) for move in kept.moves] == [(ONE, 1, 2), (TWO, 2, None)]
    kept = kept.seen(b"second").seen(b"third")
    assert [move.after for move in kept.moves] == [2, 3]
    assert [kept.picture(number) for number in (1, 2, 3, 4)] == [b"bare", b"first", b"second", b"third"]


def test_two_moves_of_one_look_share_the_picture_before_them() -> None:
    kept = Kept().seen(b"bare").moved(ONE).moved(TWO).seen(b"both")
    assert [(move.before, move.after) for move in kept.moves] == [(1, None), (1, 2)]


def test_a_picture_that_must_not_be_shown_is_not_kept() -> None:
    kept = Kept().seen(b"bare").moved(ONE).seen(None).moved(TWO).seen(b"covered")
    assert [(move.before, move.after) for move in kept.moves] == [(1, None), (None, 3)]
    assert kept.picture(2) is None


def test_only_the_last_moves_keep_their_pictures() -> None:
    kept = Kept().seen(b"0")
    for number in range(1, 50):
        kept = kept.moved(ONE).seen(str(number).encode())
    assert len(kept.moves) == MOVES and len(kept.pictures) == MOVES + 1
    assert kept.picture(50) == b"49" and kept.picture(50 - MOVES) == str(49 - MOVES).encode()
    assert kept.picture(49 - MOVES) is None
