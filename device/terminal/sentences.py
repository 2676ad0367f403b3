"""What the terminal says, in English and in French."""

from rules.text import Text

WELCOME = Text("{title}. Write an action, or help.", "{title}. Écrivez une action, ou aide.")
GOES_ON = Text("The game of {file} goes on, after {count} {count|action|actions}.",
               "La partie de {file} continue, après {count} {count|action|actions}.")
CHOSEN = Text("for the terminal: {options}; see options", "pour le terminal : {options} ; voir options")
HAND_OVER = Text("Hand the keyboard to {who}, then press Enter.", "Passez le clavier à {who}, puis appuyez sur Entrée.")
ALL_LOOK = Text("Now everybody may look at the screen; press Enter.",
                "Maintenant tout le monde peut regarder l'écran ; appuyez sur Entrée.")
EVERYBODY = Text("everybody", "tout le monde")
SAVED = Text("The record is in {file}.", "L'enregistrement est dans {file}.")
NOT_SAVED = Text("The game is not saved; give --record FILE to keep a record.",
                 "La partie n'est pas enregistrée ; donnez --record FICHIER pour la garder.")
UNDONE = Text("Taken back: {what}", "Annulé : {what}")
NOTHING_TO_UNDO = Text("There is nothing to take back: no action has been done yet.",
                       "Il n'y a rien à annuler : aucune action n'a encore été faite.")
SCORES = Text("Points: {scores}", "Points : {scores}")
REFUSED = Text("{why} [{code}]", "{why} [{code}]")
UNREADABLE = Text("{why} (or help, actions, hint, options, seat N, undo, quit)",
                  "{why} (ou aide, actions, conseil, options, place N, annuler, quitter)")
WHICH = Text("Which one? {actions}", "Laquelle ? {actions}")
NOT_YOURS = Text("That is for {who} to do; hand the keyboard over with: seat {seat}",
                 "C'est à {who} de le faire ; passez le clavier avec : place {seat}")
MORE = Text("... and {count} more", "... et encore {count}")
NO_ACTIONS = Text("{who} can do nothing now.", "{who} ne peut rien faire maintenant.")
NO_ADVICE = Text("There is no advice for you at this moment.", "Il n'y a pas de conseil pour vous en ce moment.")
NO_SEAT = Text("There is no seat {seat}; choose from 1 to {last}.",
               "Il n'y a pas de place {seat} ; choisissez de 1 à {last}.")
HELP = Text(
    "An action is written as in a record; parts that are clear may be left out or shortened. For example:",
    "Une action s'écrit comme dans un enregistrement ; ce qui est clair peut être omis ou abrégé. Par exemple :")
COMMANDS: tuple[tuple[Text, Text], ...] = (
    (Text("actions", "actions"), Text("every action that you may do now", "toutes les actions permises maintenant")),
    (Text("hint", "conseil"), Text("advice, where the game has it", "un conseil, quand le jeu en a")),
    (Text("show", "montrer"), Text("show the table again", "montrer de nouveau la table")),
    (Text("seat N", "place N"), Text("hand the keyboard to seat N", "passer le clavier à la place N")),
    (Text("undo", "annuler"), Text("take the last action back", "annuler la dernière action")),
    (Text("options", "options"), Text("this game's options", "les options de cette partie")),
    (Text("quit", "quitter"), Text("end; the record is kept", "finir ; l'enregistrement est gardé")),
)
COMMAND_WORDS: dict[str, str] = {
    "aide": "help", "?": "help", "conseil": "hint", "annuler": "undo", "quitter": "quit", "exit": "quit",
    "montrer": "show", "place": "seat"}
"""Other words for the commands."""

FILE_THERE = Text("{file} can't be gone on with: {why}", "{file} ne peut pas être continué : {why}")
OTHER_GAME = Text("it is a record of {other}, not of {game}; give another file to --record",
                  "c'est un enregistrement de {other}, pas de {game} ; donnez un autre fichier à --record")
OPTIONS_FIXED = Text("its options are those it began with; leave out --option, or give another file to --record",
                     "ses options sont celles du début ; enlevez --option, ou donnez un autre fichier à --record")
NO_VALUE = Text("--option {pair} has no value; write it as NAME=VALUE",
                "--option {pair} n'a pas de valeur ; écrivez NOM=VALEUR")
NO_FILE = Text("{file} can't be read ({why}); give the file that `arbitrio play` or `arbitrio export` wrote",
               "{file} ne peut être lu ({why}) ; donnez le fichier écrit par `arbitrio play` ou `arbitrio export`")
NO_TEXT = Text("it is no text; give the file that `arbitrio play` or `arbitrio export` wrote",
               "ce n'est pas un texte ; donnez le fichier écrit par `arbitrio play` ou `arbitrio export`")
IN_FILE = Text("{file}: {why}", "{file} : {why}")
GOOD = Text("{file} is whole: {game}, {count} {count|action|actions}; {ending}",
            "{file} est complet : {game}, {count} {count|action|actions} ; {ending}")
UNFINISHED = Text("the game is not over", "la partie n'est pas finie")
NEXT = Text("Enter: next", "Entrée : suivant")
