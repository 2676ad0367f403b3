"""Mito at the buttons: what a press and the end of a race mean, calls without cards, and the deal."""

from random import Random
from typing import Any

import pytest

from rules.game import Button, Deals, Finish, Presses, Refused
from rules.mito import Mito
from rules.mito.state import State

GAME = Mito()


def play(state: State, *actions: str) -> State:
    for action in actions:
        state = GAME.apply(state, GAME.parse(action))
    return state


def table(*actions: str, **options: str) -> State:
    return play(GAME.new({"players": "4", **options}), *actions)


def press(state: State, button: Button, by: int | None = None) -> str | None:
    action = GAME.pressed(state, button, by)
    return None if action is None else GAME.notation(action)


def ended(state: State, *places: Any, **rest: tuple[int, ...]) -> list[str]:
    finish = Finish(tuple(place if isinstance(place, tuple) else (place,) for place in places), **rest)
    found = [GAME.notation(action) for action in GAME.finished(state, finish)]
    for notation in found:
        GAME.apply(state, GAME.parse(notation))
    return found


def code(state: State, action: str) -> str:
    with pytest.raises(Refused) as caught:
        GAME.apply(state, GAME.parse(action))
    return caught.value.code


def test_mito_is_played_at_the_panel() -> None:
    assert isinstance(GAME, Presses) and isinstance(GAME, Deals)


def test_a_stop_is_named_answered_and_settled_by_buttons() -> None:
    state = table("deal n4")
    assert [press(state, seat) for seat in range(4)] == [None] * 4
    assert press(state, "stop") == "stop p1" and press(state, "stop", by=2) == "stop p3"
    assert code(state, "stop p3") == "E-MI-ACCUSER"
    frozen = play(state, "stop p1")
    asked = GAME.question(frozen)
    assert asked is not None and (asked.kind, asked.seats) == ("stop", (0,)) and GAME.to_play(frozen) is None
    assert press(frozen, "stop") is None and press(frozen, 4) is None
    assert [press(frozen, seat) for seat in range(4)] == ["withdraw p1", "stop p1 p2", "stop p1 p3", "stop p1 p4"]
    named = play(frozen, "stop p1 p3")
    assert [press(named, button) for button in (0, 1, 2, "stop")] == [None, None, "guilty p3", "innocent p3"]
    assert play(named, "innocent p3").known[0].most == 9
    guilty = play(named, "guilty p3")
    assert [press(guilty, button) for button in (0, 1, 2, "stop")] == ["give p1 p3", None, None, "keep p1"]
    assert play(guilty, "give p1 p3").guard == 2
    assert press(play(guilty, "give p1 p3"), "stop") == "stop p3"


def test_a_stop_may_be_taken_back_until_somebody_is_named() -> None:
    frozen = table("deal n4", "stop p1")
    assert code(frozen, "play p1 n3") == "E-MI-FROZEN" and code(frozen, "stop p1") == "E-MI-FROZEN"
    assert code(frozen, "guilty p2") == "E-MI-NOTHING" and code(frozen, "withdraw p2") == "E-MI-ACCUSER"
    assert play(frozen, "withdraw p1").known == table("deal n4").known and not play(frozen, "withdraw p1").frozen
    assert code(table("deal n4"), "withdraw p1") == "E-MI-NOTHING"
    assert code(play(frozen, "stop p1 p2"), "withdraw p1") == "E-MI-FROZEN"


def test_gifts_of_real_cards_are_pressed() -> None:
    spider = table("deal n4", "play p1 s3")
    assert [press(spider, button) for button in (0, 1, 3, "stop")] == ["keep p1", "give p1 p2", "give p1 p4", "stop p1"]
    forfeit = table("deal n4", "play p1 m3", "slap p2")
    assert [press(forfeit, button) for button in (0, 1, 2, 4)] == ["give p1 p2", None, "give p3 p2", None]
    assert press(play(forfeit, "give p1 p2"), 0) is None
    digital = play(GAME.new({"players": "4", "mode": "digital"}), "deal " + " ".join(map(str, sorted(
        GAME.new({}).rules.deck))), "stop p1 p2", "innocent p2")
    assert [press(digital, seat) for seat in range(4)] == [None] * 4


def test_the_last_at_the_mosquito_loses() -> None:
    state = table("deal n4", "play p1 m3")
    assert ended(state, 2, 0, 3, 1) == ["slap p2"]
    assert ended(state, 2, 0, (1, 3)) == ["slap p2", "slap p4", "slap nobody"]
    assert ended(state, (2, 0), 3, 1) == ["slap p2"]
    assert ended(state, 2, 0, 1, absent=(3,)) == ["slap p4"]
    assert ended(state, 2, 0, absent=(1, 3)) == ["slap p2", "slap p4", "slap nobody"]
    assert ended(state, 2, 0, absent=(1,), false_starts=(3,)) == ["slap p4"]
    assert ended(state, false_starts=(0, 3), absent=(1, 2)) == ["slap p1", "slap p4", "slap nobody"]
    assert ended(state, absent=(0, 1, 2, 3)) == []
    again = table("deal n4", "play p1 m3", false_start="race again")
    assert ended(again, 2, 0, 1, false_starts=(3,)) == [] and ended(again, 2, 0, 3, 1) == ["slap p2"]


