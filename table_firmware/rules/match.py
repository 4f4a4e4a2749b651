"""Modes, hands in a match, rotation and ranking (000 ch. 5 and §36)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the match table. `who`: one or two player letters; scores in tenths."""

    who: tuple[str, ...]
    rank: int
    wins: int
    tenths: int
    firsts: int
    seconds: int
    left: int
    unfinished: bool = False
