"""The settings as a page for people, made from the code that reads them."""

import dataclasses
import json
from typing import Any, get_args, get_origin, get_type_hints

from device.settings import Settings

HEAD = """# Settings

Everything has a default. What is to be otherwise goes into `/etc/arbitrio/arbitrio.toml`, or for a run by hand into any
TOML file that is named with `--settings FILE`. A wrong value is answered with one sentence that says what to write.
This page is made by `arbitrio settings`.
"""
_KINDS = {int: "whole number", float: "number", str: "text", bool: "true or false"}


def page() -> str:
    """Return the page in Markdown."""
    return HEAD + "".join(_part(part) for part in dataclasses.fields(Settings))


def _part(part: "dataclasses.Field[Any]") -> str:
    kind: Any = get_type_hints(Settings)[part.name]
    words = (kind.__doc__ or "").split(": ", 1)[1].rstrip(".")
    hints = get_type_hints(kind)
    rows = [f"| `{field.name}` | {_default(field)} | {field.metadata['words']}{_bounds(field, hints[field.name])} |"
            for field in dataclasses.fields(kind)]
    return "\n".join([f"\n## [{part.name}]\n", f"{words[:1].upper()}{words[1:]}.\n",
                      "| setting | default | what it is |", "| --- | --- | --- |", *rows, ""])


def _default(field: "dataclasses.Field[Any]") -> str:
    if field.default is dataclasses.MISSING:
        return "`{}`"
    return f"`{json.dumps(list(field.default) if isinstance(field.default, tuple) else field.default)}`"


def _bounds(field: "dataclasses.Field[Any]", hint: Any) -> str:
    low, high, choices = (field.metadata[key] for key in ("low", "high", "choices"))
    if choices:
        return f" ({', '.join(f'`{choice}`' for choice in choices)})"
    kind = _KINDS.get(get_args(hint)[0] if get_origin(hint) is tuple else hint, "")
    if low is None or not kind:
        return ""
    each = ", each a " if get_origin(hint) is tuple else ", a "
    return f"{each}{kind} from {low:g} to {high:g}"
