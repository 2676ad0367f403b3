"""The clock: games need none, people do."""

import time

from device.clock import date_of
from device.doctor.patient import Finding, Patient, ok, warning


def clock(patient: Patient) -> Finding:
    """Look whether the date can be right, and whether anybody sets it."""
    if date_of(time.time()) is None:
        return warning(f"the clock says {time.strftime('%Y-%m-%d')}, which can't be; connect the machine to the "
                       "network for a while, or give it a clock module (games are right without, their dates are not)")
    if (patient.root / "run/systemd/timesync/synchronized").exists():
        return ok("the clock is set by the network")
    said = patient.ask(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if said == "no":
        return warning("nobody sets the clock; connect the machine to the network, or type "
                       "`sudo timedatectl set-ntp true`")
    return ok("the clock is set by the network" if said == "yes" else f"the clock says {time.strftime('%Y-%m-%d')}")
