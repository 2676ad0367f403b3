"""Power and heat, as the Pi's firmware tells them."""

from device.doctor.patient import Finding, Patient, fault, ok, warning

_SYSFS = "sys/devices/platform/soc/soc:firmware/get_throttled"
_WEAK, _SLOWED, _HOT = 1 << 0, 1 << 1 | 1 << 2, 1 << 3
_SINCE_START = 16
"""How far left the same bits stand for "at any time since the start"."""
TOO_HOT = 80.0
"""Degrees Celsius at which a Pi slows itself down."""


def throttling(patient: Patient) -> Finding:
    """Look at under-voltage and at the speed that it, or heat, costs."""
    bits = _bits(patient)
    if bits is None:
        return ok("this machine tells nothing of its power supply") if not patient.is_a_pi else warning(
            "the Pi's firmware does not tell of its power supply; type `sudo apt install raspi-utils`")
    if bits & _WEAK:
        return fault("the power supply is too weak right now (under-voltage); take the one made for this Pi, "
                     "with a short thick cable")
    if bits & (_HOT | _SLOWED):
        return warning("the Pi slows itself down because it is too hot; give it air, or a heat sink with a fan")
    if bits >> _SINCE_START & _WEAK:
        return warning("the power supply was too weak at some time since the start; take the one made for this Pi, "
                       "with a short thick cable")
    if bits >> _SINCE_START & (_HOT | _SLOWED):
        return warning("the Pi slowed itself down at some time since the start because it was too hot; give it air, "
                       "or a heat sink with a fan")
    return ok("the power supply has held since the start")


def _bits(patient: Patient) -> int | None:
    said = patient.ask(["vcgencmd", "get_throttled"])
    text = said.partition("=")[2] if said is not None else patient.read(_SYSFS)
    try:
        return int(text or "", 16)
    except ValueError:
        return None


def heat(patient: Patient) -> Finding:
    """Look at the processor's temperature."""
    text = patient.read("sys/class/thermal/thermal_zone0/temp") or ""
    if not text.lstrip("-").isdecimal():
        return ok("this machine does not tell its temperature")
    degrees = int(text) / 1000
    if degrees >= TOO_HOT:
        return warning(f"the processor is at {degrees:.0f} degrees and slows down; give it air, "
                       "or a heat sink with a fan")
    return ok(f"the processor is at {degrees:.0f} degrees")
