"""What the set-up page says of camera, mat, light and corners; every trouble ends with its remedy."""

from rules.text import Text

CAMERA_STARTS = Text("the camera is starting; this takes a few seconds",
                     "la caméra démarre ; quelques secondes suffisent")
NO_CAMERA_NEEDED = Text("this game needs no camera; to set one up, begin a game that has a board",
                        "ce jeu n'a pas besoin de caméra ; pour en régler une, commencez un jeu qui a un plateau")
NO_CAMERA_WANTED = Text(
    "this table plays without a camera: all moves are told on the phones; to have a camera watch, choose one here",
    "cette table joue sans caméra : tous les coups se disent sur les téléphones ; pour qu'une caméra regarde, "
    "choisissez-en une ici")
CHOICE_NOT_KEPT = Text("The choice was not kept: {why}; make room on the disk, or replace the card, and choose again",
                       "Le choix n'a pas été gardé : {why} ; faites de la place sur le disque, ou remplacez la carte, "
                       "et choisissez à nouveau")
NOT_LAID = Text(
    "The colours can't be told apart for sure; lay all pieces of each colour on their own side of an empty board, take "
    "the hands away, and learn again",
    "Les couleurs ne se distinguent pas avec certitude ; posez toutes les pièces de chaque couleur de leur côté d'un "
    "plateau vide, retirez les mains, et recommencez")
CAMERA_RUNS = Text("the camera gives {rate} pictures a second of {width} x {height} pixels",
                   "la caméra donne {rate} images par seconde de {width} x {height} pixels")
CAMERA_SLOW = Text("the camera gives only {rate} pictures a second instead of {asked}; give the table more light, or "
                   "ask for smaller pictures under [camera] in the settings",
                   "la caméra ne donne que {rate} images par seconde au lieu de {asked} ; éclairez mieux la table, ou "
                   "demandez des images plus petites sous [camera] dans les réglages")
FILM_OVER = Text("the film is over; show it again on the table's page",
                 "le film est terminé ; montrez-le encore depuis la page de la table")
SMALL = Text("the pictures are only {width} pixels wide, in which small pieces are mistaken; set width = 1280 and "
             "height = 720 under [camera] in the settings",
             "les images n'ont que {width} pixels de large, ce qui confond les petites pièces ; mettez width = 1280 et "
             "height = 720 sous [camera] dans les réglages")
HIDDEN = Text("this game has secrets on the table, so its picture is shown only while the table rests with them "
              "covered; take the hands away, or set up with another game",
              "ce jeu a des secrets sur la table, donc son image n'est montrée que si la table est immobile et eux "
              "couverts ; retirez les mains, ou réglez avec un autre jeu")

ALL_MARKERS = Text("all four markers are seen", "les quatre marqueurs sont visibles")
PLACES = (Text("top left", "en haut à gauche"), Text("top right", "en haut à droite"),
          Text("bottom right", "en bas à droite"), Text("bottom left", "en bas à gauche"))
AND = Text(" and ", " et ")
SOME_MARKERS = Text("the mat is found, but not its marker {places}; take away what covers it, or turn the camera until "
                    "all four are in the picture",
                    "le tapis est trouvé, mais pas son marqueur {places} ; retirez ce qui le couvre, ou tournez la "
                    "caméra jusqu'à voir les quatre")
ONE_MARKER = Text("only the marker {places} is seen, which is not enough; show at least two of the four to the camera, "
                  "or tap the mat's corners",
                  "seul le marqueur {places} est visible, ce qui ne suffit pas ; montrez-en au moins deux sur quatre à "
                  "la caméra, ou touchez les coins du tapis")
TAPPED = Text("the mat is where you tapped its corners; tap them anew when camera or mat were moved",
              "le tapis est là où vous avez touché ses coins ; touchez-les à nouveau si la caméra ou le tapis a bougé")
OTHER_SIZE = Text("the corners were tapped in pictures of another size; tap them anew",
                  "les coins ont été touchés dans des images d'une autre taille ; touchez-les à nouveau")
MAT_FIRST = Text("see to the mat first", "occupez-vous d'abord du tapis")
PICTURE_FIRST = Text("there is no picture yet; see to the camera first",
                     "il n'y a pas encore d'image ; occupez-vous d'abord de la caméra")

BOARD_SEEN = Text("what the game is played on is seen and read", "le matériel du jeu est vu et lu")
BOARD_MOVES = Text("something moves over the table; take the hands off it and wait a moment",
                   "quelque chose bouge au-dessus de la table ; retirez les mains et attendez un instant")

LIGHT_GOOD = Text("the light is good: white paper is at {share} of what the camera can tell",
                  "la lumière est bonne : le papier blanc est à {share} de ce que la caméra distingue")
LIGHT_DIM = Text("the table is so dark that colours can't be told; turn on a lamp",
                 "la table est si sombre que les couleurs ne se distinguent pas ; allumez une lampe")
LIGHT_CLIPPED = Text("the table is so bright that colours can't be told; turn the lamp away or lower the camera's "
                     "exposure",
                     "la table est si claire que les couleurs ne se distinguent pas ; détournez la lampe ou réduisez "
                     "l'exposition de la caméra")
LIGHT_UNEVEN = Text("one side of the mat is {times} times brighter than the other; move the lamp over the middle of "
                    "the table, or add one on the other side",
                    "un côté du tapis est {times} fois plus clair que l'autre ; mettez la lampe au-dessus du milieu de "
                    "la table, ou ajoutez-en une de l'autre côté")

NO_PICTURE = Text("There is no picture to tap corners in yet; see to the camera first",
                  "Il n'y a pas encore d'image où toucher les coins ; occupez-vous d'abord de la caméra")
NOT_KEPT = Text("The corners were not kept: {why}; make room on the disk, or replace the card, and tap them again",
                "Les coins n'ont pas été gardés : {why} ; faites de la place sur le disque, ou remplacez la carte, et "
                "touchez-les à nouveau")
NO_ROOM_FOR_MARKERS = Text("Markers as large as in the settings don't fit the mat; make marker_mm smaller under [mat]",
                           "Des marqueurs aussi grands que dans les réglages ne tiennent pas sur le tapis ; réduisez "
                           "marker_mm sous [mat]")
NO_SUCH_LAMP = Text("This light is not wired; give it a pin under [pins] in the settings",
                    "Cette lampe n'est pas branchée ; donnez-lui une broche sous [pins] dans les réglages")
NO_BUTTONS = Text("No button is wired; give them pins under [pins] in the settings, or play with the phones' buttons",
                  "Aucun bouton n'est branché ; donnez-leur des broches sous [pins] dans les réglages, ou jouez avec "
                  "les boutons des téléphones")
