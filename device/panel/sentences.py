"""What the panel says, in English and in French."""

from collections.abc import Mapping

from device.panel import BUTTONS, PLAYERS, STOP, Source
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
                "cet utilisateur n'a pas accès aux broches GPIO ({chip}) ; tapez `sudo adduser {user} gpio`, puis "
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
ALL_TAKEN = Text("no button or light works, since another program holds their pins; stop it (the table's service: "
                 "`sudo systemctl stop arbitrio`) and start again",
                 "aucun bouton ni lampe ne marche, car un autre programme tient leurs broches ; arrêtez-le (le service "
                 "de la table : `sudo systemctl stop arbitrio`) et relancez")
PIN_BROKEN = Text("{part} does not work: pin {pin} can't be used ({why}); check its wire, or give {part} another pin "
                  "under [pins]",
                  "{part} ne marche pas : la broche {pin} est inutilisable ({why}) ; vérifiez son fil, ou donnez une "
                  "autre broche sous [pins]")
STUCK = Text("{part} is stuck down; let go of it, or check its wire: it must touch ground only while it is pressed",
             "{part} reste enfoncé ; relâchez-le, ou vérifiez son fil : il ne doit toucher la masse que lorsqu'on "
             "appuie")
DISOBEYS = Text("{part} does not obey any more; check its wire and start again",
                "{part} n'obéit plus ; vérifiez son fil et relancez")

NOTHING_WIRED = Text("nothing is wired on this machine: the pins are simulated, and the keys 1 to 5 and s press",
                     "rien n'est branché sur cette machine : les broches sont simulées, et les touches 1 à 5 et s "
                     "appuient")
WORKING = Text("working: {count} {count|button|buttons}, {lamps} {lamps|light|lights}{buzzer}",
               "en état de marche : {count} {count|bouton|boutons}, {lamps} {lamps|lampe|lampes}{buzzer}")
AND_BUZZER = Text(", the buzzer", ", le buzzer")
LIGHTING = Text("{part} burns (pin {pin})", "{part} est allumée (broche {pin})")
SOUNDING = Text("sound: {sound}", "son : {sound}")
PRESS_IT = Text("press {part} (pin {pin}), or Enter if it is not there", "appuyez sur {part} (broche {pin}), ou Entrée "
                                                                         "s'il n'existe pas")
CAME = Text("   that was {part}", "   c'était {part}")
SILENT = Text("{part} did not answer; check that its wires go to pin {pin} and to ground",
              "{part} n'a pas répondu ; vérifiez que ses fils vont à la broche {pin} et à la masse")
CROSSED = Text("{part} is wired to pin {other} instead of pin {pin}; put its wire on pin {pin}",
               "{part} est branché à la broche {other} au lieu de {pin} ; mettez son fil sur la broche {pin}")
OR_WRITE = Text("or leave the wires as they are, and write under [pins] in the settings:\n{lines}",
                "ou laissez les fils ainsi, et écrivez sous [pins] dans les réglages :\n{lines}")
WIRES_RIGHT = Text("all buttons that were pressed are wired right", "tous les boutons essayés sont bien branchés")
WATCHING = Text("every edge is shown now; a player's button lights its lamp; Ctrl-C or q ends it",
                "chaque contact est montré maintenant ; un bouton allume sa lampe ; Ctrl-C ou q pour finir")
SOURCES: Mapping[Source, Text] = {"pin": Text("", ""), "phone": Text(" (phone)", " (téléphone)"),
                                  "key": Text(" (key)", " (touche)")}
DOWN = Text("down", "bas")
UP = Text("up", "haut")
LATER = Text("found later", "trouvé plus tard")
EDGE = Text("{tick} ns  +{gap} ms  {part}: {level}{mark}", "{tick} ns  +{gap} ms  {part} : {level}{mark}")
PRESSED = Text("   pressed; its contact bounced {count} {count|time|times} within {ms} ms",
               "   appuyé ; son contact a rebondi {count} fois en {ms} ms")
