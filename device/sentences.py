"""What the referee itself says, in English and in French."""

from rules.text import Text

IDLE = Text("Choose a game to begin", "Choisissez un jeu pour commencer")
LOST = Text("I can't see the table; check that the camera looks at the four markers",
            "Je ne vois pas la table ; vérifiez que la caméra voit les quatre marqueurs")
CONNECTING = Text("The camera is starting", "La caméra démarre")
FILM_ENDED = Text("The film has ended", "Le film est terminé")
PHASES = {
    "hand": Text("A hand is over the table", "Une main est au-dessus de la table"),
    "settling": Text("Waiting for the table to come to rest", "J'attends que la table soit immobile"),
    "ready": Text("Ready for the next move", "Prêt pour le prochain coup"),
}
UNDERWAY = Text("A move is under way", "Un coup est en cours")
MISMATCH = Text("The table differs from the game; put it right, or correct the game on the host's phone",
                "La table diffère de la partie ; remettez-la en ordre, ou corrigez la partie sur le téléphone hôte")
TAKE_BACK = Text("{why}; please take it back", "{why} ; veuillez reprendre le coup")
WHAT_HAPPENED = Text("I can't tell for sure. What happened?", "Je n'en suis pas sûr. Que s'est-il passé ?")
NOTHING_HAPPENED = Text("Nothing happened", "Il ne s'est rien passé")
NOTHING_TO_UNDO = Text("There is nothing to take back: no move has been played yet",
                       "Il n'y a rien à annuler : aucun coup n'a encore été joué")
NO_GAME = Text("No game is on; choose one first", "Aucune partie n'est en cours ; choisissez d'abord un jeu")
ANSWERED = Text("This question has been answered already; look at the table as it is now",
                "Cette question a déjà reçu une réponse ; regardez la table telle qu'elle est")
BAD_COMMAND = Text("I don't understand this request; reload the page and try again",
                   "Je ne comprends pas cette demande ; rechargez la page et réessayez")
NO_SUCH_SLOT = Text("This game's table has no place named {slot}; reload the page and try again",
                    "La table de ce jeu n'a pas d'emplacement {slot} ; rechargez la page et réessayez")
NO_WAY = Text("no moves by the rules lead to this table", "aucun enchaînement de coups permis ne mène à cette table")
NOT_CORRECTED = Text("Not corrected: {why}; set up the table as it really is, or take back more moves first",
                     "Pas corrigé : {why} ; indiquez la table telle qu'elle est, ou annulez d'abord d'autres coups")
NOT_WRITTEN = Text("The disk does not take the game any more, so nothing new is accepted: {why}",
                   "Le disque n'enregistre plus la partie, donc rien de nouveau n'est accepté : {why}")
MENDED = Text("The store of the games was damaged: {saved} events of it were saved, and the game goes on from them; the "
              "damaged file is kept as {file}. If this happens again, replace the card",
              "L'enregistrement des parties était abîmé : {saved} événements ont été sauvés, et la partie continue à "
              "partir d'eux ; le fichier abîmé est gardé sous {file}. Si cela se reproduit, remplacez la carte")
ON_THE_TABLE = Text("This game is on the table; begin another one, then it can be erased",
                    "Cette partie est sur la table ; commencez-en une autre, puis elle pourra être effacée")
NO_SUCH_GAME = Text("There is no such game; reload the list of games", "Cette partie n'existe pas ; rechargez la liste")
NOT_ERASED = Text("The game was not erased: {why}", "La partie n'a pas été effacée : {why}")
STILL_ON = Text("The game is still on; play it to its end, or start a new one",
                "La partie n'est pas finie ; jouez-la jusqu'au bout, ou commencez-en une nouvelle")
TOO_SLOW = Text("The referee is busy; try again in a moment", "L'arbitre est occupé ; réessayez dans un instant")
HUSHED = Text("a hidden action", "une action cachée")
NO_FRAME = Text("The camera gave no picture for the report; try again when the table is seen",
                "La caméra n'a pas donné d'image pour le rapport ; réessayez quand la table est visible")
REPORTED = Text("Reported; the picture is in {folder}", "Signalé ; l'image se trouve dans {folder}")
