"""Fair races: a judge of edges that needs no pins, clock or threads.

`presses` makes presses of edges, bounce and all; `race` judges who was first and who last. `device.panel.attendant`
runs a race on the panel: it chooses when the light goes on, and hands the judge ticks and edges.
"""

from device.races.orders import Margins
from device.races.presses import Timing
from device.races.race import FalseStart, Phase, Place, Race, RaceRules, Result

__all__ = ["FalseStart", "Margins", "Phase", "Place", "Race", "RaceRules", "Result", "Timing"]
