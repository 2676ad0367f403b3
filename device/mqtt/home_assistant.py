"""What Home Assistant is told so that a table appears there by itself, as a device with its entities."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from device.mqtt.topics import Topics

_TURN = ("{{ (value_json.players | selectattr('to_play') | map(attribute='name') | first) or "
         "(value_json.players | selectattr('to_play') | map(attribute='title.en') | first) or 'nobody' }}")
_SCORE = ("{% for p in value_json.players %}{{ p.name or p.title.en }} {{ p.score }}{{ ', ' if not loop.last }}"
          "{% else %}none{% endfor %}")
_HELP = ("{{ 'ON' if value_json.call or value_json.refusal or value_json.phase in "
         "('question', 'mismatch', 'lost') else 'OFF' }}")
PHASES = ("idle", "ready", "hand", "settling", "question", "mismatch", "over", "lost")
ENTITIES: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "game": ("sensor", {"name": "Game", "icon": "mdi:dice-multiple",
                        "value_template": "{{ value_json.game.title.en if value_json.game else 'none' }}"}),
    "turn": ("sensor", {"name": "Turn", "icon": "mdi:account", "value_template": _TURN}),
    "score": ("sensor", {"name": "Score", "icon": "mdi:scoreboard", "value_template": _SCORE}),
    "referee": ("sensor", {"name": "Referee", "icon": "mdi:whistle", "device_class": "enum", "options": list(PHASES),
                           "value_template": "{{ value_json.phase }}"}),
    "help": ("binary_sensor", {"name": "Needs people", "device_class": "problem", "value_template": _HELP}),
}
"""By its name in topics: the kind of entity, and what is its own."""


def discovery(prefix: str, topics: Topics, name: str, address: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what to tell under which topic, each kept by the broker."""
    device = {"identifiers": [f"arbitrio_{topics.table}"], "name": name, "manufacturer": "Arbitrio",
              "model": "Board game referee", "sw_version": version("arbitrio"), "configuration_url": address}
    told = {}
    for entity, (kind, own) in ENTITIES.items():
        unique = f"arbitrio_{topics.table}_{entity}"
        told[f"{prefix}/{kind}/{unique}/config"] = {
            **own, "unique_id": unique, "object_id": unique, "state_topic": topics.state,
            "availability_topic": topics.availability, "device": device, "origin": {"name": "Arbitrio"}}
    return told
