"""The games' store: sound, of this version, and its last game can be played back."""

import os

from device.doctor.patient import Finding, Patient, fault, ok, warning
from device.errors import DamagedStore, StoreError
from device.migrations import damaged_stores
from device.referee import resume
from device.store import STORE_NAME, Store
from rules.game import GameError


def store(patient: Patient) -> Finding:
    """Look at the store's file and play its last game back."""
    path = patient.folder / STORE_NAME
    if not os.access(patient.folder, os.R_OK | os.X_OK):
        return fault(f"this user may not look into {patient.folder}; type `sudo arbitrio doctor`")
    if not path.exists():
        return ok("no game has been played here yet")
    try:
        with Store(path, read_only=True) as games:
            trouble = games.trouble()
            if trouble is None:
                resume(list(games.events()))
            count = len(games.games())
    except DamagedStore as error:
        trouble, count = str(error), 0
    except StoreError as error:
        return fault(str(error))
    except GameError as error:
        return warning(f"the last game can't be played back by this version's rules ({error}); "
                       "begin a new one, and install the version that it was played with to see the old one")
    if trouble is not None:
        return fault(f"the store {path} is damaged; stop the table and start it again: it sets the damaged file aside "
                     "and saves what can be saved")
    aside = damaged_stores(path)
    if aside:
        return warning(f"a damaged store was set aside as {aside[-1].name}; replace the card if this happens again, "
                       "and delete that file when no game is missed")
    return ok(f"the store {path} is sound; games in it: {count}")
