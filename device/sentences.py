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
PUT_RIGHT = Text("{why}; {way}", "{why} ; {way}")
WHAT_HAPPENED = Text("I can't tell for sure. What happened?", "Je n'en suis pas sûr. Que s'est-il passé ?")
NOTHING_HAPPENED = Text("Nothing happened", "Il ne s'est rien passé")
NOTHING_TO_UNDO = Text("There is nothing to take back: no move has been played yet",
                       "Il n'y a rien à annuler : aucun coup n'a encore été joué")
HOST_TAKES_BACK = Text("In this game only the host takes moves back; ask the host",
                       "Dans ce jeu, seul l'hôte annule les coups ; demandez-le-lui")
NO_GAME = Text("No game is on; choose one first", "Aucune partie n'est en cours ; choisissez d'abord un jeu")
ANSWERED = Text("This question has been answered already; look at the table as it is now",
                "Cette question a déjà reçu une réponse ; regardez la table telle qu'elle est")
BAD_COMMAND = Text("I don't understand this request; reload the page and try again",
                   "Je ne comprends pas cette demande ; rechargez la page et réessayez")
NO_SUCH_SLOT = Text("This game's table has no place named {slot}; reload the page and try again",
                    "La table de ce jeu n'a pas d'emplacement {slot} ; rechargez la page et réessayez")
NO_WAY = Text("no moves by the rules lead to this table", "aucun enchaînement de coups permis ne mène à cette table")
NOT_CORRECTED = Text("Not corrected: {why}; undo the last moves one by one, then tell them as they were",
                     "La partie n'est pas corrigée : {why} ; annulez les derniers coups un par un, puis dites-les "
                     "tels qu'ils étaient")
NOT_WRITTEN = Text("The disk does not take the game any more, so nothing new is accepted: {why}",
                   "Le disque n'enregistre plus la partie, donc rien de nouveau n'est accepté : {why}")
MENDED = Text("The store of the games was damaged: {saved} {saved|event of it was|events of it were} saved, and the "
              "game goes on from them; the damaged file is kept as {file}. If this happens again, replace the card",
              "L'enregistrement des parties était abîmé : {saved} {saved|événement a été sauvé|événements ont été "
              "sauvés}, et la partie continue à partir d'eux ; le fichier abîmé est gardé sous {file}. Si cela se "
              "reproduit, remplacez la carte")
ON_THE_TABLE = Text("This game is on the table; begin another one, then it can be erased",
                    "Cette partie est sur la table ; commencez-en une autre, puis elle pourra être effacée")
NO_SUCH_GAME = Text("There is no such game; reload the list of games", "Cette partie n'existe pas ; rechargez la liste")
NOT_ERASED = Text("The game was not erased: {why}", "La partie n'a pas été effacée : {why}")
STILL_ON = Text("The game is still on; play it to its end, or start a new one",
                "La partie n'est pas finie ; jouez-la jusqu'au bout, ou commencez-en une nouvelle")
NOT_RESUMED = Text("The last game can't be played back by this version's rules ({why}): it is kept as game {number}; "
                   "begin a new one, or install the version that it was played with",
                   "La dernière partie ne peut pas être rejouée avec les règles de cette version ({why}) : elle est "
                   "gardée sous le numéro {number} ; commencez-en une nouvelle, ou installez la version d'alors")
TOO_SLOW = Text("The referee is busy; try again in a moment", "L'arbitre est occupé ; réessayez dans un instant")
REFEREE_DEALS = Text("The referee shuffles and deals by itself in this game; press the button for it",
                     "Dans cette partie, l'arbitre mélange et distribue lui-même ; appuyez sur le bouton pour cela")
NOTHING_TO_DEAL = Text("There is nothing to shuffle or to deal now; look at the table as it is now",
                       "Il n'y a rien à mélanger ni à distribuer ; regardez la table telle qu'elle est")
