"""What the cameras say to people; each sentence ends with the remedy."""

from collections.abc import Iterable

from rules.text import Text, listed

NO_SUCH_SOURCE = Text(
    "there is no camera, film or folder {source}; name picamera2, webcam, simulated, none, a film or a folder of "
    "pictures",
    "il n'y a ni caméra, ni film, ni dossier {source} ; nommez picamera2, webcam, simulated, none, un film ou un "
    "dossier d'images")
NOT_A_NUMBER = Text(
    "{source} is no camera; write a number after the colon, such as webcam:0",
    "{source} n'est pas une caméra ; écrivez un nombre après les deux-points, comme webcam:0")
NO_CAMERA = Text(
    "no camera was found, so all moves are told on the phones; connect one and it is found by itself, or write "
    "source = \"none\" under [camera] to play without one",
    "aucune caméra n'a été trouvée, donc tous les coups se disent sur les téléphones ; branchez-en une, elle sera "
    "trouvée toute seule, ou écrivez source = \"none\" sous [camera] pour jouer sans caméra")

NONE_WANTED = Text(
    "this table plays without a camera, as its settings say; write source = \"auto\" under [camera] to use one",
    "cette table joue sans caméra, comme le disent ses réglages ; écrivez source = \"auto\" sous [camera] pour en "
    "utiliser une")

# films and pictures
UNREADABLE = Text(
    "{path} can't be read ({why}); check the name, and who may read it",
    "{path} ne peut pas être lu ({why}) ; vérifiez le nom et les droits de lecture")
EMPTY = Text("the film {path} is empty; copy it again", "le film {path} est vide ; copiez-le de nouveau")
UNKNOWN_KIND = Text(
    "{path} is no film that is known here; name a film ({kinds}) or a folder of pictures",
    "{path} n'est pas un film connu ; nommez un film ({kinds}) ou un dossier d'images")
NO_FILM = Text(
    "{path} can't be opened as a film: it is damaged, cut off or no film at all; copy it again, or name another film",
    "{path} ne s'ouvre pas comme un film : il est abîmé, coupé, ou n'en est pas un ; copiez-le de nouveau, ou nommez "
    "un autre film")
BREAKS_OFF = Text(
    "the film {path} breaks off at frame {index} of {count}: it was cut or is damaged; copy it again",
    "le film {path} s'arrête à l'image {index} sur {count} : il est coupé ou abîmé ; copiez-le de nouveau")
NO_PICTURES = Text(
    "the folder {path} holds no pictures; put some into it ({kinds}), or name another folder",
    "le dossier {path} ne contient pas d'images ; mettez-en ({kinds}), ou nommez un autre dossier")
NO_PICTURE = Text(
    "{path} is not a picture, or is damaged; remove it, or copy it again",
    "{path} n'est pas une image, ou est abîmé ; retirez-le, ou copiez-le de nouveau")

# simulated tables
NO_TABLE = Text(
    "the simulated table {path} can't be read ({why}); make it with SimulatedTable",
    "la table simulée {path} ne peut pas être lue ({why}) ; créez-la avec SimulatedTable")
NO_DRAWING = Text(
    "there is no simulated table for {game}; choose one of {games}",
    "il n'y a pas de table simulée pour {game} ; choisissez parmi {games}")

# live cameras
NOT_INSTALLED = Text(
    "picamera2 is not installed; type `sudo apt install python3-picamera2`, and make the virtual environment with "
    "--system-site-packages",
    "picamera2 n'est pas installé ; tapez `sudo apt install python3-picamera2`, et créez l'environnement virtuel avec "
    "--system-site-packages")
NOT_FOUND = Text(
    "camera {number} was not found ({found} connected); check its cable, then start again",
    "la caméra {number} est introuvable ({found} connectée(s)) ; vérifiez son câble, puis recommencez")
NO_WEBCAM = Text(
    "the webcam /dev/video{number} can't be opened; plug it in, close other programs that use it, and let this user "
    "into the group video",
    "la webcam /dev/video{number} ne s'ouvre pas ; branchez-la, fermez les autres programmes qui l'utilisent, et "
    "ajoutez cet utilisateur au groupe video")
REFUSES = Text(
    "the camera can't be used ({why}); close other programs that use it, check its cable, then start again",
    "la caméra est inutilisable ({why}) ; fermez les autres programmes qui l'utilisent, vérifiez son câble, puis "
    "recommencez")
SILENT = Text(
    "the camera has given no picture for {seconds} s; check its cable, or unplug it and plug it in again",
    "la caméra n'a donné aucune image depuis {seconds} s ; vérifiez son câble, ou débranchez-la et rebranchez-la")
STUCK = Text(
    "the camera did not answer within {seconds} s ({what}); check its cable, or unplug it and plug it in again",
    "la caméra n'a pas répondu en {seconds} s ({what}) ; vérifiez son câble, ou débranchez-la et rebranchez-la")
UNKNOWN_FORMAT = Text(
    "the camera gives {format}, which can't be used; choose another width and height under [camera]",
    "la caméra donne {format}, qui est inutilisable ; choisissez d'autres dimensions sous [camera]")
IGNORED = Text(
    "the camera does not keep {what} fixed; colours may drift with the light, so keep the light even",
    "la caméra ne fixe pas {what} ; les couleurs peuvent varier avec la lumière, gardez donc un éclairage constant")
FRAME_RATE = Text(
    "the camera does not keep the frame rate fixed; a slower one is used when it is dark, so light the table better",
    "la caméra ne fixe pas la cadence ; elle ralentit quand il fait sombre, éclairez donc mieux la table")
CONTROLS = {
    "ExposureTime": Text("the exposure", "l'exposition"), "AnalogueGain": Text("the gain", "le gain"),
    "ColourGains": Text("the white balance", "la balance des blancs"), "LensPosition": Text("the focus", "la netteté"),
}
"""What the controls of a camera are called."""


def ignored(names: Iterable[str]) -> tuple[Text, ...]:
    """Return the notes about the controls that a camera did not keep; "FrameDuration" is the frame rate."""
    names = list(names)
    locks = [CONTROLS[name] for name in names if name in CONTROLS]
    notes = (IGNORED.fill(what=listed(locks)),) if locks else ()
    return notes + ((FRAME_RATE,) if "FrameDuration" in names else ())
