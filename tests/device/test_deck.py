"""`arbitrio deck enrol` and `deck check`: cards photographed on a mat become a deck that the reader reads with."""

import io
import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cli import main
from device.mondrian_deck import load_deck
from device.mondrian_enrol import Folder
from device.mondrian_talk import parse_size
from tests.vision import mondrian_photos as photos
from tests.vision.scenes import Scene, laid, photograph
from vision.mondrian.reader import MondrianReader
from vision.reading import Frame

DECKS = Path(__file__).parents[1] / "decks"
SIZES = {"mondrian": (60.0, 84.0), "mondrian-square": (45.0, 45.0)}
GREY, WHITE = Scene(sheet=(150, 150, 148)), Scene()
YAWS = (3.0, -20.0, 44.0, 91.0, 178.0, -130.0)


def picture(deck: str, card: str) -> Frame:
    return np.asarray(cv2.imread(str(DECKS / deck / f"{card}.png")), np.uint8)


def facts(deck: str) -> dict[str, dict[str, object]]:
    return {card["id"]: card for card in json.loads((DECKS / deck / "deck.json").read_text())["cards"]}


def shoot(folder: Path, deck: str, cards: list[str], scene: Scene = GREY) -> Path:
    """Photograph cards one by one, each lying otherwise."""
    folder.mkdir(exist_ok=True)
    for n, card in enumerate(cards):
        place = laid(SIZES[deck], (150.0 + 12 * n, 120.0 + 5 * n), YAWS[n % len(YAWS)])
        cv2.imwrite(str(folder / f"{card}.png"), photograph(scene, [(picture(deck, card), place)]))
    return folder


def enrol(folder: Path, *args: str) -> int:
    return main(["deck", "enrol", str(folder), *args, "--language", "en"])


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(line + "\n" for line in lines)))


@pytest.mark.parametrize(("deck", "photos_of", "name"), [("mondrian", "mondrian", "mondrian-003"),
                                                         ("mondrian-square", "mondrian-grid", "mondrian-grid-003")])
def test_a_table_is_read_with_an_enrolled_deck_as_with_the_printed_one(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch, deck: str, photos_of: str, name: str) -> None:
    known, cards = facts(deck), sorted(card["id"] for card in photos.truth(photos_of, name)["cards"])
    shots = shoot(tmp_path / "shots", deck, cards)
    says: list[str] = []
    for card in cards:
        blocks = " ".join(f"{colour} {n}" for colour, n in known[card]["blocks"].items())  # type: ignore[attr-defined]
        says += [f"value {known[card]['value']} {blocks} name {card}", ""]
    answers(monkeypatch, "{:g} x {:g}".format(*SIZES[deck]), *says)
    assert enrol(tmp_path / "deck", str(shots)) == 0
    enrolled = load_deck(tmp_path / "deck")
    assert enrolled.size_mm == SIZES[deck]
    assert {card.id: card.json() for card in enrolled.cards} == {
        card: {key: known[card][key] for key in ("id", "value", "blocks")} for card in cards}
    reading = MondrianReader(deck=enrolled).read(photos.photo(photos_of, name))
    row = photos.results(photos_of)[name]
    score = photos.score(reading, photos.truth(photos_of, name))
    assert (score.right, score.wrong) == (int(row["right"]), 0)


