"""The levels of 表格1, as titles that go with points and mean nothing else (003 三).

They change no score: 对局分 is 1 for everybody (SK-32).
"""

from bisect import bisect_right
from typing import Final

LEVELS: Final[tuple[tuple[str, int], ...]] = (
    ("科员", 0),
    ("助科", 50),
    ("副科", 100),
    ("科长", 200),
    ("助处", 500),
    ("副处", 1_000),
    ("处长", 2_000),
    ("助局", 4_000),
    ("副局", 8_000),
    ("局长", 16_000),
    ("助市", 32_000),
    ("副市", 64_000),
    ("市长", 128_000),
    ("助省", 262_000),
    ("副省", 500_000),
    ("省长", 1_000_000),
    ("双扣王", 2_000_000),
)
"""The name of each level from 0, and the points that it takes."""


def level(points: int) -> int:
    """The level of so many points, 0 to 16; less than none is 0."""
    return max(0, bisect_right(LEVELS, points, key=lambda one: one[1]) - 1)
