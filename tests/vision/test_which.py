"""Another game's board on the mat: the reader names it."""

import pytest

from rules.french import spaced
from tests.vision import mondrian_photos as mondrian
from tests.vision.otrio_photos import photo as otrio_photo
from tests.vision.table_photos import MASTERMIND, MYSTRIO
from vision.registry import READERS, Reader
from vision.settings import TableSettings

FRAMES = {"Mondrian": mondrian.photo("mondrian", "mondrian-007"),
          "Mastermind": MASTERMIND.photo("mastermind-004"), "Mystrio": MYSTRIO.photo("mystrio-005"),
          "Otrio": otrio_photo("otrio-004")}
GRID = mondrian.photo("mondrian-grid", "mondrian-grid-007")


def reader(game: str) -> Reader:
    if game == "Mondrian":
        mondrian.reader("mondrian").forget()
        return mondrian.reader("mondrian")
    return READERS[game.lower()](TableSettings())


@pytest.mark.parametrize("game", FRAMES)
@pytest.mark.parametrize("seen", FRAMES)
def test_a_reader_names_the_other_board(game: str, seen: str) -> None:
    reading = reader(game).read(FRAMES[seen])
    if game == seen:
        assert reading.status == "still"
        return
    assert reading.status == "lost" and reading.fault is not None
    article = "an" if game == "Otrio" else "a"
    assert reading.fault.text.en == (f"this is not {article} {game} board: it looks like {seen}; "
                                     f"lay the {game} board on the mat, or choose {seen}")
    assert reading.fault.text.fr.startswith(spaced(f"ce n'est pas un plateau {game} : on dirait {seen} ;"))


@pytest.mark.parametrize("game", ["Mastermind", "Mystrio", "Otrio"])
def test_a_grid_of_cards_is_known_too(game: str) -> None:
    reading = reader(game).read(GRID)
    assert reading.fault is not None and "it looks like Mondrian;" in reading.fault.text.en


def test_an_empty_mat_or_dice_alone_are_a_table_of_mondrian() -> None:
    frame = FRAMES["Mondrian"].copy()
    height, width = frame.shape[:2]
    frame[height // 6:5 * height // 6, width * 27 // 100:width * 73 // 100] = (129, 127, 126)
    reading = reader("Mondrian").read(frame)
    assert reading.status == "still" and reading.evidence["cards"] == []
