"""The documents say what is there: every command, option, setting, file, link and sentence that they name."""

import argparse
import ast
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import get_type_hints

import pytest

from device.cli import parser
from device.settings import Settings, parse
from rules import game as protocols

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?:^    .*\n(?:\s*\n)*)+", re.M)
A_PAGE = pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
PICTURE_BYTES = 40_960


def text(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def code(page: Path) -> Iterator[str]:
    """Yield each piece of code in a page: lines of blocks without their comments, and what stands between backticks."""
    for block in BLOCK.findall(text(page)):
        yield from (line.split(" # ")[0].split("  # ")[0].strip() for line in block.splitlines())
    yield from re.findall(r"`([^`\n]+)`", text(page))


@cache
def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the parser of each command, of a command's parts too: "deck enrol"."""
    found: dict[str, argparse.ArgumentParser] = {}

    def add(one: argparse.ArgumentParser, name: str) -> None:
        for action in one._actions:
            if isinstance(action, argparse._SubParsersAction):
                for part, below in action.choices.items():
                    found[f"{name} {part}".strip()] = below
                    add(below, f"{name} {part}".strip())

    add(parser(), "")
    return found


def called(piece: str) -> Iterator[list[str]]:
    """Yield the words after each `arbitrio` that is called in a piece of code."""
    for part in re.split(r"[;|]|&&", piece):
        words = shlex.split(part) if part.count('"') % 2 == 0 and "'" not in part else part.split()
        while words and (words[0] == "sudo" or "=" in words[0]):
            words.pop(0)
        if words and words[0].rpartition("/")[2] == "arbitrio" and len(words) > 1 and words[0][0] != "/":
            yield words[1:]


@A_PAGE
def test_commands_and_their_options_are_there(page: Path) -> None:
    for piece in code(page):
        for words in called(piece):
            if not re.fullmatch(r"[a-z]+", words[0]):
                continue
            name = " ".join(words[:2]) if " ".join(words[:2]) in commands() else words[0]
            assert name in commands(), piece
            known = commands()[name]._option_string_actions
            assert [word for word in words if word.startswith("--") and word not in known] == [], piece


@A_PAGE
def test_commands_can_be_called_as_they_are_written(page: Path) -> None:
    placeholders = {"FILE": "a.toml", "NUMBER": "1", "GAME": "otrio", "PHOTO...": "a.jpg", "FILM": "a.mp4"}
    for piece in code(page):
        for words in called(piece):
            if not re.search(r"[\[“]|NAME", piece) and re.fullmatch(r"[a-z]+", words[0]) and len(words) > 1:
                parser().parse_args([placeholders.get(word, word) for word in words])


@A_PAGE
def test_settings_are_there(page: Path) -> None:
    hints = get_type_hints(Settings)
    parts = {part.name for part in fields(Settings)}
    assert set(re.findall(r"\[([a-z]+)\](?!\()", text(page))) - parts - {"lamps"} == set()
    for block in BLOCK.findall(text(page)):
        if re.search(r"^    \[[a-z]+\]", block, re.M):
            parse(tomllib.loads(re.sub(r"^    ", "", block, flags=re.M)))
    if page.stem not in ("architecture", "adding-a-game"):
        keys = {field.name for part in hints.values() for field in fields(part)}
        assert set(re.findall(r"`([a-z]+_[a-z_]+)`", text(page))) - keys <= {"require_certificate"}  # Mosquitto's
    for key, part in re.findall(r"`([a-z_]+)(?: = [^`]+)?`(?: and `[a-z_]+`)?\s+under\s+`\[([a-z]+)\]`", text(page)):
        assert key in {field.name for field in fields(hints[part])}, key


@A_PAGE
def test_files_and_targets_of_make_are_there(page: Path) -> None:
    made = set(re.findall(r"^([a-z-]+(?: [a-z-]+)*):", (ROOT / "Makefile").read_text(), re.M))
    targets = {word for line in made for word in line.split()}
    for piece in code(page):
        for target in re.findall(r"\bmake ([a-z-]+)", piece):
            assert target in targets, piece
        here = re.fullmatch(r"(?:rules|vision|web|device|docs|tests|systemd)(?:/[\w.-]+)*/?", piece)
        if here and "NAME" not in piece:
            assert (ROOT / piece).exists(), piece


@A_PAGE
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"(?:\]\(|<img src=\")([^)\"]+)", text(page)):
        file, _, heading = target.partition("#")
        where = (page.parent / file) if file else page
        assert where.exists(), target
        if heading:
            titles = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
                      for title in re.findall(r"^#+ (.+)$", text(where), re.M)}
            assert heading in titles, target


def test_every_page_is_found_from_the_readme() -> None:
    linked = {(ROOT / target).resolve() for target in re.findall(r"\]\(([^)#]+)", text(ROOT / "README.md"))}
    assert set(PAGES[1:]) <= linked


def test_pictures_are_small() -> None:
    pictures = {path.name: path.stat().st_size for path in (ROOT / "docs").glob("*.webp")}
    assert {name: size for name, size in pictures.items() if size > PICTURE_BYTES} == {}
    assert set(pictures) <= set(re.findall(r"\b[\w-]+\.webp\b", "".join(map(text, PAGES))))


@cache
def sentences() -> str:
    """Return all that the program may say, in English: the texts in its code, its pages' words and its installer."""
    said: list[str] = []
    for folder in ("device", "vision", "web", "rules"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.JoinedStr):
                    said.append("".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    said.append(node.value)
    for path in (ROOT / "web/words").rglob("en.json"):
        said += json.loads(path.read_text(encoding="utf-8")).values()
    said.append(" ".join((ROOT / "systemd/install").read_text().split()).replace('" \\ "', " "))
    return "\n".join(said)


@A_PAGE
def test_sentences_are_as_the_program_says_them(page: Path) -> None:
    said = re.sub(r"\{[a-z_]*\}", "…", sentences())
    for sentence in re.findall(r"“([^”]+)”", text(page)):
        if sentence != "…":
            assert sentence.strip() in said or all(part.strip() in said for part in sentence.split("…")), sentence


def test_the_page_on_adding_a_game_names_every_protocol_and_member() -> None:
    page = text(ROOT / "docs/adding-a-game.md")
    named = set(re.findall(r"`(\w+)`", page))
    optional = {name for name, found in vars(protocols).items()
                if getattr(found, "_is_runtime_protocol", False) and name != "Protocol"}
    for name in ("Game", *optional):
        members = {member for member in (*vars(getattr(protocols, name)), *get_type_hints(getattr(protocols, name)))
                   if not member.startswith("_")}
        assert {name} | members <= named, (name, members - named)
    assert set(re.findall(r"^\| `([A-Z]\w+)` \|", page, re.M)) == optional
