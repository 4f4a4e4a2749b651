"""Where a text may be broken into lines, in Chinese and English.

Chinese is broken between any two characters, but no line begins with a mark that belongs to what
stands before it, or ends with one that opens; a number stays with its measure word (27 张), a
foreign word is whole.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

OPENING: Final = "「『（《“‘"
CLOSING: Final = "。，、：；！？）」』》”’…"
_PIECE: Final = re.compile(
    rf"( *)((?:[{OPENING}]|(?=[^ ]))"
    rf"(?:[0-9][!-~]* ?(?=[\u4e00-\u9fff])[\u4e00-\u9fff]|[!-~]+|[^ ])?(?: *[{CLOSING}])*)"
)

Width = Callable[[str], float]


def broken(text: str, wide: float, width: Width) -> str:
    """The text with a line end wherever a line would be wider. width: how wide a text is set. What
    cannot be broken stays too wide."""
    return "\n".join(line for each in text.split("\n") for line in _lines(each, wide, width))


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """What may not be broken, each with the blanks before it."""
    return ((found[1], found[2]) for found in _PIECE.finditer(text) if found[0])


def _lines(text: str, wide: float, width: Width) -> Iterator[str]:
    line = ""
    for blank, piece in pieces(text):
        longer = f"{line}{blank}{piece}"
        if line and width(longer) > wide:
            yield line
            longer = piece
        line = longer
    yield line
