"""What the panel says, in English and in French."""

from collections.abc import Mapping

from device.panel import BUTTONS, PLAYERS, STOP
from rules.text import Text

_PLAYERS_BUTTON = Text("the button of player {n}", "le bouton du joueur {n}")
_PLAYERS_LIGHT = Text("the light of player {n}", "la lampe du joueur {n}")
BUTTON_NAMES: Mapping[str, Text] = {
    button: Text("the stop button", "le bouton stop") if button == STOP else _PLAYERS_BUTTON.fill(n=n)
    for n, button in enumerate(BUTTONS, 1)}
LAMP_NAMES: Mapping[str, Text] = {
    "green": Text("the green light", "la lampe verte"),
    "amber": Text("the amber light", "la lampe orange"),
    "red": Text("the red light", "la lampe rouge"),
    **{f"player {n}": _PLAYERS_LIGHT.fill(n=n) for n in range(1, PLAYERS + 1)},
}
BUZZER = Text("the buzzer", "le buzzer")

NO_LGPIO = Text("the buttons and lights need lgpio, which is not installed; type `sudo apt install python3-lgpio`, "
                'or set factory = "mock" under [pins] to play without them',
                "les boutons et lampes ont besoin de lgpio, qui n'est pas installé ; tapez `sudo apt install "
                'python3-lgpio`, ou mettez factory = "mock" sous [pins] pour jouer sans eux')
NO_CHIP = Text("this machine has no GPIO pins for buttons and lights ({chip} is not there); run it on a Raspberry Pi, "
               'or set factory = "mock" under [pins] to play without them',
               "cette machine n'a pas de broches GPIO pour boutons et lampes ({chip} n'existe pas) ; utilisez un "
               'Raspberry Pi, ou mettez factory = "mock" sous [pins] pour jouer sans eux')
NO_RIGHT = Text("this user may not use the GPIO pins ({chip}); type `sudo adduser {user} gpio`, then log in again",
                "cet utilisateur n'a pas le droit aux broches GPIO ({chip}) ; tapez `sudo adduser {user} gpio`, puis "
                "reconnectez-vous")
NO_PINS = Text("the GPIO pins can't be opened ({why}); restart the Raspberry Pi, "
               'or set factory = "mock" under [pins] to play without buttons and lights',
               "les broches GPIO ne peuvent pas être ouvertes ({why}) ; redémarrez le Raspberry Pi, "
               'ou mettez factory = "mock" sous [pins] pour jouer sans boutons ni lampes')
PIN_TWICE = Text("[pins] pin {pin} is given to {parts}, so none of them is used; give each its own pin, "
                 "or 0 when it is not there",
                 "[pins] la broche {pin} est donnée à {parts}, donc rien de cela n'est utilisé ; donnez à chacun sa "
                 "broche, ou 0 s'il n'existe pas")
AND = Text(" and ", " et ")
PIN_TAKEN = Text("{part} does not work, since another program holds pin {pin}; stop that program and start again, "
                 "or give {part} another pin under [pins]",
                 "{part} ne marche pas, car un autre programme tient la broche {pin} ; arrêtez ce programme et "
                 "relancez, ou donnez une autre broche sous [pins]")
PIN_BROKEN = Text("{part} does not work: pin {pin} can't be used ({why}); check its wire, or give {part} another pin "
                  "under [pins]",
                  "{part} ne marche pas : la broche {pin} est inutilisable ({why}) ; vérifiez son fil, ou donnez une "
                  "autre broche sous [pins]")
STUCK = Text("{part} is stuck down; let go of it, or check its wire: it must touch ground only while it is pressed",
             "{part} reste enfoncé ; relâchez-le, ou vérifiez son fil : il ne doit toucher la masse que lorsqu'on "
             "appuie")
DISOBEYS = Text("{part} does not obey any more; check its wire and start again",
                "{part} n'obéit plus ; vérifiez son fil et relancez")
