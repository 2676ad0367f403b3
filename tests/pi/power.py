"""power.py DISK FOLDER CUTS: cut the virtual Pi's power in a busy game, and see what is left, again and again.

The disk is one that the tests have installed Arbitrio on; the last line is "N passed, N failed", one for each cut.
"""

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

BOOT = Path(__file__).parent / "rig" / "boot"
COMMAND = "cd /work && PYTHONPATH=/work/tests/pi /opt/arbitrio/current/bin/python tests/pi/busy.py"
LATEST = 4.0
"""Seconds of play before the cut, at most."""


def evening(disk: Path, folder: Path, cut: float) -> Any:
    """Start the Pi and let it play until the power is cut; return what it found of the evening before."""
    for name in ("busy", "verdict"):
        (folder / name).unlink(missing_ok=True)
    call = [str(BOOT), "-t", "180", "-r", str(disk), "-w", str(folder), "-c", f"{cut:.3f}", "-a", "busy", COMMAND]
    done = subprocess.run(call, capture_output=True, text=True, check=False)
    if done.returncode != 137:
        return {"failed": f"status {done.returncode}: {(done.stdout + done.stderr)[-2000:]}"}
    return json.loads((folder / "verdict").read_text())


def good(found: Any) -> bool:
    return bool(found.get("sound") == "ok" and not found["lost"] and not found["unsaid"])


def main(disk: Path, folder: Path, cuts: int) -> int:
    chance, passed = random.Random(), 0
    evening(disk, folder, chance.uniform(0, LATEST))
    for number in range(1, cuts + 1):
        # what cut n has left is seen by the evening that ends with cut n + 1
        found = evening(disk, folder, chance.uniform(0, LATEST))
        passed += good(found)
        counts = ", ".join(f"{found[name]} {name}" for name in ("accepted", "shown", "events") if name in found)
        print(f"cut {number}: {counts}" if good(found) else f"cut {number}: {found}", flush=True)
    print(f"{passed} passed, {cuts - passed} failed")
    return 0 if passed == cuts else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])))
