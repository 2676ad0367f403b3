"""Why Mondrian refuses an action: a code for each rule, with its sentence."""

from rules.game import Refused
from rules.text import Text

REFUSALS: dict[str, Text] = {
    "E-MO-OVER": Text("the game is over: nothing can be played any more",
                      "la partie est finie : on ne peut plus rien jouer"),
    "E-MO-PHASE": Text("this is not the moment: a round goes from the plans to the throws to the cards, "
                       "and the paintings come after the fourth",
                       "ce n'est pas le moment : une manche va des programmes aux lancers puis aux cartes, "
                       "et les tableaux viennent après la quatrième"),
    "E-MO-SEAT": Text("{colour} does not play in this game", "{colour} ne joue pas dans cette partie"),
    "E-MO-TURN": Text("it is not {colour}'s turn: players act in turn from the first player on",
                      "ce n'est pas au tour de {colour} : on joue à tour de rôle à partir du premier joueur"),
    "E-MO-DICE": Text("round {round} is played with {dice} {dice|die|dice}: put exactly that many on the palette",
                      "la manche {round} se joue avec {dice} {dice|dé|dés} : posez-en exactement autant sur la "
                      "palette"),
    "E-MO-DUP": Text("each way of throwing may be used only once a round",
                     "chaque manière de lancer ne sert qu'une fois par manche"),
    "E-MO-PLANNED": Text("{colour}'s plan stands: a palette is filled once a round",
                         "le programme de {colour} est fait : on remplit sa palette une fois par manche"),
    "E-MO-METHOD": Text("a die must be thrown in a way that is still free on its player's palette",
                        "un dé se lance d'une manière encore disponible sur la palette de son joueur"),
    "E-MO-RETHROW": Text("{colour} may not throw this die again: {rethrow}",
                         "{colour} ne peut pas relancer ce dé : {rethrow}"),
    "E-MO-FACE": Text("a die shows 1 to 6, not {value}", "un dé montre de 1 à 6, pas {value}"),
    "E-MO-GRID": Text("card {card} is not on the table", "la carte {card} n'est pas sur la table"),
    "E-MO-DIE": Text("there is no such die on the table", "ce dé n'est pas sur la table"),
    "E-MO-SETTLED": Text("the cards are being taken: a die that is moved now goes back to where it lay",
                         "on prend les cartes : un dé déplacé maintenant retourne où il était"),
    "E-MO-CHOICE": Text("a die counts for one of the cards that it touches, and only for one",
                        "un dé compte pour une des cartes qu'il touche, et une seulement"),
    "E-MO-ONDIE": Text("no die of {colour} lies on card {card}: at least one must",
                       "aucun dé de {colour} n'est sur la carte {card} : il en faut au moins un"),
    "E-MO-SHORT": Text("{strength} from the dice and {paid} paid don't reach the card's value, {value}",
                       "{strength} aux dés et {paid} en paiement n'atteignent pas la valeur de la carte, {value}"),
    "E-MO-PAY2": Text("a payment is one card, not several", "on paie avec une carte, pas plusieurs"),
    "E-MO-NOPAY": Text("the dice reach the card's value: nothing is paid",
                       "les dés atteignent la valeur de la carte : on ne paie rien"),
    "E-MO-BLANK": Text("only blank canvas cards may be given in payment",
                       "seules les Toiles vierges peuvent servir de paiement"),
    "E-MO-OWN": Text("the card given must be in the player's hand since before this round",
                     "la carte donnée doit être en main depuis avant cette manche"),
    "E-MO-SEALED": Text("what was set face down against a contested card is its payment, and nothing else",
                        "la carte posée face cachée contre une carte disputée en est le paiement, et rien d'autre"),
    "E-MO-FRESH": Text("card {card} was put on the table this round: it can be taken from the next round on",
                       "la carte {card} a été posée cette manche : on peut la prendre dès la suivante"),
    "E-MO-BEATEN": Text("on card {card} {other} comes first: the strongest, and among equals the one nearest to the "
                        "first player",
                        "sur la carte {card}, {other} passe avant : le plus fort, et à égalité le plus proche du "
                        "premier joueur"),
    "E-MO-WAIVED": Text("{colour} has left card {card} to the others", "{colour} a laissé la carte {card} aux autres"),
    "E-MO-SIZE": Text("a painting has exactly {size} {size|card|cards}: the smallest hand, rounded down to an even "
                      "number",
                      "un tableau a exactement {size} {size|carte|cartes} : la plus petite main, arrondie au nombre "
                      "pair inférieur"),
    "E-MO-CARD": Text("a painting is made of its painter's own hand cards, each used once",
                      "un tableau se compose des cartes de sa propre main, chacune une fois"),
    "E-MO-PAINTED": Text("{colour}'s painting lies already", "le tableau de {colour} est déjà posé"),
}
RETHROWS: dict[str, Text] = {
    "1 unless it touched a die": Text("one re-throw for a die that leaves the zone, and none when it first hit a die",
                                      "une relance pour un dé sorti de la zone, et aucune s'il a d'abord touché un dé"),
    "1 always": Text("one re-throw for a die that leaves the zone", "une relance pour un dé sorti de la zone"),
    "0": Text("a die that leaves the zone is lost", "un dé sorti de la zone est perdu")}


def refused(code: str, **parts: Text | str | int) -> Refused:
    """Return the refusal with this code, its sentence filled in."""
    return Refused(code, REFUSALS[code].fill(**parts))