def test_what_is_proposed_is_right_or_not_clear(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = ["v1-1", "v2-2", "v4-2", "v7-3"]
    enrol(tmp_path / "deck", str(shoot(tmp_path / "shots", "mondrian", cards)), "--yes")
    said = capsys.readouterr()
    enrolled = {card["photo"]: card for card in json.loads((tmp_path / "deck" / "deck.json").read_text())["cards"]}
    assert len(enrolled) >= 3
    for card in cards:
        if f"{card}.png is left out: the card's value is not clear" in said.err:
            continue
        line = next(line for line in said.out.splitlines() if line.startswith(f"{card}.png"))
        want = facts("mondrian")[card]
        blocks = ", ".join(f"{n} {colour}" for colour, n in want["blocks"].items())  # type: ignore[attr-defined]
        assert f"value {want['value']}; blocks: {blocks}" in line


def test_options_may_stand_among_the_photographs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shots = shoot(tmp_path / "shots", "mondrian", ["v1-1", "v2-2"])
    assert enrol(tmp_path / "deck", "--yes", str(shots / "v1-1.png"), "--size", "60x84", str(shots / "v2-2.png")) == 0
    assert "2 cards enrolled now, 2 in all" in capsys.readouterr().out
    assert enrol(tmp_path / "deck", "--no", "x.jpg") == 2
    assert "arbitrio deck takes no --no; see: arbitrio deck --help" in capsys.readouterr().err


def test_a_deck_is_gone_on_with_and_nothing_is_overwritten_unsaid(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    shoot(first, "mondrian", ["v1-1", "v4-2"])
    assert enrol(tmp_path / "deck", str(first / "v1-1.png"), "--yes") == 0
    before = (tmp_path / "deck" / "v1-1.png").read_bytes()
    assert enrol(tmp_path / "deck", str(first), "--yes") == 0  # the first photograph is known, the other is added
    assert "v1-1.png: its card is enrolled already" in capsys.readouterr().out
    assert [card.id for card in load_deck(tmp_path / "deck").cards] == ["v1-1", "v4-1"]
    shoot(again, "mondrian", ["v4-2", "v1-1"])
    assert enrol(tmp_path / "deck", str(again / "v1-1.png"), "--yes") == 1
    assert "it looks like card v1-1, which the deck has already; add --replace" in capsys.readouterr().err
    assert (tmp_path / "deck" / "v1-1.png").read_bytes() == before
    answers(monkeypatch, "replace")
    assert enrol(tmp_path / "deck", str(again / "v1-1.png")) == 0
    assert "v1-1.png takes the place of the old picture of card v1-1" in capsys.readouterr().out
    deck = load_deck(tmp_path / "deck")
    assert [card.id for card in deck.cards] == ["v1-1", "v4-1"]
    assert sorted(path.name for path in (tmp_path / "deck").iterdir()) == ["deck.json", "v1-1_2.png", "v4-1.png"]


def test_a_white_mat_hides_a_white_border_and_the_size_is_asked(
        tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    shots = shoot(tmp_path / "shots", "mondrian", ["v1-1"], WHITE)
    assert enrol(tmp_path / "deck", str(shots), "--yes") == 2
    assert "give the card's size, such as --size 60x84" in capsys.readouterr().err
    assert not (tmp_path / "deck").exists()
    answers(monkeypatch, "60 x 84", "value 9", "", "stop")
    assert enrol(tmp_path / "deck", str(shots)) == 0
    assert '"value" can\'t be understood; write value 1 to 7' in capsys.readouterr().out
    assert load_deck(tmp_path / "deck").size_mm == (60.0, 84.0)


def test_photographs_that_give_no_card_are_left_out_with_the_reason(
        tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shots = tmp_path / "shots"
    shots.mkdir()
    two = [(picture("mondrian", card), laid((60.0, 84.0), (x, 148.0), 4.0)) for card, x in (("v1-1", 140.0),
                                                                                          ("v4-2", 280.0))]
    for name, frame in {"empty": photograph(GREY), "two": photograph(GREY, two),
                        "square": photograph(GREY, [(picture("mondrian-square", "v1-1"),
                                                     laid((45.0, 45.0), (210.0, 148.0), 9.0))]),
                        "no mat": np.full((480, 640, 3), 127, np.uint8)}.items():
        cv2.imwrite(str(shots / f"{name}.png"), frame)
    (shots / "broken.jpg").write_bytes(b"no picture")
    assert enrol(tmp_path / "deck", str(shots), "--yes", "--size", "60x84") == 1
    said = capsys.readouterr().err
    for name, why in {"empty.png": "no card is seen on the mat; lay one card flat",
                      "two.png": "more than one card is seen on the mat; leave only the one",
                      "square.png": "a card of 45 x 45 mm is seen, not one of 60 x 84 mm; lay a card of this deck",
                      "no mat.png": "the picture shows nothing but one plain colour; check",
                      "broken.jpg": "the file is not a picture, or a broken one; give a JPEG or PNG file"}.items():
        assert f"{name} is left out: {why}" in said
    assert not (tmp_path / "deck").exists()


def test_cards_are_enrolled_one_after_the_other_from_a_camera(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    film = shoot(tmp_path / "film", "mondrian", ["v1-1", "v4-2"])
    answers(monkeypatch, "", "", "value 1", "", "", "valeur 4", "", "fin")
    assert enrol(tmp_path / "deck", "--source", str(film)) == 0
    assert [card.id for card in load_deck(tmp_path / "deck").cards] == ["v1-1", "v4-1"]


def test_a_call_that_can_not_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "none").mkdir()
    for args, why in {("--yes",): "--yes needs photographs", ("x.jpg", "--size", "60"): "--size 60 can't be read",
                      ("x.jpg",): "there is no photograph x.jpg; check its name",
                      (str(tmp_path / "none"),): "holds no pictures; name the one"}.items():
        assert enrol(tmp_path / "deck", *args) == 2
        assert why in capsys.readouterr().err
    shutil.copytree(DECKS / "mondrian", tmp_path / "full")
    assert enrol(tmp_path / "full", "x.jpg", "--size", "45x45") == 2
    assert "has cards of 60 x 84 mm; leave out --size" in capsys.readouterr().err


def test_check_names_cards_that_are_too_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "deck"
    shutil.copytree(DECKS / "mondrian-square", folder)
    assert main(["deck", "check", str(folder)]) == 0
    assert "every card can be told from every other" in capsys.readouterr().out
    twin = picture("mondrian-square", "v2-1")
    twin[60:90, 60:90] = (30, 30, 200)
    cv2.imwrite(str(folder / "v7-1.png"), twin)
    cv2.imwrite(str(folder / "v7-2.png"), cv2.resize(picture("mondrian-square", "v7-2"), (40, 40)))
    assert main(["deck", "check", str(folder)]) == 1
    said = capsys.readouterr().out
    assert "cards v2-1 and v7-1 look the same to the camera, and neither will be named; if one card" in said
    assert "the picture of card v7-2 has only 40 x 40 pixels; enrol the card again" in said


@pytest.mark.parametrize(("change", "why"), [
    ({"value": 9}, "card v1-1 has the value 9; a canvas card has 1 to 7"),
    ({"value": "seven"}, "card v1-1 has no value, a whole number from 1 to 7"),
    ({"value": 2.5}, "card v1-1 has no value, a whole number from 1 to 7"),
    ({"id": "v1-2"}, "card v1-2 is in the deck twice; give each card its own name"),
    ({"blocks": {"green": 2}}, "card v1-1 has blocks of green; canvas cards score blue, yellow, red and black"),
    ({"blocks": None}, "card v1-1 does not say how many blocks it has"),
    ({"image": "gone.png"}, "of card v1-1 is missing or no picture; photograph that card again"),
    ({"image": "../deck.json"}, "card v1-1 names no picture of this folder"),
    ({"image": "deck.json"}, "of card v1-1 is missing or no picture; photograph that card again"),
])
def test_a_broken_deck_is_refused_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                change: dict[str, object], why: str) -> None:
    folder = tmp_path / "deck"
    folder.mkdir()
    deck = json.loads((DECKS / "mondrian" / "deck.json").read_text())
    deck["cards"] = deck["cards"][:2]
    for card in deck["cards"]:
        shutil.copy(DECKS / "mondrian" / card["image"], folder)
    deck["cards"][0].update(change)
    (folder / "deck.json").write_text(json.dumps(deck))
    photo = str(photos.TESTS / "photos" / "mondrian" / "mondrian-003.jpg")
    for call in (["deck", "check", str(folder)], ["read", "mondrian", photo, "--deck", str(folder)],
                 ["deck", "enrol", str(folder), photo, "--yes"]):
        assert main(call) == 2
        said = capsys.readouterr().err
        assert why in said and said.count("\n") == 1


def test_a_folder_without_a_deck_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, why in ((None, "holds no deck.json; name the folder of an enrolled deck, or make one with"),
                      ("{", "deck.json can't be read"), ("[]", "deck.json has no list of cards")):
        if text is not None:
            (tmp_path / "deck.json").write_text(text)
        assert main(["deck", "check", str(tmp_path)]) == 2
        assert why in capsys.readouterr().err


def test_names_go_on_where_files_or_cards_are(tmp_path: Path) -> None:
    (tmp_path / "v3-1.png").write_bytes(b"somebody's")
    assert Folder(tmp_path).free_id(3) == "v3-2"
    assert parse_size("60") is None and parse_size("60 X 84".lower()) == (60.0, 84.0)
