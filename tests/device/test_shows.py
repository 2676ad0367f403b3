"""What the lamps show: pure functions of the game's state."""

import random
from dataclasses import replace

import pytest

from device.events import Event, Ledger, fold
from device.panel.shows import (
    REFUSED,
    Effect,
    LightState,
    Playing,
    accepted,
    burning,
    effect_of,
    light_state,
    lights,
    pressed,
)
from device.referee import Command, Referee, step
from rules.game import Asks


def _shown(state: LightState) -> dict[str, str]:
    return {lamp: mode for lamp, mode in lights(state).items() if mode != "off"}


@pytest.mark.parametrize(("state", "shown"), [
    (LightState(), {}),
    (LightState("ready", 0), {"green": "on", "player 1": "on"}),
    (LightState("ready", 4), {"green": "on", "player 5": "on"}),
    (LightState("ready"), {"green": "on"}),
    (LightState("hand", 1), {"amber": "on", "player 2": "on"}),
    (LightState("settling", 1), {"amber": "on", "player 2": "on"}),
    (LightState("question", 1), {"amber": "blink", "player 2": "on"}),
    (LightState("mismatch", 1), {"red": "on", "player 2": "on"}),
    (LightState("lost", 1), {"red": "blink", "player 2": "on"}),
    (LightState("ready", 2, refused=True), {"red": "on", "player 3": "on"}),
    (LightState("hand", 2, refused=True), {"red": "on", "amber": "on", "player 3": "on"}),
    (LightState("ready", None, asked=(1, 2)), {"amber": "blink", "player 2": "blink", "player 3": "blink"}),
    (LightState("ready", 0, asked=(0,)), {"amber": "blink", "player 1": "blink"}),
    (LightState("idle", None, asked=(1,)), {}),
    (LightState("over", None, winners=(0, 3)), {"player 1": "blink", "player 4": "blink"}),
    (LightState("over", 1), {}),
])
def test_lights_are_a_function_of_the_state(state: LightState, shown: dict[str, str]) -> None:
    assert _shown(state) == shown


def _referee(*actions: str) -> Referee:
    """Return the referee of a game for two at the table, after these actions."""
    options = {"players": "2", "turns": "purple,red,green,blue"}
    referee = step(Referee(), Command("new", {"game": "otrio", "options": options}, "host")).referee
    assert referee.ledger is not None
    ledger: Ledger | None = referee.ledger
    for action in actions:
        ledger = fold(ledger, Event("action", {"action": action}))
    return replace(referee, ledger=ledger, phase="ready")


def _placing(count: int) -> list[str]:
    """Return the notation of the first legal actions, one after the other."""
    notations: list[str] = []
    for _ in range(count):
        ledger = _referee(*notations).ledger
        assert ledger is not None
        notations.append(ledger.game.notation(next(iter(ledger.game.legal_actions(ledger.state)))))
    return notations


def test_the_light_of_the_seat_follows_a_real_game() -> None:
    actions = _placing(3)
    assert [light_state(_referee(*actions[:n])).turn for n in range(4)] == [0, 1, 0, 1]
    assert light_state(Referee()) == LightState("idle")


def test_the_newest_event_chooses_the_effect() -> None:
    actions = _placing(2)
    moved = Event("action", {"action": actions[1]})
    assert effect_of(_referee(*actions), [moved]) == accepted(1)
    assert effect_of(_referee(*actions), [moved, Event("illegal", {})]) == REFUSED
    assert effect_of(_referee(*actions), []) is None
    assert effect_of(_referee(*actions), [Event("undo")]) is None
    assert effect_of(Referee(), [moved]) is None


def test_a_refusal_shows_until_it_is_put_right() -> None:
    referee = _referee(*_placing(1))
    assert referee.ledger is not None
    action = referee.ledger.actions[0]  # the same once more
    refused = replace(referee, ledger=fold(referee.ledger, Event("illegal", {"action": action, "code": ""})))
    assert light_state(refused) == LightState("ready", 1, refused=True)
    right = replace(referee, ledger=fold(refused.ledger, Event("put right")))
    assert light_state(right) == LightState("ready", 1)


def test_who_the_game_asks_is_shown() -> None:
    referee = step(Referee(), Command("new", {"game": "mito", "options": {"players": "3"}}, "host")).referee
    rng = random.Random(1)
    ledger = referee.ledger
    assert ledger is not None and isinstance(ledger.game, Asks)
    while (question := ledger.game.question(ledger.state)) is None or not question.seats:
        action = ledger.game.notation(rng.choice(list(ledger.game.legal_actions(ledger.state))))
        ledger = fold(ledger, Event("action", {"action": action}))
        assert ledger is not None
    assert light_state(replace(referee, ledger=ledger)).asked == question.seats


def test_a_blinking_lamp_burns_half_of_the_time() -> None:
    modes = lights(LightState("lost"))
    assert [burning(modes, 7.0, (), 7 + n / 4)["red"] for n in range(8)] == [True, True, False, False] * 2


def test_an_effect_flashes_and_then_the_state_shows_again() -> None:
    modes = lights(LightState("ready", 1))
    playing = Playing(accepted(0), 0.0)
    during = [burning(modes, 0, (playing,), n / 10 + 0.01) for n in range(8)]
    assert [burn["player 1"] for burn in during] == [True, False] * 4
    assert [burn["green"] for burn in during] == [True, False] * 4
    assert all(burn["player 2"] for burn in during)
    after = playing.effect.seconds
    assert playing.over(after) and not playing.over(after - 0.01)
    assert burning(modes, 0, (playing,), after) == burning(modes, 0, (), after)


def test_the_newest_effect_is_on_top_and_the_others_go_on() -> None:
    both = (Playing(Effect(("red", "green"), 1.0), 0.0), Playing(Effect(("red",), 0.5, mode="off"), 0.2))
    burn = burning(lights(LightState()), 0, both, 0.41)
    assert burn["red"] is False and burn["green"] is True
    assert burning(lights(LightState()), 0, both, 0.81)["red"] is True


def test_a_press_is_answered_at_once() -> None:
    burn = burning(lights(LightState()), 0, (Playing(pressed("player 3"), 5.0),), 5.0)
    assert [lamp for lamp, on in burn.items() if on] == ["player 3"]
