"""The camera over the mat as a drawing, by the settings: how high it hangs, and what it sees from there."""

import math
from html import escape

from device.settings import Settings

LOW, HIGH = 1.28, 1.58
"""The best heights, as shares of the least from which the whole mat is seen: nearer, a tilt cuts a corner off; further
away, pieces get small."""
ASIDE = 0.3
"""How far the camera may be off to the near side, as a share of its greatest height."""
SCALE = 0.8
"""Pixels of the drawing a millimetre."""
WIDTH, TOP, LEFT = 760, 70, 60


def heights(settings: Settings) -> tuple[int, int]:
    """Return the least and the greatest height of the camera above the mat, in whole centimetres."""
    camera, mat = settings.camera, settings.mat
    half = math.tan(math.radians(camera.hfov_deg / 2))
    least = max(mat.width_mm / 2 / half, mat.height_mm / 2 / (half * camera.height / camera.width))
    return round(LOW * least / 10), round(HIGH * least / 10)


def drawing(settings: Settings) -> str:
    """Return the drawing as SVG: the table from the near side, to scale."""
    low, high = heights(settings)
    half = math.tan(math.radians(settings.camera.hfov_deg / 2))
    seen = [round(2 * height * half) for height in (low, high)]
    scale = min(SCALE, 420 / (high * 10))
    table, middle = TOP + high * 10 * scale + 20, LEFT + 300
    mat = settings.mat.width_mm * scale / 2
    rows = [_camera(middle, table, low, half, scale, "near"), _camera(middle, table, high, half, scale, "far"),
            f'<path d="M20 {table:.0f}H{WIDTH - 20}" class="table"/>',
            f'<path d="M{middle - mat:.0f} {table:.0f}h{2 * mat:.0f}" class="mat"/>',
            f'<text x="{middle}" y="{table + 26:.0f}" class="centre">the mat, '
            f'{settings.mat.width_mm:g} x {settings.mat.height_mm:g} mm</text>',
            f'<text x="{middle}" y="36" class="head centre">The camera hangs {low} to {high} cm above the mat</text>']
    notes = (f"At {low} cm it sees {seen[0]} cm of the table across, at {high} cm {seen[1]} cm.",
             f"Straight above the middle, or up to {ASIDE * high:.0f} cm off to the near side, tilted back to it.")
    rows += [f'<text x="20" y="{table + 60 + 22 * line:.0f}">{escape(note)}</text>' for line, note in enumerate(notes)]
    height = table + 100
    style = ("text{font:14px system-ui,sans-serif;fill:#1c1a17}.head{font-weight:700}.centre{text-anchor:middle}"
             ".table{stroke:#8a5a00;stroke-width:6}.mat{stroke:#fff;stroke-width:6}.near{fill:#1a5fc0}.far{fill:#7a1fa2}"
             "polygon{fill-opacity:.12}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:.0f}" role="img" '
            f'aria-label="The camera over the mat"><style>{style}</style><rect width="{WIDTH}" height="{height:.0f}" '
            f'fill="#f3efe6"/>{"".join(rows)}</svg>\n')


def _camera(middle: float, table: float, height: int, half: float, scale: float, kind: str) -> str:
    """Return a camera at a height in centimetres, and what it sees."""
    up, across = height * 10 * scale, height * 10 * half * scale
    return (f'<polygon class="{kind}" points="{middle:.0f},{table - up:.0f} {middle - across:.0f},{table:.0f} '
            f'{middle + across:.0f},{table:.0f}"/><rect class="{kind}" x="{middle - 12:.0f}" y="{table - up - 12:.0f}" '
            f'width="24" height="12" rx="3"/><text x="{middle + 22:.0f}" y="{table - up:.0f}">{height} cm</text>')