def test_the_first_at_the_cockroach_throws_or_leaves_it_to_the_next() -> None:
    state = table("deal n4", "play p1 c3")
    assert ended(state, 2, 0, 3, 1) == ["first p3 p1 p4 p2"]
    assert ended(state, 2, (0, 3), 1) == ["first p3"]
    assert ended(state, (0, 3), 1) == ["first p1", "first p4", "throw nobody"]
    assert ended(state, 1, false_starts=(3,), absent=(0, 2)) == ["first p2"]
    assert ended(state, false_starts=(3,), absent=(0, 1, 2)) == []
    raced = play(state, "first p3 p1")
    asked = GAME.question(raced)
    assert asked is not None and (asked.kind, asked.seats, asked.race) == ("throw", (2,), None)
    assert code(raced, "throw p1 n3") == "E-MI-TURN" and code(raced, "keep p1") == "E-MI-TURN"
    assert code(raced, "throw p3 n4") == "E-MI-ROACH-VALUE" and code(raced, "play p2 n4") == "E-MI-OPEN"
    assert GAME.to_play(play(raced, "throw p3 n3")) == 2
    assert GAME.describe(raced, GAME.parse("keep p3")).en == "player 3 has no such card"
    second = play(raced, "keep p3")
    assert GAME.to_play(play(second, "throw p1 n3")) == 0
    nobody = GAME.question(play(second, "keep p1"))
    assert nobody is not None and (nobody.kind, nobody.race) == ("cockroach", None)
    assert GAME.to_play(play(second, "keep p1", "throw p4 s3")) == 3
    assert GAME.to_play(play(second, "throw nobody")) == 1
    assert code(state, "first p5") == "E-MI-SEAT" and code(table("deal n4"), "first p1") == "E-MI-NOTHING"


def test_a_race_that_is_not_on_means_nothing() -> None:
    assert ended(table("deal n4"), 0, 1, 2, 3) == []
    assert GAME.pressed(GAME.new({}), "stop") is None


def test_races_and_calls_alone() -> None:
    state = table(mode="calls", rounds="one a player")
    assert GAME.to_play(state) is None and GAME.question(state) is None
    assert press(state, 1) == "race mosquito" and press(state, 4) is None and press(state, "stop") == "stop p1"
    for action in ("deal n4", "play p1 n3", "draw p1", "count p1 3"):
        assert code(state, action) == "E-MI-CALLS"
    assert code(table("deal n4"), "race mosquito") == "E-MI-LAID"
    race = play(state, "race mosquito")
    assert code(race, "race cockroach") == "E-MI-OPEN" and press(race, 1) is None
    assert ended(race, 1, 2, 3, 0) == ["slap p1"] and ended(race, absent=(0, 1, 2, 3)) == ["slap nobody"]
    assert GAME.question(play(race, "slap p1")) is None
    roach = play(state, "race cockroach")
    assert ended(roach, 1, 2, 3, 0) == ["first p2 p3 p4 p1"] and ended(roach, absent=(0, 1, 2, 3)) == ["throw nobody"]
    assert code(roach, "throw p1 n3") == "E-MI-CALLS"
    assert GAME.question(play(roach, "first p2 p3")) is None
    moved = play(state, "stop p1", "stop p1 p3", "guilty p3")
    assert moved.guard == 2 and GAME.question(moved) is None
    assert GAME.question(play(state, "stop p1 p3", "innocent p3")) is None
    scored = play(moved, "out p4", "tally p1 1,1,0", "tally p2 2,0,0", "tally p3 0,0,1")
    assert GAME.scores(scored) == [6, 2, 10, 0] and (scored.guard, scored.phase, scored.round) == (1, "play", 2)


def test_everybody_tells_the_races_of_a_table_without_cards() -> None:
    race = table("race mosquito", mode="calls")
    for action in ("slap p1", "slap nobody", "first p2"):
        assert GAME.owners(race, GAME.parse(action)) is None
    assert GAME.owners(race, GAME.parse("stop p1")) == (0,)
    assert GAME.owners(table("deal n4", "play p1 m3"), GAME.parse("first p2")) == ()


def test_a_table_may_play_three_rounds() -> None:
    state = table(mode="calls", rounds="3")
    for _ in range(3):
        assert GAME.outcome(state) is None
        state = play(state, "out p1", "tally p2 1,0,0", "tally p3 2,0,0", "tally p4 0,1,0")
    outcome = GAME.outcome(state)
    assert outcome is not None and outcome.winners == (0,) and GAME.scores(state) == [0, 3, 6, 15]


def test_the_referee_deals_and_shuffles_digital_cards() -> None:
    state = GAME.new({"players": "4", "mode": "digital"})
    one, same, other = (GAME.deal(state, Random(seed)) for seed in (1, 1, 2))
    assert one == same != other and one is not None
    dealt = GAME.apply(state, one)
    assert dealt.phase == "play" and GAME.deal(dealt, Random(1)) is None
    assert GAME.deal(GAME.new({"players": "4"}), Random(1)) is None
    assert not any(str(card) in GAME.describe(state, one).en.split() for card in dealt.hands[0])
