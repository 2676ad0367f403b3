"""Contacts that bounce, as the edges of a pin: what tests press."""

import random

from device.panel import Button, Edge
from device.races.presses import MS


def pressing(rng: random.Random, button: Button, tick_ns: int, down_ms: float = 60.0,
             bounce_ms: tuple[float, float] = (0.2, 8.0)) -> list[Edge]:
    """Return the edges of one press whose first edge is at this tick; the contact bounces when it closes and opens."""
    edges = []
    for down, at in ((True, tick_ns), (False, tick_ns + round(down_ms * MS))):
        end = round(rng.uniform(*bounce_ms) * MS)
        bounces = sorted(rng.sample(range(1, end), 2 * rng.randrange(6))) if end else []
        edges += [Edge(button, down == (n % 2 == 0), at + offset) for n, offset in enumerate([0, *bounces])]
    return edges


def arriving(rng: random.Random, edges: list[Edge], delay_ms: float) -> list[Edge]:
    """Return the edges in an order of arrival in which each is delayed by up to so long."""
    return sorted(edges, key=lambda edge: edge.tick_ns + rng.uniform(0, delay_ms) * MS)
