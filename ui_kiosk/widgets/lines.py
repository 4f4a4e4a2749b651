"""Where a Chinese text is broken into lines. Pure.

The label of Kivy breaks at spaces, and a Chinese text has them only beside numbers: a line would
end early there, or a sentence be cut before its full stop.
"""

from collections.abc import Callable
from typing import Final

CLOSING: Final = "，。、：；！？）」』…,.;:!?)"
"""Signs that stand at the end of a line, never at the beginning of one."""
OPENING: Final = "（「『("
BACK: Final = 3
"""So many pieces a line may end early, to end with one of these signs."""
HAN: Final = "\u2e80"
"""From here on a character may stand beside any other."""


def broken(text: str, wide: float, width: Callable[[str], float]) -> str:
    """The text with line ends, as many characters to a line as fit; without Chinese unchanged."""
    if not any(each >= HAN for each in text):
        return text
    return "\n".join(_lines(line, wide, width) for line in text.split("\n"))


def _lines(text: str, wide: float, width: Callable[[str], float]) -> str:
    found: list[str] = []
    line: list[str] = []
    for piece in pieces(text):
        line.append(piece)
        while len(line) > 1 and width("".join(line).rstrip()) > wide:
            end = _end(line)
            found.append("".join(line[:end]).rstrip())
            line = line[end:]
    return "\n".join((*found, "".join(line)))


def _end(line: list[str]) -> int:
    """How many pieces stay on a line that has grown one too long."""
    last = len(line) - 1
    stops = (
        k for k in range(last, max(last - BACK, 0), -1) if line[k - 1].rstrip()[-1:] in CLOSING
    )
    return next(stops, last)


def words(text: str) -> list[str]:
    """What may not be broken, without the spaces and signs of Chinese about it."""
    return [word for each in text.split() for word in _pieces(each)]


def _pieces(text: str) -> list[str]:
    return pieces(text) if any(each >= HAN for each in text) else [text]


def pieces(text: str) -> list[str]:
    """What is never cut: a character, a word, a part of a path, or a number and what it counts
    (27 张), with the signs and spaces that belong to it."""
    found: list[str] = []
    for each in text:
        before = found[-1][-1] if found else " "
        word = each < HAN and before < HAN and before not in " /"
        number = bool(found) and found[-1].rstrip()[-1:].isdigit()
        counted = number and each >= HAN and each not in OPENING
        if found and (each == " " or each in CLOSING or before in OPENING or word or counted):
            found[-1] += each
        else:
            found.append(each)
    return found
