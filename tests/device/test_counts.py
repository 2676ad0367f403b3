"""One of something is said as one, in both languages; none is one to the French."""

import pytest

from device import sentences
from device.panel import sentences as panel
from device.terminal import mito, mondrian, otrio, race_words
from device.terminal import sentences as terminal
from rules.french import spaced
from rules.mastermind import advice, refusals
from rules.mystrio import problems
from rules.otrio import refusals as otrio_refusals
from rules.text import Text

WHO = Text("player 1", "joueur 1")


@pytest.mark.parametrize(("said", "english", "french"), [
    (mito.PLAYER.fill(name=WHO, cards=1, guard="", total=0), "player 1: 1 card, 0 points",
     "joueur 1 : 1 carte, 0 point"),
    (mito.SCORE.fill(name=WHO, guard="", total=1), "player 1: 1 point", "joueur 1 : 1 point"),
    (mondrian.DICE.fill(title="X", dice="-", left=1, cards=1), "X: dice -; 1 to throw; 1 card in hand",
     "X : dés - ; 1 à lancer ; 1 carte en main"),
    (otrio.RESERVE.fill(title=Text("red", "rouge"), large=1, medium=0, small=3), "red: 1 large, 0 medium, 3 small",
     "rouge : 1 grand, 0 moyen, 3 petits"),
    (terminal.GOES_ON.fill(file="F", count=1), "The game of F goes on, after 1 action.",
     "La partie de F continue, après 1 action."),
    (race_words.CHAMPION.fill(name="Emma", wins=1, races=1), "Emma wins the match: 1 of 1 race.",
     "Emma remporte le match : 1 course sur 1."),
    (race_words.HOW_MANY_NAMES.fill(n=1),
     "--names has 1 name; write two to five, with commas between, such as --names Emma,Léo",
     "--names a 1 nom ; écrivez-en de deux à cinq, séparés par des virgules, comme --names Emma,Léo"),
    (panel.WORKING.fill(count=1, lamps=0, buzzer=""), "working: 1 button, 0 lights",
     "en état de marche : 1 bouton, 0 lampe"),
    (sentences.LONG_NAME.fill(letters=30, most=24), "That name has 30 characters; use 24 or fewer",
     "Ce nom a 30 caractères ; prenez-en 24 au plus"),
    (advice.MANY_LEFT.fill(count=2, pegs="x"), "2 codes are left; x tells them apart best",
     "Il reste 2 codes ; x les distingue le mieux"),
    (refusals.SUPPLY.fill(each=1, colour=Text("red", "rouge")),
     "There is only 1 peg of red, and it is in use", "Il n'y a que 1 pion de couleur rouge, et il est utilisé"),
    (problems.MORE.fill(there=1, most=0), "There is 1 token on the board, but only 0 can be left",
     "Il y a 1 pion sur le plateau, mais il ne peut en rester que 0"),
    (otrio_refusals.PASS.fill(seat=Text("purple and green", "violet et vert"), many=2),
     "Who can place a piece must: purple and green still can",
     "Qui peut placer une pièce doit le faire : violet et vert le peuvent encore"),
])
def test_one_of_something(said: Text, english: str, french: str) -> None:
    assert (said.en, said.fr) == (english, spaced(french))
