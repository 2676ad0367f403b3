"""The pieces' colours as they were taught on the set-up page, kept in a small file beside the games."""

import json
import logging
import math
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from device.files import write_whole
from device.settings import Settings

_log = logging.getLogger(__name__)
TAUGHT_NAME = "colours.json"
Hues: TypeAlias = tuple[tuple[float, float], ...]


def keep_taught(folder: Path, hues: Hues) -> None:
    """Write down what Otrio's pieces look like; nothing, where they are as the settings say. Raise OSError."""
    write_whole(folder / TAUGHT_NAME, json.dumps({"otrio": hues}).encode())


def kept_taught(folder: Path) -> Hues:
    """Return what was taught; nothing when nothing was, or it can't be read any more."""
    path = folder / TAUGHT_NAME
    try:
        hues = tuple((_number(x), _number(y)) for x, y in json.loads(path.read_text(encoding="utf-8"))["otrio"])
        if len(hues) in (0, 5):
            return hues
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, KeyError, TypeError):
        pass
    _log.warning("the colours in %s can't be read, so the usual ones count; teach them anew on the set-up page", path)
    return ()


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(value)
    return number


def with_taught(settings: Settings, hues: Hues) -> Settings:
    """Return the settings with the colours as they were taught."""
    return replace(settings, colours=replace(settings.colours, otrio=hues)) if hues else settings
