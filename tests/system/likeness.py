"""How alike two pictures of a screen are."""

from collections.abc import Iterable
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw

from tests.system.mirror import Box

STEP = 48
"""A pixel that differs by less in each colour is the same to a player."""
SAME = 0.004


def difference(one: Path, other: Path, except_in: Iterable[Box] = ()) -> float:
    """The part of all pixels that differ, outside some boxes."""
    with Image.open(one) as a, Image.open(other) as b:
        difference = ImageChops.difference(a.convert("RGB"), b.convert("RGB"))
    pencil = ImageDraw.Draw(difference)
    for box in except_in:
        pencil.rectangle(box, fill=(0, 0, 0))
    worst = ImageChops.lighter(
        ImageChops.lighter(difference.getchannel("R"), difference.getchannel("G")),
        difference.getchannel("B"),
    )
    differing = sum(worst.histogram()[STEP:])
    return differing / (worst.width * worst.height)
