"""Another game's board on the mat: the reader names it."""

import pytest

from tests.vision.otrio_photos import photo as otrio_photo
from tests.vision.table_photos import MASTERMIND, MYSTRIO
from vision.registry import READERS
from vision.settings import TableSettings

FRAMES = {"Mastermind": MASTERMIND.photo("mastermind-004"), "Mystrio": MYSTRIO.photo("mystrio-005"),
          "Otrio": otrio_photo("otrio-004")}


@pytest.mark.parametrize("game", FRAMES)
@pytest.mark.parametrize("seen", FRAMES)
def test_a_reader_names_the_other_board(game: str, seen: str) -> None:
    reading = READERS[game.lower()](TableSettings()).read(FRAMES[seen])
    if game == seen:
        assert reading.status == "still"
        return
    assert reading.status == "lost" and reading.fault is not None
    article = "an" if game == "Otrio" else "a"
    assert reading.fault.text.en == (f"this is not {article} {game} board: it looks like {seen}; "
                                     f"lay the {game} board on the mat, or choose {seen}")
    assert reading.fault.text.fr.startswith(f"ce n'est pas un plateau {game} : on dirait {seen} ;")
