"""The next game of an evening begins as the rules say, and a game with secrets is closed while it goes on."""

import pytest

from rules.evening import Next, hides_nothing, rematch
from rules.registry import GAMES, game


def played(name: str, options: dict[str, str], *actions: str) -> object:
    found = game(name)
    state = found.new(options)
    for notation in actions:
        state = found.apply(state, found.parse(notation))
    return state


def test_after_a_game_of_otrio_the_match_goes_on_at_the_same_seats() -> None:
    state = played("otrio", {"players": "2"})
    assert rematch(game("otrio"), state).action is None
    won = played("otrio", {"players": "3", "turns": "purple,red,green"}, "purple large 0", "red large 8",
                 "green large 1", "purple medium 0", "red medium 8", "green medium 1", "purple small 0")
    following = rematch(game("otrio"), won)
    assert (following.action, following.seats) == ("again", (0, 1, 2))
    state = game("otrio").apply(won, game("otrio").parse("again"))
    assert game("otrio").to_play(state) == 1


def test_a_new_match_of_otrio_lets_the_next_seat_begin() -> None:
    for players, first in (("2", ("red", "blue")), ("3", ("red",)), ("4", ("red",))):
        following = rematch(game("otrio"), played("otrio", {"players": players}))
        state = game("otrio").new(following.options)
        assert state.house.seats[0] == first
        assert following.seats == (*range(1, int(players)), 0)


def test_a_new_game_of_mondrian_is_thrown_by_the_next_colour_first() -> None:
    following = rematch(game("mondrian"), played("mondrian", {"players": "black,red,yellow", "laid": "p1-1 p1-2"}))
    assert (following.options["players"], following.options["laid"]) == ("red,yellow,black", "grid")
    assert following.seats == (1, 2, 0)


def test_a_new_game_of_mito_is_guarded_by_the_next_player_and_nobody_moves() -> None:
    following = rematch(game("mito"), played("mito", {"players": "3", "first_guard": "p3"}))
    assert (following.options["first_guard"], following.seats) == ("p1", (0, 1, 2))


def test_a_game_without_a_say_in_it_lets_the_next_seat_begin() -> None:
    assert rematch(game("mastermind"), played("mastermind", {"rows": "8"})) == Next(
        dict(game("mastermind").chosen(played("mastermind", {"rows": "8"}))), (1, 0))
    assert rematch(game("mystrio"), played("mystrio", {"players": "3"})).seats == (1, 2, 0)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_next_one(name: str) -> None:
    found = game(name)
    state = found.new({})
    following = rematch(found, state)
    assert sorted(following.seats) == list(range(len(found.seats(state))))
    assert len(found.seats(found.new(following.options))) == len(following.seats)


def test_only_games_without_secrets_are_open_while_they_go_on() -> None:
    open_games = {name for name in GAMES if hides_nothing(game(name), game(name).new({}))}
    assert open_games == {"otrio", "mastermind"}
    assert not hides_nothing(game("mastermind"), played("mastermind", {"code": "known"}))
