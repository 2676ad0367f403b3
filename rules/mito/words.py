"""Why Mito refuses an action: a code for each rule, with its sentence."""

from rules.game import BadNotation, Refused
from rules.text import Text

REFUSALS: dict[str, Text] = {
    "E-MI-PLAYERS": Text("Mito is for 3 to 5 players", "Mito se joue de 3 à 5"),
    "E-MI-OVER": Text("the game is over: nothing can be played any more",
                      "la partie est finie : on ne peut plus rien jouer"),
    "E-MI-PHASE": Text("this is not the moment: a round is dealt, then played, then counted",
                       "ce n'est pas le moment : une manche se distribue, se joue, puis se compte"),
    "E-MI-SEAT": Text("{who} does not play in this game", "{who} ne joue pas dans cette partie"),
    "E-MI-MODE": Text("with real cards on the table the referee can't know this",
                      "avec de vraies cartes sur la table, l'arbitre ne peut pas le savoir"),
    "E-MI-KNOWN": Text("in digital mode the referee knows this by itself",
                       "en mode numérique, l'arbitre le sait de lui-même"),
    "E-MI-CALLS": Text("at this table no cards are told: only races, stops, who is out, and the points",
                       "à cette table, on ne dit pas les cartes : seulement les courses, les stops, qui a fini et les "
                       "points"),
    "E-MI-LAID": Text("a race begins with its card: tell the mosquito or the cockroach that was laid",
                      "une course commence par sa carte : dites le moustique ou le cafard qui a été posé"),
    "E-MI-DECK": Text("these are not the cards that must be shuffled or dealt",
                      "ce ne sont pas les cartes à mélanger ou à distribuer"),
    "E-MI-TURN": Text("it is not {who}'s turn", "ce n'est pas au tour de {who}"),
    "E-MI-HAND": Text("this card is not in {who}'s hand", "cette carte n'est pas dans la main de {who}"),
    "E-MI-VALUE": Text("on a {top} only a {below} or a {above} may be laid: one below or one above, round from 5 to 1",
                       "sur un {top}, seul un {below} ou un {above} se pose : un de moins ou un de plus, le 5 touchant "
                       "le 1"),
    "E-MI-MITO-PLAY": Text("a mito can't be laid: only the guard may, and only in turn",
                           "un mito ne se joue pas : seule la gardienne le peut, et à son tour"),
    "E-MI-MITO-GIVE": Text("a mito can't be given away", "un mito ne se donne pas"),
    "E-MI-MUST": Text("who holds a card that fits must lay it", "celui qui a une carte qui convient doit la poser"),
    "E-MI-OPEN": Text("first the open question must be answered: {question}",
                      "il faut d'abord répondre à la question : {question}"),
    "E-MI-NOTHING": Text("nothing asks for this now", "rien ne demande cela maintenant"),
    "E-MI-SLAP": Text("{who} does not slap this mosquito", "{who} ne frappe pas ce moustique"),
    "E-MI-OWES": Text("{who} holds a card that can be given, and owes one",
                      "{who} a une carte qu'on peut donner, et en doit une"),
    "E-MI-SELF": Text("nobody accuses or presents himself", "on ne s'accuse ni ne s'offre rien à soi-même"),
    "E-MI-LAST-GIFT": Text("a hand's last card can't be given away: it must be laid",
                           "la dernière carte d'une main ne se donne pas : elle se pose"),
    "E-MI-ROACH-VALUE": Text("on a cockroach only a card of its own value may be thrown: a {value}",
                             "sur un cafard ne se jette qu'une carte de même valeur : un {value}"),
    "E-MI-ROACH-KIND": Text("only a grey card may be thrown on a cockroach",
                            "sur un cafard ne se jette qu'une carte grise"),
    "E-MI-LAST-THROW": Text("the last card can't be thrown on a cockroach: it must be laid in turn",
                            "la dernière carte ne se jette pas sur un cafard : elle se pose à son tour"),
    "E-MI-GUARD-CHEATS": Text("the guard may not cheat", "la gardienne n'a pas le droit de tricher"),
    "E-MI-LAST-CHEAT": Text("the last card can't be cheated away: it must be laid",
                            "on ne se débarrasse pas de sa dernière carte en trichant : il faut la poser"),
    "E-MI-MULTI": Text("only one card at a time may be cheated away", "on ne triche que d'une carte à la fois"),
    "E-MI-ACCUSER": Text("only the guard may accuse, and the guard is {guard}",
                         "seule la gardienne peut accuser, et c'est {guard}"),
    "E-MI-FROZEN": Text("an accusation is open: nothing else may be done until it is settled",
                        "une accusation est en cours : on ne fait rien d'autre avant qu'elle soit réglée"),
    "E-MI-LIE": Text("the accused must tell the truth", "l'accusé doit dire la vérité"),
    "E-MI-OUT": Text("only who laid the last card can be out with it",
                     "seul celui qui a posé la dernière carte peut avoir fini avec elle"),
    "E-MI-NUMBER": Text("a hand holds 1 card at least and 71 at most",
                        "une main compte au moins 1 carte et au plus 71"),
    "E-MI-COUNT": Text("all hands together hold at most 43 grey cards, 20 action cards and 8 mitos",
                       "toutes les mains réunies ont au plus 43 cartes grises, 20 spéciales et 8 mitos"),
    "E-MI-COUNTED": Text("{who}'s cards are counted already", "les cartes de {who} sont déjà comptées"),
}


def refused(code: str, **parts: Text | str | int) -> Refused:
    """Return the refusal with this code, its sentence filled in."""
    return Refused(code, REFUSALS[code].fill(**parts))


class BadPlayers(Refused, BadNotation):
    """A number of players that the rules don't allow."""

    def __init__(self, players: str) -> None:
        text = REFUSALS["E-MI-PLAYERS"]
        super().__init__("E-MI-PLAYERS", Text(f"{text.en}, not {players!r}; choose 3, 4 or 5",
                                              f"{text.fr}, pas {players!r} ; choisissez 3, 4 ou 5"))


def player(seat: int) -> str:
    """Return how a seat is written: "p1" for seat 0."""
    return f"p{seat + 1}"


def called(seat: int) -> Text:
    """Return what a seat is called in sentences: "player 1" for seat 0."""
    return Text("player {n}", "joueur {n}").fill(n=seat + 1)
