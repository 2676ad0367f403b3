"""The software: settings, copies of libraries that fight each other, and the service."""

import sys
from importlib.metadata import distributions
from pathlib import Path

from device.doctor.patient import Finding, Patient, fault, ok, warning

_CV2 = ("opencv-python", "opencv-python-headless", "opencv-contrib-python", "opencv-contrib-python-headless")
_UNIT = "etc/systemd/system/arbitrio.service"


def copies(patient: Patient, path: list[str] | None = None) -> Finding:
    """Look for a second cv2 or numpy: the camera's libraries were built for one of them, and break on another."""
    path = sys.path if path is None else path
    found = {module: _places(module, path) for module in ("cv2", "numpy")}
    missing = [module for module, places in found.items() if not places]
    if missing:
        return fault(f"{missing[0]} is not installed; install Arbitrio again")
    twice = {module: places for module, places in found.items() if len(places) > 1}
    if twice:
        module, places = next(iter(twice.items()))
        text = (f"{module} is there twice, in {' and in '.join(map(str, places))}; remove one: "
                f"`{places[0].parents[2] / 'bin' / 'pip'} uninstall {_package(module)}` leaves the system's")
        return fault(text) if module == "numpy" and patient.is_a_pi else warning(text)
    names = sorted({name for one in distributions(path=path) if (name := one.metadata["Name"]) in _CV2})
    if len(names) > 1:
        return warning(f"{' and '.join(names)} write over each other's files; keep one: `pip uninstall {names[-1]}`, "
                       f"then install {names[0]} again")
    return ok("there is one cv2 and one numpy")


def _places(module: str, path: list[str]) -> list[Path]:
    """Return the folders of the path that hold the module, each once, the one that is used first."""
    places: list[Path] = []
    for folder in map(Path, path):
        there = (folder / module).is_dir() or any(folder.glob(f"{module}*.so"))
        if there and folder.resolve() not in places:
            places.append(folder.resolve())
    return places


def _package(module: str) -> str:
    return "opencv-python-headless" if module == "cv2" else module


def service(patient: Patient) -> Finding:
    """Look how the service is, where it is installed."""
    if not (patient.root / _UNIT).exists():
        return ok("Arbitrio is not installed as a service: it runs while somebody runs it")
    state = patient.ask(["systemctl", "show", "arbitrio", "--property=ActiveState", "--value"])
    if state == "failed":
        return fault("the service has given up; read why by `journalctl -u arbitrio -n 50`, mend that, then type "
                     "`sudo systemctl reset-failed arbitrio; sudo systemctl start arbitrio`")
    if state not in ("active", "activating", "reloading"):
        return warning("the service does not run; type `sudo systemctl enable --now arbitrio`")
    return ok("the service runs")
