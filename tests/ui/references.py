"""Reference pictures of all screens: small, grey, and compared with a tolerance.

One file for each language and size holds all its screens as thumbnails. What a renderer rounds
otherwise is forgiven; a word, a place or a colour that is another one is not.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw
from PIL.PngImagePlugin import PngInfo

FOLDER: Final = Path(__file__).parent / "reference"
WIDE: Final = 128
ACROSS: Final = 10
SHADES: Final = 6
"""Bits of grey that are kept."""
FORGIVEN: Final = 24
"""Greys by which a pixel may differ: so much does a card that is cut from another size."""
SPECKS: Final = 4
"""Pixels of a screen that may differ by more."""

Box = tuple[float, float, float, float]


def thumbnail(picture: Image.Image, unseen: Sequence[Box] = ()) -> Image.Image:
    """A picture as it is kept; unseen: what always differs, in pixels from the upper left."""
    part = WIDE / picture.width
    small = picture.convert("L").resize((WIDE, round(picture.height * part)), Image.Resampling.BOX)
    pen = ImageDraw.Draw(small)
    for box in unseen:
        pen.rectangle([round(edge * part) for edge in box], fill=0)
    step = 1 << (8 - SHADES)
    return small.point([grey // step * step for grey in range(256)])


def differs(one: Image.Image, other: Image.Image) -> bool:
    """Whether somebody would notice."""
    if one.size != other.size:
        return True
    greys = ImageChops.difference(one, other).histogram()
    return sum(greys[FORGIVEN + 1 :]) > SPECKS


def renew(name: str, thumbs: Mapping[str, Image.Image]) -> None:
    """Keeps these pictures as the reference."""
    high = next(iter(thumbs.values())).height
    sheet = Image.new("L", (ACROSS * WIDE, -(-len(thumbs) // ACROSS) * high))
    for place, thumb in enumerate(thumbs.values()):
        sheet.paste(thumb, _corner(place, high))
    facts = PngInfo()
    facts.add_text("screens", json.dumps(list(thumbs)))
    FOLDER.mkdir(exist_ok=True)
    few = sheet.quantize(1 << SHADES)
    few.save(FOLDER / f"{name}.png", pnginfo=facts, optimize=True)


def changed(name: str, thumbs: Mapping[str, Image.Image], whole: bool = True) -> list[str]:
    """The screens that do not look as in the reference, or are not in it; of a whole set of
    screens those that are gone as well."""
    with Image.open(FOLDER / f"{name}.png") as kept:
        names = json.loads(kept.info["screens"])
        sheet = kept.convert("L")
    high = next(iter(thumbs.values())).height
    known = {
        each: sheet.crop((x, y, x + WIDE, y + high))
        for each, (x, y) in zip(names, (_corner(k, high) for k in range(len(names))), strict=True)
    }
    gone = known.keys() - thumbs.keys() if whole else set()
    return sorted(
        gone | {n for n, thumb in thumbs.items() if n not in known or differs(known[n], thumb)}
    )


def _corner(place: int, high: int) -> tuple[int, int]:
    return place % ACROSS * WIDE, place // ACROSS * high
