"""Enrolled Mondrian decks: a folder with `deck.json` and one picture a card."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from device.errors import SettingsError
from rules.game import BadNotation
from rules.mondrian.deck import deck_of, deck_text
from vision.mondrian.deck import Deck
from vision.reading import Frame
from vision.registry import WITH_DECK

FACTS = "deck.json"
REMEDY = "mend it, or enrol the deck anew with `arbitrio deck enrol FOLDER`"


def load_deck(folder: Path) -> Deck:
    """Return the deck that a folder holds; raise SettingsError, naming the card, with the remedy."""
    facts = read_facts(folder)
    try:
        cards = deck_of(facts)
    except BadNotation as error:
        raise SettingsError(f"{folder / FACTS}: {error}") from error
    names = _picture_names(folder, facts)
    pictures = tuple(_picture(folder / names[card.id], card.id) for card in cards)
    return Deck(_size(folder, facts), cards, pictures)


def deck_options(game: str, folder: str) -> dict[str, str]:
    """Return the option that names the cards of an enrolled deck, for a game that has one; raise SettingsError."""
    return {"deck": deck_text(load_deck(Path(folder)).cards)} if folder and game in WITH_DECK else {}


def read_facts(folder: Path) -> dict[str, Any]:
    """Return what a folder's deck.json holds; raise SettingsError when it is none."""
    path = folder / FACTS
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise SettingsError(f"{folder} holds no {FACTS}; name the folder of an enrolled deck, "
                            "or make one with `arbitrio deck enrol FOLDER`") from error
    except (OSError, UnicodeDecodeError, ValueError, RecursionError) as error:
        raise SettingsError(f"{path} can't be read ({error}); {REMEDY}") from error
    if not isinstance(facts, dict) or not isinstance(facts.get("cards"), list):
        raise SettingsError(f"{path} has no list of cards; {REMEDY}")
    return facts


def _size(folder: Path, facts: dict[str, Any]) -> tuple[float, float]:
    try:
        width, height = map(float, facts["size_mm"])
    except (KeyError, TypeError, ValueError) as error:
        raise SettingsError(f"{folder / FACTS} has no card size; add \"size_mm\": [width, height]") from error
    if not (10 <= width <= 300 and 10 <= height <= 300):
        raise SettingsError(f"{folder / FACTS} says that a card is {width:g} x {height:g} mm; write its real size_mm")
    return width, height


def _picture_names(folder: Path, facts: dict[str, Any]) -> dict[str, str]:
    names = {}
    for card in facts["cards"]:
        name = card.get("image")
        if not isinstance(name, str) or Path(name).name != name:
            raise SettingsError(f"{folder / FACTS}: card {card['id']} names no picture of this folder as its image; "
                                f"{REMEDY}")
        names[str(card["id"])] = name
    return names


def _picture(path: Path, card: str) -> Frame:
    try:
        picture = cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR)
    except (OSError, cv2.error):  # an empty file is an error of OpenCV's
        picture = None
    if picture is None:
        raise SettingsError(f"the picture {path} of card {card} is missing or no picture; photograph that card again "
                            "and enrol it with `arbitrio deck enrol FOLDER`")
    return np.asarray(picture, np.uint8)
