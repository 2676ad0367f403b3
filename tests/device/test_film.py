"""Whole films through the command line: every event, in order, in time, and nothing else."""

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main
from tests.films import DEMO_FILM, FILMS, assert_told, truth

DECK = Path(__file__).parents[1] / "decks" / "mondrian"
KEYS = ("kind", "why", "colour", "size", "cell", "wins")
CALL = ["referee", "otrio", "--players", "2", "--turns", "purple,red,green,blue", "--json", "--source"]


def told(capsys: pytest.CaptureFixture[str], *call: str) -> list[dict[str, object]]:
    assert main([*CALL, *call]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def frames() -> list[np.ndarray]:
    capture, found = cv2.VideoCapture(str(DEMO_FILM)), []
    while (got := capture.read())[0]:
        found.append(got[1])
    capture.release()
    return found


def test_the_film_of_a_whole_game_is_refereed(capsys: pytest.CaptureFixture[str]) -> None:
    assert_told(told(capsys, str(DEMO_FILM)), truth("otrio"), KEYS)


def test_a_darker_warmer_noisier_film_of_another_size_is_refereed_too(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    random = np.random.default_rng(7)
    for i, frame in enumerate(frames()):
        lit = cv2.resize(frame, (1280, 720)).astype(np.float64) * (0.55, 0.68, 0.8) * (1 + 0.05 * np.sin(i))
        noisy = np.clip(lit + random.normal(0, 5, lit.shape), 0, 255).astype(np.uint8)
        cv2.imwrite(str(tmp_path / f"{i:04d}.jpg"), noisy, [cv2.IMWRITE_JPEG_QUALITY, 75])
    settings = tmp_path / "settings.toml"
    settings.write_text("[camera]\nframes_per_second = 5\n")
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for picture in tmp_path.glob("*.jpg"):
        shutil.move(picture, pictures)
    assert_told(told(capsys, str(pictures), "--settings", str(settings)), truth("otrio"), KEYS)


OTHERS = {
    "mastermind": ([], ("kind", "row", "pegs", "red", "white", "code")),
    "mystrio": ([], ("kind", "cell", "a", "b", "cells", "faces")),
    "mondrian": (["--players", "black,red,blue", "--deck", str(DECK)], ("kind", "colour", "value", "card")),
}


@pytest.mark.parametrize("game", OTHERS)
def test_films_of_the_other_games_are_refereed(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    options, keys = OTHERS[game]
    want = truth(game)
    assert main(["referee", game, "--source", str(FILMS / f"{game}.mp4"), "--json", *options]) == 0
    kinds = {event["kind"] for event in want}
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert_told([line for line in lines if line["kind"] in kinds], want, keys)


def test_in_words_each_event_is_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    call = [argument for argument in CALL if argument != "--json"]
    assert main([*call, str(DEMO_FILM), "--frames", "70"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 9 and lines[6:] == [
        "", "The game is not over", "Played with players = 2, turns = purple,red,green,blue, placement = nested, "
        "match = single; --players, --turns and --option change that"]
    assert lines[0].endswith("purple puts a small peg into the centre cell")
    assert "Refused" in lines[4] and "small peg" in lines[4]


@pytest.mark.parametrize(("source", "status", "words"), [
    ("no-such-film.mp4", 2, "a film or a folder of pictures"),
    (__file__, 1, "film"),
])
def test_a_source_that_is_no_film_is_one_sentence(
        source: str, status: int, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*CALL, source]) == status
    said = capsys.readouterr().err
    assert said.startswith("arbitrio: ") and said.count("\n") == 1 and words in said


@pytest.mark.parametrize(("call", "words"), [
    (["referee", "chess", "--source", "x"], "otrio"),
    (["referee", "otrio", "--source", "x", "--players", "7"], "2"),
    (["referee", "otrio", "--source", "x", "--option", "placement"], "write it as NAME=VALUE"),
    (["referee", "mito", "--source", str(DEMO_FILM)], "choose one of mastermind"),
    (["referee", "otrio", "--source", "x", "--turns", "pink,red,green,blue"], "purple"),
])
def test_a_wrong_call_is_one_sentence_with_the_remedy(
        call: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(call) == 2
    said = capsys.readouterr().err
    assert said.startswith("arbitrio: ") and said.count("\n") == 1 and words in said


@pytest.mark.parametrize("call", [["demo", "--port", "80000"], ["run", "--port", "x"], ["run", "--pace", "-1"],
                                  ["demo", "--pace", "nan"]])
def test_a_port_or_pace_that_cannot_be_is_refused(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(call)
    assert stop.value.code == 2
    assert "write a number from" in capsys.readouterr().err
