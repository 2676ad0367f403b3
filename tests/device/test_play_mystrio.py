"""Mystrio at one keyboard: the grid, and a face that only its player sees."""

import subprocess
import sys

CALL = [sys.executable, "-c", "import sys; from device.cli import main; sys.exit(main())", "play", "mystrio",
        "--seed", "1"]


def played(*typed: str, language: str = "en") -> list[str]:
    run = subprocess.run([*CALL, "--language", language], input="\n".join([*typed, "quit"]) + "\n", capture_output=True,
                         text=True, timeout=60)
    assert run.returncode == 0 and run.stderr == ""
    return run.stdout.split("\033[H")


def test_a_token_that_was_looked_at_is_seen_by_its_player_until_the_keyboard_changes_hands() -> None:
    first, _, second = played("look", "lay 5", "")
    assert "the token drawn: not looked at yet" in first
    assert "the token drawn: Bs" in first
    assert " 4 .    5 ##    6 .    7 ." in second
    assert "Bs" not in second.split("black", 1)[0] and "the token drawn: not looked at yet" in second


def test_in_french_the_signs_and_the_turn_are_said_in_french() -> None:
    (first, *_) = played("quit", language="fr")
    assert "case par son numéro" in first and "Joueur 1 : 0 MYSTRIO, 0 erreurs" in first
