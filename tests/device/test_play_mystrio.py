"""Mystrio at one keyboard: the grid, a face that only its player sees, and a whole small game."""

import subprocess
from pathlib import Path

from device.terminal.mystrio import FACE
from device.terminal.screen import CLEAR
from rules.french import spaced
from rules.mystrio import MYSTRIO
from rules.record import parse, replay
from tests.program import ARBITRIO

CALL = [*ARBITRIO, "play", "mystrio",
        "--seed", "1"]
SMALL = ["--option", "board=3x3", "--option", "tokens=3/3/0/0", "--option", "level=both"]


def played(*typed: str, language: str = "en", options: list[str] | None = None) -> list[str]:
    """Return what was on the screen between one clearing and the next."""
    run = subprocess.run([*CALL, "--language", language, *(options or [])], input="\n".join([*typed, "quit"]) + "\n",
                         capture_output=True, text=True, timeout=60)
    assert run.returncode == 0 and run.stderr == ""
    return run.stdout.split(CLEAR)


def test_a_token_that_was_looked_at_is_seen_by_its_player_until_the_keyboard_changes_hands() -> None:
    first, between, second = played("look", "lay 5", "")
    assert "it may be looked at before: look" in first
    assert "it is a black square" in first
    assert between == "Hand the keyboard to Player 2, then press Enter. "
    assert " 4 .     5 ##    6 .     7 ." in second
    assert "black square" not in second and "it may be looked at before: look" in second


def test_in_french_the_signs_the_turn_and_the_words_are_french() -> None:
    first, _, second = played("regarde", "pose 5", "", language="fr")
    assert "chaque case par son numéro" in first and spaced("Joueur 1 : MYSTRIO 0, erreurs 0") in first
    assert "c'est un carré noir" in first
    assert "Joueur 1 pose un pion en ligne 2, colonne 2" in second


def test_a_whole_small_game_to_its_end(tmp_path: Path) -> None:
    """Six tokens in two rows of three; each player announces and errs until one is left."""
    record = tmp_path / "game.txt"
    laying = [line for cell in range(6) for line in (str(cell), "")]
    screens = played(*laying, "0", "0 1 2", "", "tidy", "", "3 4 5", "", "tidy", "", "0 1 2", "", "tidy", "", "show",
                     options=[*SMALL, "--record", str(record)])
    said = "".join(screens)
    kept = parse(record.read_text(encoding="utf-8"))
    outcome = MYSTRIO.outcome(replay(kept)[-1])
    assert outcome is not None and outcome.winners == (1,)
    assert "Player 2 wins: all others are eliminated" in said
    assert "Player 1: MYSTRIO 0, errors 2, eliminated" in said
    handed = [screen for screen in screens if screen.startswith(("Hand the keyboard", "Now everybody"))]
    assert all(code not in screen for screen in handed for code in ("RS", "BS"))
    assert f"The record is in {record}." in said


def test_what_was_consulted_is_covered_before_the_next_player_comes() -> None:
    laying = [line for cell in range(12) for line in (str(cell), "")]
    screens = played(*laying, "0", "stop", "", "consult 1", "stop", "")
    first = next(screen for screen in screens if " 0 BS " in screen)
    assert "Player 1 consults the token in row 1, column 1" in first
    after = screens[screens.index(first) + 1:]
    assert after[0] == "Hand the keyboard to Player 2, then press Enter. "
    assert all(" 0 ##" in screen for screen in after[1::2])
    assert "1 BT" in after[1] and "1 ##" in after[3]


def test_the_face_names_only_the_actions_that_are_left() -> None:
    state = MYSTRIO.new({"board": "3x3", "tokens": "3/3/0/0"})
    for cell in range(6):
        state = MYSTRIO.apply(state, MYSTRIO.parse(f"lay {cell}"))
    told = []
    for action in ("consult 3", "move 3 6", "mystrio 0 1 2 RS RS RS"):
        told.append(FACE.lines(MYSTRIO.view(state, 0), "en")[-1])
        state = MYSTRIO.apply(state, MYSTRIO.parse(action))
    assert told == [
        "Player 1 may: look at a token (consult CELL); announce three in a line (mystrio CELL CELL CELL)",
        "Player 1 may: move one to a neighbouring cell (move FROM TO) or swap two neighbours (swap CELL CELL); "
        "announce three in a line (mystrio CELL CELL CELL); end the turn (stop)",
        "Player 1 may: announce three in a line (mystrio CELL CELL CELL); end the turn (stop)"]
    shown = FACE.lines(MYSTRIO.view(state, 1), "en")
    assert shown[0] == " 0 RS    1 RS    2 RS"
    assert "Player 1: MYSTRIO 1 (RS RS RS), errors 0" in shown
    assert shown[-1] == "The three tokens leave the board: tidy"
