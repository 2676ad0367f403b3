"""Whether phones can reach the table: its port, its address, its name."""

import socket

from device.addresses import own_address, table_address
from device.doctor.patient import Finding, Patient, fault, ok, warning
from rules.text import counted
from web.server import CannotListen, listen


def port(patient: Patient) -> Finding:
    """Look whether the port is served by the table, or free for it."""
    web = patient.settings.web
    if patient.running is not None:
        trouble = patient.running.get("fault")
        if trouble:
            return fault(f"the table is served on port {web.port}, and in trouble: {trouble['en']}")
        phones = counted(patient.running["streams"], "phone follows", "phones follow")
        return ok(f"the table is served on port {web.port}, {phones} it")
    try:
        listen(web.host, web.port).close()
    except CannotListen as error:
        return fault(str(error.strerror))
    return ok(f"port {web.port} is free")


def address(patient: Patient) -> Finding:
    """Look whether this machine has an address that phones can ask for."""
    web = patient.settings.web
    if own_address(web.host).startswith("127.") or own_address(web.host) == "::1":
        if web.host in ("127.0.0.1", "::1", "localhost"):
            return warning("only this machine itself can ask for the page; set host = \"0.0.0.0\" under [web] "
                           "to let phones in")
        return fault("this machine is in no network; plug in its cable, or join a wireless network by "
                     "`sudo nmtui`")
    return ok(f"phones open {table_address(web.host, web.port)}")


def name(patient: Patient) -> Finding:
    """Look whether phones can ask for this machine by name."""
    full = f"{socket.gethostname().partition('.')[0]}.local"
    if not (patient.root / "run/avahi-daemon/socket").exists():
        return warning(f"the name {full} is not told in the network; type `sudo apt install avahi-daemon`, "
                       "or open the page by its numbers")
    said = patient.ask(["avahi-resolve", "-4", "-n", full])
    if said is None:
        said = patient.ask(["getent", "ahostsv4", full])
    if not said:
        return ok(f"the name {full} is told in the network")
    return ok(f"the name {full} is told in the network, for {said.split()[-1 if said.startswith(full) else 0]}")