NOT_YOUR_BUTTON = Text("A player presses his own button and the stop button; take that seat first, or ask the host",
                       "On appuie sur son propre bouton et sur le bouton stop ; prenez d'abord cette place, ou "
                       "demandez à l'hôte")
NOTHING_ASKED = Text("This button means nothing now; look at the page for what is waited for",
                     "Ce bouton ne veut rien dire maintenant ; regardez sur la page ce qui est attendu")
RACE_GONE = Text("This race does not count any more: the game went on meanwhile",
                 "Cette course ne compte plus : le jeu a continué entre-temps")
RACE_AGAIN = Text("Race again", "Refaire la course")
TOO_CLOSE = Text("The buttons can't tell these apart. What did the table see?",
                 "Les boutons ne peuvent pas les départager. Qu'a vu la table ?")
MIXED_RACE = Text("Buttons raced phones, whose presses take a moment to arrive: this was too close to tell. "
                  "What did the table see?",
                  "Des boutons ont couru contre des téléphones, dont l'appui met un instant à arriver : c'était trop "
                  "serré pour trancher. Qu'a vu la table ?")
UNSURE_RACE = Text("A button's wire lost a press, which was found later. What did the table see?",
                   "Le fil d'un bouton a perdu un appui, retrouvé plus tard. Qu'a vu la table ?")
STUCK_RACE = Text("{who}: the button was stuck and not in the race. What did the table see?",
                  "{who} : le bouton était coincé et hors course. Qu'a vu la table ?")
NO_FRAME = Text("The camera gave no picture for the report; try again when the table is seen",
                "La caméra n'a pas donné d'image pour le rapport ; réessayez quand la table est visible")
REPORTED = Text("Reported; the picture is in {folder}", "Signalé ; l'image se trouve dans {folder}")

CALLED = Text("The club is called; somebody will come", "Le club est appelé ; quelqu'un va venir")
CALLED_OFF = Text("The call is taken back", "L'appel est annulé")

# Who is at the table
NO_NAME = Text("A name needs at least one letter; write one and try again",
               "Un nom doit avoir au moins une lettre ; écrivez-en un et réessayez")
LONG_NAME = Text("That name has {letters} characters; use {most} or fewer",
                 "Ce nom a {letters} caractères ; prenez-en {most} au plus")
NOT_JOINED = Text("This phone has not joined the table; join first",
                  "Ce téléphone n'a pas rejoint la table ; rejoignez-la d'abord")
NO_SUCH_PERSON = Text("That person has left the table; choose somebody who is there",
                      "Cette personne a quitté la table ; choisissez quelqu'un qui est là")
NO_SUCH_SEAT = Text("This game has no such seat; choose one of those shown",
                    "Cette partie n'a pas cette place ; choisissez-en une de celles affichées")
SEAT_TAKEN = Text("{name} sits there; take another seat, or ask the host to free it",
                  "{name} y est assis ; prenez une autre place, ou demandez à l'hôte de la libérer")
KNOWS_SECRETS = Text("You have sat elsewhere in this game and may know its secrets; keep that seat until it is over",
                     "Vous étiez à une autre place dans cette partie et connaissez peut-être ses secrets ; "
                     "gardez cette place jusqu'à la fin")
NOT_HOST = Text("Only the host can do that; ask the host", "Seul l'hôte peut faire cela ; demandez à l'hôte")
NOT_SEATED = Text("Only who sits at the table can do that; take a seat first",
                  "Seuls ceux qui sont assis à la table peuvent faire cela ; prenez d'abord une place")
NOT_YOURS = Text("That is for {who} to tell; let them, or ask the host",
                 "C'est à {who} de le dire ; laissez faire, ou demandez à l'hôte")
HOSTS_TO_TELL = Text("the host", "l'hôte")
THE_HOST = Text("The host", "L'hôte")
CHANGED = Text("The table has changed meanwhile; look at it as it is now, then try again",
               "La table a changé entre-temps ; regardez-la telle qu'elle est, puis réessayez")
