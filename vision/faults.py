"""What can be wrong with a picture of the table, in words that end with the remedy."""

from rules.text import Text
from vision.reading import Fault


class NotFound(LookupError):
    """A stage did not find what it looks for; `fault` says what, and what to do about it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.text.en)
        self.fault = fault


NO_MAT = Fault("no mat", Text(
    "the mat's markers are not in the picture; show at least two of the four to the camera, or give the mat's corners",
    "les marqueurs du tapis ne sont pas dans l'image ; montrez-en au moins deux sur quatre à la caméra, ou indiquez "
    "les coins du tapis"))
DARK = Fault("dark", Text(
    "the picture is too dark to find the mat; turn on a lamp or take the cap off the lens",
    "l'image est trop sombre pour trouver le tapis ; allumez une lampe ou dégagez l'objectif"))
BRIGHT = Fault("bright", Text(
    "the picture is too bright to find the mat; turn the lamp away or lower the camera's exposure",
    "l'image est trop claire pour trouver le tapis ; détournez la lampe ou réduisez l'exposition de la caméra"))
GLARE = Fault("glare", Text(
    "the board is so bright that its colours can't be told; turn the lamp away or lower the camera's exposure",
    "le plateau est si clair que ses couleurs ne se distinguent plus ; détournez la lampe ou réduisez l'exposition "
    "de la caméra"))
BLANK = Fault("blank", Text(
    "the picture shows nothing but one plain colour; check that the camera looks at the table",
    "l'image ne montre qu'une couleur unie ; vérifiez que la caméra regarde la table"))
MIRRORED = Fault("mirrored", Text(
    "the picture is mirrored; turn off the camera's mirror setting",
    "l'image est inversée comme dans un miroir ; désactivez l'effet miroir de la caméra"))
TWO_BOARDS = Fault("two boards", Text(
    "a marker is in view twice, so there are two mats or boards; leave one of them on the table",
    "un marqueur apparaît deux fois, il y a donc deux tapis ou deux plateaux ; n'en laissez qu'un sur la table"))
NO_BOARD = Fault("no board", Text(
    "no Otrio board is seen on the mat; lay the board on the middle of the mat and take the hands off it",
    "aucun plateau Otrio n'est visible sur le tapis ; posez le plateau au milieu du tapis et retirez les mains"))
NO_MASTERMIND = Fault("no board", Text(
    "no Mastermind board is seen on the mat; lay the board on the middle of the mat and take the hands off it",
    "aucun plateau Mastermind n'est visible sur le tapis ; posez le plateau au milieu du tapis et retirez les mains"))
NO_MYSTRIO = Fault("no board", Text(
    "no Mystrio board is seen on the mat; lay the board on the middle of the mat and take the hands off it",
    "aucun plateau Mystrio n'est visible sur le tapis ; posez le plateau au milieu du tapis et retirez les mains"))
NO_CARDS = Fault("no board", Text(
    "none of the deck's cards is seen on the mat; lay the cards on the mat and take the hands off them",
    "aucune carte du paquet n'est visible sur le tapis ; posez les cartes sur le tapis et retirez les mains"))
BAD_FRAME = Fault("bad frame", Text(
    "the picture is too small, or not in colour; give one in colour of at least 160 x 120 pixels",
    "l'image est trop petite, ou n'est pas en couleurs ; donnez-en une en couleurs d'au moins 160 x 120 pixels"))
BAD_CORNERS = Fault("bad corners", Text(
    "the four corners do not go round a mat; give them clockwise, the mat's top left first, as they lie in the picture",
    "les quatre coins n'entourent pas un tapis ; donnez-les dans le sens des aiguilles d'une montre, celui en haut à "
    "gauche du tapis d'abord, tels qu'ils sont dans l'image"))
