"""Whose phone may tell which action: each game can be played from the players' own phones."""

import random

import pytest

from rules.game import Owns
from rules.registry import GAMES, game

OPTIONS = {"otrio": {"players": "4"}, "mastermind": {"code": "known"}, "mystrio": {},
           "mito": {"players": "4"}, "mondrian": {}}


def owners(name: str, action: str, *before: str, **options: str) -> list[int] | None:
    """Return who may tell an action after some others."""
    played = game(name)
    assert isinstance(played, Owns)
    state = played.new({**OPTIONS[name], **options})
    for done in before:
        state = played.apply(state, played.parse(done))
    found = played.owners(state, played.parse(action))
    return None if found is None else sorted(found)


@pytest.mark.parametrize("name", GAMES)
def test_every_turn_can_be_told_by_a_player(name: str) -> None:
    played, chance = GAMES[name], random.Random(6)
    assert isinstance(played, Owns)
    state = played.new(OPTIONS[name])
    for _ in range(60):
        legal = [action for action, _ in zip(played.legal_actions(state), range(300), strict=False)]
        if not legal:
            break
        told = [action for action in legal if played.owners(state, action) != ()]
        turn = played.to_play(state)
        dealing = not told and all(played.notation(action).split()[0] in ("deal", "shuffle") for action in legal)
        assert told or dealing
        if turn is not None and told:
            assert any(turn in (owned if (owned := played.owners(state, a)) is not None else [turn]) for a in told)
        state = played.apply(state, chance.choice(told or legal))


def test_a_placement_is_told_by_the_seat_that_plays_its_colour() -> None:
    assert owners("otrio", "purple large 4") == [0]
    assert owners("otrio", "red large 4") == [1]
    assert owners("otrio", "purple large 4", players="2") == owners("otrio", "green large 4", players="2") == [0]
    assert owners("otrio", "pass") == [0]
    assert owners("otrio", "call", "purple large 4") == [0]
    assert owners("otrio", "call") == owners("otrio", "penalty red") == []
    assert owners("otrio", "again") is None


def test_the_makers_secret_and_marks_are_his_alone() -> None:
    played = game("mastermind")
    state = played.new({})
    for text, seats in (("hide red blue green red", [0]), ("guess 0 red red red red", [1]), ("marks 0 1 0", [0]),
                        ("reveal red blue green red", [0])):
        assert isinstance(played, Owns)
        assert sorted(played.owners(state, played.parse(text)) or ()) == seats
    assert played.owners(state, played.parse("clear")) is None


def test_only_whose_turn_it_is_may_tell_it() -> None:
    assert owners("mystrio", "look") == owners("mystrio", "lay 3") == [0]
    assert owners("mystrio", "lay 4", "lay 3") == [1]
    assert owners("mystrio", "shuffle RS RS BT BT") == []
    assert owners("mystrio", "tidy") is None


def test_nobody_tells_for_another_what_costs_him() -> None:
    assert owners("mito", "play p2 n4") == owners("mito", "cheat p2 n4") == owners("mito", "guilty p2") == [1]
    assert owners("mito", "stop p3 p1") == [2]
    assert owners("mito", "slap p3") == [2]
    assert owners("mito", "first p1 p2") == owners("mito", "slap nobody") == []
    assert owners("mito", "count p2 4") is None
    assert owners("mito", "deal n5") == [0]
    assert owners("mito", "plan red left".replace("plan red left", "out p4")) == [3]
    colours = game("mondrian").view(game("mondrian").new({}), "spectator")["players"]
    assert owners("mondrian", f"plan {colours[1]['colour']} left") == [1]
