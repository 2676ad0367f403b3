"""What is said about actions and the end of a game of Mondrian; it never tells a secret."""

from rules.game import Outcome
from rules.mondrian.actions import Action, Choose, Claim, Knock, Landing, Method, Paint, Plan, Seal, Throw
from rules.mondrian.options import DICE_COLOURS
from rules.mondrian.play import scored
from rules.mondrian.score import winners
from rules.mondrian.state import State
from rules.text import AND, Text, listed

METHOD_WORDS: dict[Method, Text] = {
    "left": Text("left hand", "main gauche"), "right": Text("right hand", "main droite"),
    "blind": Text("blind", "en aveugle"), "drop": Text("vertical drop", "chute verticale"),
    "flick": Text("flick", "pichenette")}
_MISSES = {"off": Text("off the table", "hors de la zone"),
           "touched": Text("off the table after touching a die", "hors de la zone après avoir touché un dé"),
           "leaning": Text("leaning, to be thrown again", "penché, à relancer")}


def describe(state: State, action: Action) -> Text:
    """Say in words what an action is: "black throws a 4 on v6-1"."""
    who = DICE_COLOURS.get(action.colour, Text(action.colour, action.colour))
    if isinstance(action, Throw):
        how = Text(" ({how})", " ({how})").fill(how=METHOD_WORDS[action.method]) if action.method else Text("", "")
        return Text("{who} throws {what}{how}", "{who} lance {what}{how}").fill(
            who=who, what=_landed(action.landing), how=how)
    if isinstance(action, Knock):
        return Text("a {who} die was moved: now {what}", "un dé {who} a bougé : maintenant {what}").fill(
            who=who, what=_landed(action.landing))
    if isinstance(action, Choose):
        return Text("{who}'s die counts for {card}", "le dé {who} compte pour {card}").fill(who=who, card=action.card)
    if isinstance(action, Claim):
        if not action.pay:
            return Text("{who} takes {card}", "{who} prend {card}").fill(who=who, card=action.card)
        return Text("{who} takes {card} and gives {pay}", "{who} prend {card} et donne {pay}").fill(
            who=who, card=action.card, pay=", ".join(action.pay))
    return {Plan: Text("{who} has planned", "{who} a programmé ses lancers"),
            Seal: Text("{who} has set cards face down", "{who} a posé ses cartes face cachée"),
            Paint: Text("{who}'s painting lies", "le tableau de {who} est posé")}.get(
                type(action), Text("{who} leaves the rest", "{who} laisse le reste")).fill(who=who)


def _landed(landing: Landing | str) -> Text:
    if not isinstance(landing, Landing):
        return _MISSES[landing]
    if not landing.cards:
        return Text("{n}, beside the cards", "{n}, à côté des cartes").fill(n=landing.value)
    return Text("{n} on {cards}", "{n} sur {cards}").fill(n=landing.value, cards=" + ".join(landing.cards))


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; None until all paintings lie."""
    if state.phase != "over":
        return None
    scores = scored(state)
    won = winners(scores, state.rules["tie"])
    who = listed([DICE_COLOURS[state.rules.colours[seat]] for seat in won], AND)
    points = scores[won[0]].total
    sentence = (Text("{who} wins with {points} {points|point|points}",
                     "{who} gagne avec {points} {points|point|points}") if len(won) == 1 else
                Text("{who} share the victory with {points} {points|point|points}",
                     "{who} gagnent ensemble avec {points} {points|point|points}"))
    return Outcome("points" if len(won) == 1 else "shared", won, sentence.fill(who=who, points=points))
