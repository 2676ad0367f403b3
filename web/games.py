"""The games that the pages can show: one line each."""

from collections.abc import Mapping

RENDERERS: Mapping[str, str] = {
    "otrio": "games/otrio.js",
}
"""A game's name, and the part of the page that draws it."""
