"""`arbitrio play`: whole games at one keyboard, driven as people do it, through a pipe."""

import subprocess
import sys
from pathlib import Path

import pytest

from device.commands.play import spoken
from device.terminal.screen import CLEAR
from rules.french import spaced
from rules.record import parse, replay
from rules.registry import GAMES

WIN = ["purple large 4", "red large 0", "green large 8", "blue medium 8", "purple medium 4", "red large 2",
       "green large 6", "blue medium 6", "purple small 4"]
"""Two players; purple fills the centre cell."""


def arbitrio(*arguments: str, lines: list[str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the command with these lines typed, and return what it wrote."""
    typed = "".join(f"{line}\n" for line in lines or [])
    return subprocess.run([sys.executable, "-c", MAIN, *arguments], input=typed, capture_output=True, text=True,
                          check=False, timeout=120, cwd=Path(__file__).parents[2])


def played(*arguments: str, lines: list[str]) -> str:
    """Return what a game at the keyboard wrote; it must end well."""
    done = arbitrio("play", *arguments, "--language", "en", lines=lines)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_game_of_otrio_to_its_win(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    said = played("otrio", "--option", "players=2", "--record", str(record), lines=[*WIN, "quit"])
    assert "Otrio! Purple and green win: three sizes in one cell" in said
    assert "Points: purple and green 1, red and blue 0" in said
    assert "4 [*P**P**P*]" in said
    assert said.endswith(f"The record is in {record}.\n")
    kept = parse(record.read_text(encoding="utf-8"))
    assert list(kept.actions) == WIN
    outcome = GAMES["otrio"].outcome(replay(kept)[-1])
    assert outcome is not None and outcome.winners == (0,)


def test_end_of_input_ends_the_game_with_its_record_kept(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    played("otrio", "--record", str(record), lines=WIN[:2])
    assert parse(record.read_text(encoding="utf-8")).actions == tuple(WIN[:2])


def test_kept_game_goes_on(tmp_path: Path) -> None:
    record = str(tmp_path / "game.txt")
    played("otrio", "--option", "players=2", "--record", record, lines=WIN[:5])
    said = played("otrio", "--record", record, lines=WIN[5:])
    assert f"The game of {record} goes on, after 5 actions." in said
    assert "Otrio! Purple and green win" in said


def test_refusal_names_the_rule_and_changes_nothing(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    said = played("otrio", "--record", str(record), lines=["purple small 4", "red large 4", "purple large 1"])
    assert "A large ring can only go into an empty cell: the centre cell already holds a small peg [E-OT-NEST]" in said
    assert "[E-OT-TWO]" in said
    assert parse(record.read_text(encoding="utf-8")).actions == ("purple small 4",)


def test_refusals_are_french_for_the_french() -> None:
    said = arbitrio("play", "otrio", "--language", "fr", lines=["violet petit 4", "rouge grand 4", "xyz"]).stdout
    assert "contient déjà un petit pion [E-OT-NEST]" in said
    assert spaced("« xyz » n'est pas une action d'Otrio") in said


def test_shortened_actions_are_understood_where_they_are_clear() -> None:
    said = played("otrio", "--option", "players=2", lines=["large 4", "purple l 4", "l 0", "red l 0"])
    assert "Which one? purple large 4; green large 4" in said
    assert "purple puts a large ring into the centre cell" in said
    assert "red puts a large ring into the top left cell" in said


def test_nonsense_is_answered_with_what_can_be_written() -> None:
    said = played("otrio", lines=["", "   ", "large", "hello world", "seat 9", "seat", "undo 3 4"])
    assert '"hello world" is no action of Otrio' in said
    assert said.count("There is no seat") == 2
    assert "Which one? purple large 0; purple large 1; purple large 2" in said


def test_undo_takes_back_one_action_after_another(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    said = played("otrio", "--record", str(record),
                  lines=["purple large 4", "red large 0", "undo", "undo", "undo", "purple small 8"])
    assert "Taken back: red puts a large ring into the top left cell" in said
    assert "There is nothing to take back" in said
    assert parse(record.read_text(encoding="utf-8")).actions == ("purple small 8",)


def test_hint_help_options_and_actions() -> None:
    said = played("otrio", "--option", "players=3",
                  lines=["purple large 4", "red l 0", "green l 8", "purple m 4", "red m 1", "hint", "help", "options"])
    assert "Beware of purple: a small peg in the centre cell would be an Otrio" in said
    assert "placement = nested" in said
    assert "undo      take the last action back" in said
    assert "  purple large 0" in played("otrio", lines=["actions"])


MASTERMIND = ["", "hide orange black white purple", "", "red blue green yellow", "", "marks 0 0", ""]
"""A code, a guess and its marks, with the Enter that each change of seats asks for."""
MAIN = "from device.cli import main; raise SystemExit(main())"
CODE = "orange  black   white   purple"


def parts(said: str) -> list[str]:
    """Return what was on the screen between one clearing and the next."""
    return said.split(CLEAR)


def test_code_is_never_on_the_decoders_screen() -> None:
    said = played("mastermind", lines=[*MASTERMIND, "show", "actions", "hint", "undo"])
    decoders = [part for part in parts(said) if "Player B> " in part]
    assert len(decoders) == 2
    assert all("code " not in part.replace("makes the code", "").replace("made a code", "") for part in decoders)
    assert any(CODE in part for part in parts(said) if "Player A> " in part)


def test_keyboard_goes_over_a_screen_without_secrets() -> None:
    said = played("mastermind", lines=MASTERMIND)
    between = [part for part in parts(said) if "Hand the keyboard to" in part]
    assert [part.strip() for part in between] == [
        f"Hand the keyboard to Player {who}, then press Enter." for who in "BAB"]


def test_slip_that_may_hold_a_secret_is_covered() -> None:
    said = played("mastermind", lines=["hide orange black white white", "seat 2", "", "show"])
    assert "The code has a colour twice" in said
    assert CLEAR in said.split("Hand the keyboard to Player B")[0]


def test_other_player_can_not_answer_for_the_maker() -> None:
    said = played("mastermind", lines=["hide orange black white purple", "", "guess red blue green yellow", "",
                                       "guess red blue green black"])
    assert "[E-MM-ROLE]" in said


def test_no_screen_of_mito_shows_anothers_hand() -> None:
    said = played("mito", "--seed", "5", lines=["", "seat 2", "", "actions", "seat 3", "", "actions"])
    screens = [part for part in parts(said) if "your hand" in part]
    assert len(screens) == 3
    hands = [next(line for line in part.splitlines() if "your hand" in line) for part in screens]
    assert len(set(hands)) == 3
    for part, own in zip(screens, ("p1", "p2", "p3"), strict=True):
        assert part.count("your hand") == 1
        assert all(f"cheat {own}" in line for line in part.splitlines() if "  cheat" in line)


def test_cheat_leaves_no_trace_for_the_others(tmp_path: Path) -> None:
    looked = played("mito", "--seed", "5", lines=["", "seat 2", ""])
    card = next(line for line in parts(looked)[-1].splitlines() if "your hand" in line).split()[-1]
    record = tmp_path / "game.txt"
    said = played("mito", "--seed", "5", "--record", str(record), lines=["", "seat 2", "", f"cheat {card}", "", "show"])
    assert "player 2 hides a card" in parts(said)[-3]
    assert parse(record.read_text(encoding="utf-8")).actions[1] == f"cheat p2 {card}"
    after = parts(said)[-1].split("The record is in")[0]
    assert "player 1> " in after and "hides" not in after and "cheat p2" not in after
    before = next(part for part in parts(said) if "player 1> " in part)
    assert after.split("player 1> ")[0].strip() == before[before.index("open card"):].split("player 1> ")[0].strip()


def test_same_seed_deals_the_same_and_another_seed_does_not(tmp_path: Path) -> None:
    deals = []
    for number, seed in enumerate(("7", "7", "8")):
        record = tmp_path / f"{number}.txt"
        played("mito", "--seed", seed, "--record", str(record), lines=[])
        deals.append(parse(record.read_text(encoding="utf-8")).actions[0])
    assert deals[0] == deals[1] != deals[2]


def test_nobody_acts_for_another_seat_in_mito() -> None:
    said = played("mito", "--seed", "5", lines=["", "draw p2"])
    assert "That is for player 2 to do; hand the keyboard over with: seat 2" in said


def test_round_of_mondrian_with_dice_that_the_program_throws() -> None:
    plans = ["", "plan left,blind", "", "plan left,drop", ""]
    throws = ["throw left", "", "throw drop", "", "throw", "", "throw left", ""]
    said = played("mondrian", "--seed", "3", lines=[*plans, *throws, "hint"])
    assert "black throws" in said and "red throws" in said
    assert "The cards that would add most to your painting: " in said


def test_mastermind_is_played_in_french_words() -> None:
    said = arbitrio("play", "mastermind", "--language", "fr", lines=[
        "", "cacher rouge bleu vert blanc", "", "aide", "rouge bleu vert jaune", "", "conseil", "marques 3 0"]).stdout
    assert spaced("Devinez : deviner PIONS (rouge, bleu, vert, jaune, blanc, noir, orange, violet)") in said
    assert "annuler   annuler la dernière action" in said
    assert "Votre code répond à la ligne 1 par 3 rouge et 0 blanc" in said
    assert spaced("Joueur A répond à la ligne 1 : 3 rouge, 0 blanc") in said


def test_round_of_mondrian_in_french_words() -> None:
    said = arbitrio("play", "mondrian", "--seed", "3", "--language", "fr", lines=[
        "", "programme gauche,aveugle", "", "programme gauche,chute", "", "lance gauche", "", "lance chute", "",
        "lance", "", "lance", "", "choisit 1 p1-5", "prend p1-5"]).stdout
    assert spaced("    palette : gauche, aveugle") in said
    assert "noir prend p1-5" in said
    last = said.split("le dé noir compte pour p1-5")[-1]
    assert "p1-5 (1: b4 r3) <black 5>" in last and "p2-6 (2: y3 k3) <" not in last


def test_newcomer_to_mito_is_told_the_cards_and_what_to_write() -> None:
    said = played("mito", "--seed", "5", lines=[""])
    assert "cards: n grey, s spider, m mosquito, c cockroach, a ant, x mito, with their value" in said
    assert "lay a card one above or below the open one: play CARD (or the card alone); if you can't: draw." in said


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["chess"], 'There is no game "chess"; choose from '),
    (["otrio", "--option", "players"], "--option players has no value; write it as NAME=VALUE"),
    (["otrio", "--option", "pieces=2"], 'Otrio has no option "pieces"; choose from '),
    (["otrio", "--option", "players=9"], 'players can\'t be "9"; choose from '),
    (["mito", "--option", "players=2"], "Mito is for 3 to 5 players"),
])
def test_wrong_call_is_one_sentence(arguments: list[str], sentence: str) -> None:
    done = arbitrio("play", *arguments, "--language", "en")
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith(f"arbitrio: {sentence}") and done.stderr.count("\n") == 1


def test_record_of_another_game_is_not_gone_on_with(tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    played("otrio", "--record", str(record), lines=WIN[:1])
    before = record.read_text(encoding="utf-8")
    done = arbitrio("play", "mito", "--record", str(record), "--language", "en")
    assert done.returncode == 2
    assert done.stderr == (f"arbitrio: {record} can't be gone on with: it is a record of otrio, not of mito; give "
                           "another file to --record\n")
    assert arbitrio("play", "otrio", "--option", "players=2", "--record", str(record)).returncode == 2
    assert record.read_text(encoding="utf-8") == before


def test_file_that_is_no_record_is_left_as_it_is(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Anna\n", encoding="utf-8")
    done = arbitrio("play", "otrio", "--record", str(letter), "--language", "en", lines=WIN)
    assert done.returncode == 2 and "line 1: this is no record of Arbitrio" in done.stderr
    assert letter.read_text(encoding="utf-8") == "Dear Anna\n"


def test_record_that_can_not_be_written_is_said_before_the_game(tmp_path: Path) -> None:
    done = arbitrio("play", "otrio", "--record", str(tmp_path / "nowhere" / "game.txt"), lines=WIN)
    assert done.returncode == 1 and "nowhere" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize(("environment", "language"), [
    ({"LANG": "fr_CH.UTF-8"}, "fr"), ({"LANG": "de_DE.UTF-8"}, "en"), ({}, "en"),
    ({"LC_ALL": "fr_FR", "LANG": "en_GB"}, "fr"), ({"LC_ALL": "", "LANG": "fr"}, "fr")])
def test_language_is_what_the_system_speaks(environment: dict[str, str], language: str) -> None:
    assert spoken(environment) == language


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_begun_in_both_languages(name: str) -> None:
    for language in ("en", "fr"):
        done = arbitrio("play", name, "--seed", "1", "--language", language,
                        lines=["", "help", "actions", "options", "hint", "undo", "show", "nonsense"])
        assert (done.returncode, done.stderr) == (0, "")
        assert str(getattr(GAMES[name].title, language)) in done.stdout


def test_mito_with_races_and_calls_alone_names_no_cards() -> None:
    said = played("mito", "--option", "mode=calls", lines=["race mosquito", "slap p2", "guilty p3", "quit"])
    assert "tell a race: race mosquito" in said and "slap the mosquito: who is last?" in said
    assert "player 2 was last" in said and "cards" not in said.split("options")[1]
