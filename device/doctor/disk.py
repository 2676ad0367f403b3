"""The disk: its room, whether it takes anything, and how worn it is."""

import os
import tempfile
from pathlib import Path

from device.doctor.patient import Finding, Patient, fault, ok, warning

LITTLE, NONE = 500e6, 20e6
"""Bytes free: below the first it is time to clear up, below the second nothing will be accepted soon."""
FEW_INODES = 0.02
WORN = 0x09
"""Of the life that the maker promises, in tenths: 0x09 is 80 to 90 % used."""
_EXT_CSD_LIFE, _EXT_CSD_END = (268, 269), 267
"""Bytes of an eMMC's own register: life used of both kinds of cells, and what is left of the spare ones."""
REPLACE = "copy the games to another card soon, then replace this one"


def room(patient: Patient) -> Finding:
    """Look whether the games' disk takes a file, and how many more."""
    try:
        found = os.statvfs(patient.folder)
        if found.f_flag & os.ST_RDONLY:
            return fault(f"the disk of {patient.folder} is mounted read-only; make it writable (on a Pi: "
                         "`sudo raspi-config`, Performance Options, Overlay File System, No), then start again")
        with tempfile.NamedTemporaryFile(dir=patient.folder, prefix=".doctor-") as file:
            file.write(b"well")
            file.flush()
            os.fsync(file.fileno())
    except PermissionError:
        return fault(f"this user may not write into {patient.folder}; type `sudo arbitrio doctor`, "
                     "or give this user the right to")
    except OSError as error:
        return fault(f"the disk takes no file in {patient.folder} ({str(error.strerror).lower()}); free some space, "
                     "or replace the card")
    return _how_much(found)


def _how_much(found: os.statvfs_result) -> Finding:
    free = found.f_bavail * found.f_frsize
    if free < NONE:
        return fault(f"only {free / 1e6:.0f} MB are free; delete files that nobody needs")
    if found.f_files and found.f_favail < FEW_INODES * found.f_files:
        return warning("the disk has hardly any room for further files, however small; delete files that nobody needs")
    if free < LITTLE:
        return warning(f"only {free / 1e6:.0f} MB are free; delete files that nobody needs")
    return ok(f"{free / 1e9:.1f} GB are free")


def wear(patient: Patient) -> Finding:
    """Look how much of the card's life is used, as far as it tells, and whether its file system has had faults."""
    part, disk = _device(patient)
    if part is None or disk is None:
        return ok("the games are on no disk that tells its wear")
    count = _number(patient.read(f"sys/fs/ext4/{part.name}/errors_count"))
    if count:
        return warning(f"the file system of {part.name} has had {count} faults; have it checked at the next start "
                       f"(`sudo touch /forcefsck`), and {REPLACE}")
    used, spare = _life(patient, disk)
    if used is None:
        return ok(f"{disk.name} does not tell its wear" + (", as few SD cards do" if disk.name[:3] == "mmc" else ""))
    if spare is not None and spare > 1 or used > WORN + 1:
        return fault(f"the card {disk.name} is worn out; {REPLACE}")
    if used >= WORN:
        return warning(f"{10 * (used - 1)} to {10 * used} % of the card {disk.name}'s life are used; {REPLACE}")
    return ok(f"less than {10 * max(used, 1)} % of the card {disk.name}'s life are used")


def _device(patient: Patient) -> tuple[Path | None, Path | None]:
    """Return the partition that holds the games, and its disk, as folders of sysfs."""
    number = patient.folder.stat().st_dev
    link = patient.root / f"sys/dev/block/{os.major(number)}:{os.minor(number)}"
    if not link.exists():
        return None, None
    part = link.resolve()
    return part, part.parent if (part / "partition").exists() else part


def _life(patient: Patient, disk: Path) -> tuple[int | None, int | None]:
    """Return the used life in tenths from 1 (11: all of it), and the state of the spare cells (1: well)."""
    said = patient.read(str((disk / "device/life_time").relative_to(patient.root)))
    end = _number(patient.read(str((disk / "device/pre_eol_info").relative_to(patient.root))))
    tenths = [_number(word) or 0 for word in (said or "").split()]
    if any(tenths):
        return max(tenths), end
    register = _register(patient, disk)
    if register is None or not any(register[at] for at in _EXT_CSD_LIFE):
        return None, None
    return max(register[at] for at in _EXT_CSD_LIFE), register[_EXT_CSD_END]


def _register(patient: Patient, disk: Path) -> bytes | None:
    """Return an eMMC's register as the kernel shows it to root; None where there is none."""
    for file in (patient.root / "sys/kernel/debug").glob(f"mmc{disk.name[6:7]}/*/ext_csd"):
        text = patient.read(str(file.relative_to(patient.root))) or ""
        if len(text) == 1024:
            return bytes.fromhex(text)
    return None


def _number(text: str | None) -> int | None:
    try:
        return int(text or "", 0)
    except ValueError:
        return None
