"""Plots as SVG, made on the server: no script, no outside request, and each told in words too."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from markupsafe import Markup

WIDTH = 330
"""The drawing's own units across; it is drawn as wide as the page."""
ROW = 34
LABEL = 130
"""Where bars begin."""
MOST_LETTERS = 18
"""Of the words before a bar."""
VALUE = 66
"""Room behind the longest bar."""
HEIGHT = 150
"""Of a plot of lines."""
LEFT, RIGHT, TOP = 26, 14, 10
LEGEND = 26
SIGNS = ("M-4-4H4V4H-4Z", "M0-5L5 4H-5Z", "M0-5A5 5 0 100 5 5 5 0 000-5Z", "M0-6L6 0 0 6-6 0Z",
         "M-5-2H-2V-5H2V-2H5V2H2V5H-2V2H-5Z", "M-5-5L0-2 5-5 2 0 5 5 0 2-5 5-2 0Z")
"""Marks of the lines, so that none is told by its colour alone."""
MOST_LINES = len(SIGNS)
MOST_MARKS = 12
"""Marks along a line, at most."""


@dataclass(frozen=True)
class Bar:
    """A bar of `part` out of `whole`, with its words; without a part the whole bar is full."""

    label: str
    whole: int
    part: int | None = None
    words: str = ""


@dataclass(frozen=True)
class Line:
    """A line through (x, y), with its name."""

    label: str
    points: Sequence[tuple[int, int]]


def bars(title: str, rows: Sequence[Bar]) -> Markup:
    """Return a plot of bars, one a row."""
    most = max((row.whole for row in rows), default=0) or 1
    scale = (WIDTH - LABEL - VALUE) / most
    body = "".join(_bar(row, n * ROW, scale) for n, row in enumerate(rows))
    return _svg(title, f"{title}: " + "; ".join(f"{row.label} {row.words or row.whole}" for row in rows),
                len(rows) * ROW, body)


def _bar(row: Bar, y: int, scale: float) -> str:
    whole, part = row.whole * scale, (row.whole if row.part is None else row.part) * scale
    return (f'<text class="label" x="{LABEL - 8}" y="{y + 22}">{escape(_short(row.label))}</text>'
            f'<rect class="whole" x="{LABEL}" y="{y + 6}" width="{whole:.1f}" height="{ROW - 12}" rx="4"/>'
            f'<rect class="part" x="{LABEL}" y="{y + 6}" width="{part:.1f}" height="{ROW - 12}" rx="4"/>'
            f'<text class="value" x="{LABEL + whole + 6:.1f}" y="{y + 22}">'
            f"{escape(row.words or str(row.whole))}</text>")


def _short(label: str) -> str:
    return label if len(label) <= MOST_LETTERS else f"{label[:MOST_LETTERS - 1]}…"


def lines(title: str, across: str, series: Sequence[Line]) -> Markup:
    """Return a plot of lines over one another; `across` says what is counted from left to right."""
    series = [line for line in series if line.points][:MOST_LINES]
    right = max((line.points[-1][0] for line in series), default=1)
    top = max((line.points[-1][1] for line in series), default=1) or 1
    x_scale, y_scale = (WIDTH - LEFT - RIGHT) / max(right, 1), (HEIGHT - TOP - LEFT) / top
    floor = HEIGHT - LEFT

    def place(x: float, y: float) -> tuple[float, float]:
        return LEFT + x * x_scale, floor - y * y_scale

    body = (f'<path class="axis" d="M{LEFT} {TOP}V{floor}H{WIDTH - RIGHT}"/>'
            f'<text class="tick" x="{LEFT - 5}" y="{TOP + 8}">{top}</text>'
            f'<text class="tick" x="{LEFT - 5}" y="{floor}">0</text>'
            f'<text class="across" x="{WIDTH - RIGHT}" y="{HEIGHT - 8}">{escape(across)}: {right}</text>')
    for n, line in enumerate(series):
        body += _line(n, [place(x, y) for x, y in ((0, 0), *line.points)]) + _legend(n, line)
    words = "; ".join(f"{line.label} {line.points[-1][1]}" for line in series)
    return _svg(title, f"{title}: {words}", HEIGHT + LEGEND * len(series), body)


def _line(n: int, points: Sequence[tuple[float, float]]) -> str:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    step = len(points) // MOST_MARKS + 1
    marks = "".join(_mark(n, x, y) for x, y in points[:0:-step])
    return f'<path class="line line-{n}" d="M{path}"/>{marks}'


def _mark(n: int, x: float, y: float) -> str:
    return f'<path class="mark-{n}" transform="translate({x:.1f} {y:.1f})" d="{SIGNS[n]}"/>'


def _legend(n: int, line: Line) -> str:
    y = HEIGHT + LEGEND * n + 12
    return (f'{_mark(n, LEFT, y)}<text class="legend" x="{LEFT + 14}" y="{y + 5}">{escape(line.label[:34])}</text>'
            f'<text class="across" x="{WIDTH - RIGHT}" y="{y + 5}">{line.points[-1][1]}</text>')


def _svg(title: str, words: str, height: int, body: str) -> Markup:
    return Markup(f'<svg class="plot" viewBox="0 0 {WIDTH} {max(height, 1)}" role="img" aria-label="{escape(words)}">'
                  f"<title>{escape(title)}</title>{body}</svg>")
