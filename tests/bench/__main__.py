"""Print every module's table: `python -m tests.bench [NAME...]`."""

import importlib
import pkgutil
import sys
from pathlib import Path


def main(names: list[str]) -> None:
    """Run the modules of this folder that are named, or all; each has `table()`, whose first row is the head."""
    found = sorted(module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])
                   if module.name != "__main__")
    for name in names or found:
        rows = importlib.import_module(f"tests.bench.{name}").table()
        widths = [max(len(str(row[i])) for row in rows) for i in range(len(rows[0]))]
        print(f"\n{name}")
        for row in rows:
            print("  " + "  ".join(str(cell).ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(),
                  flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
