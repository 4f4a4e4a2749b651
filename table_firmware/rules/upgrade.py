"""升级: the levels of the paper edition's second way to play (001 §10, CP-35, CP-36).

A training game: the electronic edition has none of it, so nothing here feeds a result. Pure:
`after` says where a match stands once one more hand has ended. The hand itself is played by the
ordinary rules, with the trump that `trump` names.
"""

from dataclasses import replace
from typing import Any, Final

from table_firmware.rules.cards import PAIRS, RANKS, Seat
from table_firmware.rules.frozen import frozen
from table_firmware.rules.round import HandResult

ACE: Final = len(RANKS) - 1
FAILURES: Final = 3
"""So many hands at A without passing it lead back to 2."""

RISE: Final = {2: 3, 3: 2, 4: 1}
"""Levels that the winners rise, by the place of the partner of 头游 (001 §10)."""


@frozen
class Levels:
    """Where a match stands. Tuples are by pair in the order of `PAIRS`.

    level: 0 for 2 to 12 for A. playing: the pair whose level is the trump (打级方), None in the
    first hand. failures: hands a pair has played at its own A without passing it. won: the pair
    that has passed A, which ends the match.
    """

    level: tuple[int, int] = (0, 0)
    playing: int | None = None
    failures: tuple[int, int] = (0, 0)
    won: int | None = None


def trump(levels: Levels) -> str:
    """The rank of the next hand's trump: the level of the pair that plays for it."""
    return RANKS[0 if levels.playing is None else levels.level[levels.playing]]


def leader(last: HandResult | None) -> Seat:
    """Who leads the next hand: 头游 of the last one, East in the first (001 §10)."""
    return Seat.E if last is None else Seat(last.place.index(1))


def spelt(levels: Levels) -> dict[str, Any]:
    """As the log spells it: by pair the rank of its level and its failures at A; who has won."""
    return {
        "level": {pair: RANKS[at] for pair, at in zip(PAIRS, levels.level, strict=True)},
        "failures": dict(zip(PAIRS, levels.failures, strict=True)),
        "won": "" if levels.won is None else list(PAIRS)[levels.won],
    }


def after(levels: Levels, result: HandResult) -> Levels:
    """The match after a hand that has ended; ValueError if the match is over."""
    if levels.won is not None:
        raise ValueError("the match is over")
    winner = list(PAIRS).index(result.winner)
    partner = RISE[_partner_place(result)]
    at_ace = levels.playing if _at_ace(levels, levels.playing) else None
    if at_ace == winner and partner > 1:
        return replace(levels, won=winner)
    if at_ace is not None:
        levels = _failed(levels, at_ace)
    if winner != at_ace:
        levels = _risen(levels, winner, partner)
    return replace(levels, playing=winner)


def _at_ace(levels: Levels, pair: int | None) -> bool:
    return pair is not None and levels.level[pair] == ACE


def _partner_place(result: HandResult) -> int:
    first = Seat(result.place.index(1))
    return result.place[first.partner]


def _risen(levels: Levels, pair: int, steps: int) -> Levels:
    """The level rises but stops at A, which must be played (CP-36)."""
    return replace(levels, level=_put(levels.level, pair, min(ACE, levels.level[pair] + steps)))


def _failed(levels: Levels, pair: int) -> Levels:
    """One more hand at A that did not pass it; the third one leads back to 2."""
    count = levels.failures[pair] + 1
    if count < FAILURES:
        return replace(levels, failures=_put(levels.failures, pair, count))
    return replace(
        levels,
        level=_put(levels.level, pair, 0),
        failures=_put(levels.failures, pair, 0),
    )


def _put(both: tuple[int, int], pair: int, value: int) -> tuple[int, int]:
    return (value, both[1]) if pair == 0 else (both[0], value)
