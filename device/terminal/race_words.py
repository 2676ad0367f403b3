"""What `arbitrio race` says, in English and in French."""

from collections.abc import Mapping

from device.panel import Source
from rules.text import Text

PLAYER = Text("player {n}", "joueur {n}")
WHO = Text("{name}: {how}", "{name} : {how}")
BY_BUTTON = Text("button {n}", "bouton {n}")
BY_KEY = Text("key {n}", "touche {n}")
PHONES = Text("phones press at {address}", "les téléphones appuient sur {address}")
BEST_OF = Text("Best of {n}: the first to win {wins} races wins the match.",
               "Au meilleur des {n} : le premier qui gagne {wins} courses remporte le match.")
SINGLE = Text("One race.", "Une seule course.")
BEGIN = Text("Race {n}: press Enter, or the stop button, to begin; q ends.",
             "Course {n} : appuyez sur Entrée, ou sur le bouton stop, pour commencer ; q pour finir.")
GATHERING = Text("Waiting for phones: {here} of {n} here; Enter, or the button on a phone, begins without the others.",
                 "En attente des téléphones : {here} sur {n} ; Entrée, ou le bouton d'un téléphone, commence sans les "
                 "autres.")
LET_GO = Text("Let go of all buttons ...", "Relâchez tous les boutons ...")
WAIT = Text("Wait for the green light ...", "Attendez la lampe verte ...")
GO = Text(">>> GO! <<<", ">>> PARTEZ ! <<<")
PLACE = Text("{place}. {name}  {ms} ms{behind}", "{place}. {name}  {ms} ms{behind}")
BEHIND = Text("  +{ms} ms", "  +{ms} ms")
DEAD_HEAT = Text("  dead heat", "  ex æquo")
EARLY = Text("-  {name}  false start, {ms} ms before the light", "-  {name}  faux départ, {ms} ms avant la lampe")
TOO_QUICK = Text("-  {name}  false start, {ms} ms after the light: nobody reacts so fast",
                 "-  {name}  faux départ, {ms} ms après la lampe : personne ne réagit si vite")
EARLY_UNLIT = Text("-  {name}  false start, before the light", "-  {name}  faux départ, avant la lampe")
ABSENT = Text("-  {name}  did not press", "-  {name}  n'a pas appuyé")
STUCK = Text("-  {name}  was left out: the button was held down; let go of it, or check its wire",
             "-  {name}  n'a pas participé : le bouton était enfoncé ; relâchez-le, ou vérifiez son fil")
SOURCES: Mapping[Source, Text] = {"pin": Text("  button", "  bouton"), "key": Text("  key", "  touche"),
                                  "phone": Text("  phone", "  téléphone")}
NOT_SURE = Text("  not certain", "  pas certain")
MIXED = Text("Buttons of different kinds raced each other; they were far enough apart for the order to be certain.",
             "Des boutons de sortes différentes ont couru ensemble ; les écarts suffisent pour que l'ordre soit "
             "certain.")
TOO_CLOSE = Text("Buttons of different kinds raced each other, and a phone's press takes a moment to arrive: some "
                 "places are not certain; use the same kind.",
                 "Des boutons de sortes différentes ont couru ensemble, et l'appui d'un téléphone met un instant à "
                 "arriver : des places ne sont pas certaines ; prenez tous la même sorte.")
UNSURE = Text("The signal of a button was lost and found late, so the order is not certain and the race counts for "
              "nobody.",
              "Le signal d'un bouton s'est perdu et n'a été trouvé que plus tard, donc l'ordre n'est pas certain ; la "
              "course ne compte pour personne.")
AGAIN = Text("The race is run again.", "La course est recommencée.")
NOBODY = Text("It counts for nobody.", "Elle ne compte pour personne.")
WON = Text("{name} wins the race.", "{name} gagne la course.")
STANDING = Text("Wins: {wins}", "Victoires : {wins}")
CHAMPION = Text("{name} wins the match: {wins} of {races} {races|race|races}.",
                "{name} remporte le match : {wins} {wins|course|courses} sur {races}.")
LEFT = Text("Ended before anybody had won.", "Terminé avant qu'il y ait un vainqueur.")
KEPT = Text("The races are kept in {file}.", "Les courses sont gardées dans {file}.")
NO_RACES = Text("No race has been run here yet; begin with `arbitrio race`.",
                "Aucune course n'a encore eu lieu ici ; commencez par `arbitrio race`.")
HEAD = tuple(Text(en, fr) for en, fr in (
    ("who", "qui"), ("races", "courses"), ("won", "gagnées"), ("dead heats", "ex æquo"), ("last", "dernier"),
    ("false starts", "faux départs"), ("absent", "absent"), ("best", "meilleur"), ("median", "médiane")))
NO_DATE = Text("no date", "sans date")
ONE_PLACE = Text("{place}. {name} {ms} ms", "{place}. {name} {ms} ms")
ONE_EARLY = Text("{name} too early", "{name} trop tôt")
ONE_ABSENT = Text("{name} did not press", "{name} sans appui")
ONE_FOR_NOBODY = Text("counts for nobody", "ne compte pour personne")
FARED = Text("{name}: {wins} of {races} {races|race|races} won, best {best}, median {median}",
             "{name} : {wins} {wins|course gagnée|courses gagnées} sur {races}, meilleur {best}, médiane {median}")
TIME = Text("{ms} ms", "{ms} ms")
NONE = Text("none", "aucun")
ONE_RACE = Text("{at}  {order}", "{at}  {order}")
EVEN = Text("--best-of is {n}: with an even number there may be no winner; write an odd one",
            "--best-of vaut {n} : avec un nombre pair il peut n'y avoir aucun vainqueur ; écrivez un nombre impair")
HOW_MANY_NAMES = Text("--names has {n} {n|name|names}; write two to five, with commas between, such as "
                      "--names Emma,Léo",
                      "--names a {n} {n|nom|noms} ; écrivez-en de deux à cinq, séparés par des virgules, comme --names "
                      "Emma,Léo")
NO_NAME = Text("--names has nothing between two commas; write a name there, or leave one comma out",
               "--names n'a rien entre deux virgules ; écrivez-y un nom, ou enlevez une virgule")
SAME_NAME = Text("--names has {name} twice, and nobody could tell who won; call one of them otherwise, such as "
                 "{name} 2",
                 "--names a deux fois {name}, et personne ne saurait qui gagne ; nommez l'un autrement, par exemple "
                 "{name} 2")
