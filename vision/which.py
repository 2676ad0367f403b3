"""Which game's board lies on the mat, asked only when the one that should be there isn't."""

from collections.abc import Callable, Mapping

from rules.text import Text
from vision import lines
from vision.camera import Camera
from vision.faults import NO_BOARD, NO_CARDS, NO_MASTERMIND, NO_MYSTRIO, NotFound
from vision.mastermind import board as mastermind_board
from vision.mondrian import board as mondrian_board
from vision.mondrian.board import FoundCards
from vision.mystrio import board as mystrio_board
from vision.otrio import board as otrio_board
from vision.reading import Fault, Frame
from vision.rings import Found
from vision.settings import TableSettings

_Find = Callable[[Frame, Camera, TableSettings], Found | lines.FoundLines | FoundCards]
_BOARDS: Mapping[str, tuple[_Find, float, Fault]] = {
    "Mastermind": (mastermind_board.find, mastermind_board.FIT, NO_MASTERMIND),
    "Mystrio": (mystrio_board.find, mystrio_board.FIT, NO_MYSTRIO),
    "Otrio": (otrio_board.find, otrio_board.FIT, NO_BOARD),
    "Mondrian": (mondrian_board.find, mondrian_board.FIT, NO_CARDS),
}
"""By the game's title how its board is found, the least fit, and what is said when it is not there."""


def not_found(game: str, frame: Frame, camera: Camera, settings: TableSettings) -> NotFound:
    """Return what to raise when `game`'s board (a title, "Otrio") is not seen: the other game's name if one's is."""
    return other(game, frame, camera, settings) or NotFound(_BOARDS[game][2])


def other(game: str, frame: Frame, camera: Camera, settings: TableSettings) -> NotFound | None:
    """Return what to raise when another game's board than `game`'s lies on the mat."""
    for title, (find, least, _) in _BOARDS.items():
        if title != game and find(frame, camera, settings).fit >= least:
            return NotFound(_another(game, title))
    return None


def _another(game: str, seen: str) -> Fault:
    article = "an" if game[0] in "AEIOU" else "a"
    return Fault("other board", Text(
        f"this is not {article} {game} board: it looks like {seen}; lay the {game} board on the mat, or choose {seen}",
        f"ce n'est pas un plateau {game} : on dirait {seen} ; posez le plateau {game} sur le tapis, "
        f"ou choisissez {seen}"))
