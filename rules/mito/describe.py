"""What is said about actions and the end of a game of Mito; it never tells what only some may know."""

from rules.game import Outcome, Seat
from rules.mito.actions import (
    Action,
    Answer,
    Cheat,
    Count,
    Deal,
    First,
    Give,
    Keep,
    Out,
    Play,
    Race,
    Shuffle,
    Slap,
    Stop,
    Tally,
    Throw,
    Withdraw,
)
from rules.mito.cards import MOSQUITO, points
from rules.mito.state import HAND_SIZE, State
from rules.mito.words import called
from rules.text import AND, Text, listed


def describe(state: State, action: Action) -> Text:
    """Say in words what an action is: "p2 lays a grey 4"."""
    if isinstance(action, Deal):
        turned = action.cards[HAND_SIZE * state.players if len(action.cards) > 1 else 0]
        return Text("the cards are dealt; {card} lies open", "les cartes sont distribuées ; {card} est retourné").fill(
            card=turned.words)
    if isinstance(action, Shuffle):
        return Text("the discards become the draw pile", "la défausse redevient la pioche")
    if isinstance(action, Slap):
        return (Text("nobody was seen to be last", "on n'a pas vu qui était le dernier") if action.slowest is None else
                Text("{who} was last", "{who} était le dernier").fill(who=called(action.slowest)))
    if isinstance(action, Race):
        return (Text("a mosquito is laid: all slap it", "un moustique est posé : tous le frappent")
                if action.kind == MOSQUITO else
                Text("a cockroach is laid: all throw a card", "un cafard est posé : tous jettent une carte"))
    if isinstance(action, First):
        first, *later = map(called, action.seats)
        return (Text("{first} was first, then {later}", "{first} était le premier, puis {later}") if later else
                Text("{first} was first", "{first} était le premier")).fill(
                    first=first, later=listed(later))
    if isinstance(action, Throw) and (action.seat is None or action.card is None):
        return Text("nobody throws a card", "personne ne jette de carte")
    if isinstance(action, Keep) and state.pending is not None and state.pending.kind == "throw":
        return Text("{who} has no such card", "{who} n'a pas cette carte").fill(who=called(action.seat))
    return _by_somebody(action).fill(who=called(action.seat or 0))


def _by_somebody(action: Action) -> Text:
    if isinstance(action, Play):
        return Text("{who} lays {card}", "{who} pose {card}").fill(card=action.card.words)
    if isinstance(action, Throw) and action.card is not None:
        return Text("{who} is first and throws {card}", "{who} est le premier et jette {card}").fill(
            card=action.card.words)
    if isinstance(action, Give):
        return Text("{who} gives {to} a card", "{who} donne une carte à {to}").fill(to=called(action.to))
    if isinstance(action, Stop) and action.accused is not None:
        return Text("{who} says stop: did {accused} cheat?", "{who} dit stop : {accused} a-t-il triché ?").fill(
            accused=called(action.accused))
    if isinstance(action, Answer):
        return (Text("{who} cheated and becomes the guard", "{who} a triché et devient la gardienne") if action.guilty
                else Text("{who} did not cheat", "{who} n'a pas triché"))
    if isinstance(action, Count):
        return Text("{who} holds {cards} {cards|card|cards}",
                    "{who} a {cards} {cards|carte|cartes} en main").fill(cards=action.cards)
    if isinstance(action, Tally):
        return Text("{who} is left with {points} {points|point|points}",
                    "il reste {points} {points|point|points} à {who}").fill(
            points=points(action.cards))
    words = {Keep: Text("{who} gives nothing", "{who} ne donne rien"), Out: Text("{who} is out", "{who} a fini"),
             Cheat: Text("{who} hides a card", "{who} cache une carte"),
             Stop: Text("{who} says stop", "{who} dit stop"),
             Withdraw: Text("{who} accuses nobody; play goes on", "{who} n'accuse personne ; le jeu continue")}
    return words.get(type(action), Text("{who} draws a card", "{who} pioche une carte"))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended: who is out in a single round, else who has fewest points; None while it goes on."""
    if state.phase != "over":
        return None
    if state.rules["rounds"] == "single":
        assert state.out is not None, "a round ends with an empty hand"
        return Outcome("out", (state.out,), Text("{who} wins: no card left", "{who} gagne : plus de carte").fill(
            who=called(state.out)), ("top",))
    best = min(state.totals)
    won: tuple[Seat, ...] = tuple(seat for seat, total in enumerate(state.totals) if total == best)
    who = listed(map(called, won), AND)
    sentence = (Text("{who} wins with {points} {points|point|points}",
                     "{who} gagne avec {points} {points|point|points}") if len(won) == 1 else
                Text("{who} share the victory with {points} {points|point|points}",
                     "{who} gagnent ensemble avec {points} {points|point|points}"))
    return Outcome("points" if len(won) == 1 else "shared", won, sentence.fill(who=who, points=best))
