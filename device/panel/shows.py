"""What the lamps show and the buzzer plays: a function of the game's state, with effects that pass by themselves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from device.events import Event, hushed_since
from device.panel import PLAYERS, player
from device.panel.pins import Lamp
from device.referee import Phase, Referee
from rules.game import Asks

Mode: TypeAlias = Literal["on", "off", "blink"]
Sound: TypeAlias = Literal["press", "accepted", "refused", "question", "won", "ready", "go", "false start"]
BLINK = 1.0
"""Seconds of one blink, on and off."""
FLASH = 0.2
"""The same, within an effect."""
LAMPS: tuple[Lamp, ...] = ("green", "amber", "red", *map(player, range(PLAYERS)))


@dataclass(frozen=True)
class LightState:
    """What the lights show of a game."""

    phase: Phase = "idle"
    turn: int | None = None
    """The seat whose turn it is."""
    refused: bool = False
    """An action was refused and is still to be put right."""
    winners: tuple[int, ...] = ()
    """The seats that won; at the end of a game that nobody won, empty."""
    asked: tuple[int, ...] = ()
    """The seats that the game waits for beside the turn: who races, owes a card, is accused."""


def light_state(referee: Referee) -> LightState:
    """Return what the lights show of the referee."""
    ledger = referee.ledger
    if ledger is None:
        return LightState(referee.phase)
    outcome = ledger.game.outcome(ledger.state)
    question = ledger.game.question(ledger.state) if isinstance(ledger.game, Asks) else None
    return LightState(referee.phase, ledger.game.to_play(ledger.state), ledger.refusal is not None,
                      outcome.winners if outcome else (), question.seats if question else ())


def lights(state: LightState) -> Mapping[Lamp, Mode]:
    """Return what each lamp shows.

    Green: play. Amber: wait while the table is read; blinking, the players are asked something. Red: put the table
    right; blinking, the camera is lost. The light of the seat whose turn it is burns, those of seats that the game asks
    something blink; after the game the winners' blink.
    """
    shown: dict[Lamp, Mode] = {lamp: "off" for lamp in LAMPS}
    if state.phase == "over":
        return shown | {player(seat): "blink" for seat in state.winners}
    if state.phase != "idle":
        if state.turn is not None:
            shown[player(state.turn)] = "on"
        shown |= {player(seat): "blink" for seat in state.asked if seat < PLAYERS}
    if state.refused or state.phase == "mismatch":
        shown["red"] = "on"
    match state.phase:
        case "lost":
            shown["red"] = "blink"
        case "question":
            shown["amber"] = "blink"
        case "hand" | "settling":
            shown["amber"] = "on"
        case "ready" if state.asked and not state.refused:
            shown["amber"] = "blink"
        case "ready" if not state.refused:
            shown["green"] = "on"
    return shown


@dataclass(frozen=True)
class Effect:
    """Lamps that do something for a moment, whatever they show otherwise, and a sound."""

    lamps: tuple[Lamp, ...] = ()
    seconds: float = 0.8
    sound: Sound | None = None
    mode: Mode = "blink"


def accepted(seat: int | None) -> Effect:
    """Return the effect for an action that was accepted: the green light flashes, and the player's."""
    return Effect(("green",) if seat is None else ("green", player(seat)), sound="accepted")


def pressed(lamp: Lamp) -> Effect:
    """Return the effect for a button that was pressed: its light answers at once."""
    return Effect((lamp,), 0.3)


REFUSED = Effect(("red",), 1.2, "refused")
WON = Effect(("green", *map(player, range(PLAYERS))), 2.4, "won")
ASKED = Effect((), 0.0, "question")


def effect_of(referee: Referee, events: Sequence[Event]) -> Effect | None:
    """Return the effect that the newest of the accepted events has on the panel."""
    kind = events[-1].kind if events else None
    ledger = referee.ledger
    if kind == "illegal":
        return REFUSED
    if kind != "action" or ledger is None or len(ledger.states) < 2 or hushed_since(ledger):
        return None  # what nobody may notice flashes no lamp
    outcome = ledger.game.outcome(ledger.state)
    return WON if outcome and outcome.winners else accepted(ledger.game.to_play(ledger.states[-2]))


@dataclass(frozen=True)
class Playing:
    """An effect, and when it began, in seconds of the same clock as `now` below."""

    effect: Effect
    began: float

    def over(self, now: float) -> bool:
        """Tell whether it has passed."""
        return now - self.began >= self.effect.seconds


def burning(modes: Mapping[Lamp, Mode], since: float, playing: Sequence[Playing], now: float) -> Mapping[Lamp, bool]:
    """Return which lamps burn now: the modes that hold since then, and over them the effects, the newest on top."""
    burn = {lamp: _burns(mode, now - since, BLINK) for lamp, mode in modes.items()}
    for each in playing:
        if not each.over(now):
            burn |= {lamp: _burns(each.effect.mode, now - each.began, FLASH) for lamp in each.effect.lamps}
    return burn


def _burns(mode: Mode, seconds: float, period: float) -> bool:
    return mode == "on" or (mode == "blink" and seconds % period < period / 2)
