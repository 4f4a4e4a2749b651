"""How time grows with the hand and its wilds, drawn as SVG without any dependency."""

from random import Random  # noqa: TID251  # seeded: the same hands every time

from benchmarks.positions import SIZE, dealt
from benchmarks.stopwatch import Row, measure
from table_firmware.rules.groups import expanded, patterns
from table_firmware.rules.packed import pack

HANDS = 15
SIZES = range(3, SIZE + 1, 3)
WILDS = range(3)
COLOURS = ("#2f6f4f", "#b07d2b", "#a8323e")
WIDTH, HEIGHT, LEFT, BOTTOM = 430, 300, 60, 40

Curves = list[list[float]]
"""For each number of wilds the median at each size, in microseconds."""


def plot(rounds: int) -> str:
    """The drawing: leads with all cards on the left, readings alone on the right."""
    panels = [("leads, every set of cards", expanded), ("lead readings without cards", patterns)]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}"'
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{2 * WIDTH}" height="{HEIGHT}" fill="white"/>',
    ]
    for number, (title, call) in enumerate(panels):
        cases = [[_cases(size, wilds) for size in SIZES] for wilds in WILDS]
        named = [Row(title, call, case, 3) for row in cases for case in row]
        medians = [tally.median for tally in measure(named, rounds)[0]]
        curves = [medians[at * len(SIZES) : (at + 1) * len(SIZES)] for at in WILDS]
        parts.append(f'<g transform="translate({number * WIDTH} 0)">')
        parts += _panel(title, curves)
        parts.append("</g>")
    return "\n".join([*parts, "</svg>"]) + "\n"


def _cases(size: int, wilds: int) -> list[tuple[int, str, None]]:
    chance = Random(size * 10 + wilds)
    hands = [dealt(chance, size, wilds) for _ in range(HANDS)]
    return [(pack(hand, trump), trump, None) for hand, trump in hands]


def _panel(title: str, curves: Curves) -> list[str]:
    most = max(max(curve) for curve in curves)
    floor = HEIGHT - BOTTOM
    across = (WIDTH - LEFT - 20) / SIZES[-1]
    up = (floor - 40) / most
    parts = [f'<text x="{LEFT}" y="20" font-weight="bold">{title}, µs</text>']
    for step in range(5):
        y = floor - (floor - 40) * step / 4
        parts.append(
            f'<line x1="{LEFT}" x2="{WIDTH - 20}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>'
        )
        label = f"{most * step / 4:.0f}"
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for size in SIZES:
        x = LEFT + size * across
        parts.append(f'<text x="{x:.1f}" y="{floor + 18}" text-anchor="middle">{size}</text>')
    parts.append(f'<text x="{WIDTH - 20}" y="{floor + 34}" text-anchor="end">cards in hand</text>')
    for wilds, curve in enumerate(curves):
        points = " ".join(
            f"{LEFT + size * across:.1f},{floor - found * up:.1f}"
            for size, found in zip(SIZES, curve, strict=True)
        )
        colour = COLOURS[wilds]
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(
            f'<text x="{LEFT + 10}" y="{44 + 16 * wilds}" fill="{colour}">{wilds} wild</text>'
        )
    return parts
