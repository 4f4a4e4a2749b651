"""Counts in English sentences: one match, two matches."""

import re
from typing import Final

_IRREGULAR: Final = {
    "matches": "match",
    "batches": "batch",
    "entries": "entry",
    "passes": "pass",
}
_ONE: Final = re.compile(
    r"(?<![\w.,+-])1 (matches|batches|entries|hands|receipts|notes|checkpoints|epochs|files"
    r"|passes|plays|discards|claims|tiles|rounds|starts|frames|changes|contacts|lamps|bytes|blocks|writes|gaps"
    r"|seconds|minutes|cards|types|digits)\b( were)?"
)


def singular(text: str) -> str:
    """The text with "1 matches" put right, wherever it stands."""
    return _ONE.sub(_right, text)


def _right(found: re.Match[str]) -> str:
    noun = found[1]
    return f"1 {_IRREGULAR.get(noun, noun[:-1])}{' was' if found[2] else ''}"
